// Request call back: a number, a day and a time at which somebody is there; and the calls that were asked for.
import type { Callback } from '@parkit/contract/support/callbacks'
import { useState } from 'react'
import { useSupportCity, useSupportWords, WayScreen } from '#support/overview/overview.ts'
import { LoadingRows } from '#ui/Skeleton.tsx'
import { CallbackForm } from './CallbackForm.tsx'
import { CallbackList } from './CallbackList.tsx'

export default function RequestCallScreen() {
  const words = useSupportWords()
  const city = useSupportCity()
  const [changing, setChanging] = useState<Callback | null>(null)
  return (
    <WayScreen way="/requestcall" title={words.requestCallback}>
      {city ? (
        // another call, or another city, is another form
        <CallbackForm
          key={`${city.City} ${changing?.Id ?? 'new'}`}
          city={city}
          changing={changing}
          onDone={() => setChanging(null)}
        />
      ) : (
        <LoadingRows count={3} />
      )}
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
