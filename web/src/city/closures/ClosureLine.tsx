// When a zone is closed, in one line: of a place in a list.
import { type Closure, isClosedAt } from '@parkit/contract/city/closure'
import { useNow } from '#platform/clock.ts'
import { useLanguage, useWords } from '#platform/language.tsx'
import { dayText, dayTimeText, timeText } from '#platform/text.ts'

import { en } from './words.en.ts'

export type ClosureProps = { closure: Closure; timeZone: string }

export const useClosureWords = () => useWords('city/closures/words', en)

/** "Closed until 2:00 AM", or from when to when. A day is said where it is not today, and once. */
export function useClosureText({ closure, timeZone }: ClosureProps): string {
  const words = useClosureWords()
  const language = useLanguage()
  const nowMs = useNow(5_000)
  const { StartsAt, EndsAt } = closure
  const text = (at: string, beside: string | number) => {
    const isSameDay = dayText(at, timeZone, language) === dayText(beside, timeZone, language)
    return (isSameDay ? timeText : dayTimeText)(at, timeZone, language)
  }
  return isClosedAt(closure, nowMs)
    ? words.now(text(EndsAt, nowMs))
    : words.ahead(text(StartsAt, nowMs), text(EndsAt, StartsAt))
}

export default function ClosureLine(props: ClosureProps) {
  return <span className="t-sm t-strong stop">{useClosureText(props)}</span>
}
