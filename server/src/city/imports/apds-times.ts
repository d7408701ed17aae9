// Periods of APDS v4 as windows of a rule: valid ones less exceptions, within the bounds of the whole. Pure.
import type { When } from '@parkit/contract/city/calendar-schemas'
import * as z from 'zod/mini'
import { listIdOf } from './cds-spans.ts'
import { meaningOf, RowFault } from './shape.ts'
import { both, notPart, type WhenPart } from './when-parts.ts'

const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const months = 'january february march april may june july august september october november december'.split(' ')
const weeks = ['first', 'second', 'third', 'fourth', 'fifth'].map(nth => `${nth}WeekOfMonth`)

export const Multilingual = z.array(z.looseObject({ language: z.string(), string: z.string() }))
export type Multilingual = z.infer<typeof Multilingual>
const SpecialDay = z.looseObject({
  specialDayType: z.string(),
  intersectWithApplicableDays: z.boolean(),
  publicHolidayName: z.optional(Multilingual),
})
/** Strict: a condition that is not understood must not be passed over. */
const Period = z.strictObject({
  periodName: z.optional(Multilingual),
  startOfPeriod: z.optional(z.string()),
  endOfPeriod: z.optional(z.string()),
  recurringDayWeekMonthPeriod: z.optional(
    z.array(
      z.strictObject({
        applicableDay: z.optional(z.array(z.enum(days))),
        applicableWeek: z.optional(z.array(z.enum(weeks))),
        applicableMonth: z.optional(z.array(z.enum(months))),
      }),
    ),
  ),
  recurringSpecialDay: z.optional(z.array(SpecialDay)),
  recurringTimePeriodOfDay: z.optional(
    z.array(z.strictObject({ startTimeOfPeriod: z.string(), endTimeOfPeriod: z.string() })),
  ),
})
type Period = z.infer<typeof Period>
export const OverallPeriod = z.strictObject({
  overallStartTime: z.optional(z.string()),
  overallEndTime: z.optional(z.string()),
  validPeriods: z.optional(z.array(Period)),
  exceptionPeriods: z.optional(z.array(Period)),
})
export type OverallPeriod = z.infer<typeof OverallPeriod>

/** English, or the first language there is. */
export const englishOf = (text: Multilingual | undefined): string =>
  (text?.find(({ language }) => language.startsWith('en')) ?? text?.[0])?.string.trim() ?? ''

/** Throws a fault at the field where it is no instant. */
export const instantOf = (text: string, field: string): Temporal.Instant => {
  try {
    // dates of a rule have years of four digits
    if (/^\d{4}-/.test(text)) return Temporal.Instant.from(text)
  } catch {}
  throw new RowFault(field, `“${text}” is no instant with its offset from UTC`)
}

const dateOf = (text: string, timeZone: string, field: string): string => {
  const local = instantOf(text, field).toZonedDateTimeISO(timeZone)
  if (!local.equals(local.startOfDay())) throw new RowFault(field, 'is not midnight of the city')
  return local.toPlainDate().toString()
}

const clockOf = (text: string, field: string): string => {
  const [, hour, minute] = /^([0-1]?\d|2[0-3]):([0-5]\d)(?::00)?$/.exec(text) ?? []
  if (hour === undefined) throw new RowFault(field, `“${text}” is no time of day`)
  return `${hour.padStart(2, '0')}:${minute}`
}

const special: Record<string, string> = {
  publicHoliday: 'holidays',
  schoolDay: 'school-days',
  schoolHolidays: 'school-holidays',
  publicEventDay: 'game-days',
}
/** The list of days by which a city declares them: one holiday by its name, all of them as `holidays`. */
const listOf = ({ specialDayType, publicHolidayName }: z.infer<typeof SpecialDay>, name: string): string => {
  const own = specialDayType === 'publicHoliday' ? englishOf(publicHolidayName) : ''
  const list = own || meaningOf(special, specialDayType) || (specialDayType === 'other' ? name : '')
  if (list === '' || /^day after /.test(list))
    throw new RowFault('recurringSpecialDay', `“${name || specialDayType}” is no list of days`)
  return /^(public )?holidays?$/i.test(list) ? 'holidays' : listIdOf(list)
}

/** Any of these; each has conditions that all must hold. */
const datesOf = (period: Period): WhenPart[] => {
  const dates = (period.recurringDayWeekMonthPeriod ?? []).map(
    ({ applicableDay, applicableWeek, applicableMonth }): WhenPart => ({
      ...((applicableDay || applicableWeek) && { weekdays: (applicableDay ?? days).map(day => days.indexOf(day) + 1) }),
      ...(applicableWeek && { nth: applicableWeek.map(week => weeks.indexOf(week) + 1) as NonNullable<When['nth']> }),
      ...(applicableMonth && { months: applicableMonth.map(month => months.indexOf(month) + 1) }),
    }),
  )
  const listed = (period.recurringSpecialDay ?? []).map(day => ({
    both: day.intersectWithApplicableDays,
    on: { onDays: [listOf(day, englishOf(period.periodName))] },
  }))
  if (listed.length === 0) return dates.length > 0 ? dates : [{}]
  if (dates.length === 0) return listed.map(({ on }) => on)
  if (listed.some(day => day.both !== listed[0]!.both))
    throw new RowFault('recurringSpecialDay', 'some are within the applicable days and some beside them')
  return listed[0]!.both
    ? dates.flatMap(date => listed.map(({ on }) => ({ ...date, ...on })))
    : [...dates, ...listed.map(({ on }) => on)]
}

