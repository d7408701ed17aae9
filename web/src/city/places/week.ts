// A place's week in words: on which days, from when to when. Local times, never instants.
import type { WeekHours } from '@parkit/contract/city/places'
import type { LanguageCode } from '#platform/language.tsx'
import { shortTimeText, weekdayText } from '#platform/text.ts'

const week = [1, 2, 3, 4, 5, 6, 7] as const
const dayMinutes = 24 * 60
/** A Monday, at midnight in UTC: only to name weekdays and times of day. */
const mondayMs = Date.UTC(2024, 0, 1)

const dayName = (day: number, language: LanguageCode): string =>
  weekdayText(mondayMs + (day - 1) * dayMinutes * 60_000, 'UTC', language)

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** `6 PM`, `6:30 PM`; `24:00` is midnight. */
const clockText = (time: string, language: LanguageCode) =>
  shortTimeText(mondayMs + minutesOf(time) * 60_000, 'UTC', language)

type Words = { everyDay: string; allDay: string; range: (from: string, to: string) => string }

/** Every day, `Mon – Fri`, `Sat, Sun`, `Sun – Thu`: three and more in a row are a range, over the week's end too. */
export function daysText(days: readonly number[], words: Words, language: LanguageCode): string {
  const on = week.filter(day => days.includes(day))
  if (on.length === 7) return words.everyDay
  const before = (day: number) => (day === 1 ? 7 : day - 1)
  const runs = on
    .filter(day => !on.includes(before(day) as (typeof week)[number]))
    .map(first => {
      let length = 1
      while (on.includes((((first - 1 + length) % 7) + 1) as (typeof week)[number])) length++
      return Array.from({ length }, (_, i) => dayName(((first - 1 + i) % 7) + 1, language))
    })
  return runs.flatMap(run => (run.length > 2 ? [words.range(run[0] ?? '', run.at(-1) ?? '')] : run)).join(', ')
}

/** `6 AM – 1 AM`, or all day. */
export const timesText = (
  { From, To }: Pick<WeekHours, 'From' | 'To'>,
  words: Words,
  language: LanguageCode,
): string =>
  From === '00:00' && To === '24:00' ? words.allDay : words.range(clockText(From, language), clockText(To, language))
