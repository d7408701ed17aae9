// When a rule holds, as periods of APDS v4: weekdays, weeks of a month, months, special days, and times within a day. Pure.
import type { When } from '@parkit/contract/city/calendar-schemas'
import { type DayPart, dayPartsOf, type ListedDays } from './day-parts.ts'

export type Period = { [field: string]: unknown }
export type OverallPeriod = {
  overallStartTime: string
  overallEndTime?: string
  validPeriods?: Period[]
  exceptionPeriods?: Period[]
}

/** In English alone, where a name has no other language. */
export const said = (string: string) => [{ language: 'en', string }]

const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const months = 'january february march april may june july august september october november december'.split(' ')
const weeks = ['first', 'second', 'third', 'fourth', 'fifth'].map(nth => `${nth}WeekOfMonth`)

const specialDays = new Map([
  ['holidays', 'publicHoliday'],
  ['school-days', 'schoolDay'],
  ['school-holidays', 'schoolHolidays'],
  ['game-days', 'publicEventDay'],
])

const specialDay = ({ list, dayAfter }: ListedDays) => {
  const type = specialDays.get(list) ?? 'other'
  const isHoliday = type === 'publicHoliday'
  return {
    specialDayType: dayAfter ? (isHoliday ? 'dayFollowingPublicHoliday' : 'other') : type,
    intersectWithApplicableDays: true,
    ...(isHoliday && !dayAfter && { publicHolidayName: said(list) }),
  }
}

const midnight = (date: string, timeZone: string) =>
  Temporal.PlainDate.from(date).toZonedDateTime(timeZone).toInstant().toString()

/** Midnight at a day's end is written 00:00. */
const timesOf = ({ from, to }: Pick<DayPart, 'from' | 'to'>): Period =>
  from || to
    ? { recurringTimePeriodOfDay: [{ startTimeOfPeriod: from ?? '00:00', endTimeOfPeriod: to ?? '00:00' }] }
    : {}

const onList = (on: ListedDays): Period => ({
  periodName: said(`${on.dayAfter ? 'day after ' : ''}${on.list}`),
  recurringSpecialDay: [specialDay(on)],
})

const periodOf = (part: DayPart, timeZone: string): Period => {
  const { weekdays, nth, months: inMonths, fromDate, beforeDate, on } = part
  return {
    ...(fromDate && { startOfPeriod: midnight(fromDate, timeZone) }),
    ...(beforeDate && { endOfPeriod: midnight(beforeDate, timeZone) }),
    ...((weekdays || nth || inMonths) && {
      recurringDayWeekMonthPeriod: [
        {
          ...(weekdays && { applicableDay: weekdays.map(day => days[day - 1]) }),
          ...(nth && { applicableWeek: nth.map(week => weeks[week - 1]) }),
          ...(inMonths && { applicableMonth: inMonths.map(month => months[month - 1]) }),
        },
      ],
    }),
    ...(on && onList(on)),
    ...timesOf(part),
  }
}

/** Nothing: always. Null where days of a month decide, of which APDS knows none. */
export const periodsOf = (
  when: When[],
  timeZone: string,
): Pick<OverallPeriod, 'validPeriods' | 'exceptionPeriods'> | null => {
  const parts = when.flatMap(dayPartsOf)
  if (parts.some(({ monthDays }) => monthDays)) return null
  const valid = parts.map(part => periodOf(part, timeZone))
  const except = parts.flatMap(part => part.not.map((list): Period => ({ ...onList(list), ...timesOf(part) })))
  return {
    ...(valid.length > 0 && { validPeriods: valid }),
    ...(except.length > 0 && { exceptionPeriods: except }),
  }
}