const timesOf = ({ recurringTimePeriodOfDay = [] }: Period): WhenPart[] => {
  const times = recurringTimePeriodOfDay.map(({ startTimeOfPeriod, endTimeOfPeriod }): WhenPart => {
    const from = clockOf(startTimeOfPeriod, 'startTimeOfPeriod')
    const end = clockOf(endTimeOfPeriod, 'endTimeOfPeriod')
    const to = end === '00:00' ? '24:00' : end
    if (to <= from) throw new RowFault('endTimeOfPeriod', `${end} is not after ${from}: a time lies within one day`)
    return from === '00:00' && to === '24:00' ? {} : { from, to }
  })
  return times.length > 0 ? times : [{}]
}

const windowsOf = (period: Period, timeZone: string): When[] => {
  const { startOfPeriod, endOfPeriod } = period
  const bounds = {
    ...(startOfPeriod && { fromDate: dateOf(startOfPeriod, timeZone, 'startOfPeriod') }),
    ...(endOfPeriod && { beforeDate: dateOf(endOfPeriod, timeZone, 'endOfPeriod') }),
  }
  return datesOf(period).flatMap(date =>
    timesOf(period).map((time): When => ({ ...bounds, ...date, ...time, dateOf: 'minute' })),
  )
}

const impossible = (field: string) => new RowFault('exceptionPeriods', `cannot be taken out of the other ${field}`)

/** What is left of a window without an exception: each condition of the exception that may not hold leaves some of it. */
const without = (when: When, exception: When): When[] => {
  const { from = '00:00', to = '24:00' } = when
  const { from: start, to: end = '24:00', weekdays, nth, dateOf: _, ...single } = exception
  const parts: WhenPart[] = Object.entries(single).map(([name, value]) => ({ [name]: value }))
  if (weekdays) parts.push({ weekdays, ...(nth && { nth }) })
  if (start !== undefined) {
    if (end <= from || to <= start) return [when]
    if (start > from || to > end) parts.push({ from: start, to: end })
  }
  return parts.flatMap(notPart).flatMap(part => both(when, part, impossible) ?? [])
}

/** Of a period that begins and ends at midnight, or that lies within one day. */
const boundsOf = ({ overallStartTime, overallEndTime }: OverallPeriod, since: string, timeZone: string): WhenPart => {
  const begins = overallStartTime !== undefined && overallStartTime !== since
  if (begins && overallEndTime) {
    const local = (text: string, field: string) => instantOf(text, field).toZonedDateTimeISO(timeZone)
    const [start, end] = [local(overallStartTime, 'overallStartTime'), local(overallEndTime, 'overallEndTime')]
    const date = start.toPlainDate()
    const clock = (at: Temporal.ZonedDateTime) => at.toPlainTime().toString({ smallestUnit: 'minute' })
    const isWhole = start.second === 0 && end.second === 0 && start.millisecond === 0 && end.millisecond === 0
    if (isWhole && date.equals(end.toPlainDate()) && clock(start) < clock(end))
      return {
        fromDate: date.toString(),
        beforeDate: date.add({ days: 1 }).toString(),
        from: clock(start),
        to: clock(end),
      }
  }
  return {
    ...(begins && { fromDate: dateOf(overallStartTime, timeZone, 'overallStartTime') }),
    ...(overallEndTime && { beforeDate: dateOf(overallEndTime, timeZone, 'overallEndTime') }),
  }
}

/** Any of these times of day and days, without bounds. Throws a fault. */
export const periodWindows = (periods: Period[], timeZone: string): When[] =>
  periods.flatMap(period => windowsOf(period, timeZone))

/** Windows in which it holds; none: always. `since`: when all rules of the place begin. Throws a fault at what no window says. */
export const whenOfPeriod = (period: OverallPeriod, since: string, timeZone: string): When[] => {
  const valid = periodWindows(period.validPeriods ?? [], timeZone)
  const exceptions = periodWindows(period.exceptionPeriods ?? [], timeZone)
  const bounds = boundsOf(period, since, timeZone)
  const isAlways = valid.length === 0 && exceptions.length === 0 && Object.keys(bounds).length === 0
  if (isAlways) return []
  let windows: When[] = valid.length > 0 ? valid : [{ dateOf: 'minute' }]
  for (const exception of exceptions) windows = windows.flatMap(when => without(when, exception))
  windows = windows.flatMap(when => both(when, bounds, impossible) ?? [])
  if (windows.length === 0) throw new RowFault('exceptionPeriods', 'leave nothing: it never holds')
  return windows
}
