// When people are there: the desk's days and hours in the city's own time, as plain dates and times; both sides ask here.
import type { FieldError } from '../platform/field-errors.ts'
import { callback, serviceHours } from '../platform/limits.ts'

const pad = (n: number) => String(n).padStart(2, '0')
const dayMs = 86_400_000

/** `HH:mm` of minutes after midnight. */
const clockOf = (minutes: number) => `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`

/** A date that does not exist (2026-02-30) has none. */
const dayOf = (date: string): number | null => {
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(date) ? Date.parse(`${date}T00:00:00Z`) : Number.NaN
  return Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== date ? null : ms
}

/** Sunday is closed. */
export const isServiceDay = (date: string): boolean => {
  const day = dayOf(date)
  return day !== null && serviceHours.weekdays.includes(new Date(day).getUTCDay())
}

/** The times at which a call-back may be asked for, on any open day: `08:00` … `19:45`. */
export const callTimes: readonly string[] = Array.from(
  { length: ((serviceHours.toHour - serviceHours.fromHour) * 60) / callback.stepMinutes },
  (_, i) => clockOf(serviceHours.fromHour * 60 + i * callback.stepMinutes),
)

export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)

/** What is wrong with that day, whatever the time; `now` is the city's own `YYYY-MM-DDTHH:mm`. */
export const dayFault = (date: string, now: string): FieldError | null => {
  const today = now.slice(0, 10)
  if (date === '') return 'date_required'
  if (dayOf(date) === null) return 'date_unknown'
  if (date < today || `${date}T${callTimes.at(-1)}` <= now) return 'not_past'
  if (date > addDays(today, callback.mostDaysAhead)) return 'call_ahead'
  return isServiceDay(date) ? null : 'call_hours'
}

/** What is wrong with asking for a call then; `now` is the city's own `YYYY-MM-DDTHH:mm`. */
export const callFault = (
  { date, time }: { date: string; time: string },
  now: string,
): { field: 'date' | 'time'; error: FieldError } | null => {
  const wrongDay = dayFault(date, now)
  if (wrongDay) return { field: 'date', error: wrongDay }
  if (!callTimes.includes(time)) return { field: 'time', error: 'call_hours' }
  return `${date}T${time}` <= now ? { field: 'time', error: 'not_past' } : null
}

/** What can still be asked for on that day. */
export const openTimes = (date: string, now: string): string[] =>
  dayFault(date, now) ? [] : callTimes.filter(time => `${date}T${time}` > now)

/** The days on which a call can still be asked for, the first one first. */
export const openDays = (now: string): string[] =>
  Array.from({ length: callback.mostDaysAhead + 1 }, (_, i) => addDays(now.slice(0, 10), i)).filter(
    date => openTimes(date, now).length > 0,
  )

/** Whether somebody is there now, and from when on where nobody is: the city's own date and time. */
export const service = (now: string): { open: true } | { open: false; date: string; time: string } => {
  const [today, clock] = [now.slice(0, 10), now.slice(11, 16)]
  const from = clockOf(serviceHours.fromHour * 60)
  if (isServiceDay(today) && clock >= from && clock < clockOf(serviceHours.toHour * 60)) return { open: true }
  for (let days = isServiceDay(today) && clock < from ? 0 : 1; ; days++) {
    const date = addDays(today, days)
    if (isServiceDay(date)) return { open: false, date, time: from }
  }
}
