// When people of a city's support are there: its days and hours in its own time, as plain dates and times; both sides ask here.

import type { City } from '../city/cities-schemas.ts'
import type { Language } from '../platform/errors.ts'
import type { FieldError } from '../platform/field-errors.ts'
import { callback } from '../platform/limits.ts'

/** Windows within a day; weekdays count from Monday, 1. */
export type ServiceHours = City['SupportHours']

const pad = (n: number) => String(n).padStart(2, '0')
const dayMs = 86_400_000

/** `HH:mm` of minutes after midnight, and back. */
const clockOf = (minutes: number) => `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`
const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))

/** A date that does not exist (2026-02-30) has none. */
const dayOf = (date: string): number | null => {
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(date) ? Date.parse(`${date}T00:00:00Z`) : Number.NaN
  return Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== date ? null : ms
}

/** Those of that date, the earliest first. */
const windowsOn = (date: string, hours: ServiceHours): ServiceHours => {
  const day = dayOf(date)
  if (day === null) return []
  const weekday = new Date(day).getUTCDay() || 7
  return hours.filter(({ Days }) => Days.includes(weekday)).toSorted((a, b) => (a.From < b.From ? -1 : 1))
}

export const isServiceDay = (date: string, hours: ServiceHours): boolean => windowsOn(date, hours).length > 0

/** The times of that date at which a call-back may be asked for, on the quarter hour: `08:00` … `19:45`. */
export const callTimes = (date: string, hours: ServiceHours): string[] => {
  const step = callback.stepMinutes
  const times = windowsOn(date, hours).flatMap(({ From, To }) => {
    const first = Math.ceil(minutesOf(From) / step)
    const count = Math.ceil(minutesOf(To) / step) - first
    return Array.from({ length: Math.max(0, count) }, (_, i) => clockOf((first + i) * step))
  })
  return [...new Set(times)]
}

export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)

/** What is wrong with that day, whatever the time; `now` is the city's own `YYYY-MM-DDTHH:mm`. */
export const dayFault = (date: string, now: string, hours: ServiceHours): FieldError | null => {
  const today = now.slice(0, 10)
  if (date === '') return 'date_required'
  if (dayOf(date) === null) return 'date_unknown'
  if (date < today) return 'not_past'
  if (date > addDays(today, callback.mostDaysAhead)) return 'call_ahead'
  const last = callTimes(date, hours).at(-1)
  if (last === undefined) return 'call_hours'
  return `${date}T${last}` <= now ? 'not_past' : null
}

/** What is wrong with asking for a call then; `now` is the city's own `YYYY-MM-DDTHH:mm`. */
export const callFault = (
  { date, time }: { date: string; time: string },
  now: string,
  hours: ServiceHours,
): { field: 'date' | 'time'; error: FieldError } | null => {
  const wrongDay = dayFault(date, now, hours)
  if (wrongDay) return { field: 'date', error: wrongDay }
  if (!callTimes(date, hours).includes(time)) return { field: 'time', error: 'call_hours' }
  return `${date}T${time}` <= now ? { field: 'time', error: 'not_past' } : null
}

/** What can still be asked for on that day. */
export const openTimes = (date: string, now: string, hours: ServiceHours): string[] =>
  dayFault(date, now, hours) ? [] : callTimes(date, hours).filter(time => `${date}T${time}` > now)

/** The days on which a call can still be asked for, the first one first. */
export const openDays = (now: string, hours: ServiceHours): string[] =>
  Array.from({ length: callback.mostDaysAhead + 1 }, (_, i) => addDays(now.slice(0, 10), i)).filter(
    date => openTimes(date, now, hours).length > 0,
  )

export type Service = { open: true; until: string } | { open: false; date: string; time: string }

/** Whether somebody is there now and until when, else from when on: the city's own date and time. Null: nobody ever is. */
export const service = (now: string, hours: ServiceHours): Service | null => {
  const [today, clock] = [now.slice(0, 10), now.slice(11, 16)]
  const present = windowsOn(today, hours).find(({ From, To }) => clock >= From && clock < To)
  if (present) return { open: true, until: present.To }
  for (let days = 0; days <= 7; days++) {
    const date = addDays(today, days)
    const next = windowsOn(date, hours).find(({ From }) => days > 0 || From > clock)
    if (next) return { open: false, date, time: next.From }
  }
  return null
}

/** `8:00 PM`, in every language; `24:00` is midnight. */
export const clockText = (clock: string): string => {
  const hour = Number(clock.slice(0, 2)) % 24
  return `${hour % 12 || 12}:${clock.slice(3, 5)} ${hour < 12 ? 'AM' : 'PM'}`
}

const localeOf: Record<Language, string> = { en: 'en-US', es: 'es-US', hi: 'hi-IN' }
// 2024-01-01 is a Monday
const dayName = (day: number, language: Language) =>
  new Date(Date.UTC(2024, 0, day)).toLocaleDateString(localeOf[language], { weekday: 'long', timeZone: 'UTC' })

const texts = {
  en: {
    every: 'every day',
    range: (first: string, last: string) => `${first} to ${last}`,
    hours: (days: string, from: string, to: string) => `${days}, ${from} to ${to}`,
    zone: (hours: string, city: string) => `${hours} ${city} time`,
  },
  es: {
    every: 'todos los días',
    range: (first: string, last: string) => `de ${first} a ${last}`,
    hours: (days: string, from: string, to: string) => `${days}, de ${from} a ${to}`,
    zone: (hours: string, city: string) => `${hours}, hora de ${city}`,
  },
  hi: {
    every: 'हर दिन',
    range: (first: string, last: string) => `${first} से ${last}`,
    hours: (days: string, from: string, to: string) => `${days}, ${from} से ${to} तक`,
    zone: (hours: string, city: string) => `${hours} (${city} का टाइम)`,
  },
}

/** `Monday to Saturday`, `Saturday and Sunday`: three days and more in a row are a range. */
const daysText = (days: readonly number[], language: Language): string => {
  if (new Set(days).size === 7) return texts[language].every
  const runs: number[][] = []
  for (const day of days.toSorted((a, b) => a - b)) {
    if (runs.at(-1)?.at(-1) === day - 1) runs.at(-1)!.push(day)
    else runs.push([day])
  }
  const names = runs.flatMap(run =>
    run.length > 2
      ? [texts[language].range(dayName(run[0]!, language), dayName(run.at(-1)!, language))]
      : run.map(day => dayName(day, language)),
  )
  return new Intl.ListFormat(localeOf[language]).format(names)
}

/** `Monday to Saturday, 8:00 AM to 8:00 PM Chicago time`, within a sentence. Empty where nobody is ever there. */
export const serviceHoursText = (hours: ServiceHours, city: string, language: Language): string => {
  const { hours: text, zone } = texts[language]
  const windows = hours.map(({ Days, From, To }) => text(daysText(Days, language), clockText(From), clockText(To)))
  return windows.length === 0 ? '' : zone(windows.join('; '), city)
}
