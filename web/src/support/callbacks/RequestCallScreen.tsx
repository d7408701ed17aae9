// Request call back: a number, a day and a time at which somebody is there; and the calls that were asked for.
import type { Callback } from '@parkit/contract/support/callbacks'
import { useState } from 'react'
import { useSupportWords, WayScreen } from '#support/overview/overview.ts'
import { CallbackForm } from './CallbackForm.tsx'
import { CallbackList } from './CallbackList.tsx'

export default function RequestCallScreen() {
  const words = useSupportWords()
  const [changing, setChanging] = useState<Callback | null>(null)
  return (
    <WayScreen way="/requestcall" title={words.requestCallback}>
      {/* another call is another form */}
      <CallbackForm key={changing?.Id ?? 'new'} changing={changing} onDone={() => setChanging(null)} />
      <CallbackList
        onChange={call => {
          setChanging(call)
          window.scrollTo(0, 0)
        }}
        onCancelled={call => {
          if (call.Id === changing?.Id) setChanging(null)
        }}
      />
    </WayScreen>
  )
}
