// Whether somebody is there now, and when again.
import { service } from '@parkit/contract/support/service-hours'
import { useNow } from '#platform/clock.ts'
import { useLanguage } from '#platform/language.tsx'
import { dayText } from '#platform/text.ts'
import { cityNow, plainMs } from '#support/callbacks/callbacks.ts'
import { useSupportWords } from './words.ts'

export function ServiceLine() {
  const words = useSupportWords()
  const language = useLanguage()
  const now = cityNow(useNow(60_000))
  const there = service(now)
  if (there.open) return <p className="support__there support__there--open">{words.hereNow}</p>
  const day = there.date === now.slice(0, 10) ? words.today : dayText(plainMs(there.date), 'UTC', language)
  return <p className="support__there">{words.hereAgain(day)}</p>
}
