// Home's greeting by the device's time of day, and today's date in words. Without Intl, which is slow to load.
import { ownZone, type Zone, zoneOffsetMs } from '#platform/zone-offset.ts'

type DayPart = 'morning' | 'afternoon' | 'evening'

const hourMs = 3_600_000

/** By the device's clock: morning to noon, evening from 18:00. */
export function dayPartAt(nowMs: number, timeZone: Zone = ownZone): DayPart {
  const hour = Math.floor((nowMs + zoneOffsetMs(timeZone, nowMs)) / hourMs) % 24
  if (hour >= 4 && hour < 12) return 'morning'
  return hour >= 12 && hour < 18 ? 'afternoon' : 'evening'
}

/** `Good morning, Maya`. */
export const greetingText = (greeting: string, name: string): string => (name ? `${greeting}, ${name}` : greeting)

type DateWords = {
  /** from Sunday on, with commas between */
  weekdays: string
  /** from January on */
  months: string
  /** with `{weekday}`, `{month}` and `{day}` in it */
  today: string
}

/** `Tuesday, April 14`. */
export function todayText(nowMs: number, words: DateWords, timeZone: Zone = ownZone): string {
  const there = new Date(nowMs + zoneOffsetMs(timeZone, nowMs))
  return words.today
    .replace('{weekday}', words.weekdays.split(',')[there.getUTCDay()] ?? '')
    .replace('{month}', words.months.split(',')[there.getUTCMonth()] ?? '')
    .replace('{day}', String(there.getUTCDate()))
}
