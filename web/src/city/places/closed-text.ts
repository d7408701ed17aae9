// What is said of a place that is closed: from when it is open where that is today, else that it is closed now.
import { isClosedAt } from '@parkit/contract/city/closure'
import type { Found } from '@parkit/contract/city/places'
import type { LanguageCode } from '#platform/language.tsx'
import { dayText, shortTimeText } from '#platform/text.ts'
import type { PlacesWords } from './words.ts'

type Opening = Pick<Found, 'TimeZone' | 'Closure'> & Partial<Pick<Found, 'OpenNow' | 'OpensAt'>>

/** Null: it is open. A closure says its own end. */
export function closedText(
  { OpenNow, OpensAt, TimeZone, Closure }: Opening,
  nowMs: number,
  words: Pick<PlacesWords, 'closedNow' | 'opensToday'>,
  language: LanguageCode,
): string | null {
  if (isClosedAt(Closure, nowMs)) return words.closedNow
  if (OpenNow !== false) return null
  const day = (at: string | number) => dayText(at, TimeZone, language)
  return OpensAt && day(OpensAt) === day(nowMs)
    ? words.opensToday(shortTimeText(OpensAt, TimeZone, language))
    : words.closedNow
}
