// A place's week in words: on which days, from when to when, and whether a window includes now. Local times, never instants.
import type { Hours } from '@parkit/contract/city/places'
import type * as z from 'zod/mini'
import type { LanguageCode } from '#platform/language.tsx'
import { shortTimeText, weekdayText } from '#platform/text.ts'
import { zoneOffsetMs } from '#platform/zone-offset.ts'

type Window = z.infer<typeof Hours>

const week = [1, 2, 3, 4, 5, 6, 7] as const
const dayMinutes = 24 * 60
/** A Monday, at midnight in UTC: only to name weekdays and times of day. */
const mondayMs = Date.UTC(2024, 0, 1)

const dayName = (day: number, language: LanguageCode): string =>
  weekdayText(mondayMs + (day - 1) * dayMinutes * 60_000, 'UTC', language)

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** `6 PM`, `6:30 PM`; `24:00` is midnight. */
export const clockText = (time: string, language: LanguageCode) =>
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

export const isAllDay = ({ from, to }: Pick<Window, 'from' | 'to'>): boolean => from === '00:00' && to === '24:00'

/** `6 AM – 1 AM`, or all day. */
export const timesText = (window: Pick<Window, 'from' | 'to'>, words: Words, language: LanguageCode): string =>
  isAllDay(window) ? words.allDay : words.range(clockText(window.from, language), clockText(window.to, language))

/** A moment of a week: ISO weekday and minutes since midnight. */
export type LocalMoment = { day: number; minutes: number }

export function localMoment(ms: number, timeZone: string): LocalMoment {
  const there = new Date(ms + zoneOffsetMs(timeZone, ms))
  return { day: there.getUTCDay() || 7, minutes: there.getUTCHours() * 60 + there.getUTCMinutes() }
}

/** A window that ends at or before its beginning ends the next morning, and belongs to the day on which it began. */
export function isWithin({ days, from, to }: Window, { day, minutes }: LocalMoment): boolean {
  const start = minutesOf(from)
  const end = minutesOf(to)
  const dayBefore = day === 1 ? 7 : day - 1
  if (end > start) return days.includes(day) && minutes >= start && minutes < end
  return (days.includes(day) && minutes >= start) || (days.includes(dayBefore) && minutes < end)
}
