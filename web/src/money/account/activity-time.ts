// When money moved, in the driver's own zone: "Today, 1:30 PM", "Sat, Apr 11, 7:05 PM", with the year where it was another.
import type { LanguageCode } from '#platform/language.tsx'
import { dateText, dayText, timeText } from '#platform/text.ts'
import type { Zone } from '#platform/zone-offset.ts'

type Reader = { nowMs: number; timeZone: Zone; language: LanguageCode; today: (time: string) => string }

export function activityTimeText(at: string, { nowMs, timeZone, language, today }: Reader): string {
  const time = timeText(at, timeZone, language)
  const date = dateText(at, timeZone, language)
  if (date === dateText(nowMs, timeZone, language)) return today(time)
  const year = (when: string | number) => dateText(when, timeZone, 'en').slice(-4)
  return `${year(at) === year(nowMs) ? dayText(at, timeZone, language) : date}, ${time}`
}
