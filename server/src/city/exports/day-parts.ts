// When a rule holds, in parts that each lie within a day: formats know neither windows over midnight nor seasons. Pure.
import type { When } from '@parkit/contract/city/calendar-schemas'

/** Days of a list; `dayAfter`: the days that follow them, where a window goes on after midnight. */
export type ListedDays = { list: string; dayAfter: boolean }

/** All of its conditions together, on the date of the moment itself. */
export type DayPart = {
  /** first date */
  fromDate?: string
  /** date after the last */
  beforeDate?: string
  months?: number[]
  monthDays?: number[]
  /** 1 = Monday */
  weekdays?: number[]
  /** 1 to 5 */
  nth?: number[]
  on?: ListedDays
  not: ListedDays[]
  /** none: from 00:00 */
  from?: string
  /** none: to 24:00 */
  to?: string
}

const monthLengths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
const range = (from: number, to: number) => Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i)
const allDays: [month: number, day: number][] = monthLengths.flatMap((length, i) =>
  range(1, length).map((day): [number, number] => [i + 1, day]),
)
const textOf = (month: number, day: number) => [month, day].map(part => String(part).padStart(2, '0')).join('-')

const isInSeason = (day: string, { from, before }: NonNullable<When['yearly']>) =>
  from < before ? from <= day && day < before : day >= from || day < before

/** The last week of a February that may have 29 days begins on the 22nd. */
const isNth = (month: number, day: number, nth: number[]) =>
  nth.some(n => (n === -1 ? day > (month === 2 ? 28 : monthLengths[month - 1]!) - 7 : Math.ceil(day / 7) === n))

const nextDay = ([month, day]: [number, number]): [number, number][] => {
  const first: [number, number] = [(month % 12) + 1, 1]
  if (day === monthLengths[month - 1]) return [first]
  return month === 2 && day === 28 ? [[2, 29], first] : [[month, day + 1]]
}

type MonthDays = Pick<DayPart, 'months' | 'monthDays'>

/** Months that have the same days are one. */
const grouped = (days: [number, number][]): MonthDays[] => {
  const byMonth = Map.groupBy(days, ([month]) => month)
  const byDays = new Map<string, { months: number[]; monthDays: number[] }>()
  for (const [month, of] of [...byMonth].toSorted(([a], [b]) => a - b)) {
    const monthDays = [...new Set(of.map(([, day]) => day))].sort((a, b) => a - b)
    const isWhole = monthDays.length === monthLengths[month - 1]
    byDays.getOrInsertComputed(isWhole ? '' : monthDays.join(), () => ({ months: [], monthDays })).months.push(month)
  }
  return [...byDays].map(([key, { months, monthDays }]) => ({
    ...(months.length < 12 && { months }),
    ...(key && { monthDays }),
  }))
}

/** On the next day of the week, the month, and the year where `shift` is set. */
const dates = (when: When, shift: boolean): Omit<DayPart, 'from' | 'to' | 'on' | 'not'>[] => {
  const { months, monthDays, yearly, nth, weekdays, fromDate, beforeDate } = when
  const hasNth = nth && !shift && !nth.includes(-1)
  const isLimited = months || monthDays || yearly || (nth && !hasNth)
  const fitting = allDays.filter(
    ([month, day]) =>
      (!months || months.includes(month)) &&
      (!monthDays || monthDays.includes(day)) &&
      (!yearly || isInSeason(textOf(month, day), yearly)) &&
      (!nth || hasNth || isNth(month, day, nth)),
  )
  const moved = (date: string) =>
    Temporal.PlainDate.from(date)
      .add({ days: Number(shift) })
      .toString()
  return (isLimited ? grouped(shift ? fitting.flatMap(nextDay) : fitting) : [{}]).map(days => ({
    ...days,
    ...(weekdays &&
      weekdays.length < 7 && { weekdays: weekdays.map(day => (shift ? (day % 7) + 1 : day)).sort((a, b) => a - b) }),
    ...(hasNth && { nth }),
    ...(fromDate && { fromDate: moved(fromDate) }),
    ...(beforeDate && { beforeDate: moved(beforeDate) }),
  }))
}

/** A window over midnight is two; one of several lists is one for each. */
export const dayPartsOf = (when: When): DayPart[] => {
  const { from = '00:00', to = '24:00', onDays, notOnDays = [], dateOf } = when
  const isOverMidnight = to <= from
  const windows = [
    { from, to: isOverMidnight ? '24:00' : to, dayAfter: false },
    ...(isOverMidnight && to !== '00:00' ? [{ from: '00:00', to, dayAfter: dateOf === 'start' }] : []),
  ]
  return windows.flatMap(({ from, to, dayAfter }) =>
    dates(when, dayAfter).flatMap(part =>
      (onDays ?? [null]).map(
        (list): DayPart => ({
          ...part,
          ...(list !== null && { on: { list, dayAfter } }),
          not: notOnDays.map(list => ({ list, dayAfter })),
          ...(from !== '00:00' && { from }),
          ...(to !== '24:00' && { to }),
        }),
      ),
    ),
  )
}

/** A rule without windows holds always. */
export const partsOf = (when: When[]): DayPart[] => (when.length === 0 ? [{ not: [] }] : when.flatMap(dayPartsOf))
