// When a zone is closed, in one line: of a place in a list.
import { type Closure, isClosedAt } from '@parkit/contract/city/closure'
import { useNow } from '#platform/clock.ts'
import { useLanguage, useWords } from '#platform/language.tsx'
import { dayTimeText } from '#platform/text.ts'

import { en } from './words.en.ts'

export type ClosureProps = { closure: Closure; timeZone: string }

export const useClosureWords = () => useWords('city/closures/words', en)

/** "Closed until Fri, Nov 27, 2 AM", or from when to when. */
export function useClosureText({ closure: { StartsAt, EndsAt, ...rest }, timeZone }: ClosureProps): string {
  const words = useClosureWords()
  const language = useLanguage()
  const nowMs = useNow(5_000)
  const [from, until] = [StartsAt, EndsAt].map(at => dayTimeText(at, timeZone, language)) as [string, string]
  return isClosedAt({ StartsAt, EndsAt, ...rest }, nowMs) ? words.now(until) : words.ahead(from, until)
}

export default function ClosureLine(props: ClosureProps) {
  return <span className="t-sm t-strong stop">{useClosureText(props)}</span>
}
