// The federal holidays of the United States (5 U.S.C. 6103), each on the day it is observed. Pure.

type DayOfMonth = [month: number, day: number]
/** `nth` −1 is the last of the month. */
type Weekday = [month: number, weekday: number, nth: number]

const thursday = 4
const fixed: DayOfMonth[] = [
  [1, 1],
  [6, 19],
  [7, 4],
  [11, 11],
  [12, 25],
]
const moving: Weekday[] = [
  [1, 1, 3],
  [2, 1, 3],
  [5, 1, -1],
  [9, 1, 1],
  [10, 1, 2],
  [11, thursday, 4],
]

const dayMs = 86_400_000
const dayNumber = (date: Temporal.PlainDate) => Date.parse(date.toString()) / dayMs

/** A Saturday's is observed on the Friday before, a Sunday's on the Monday after; the day itself is no usual day either. */
const observed = (date: Temporal.PlainDate): Temporal.PlainDate[] =>
  date.dayOfWeek === 6
    ? [date, date.subtract({ days: 1 })]
    : date.dayOfWeek === 7
      ? [date, date.add({ days: 1 })]
      : [date]

const nthWeekday = (year: number, [month, weekday, nth]: Weekday): Temporal.PlainDate => {
  const first = Temporal.PlainDate.from({ year, month, day: 1 })
  const weeks = nth > 0 ? nth - 1 : Math.floor((first.daysInMonth - 1 - ((weekday - first.dayOfWeek + 7) % 7)) / 7)
  return first.add({ days: ((weekday - first.dayOfWeek + 7) % 7) + 7 * weeks })
}

const years = new Map<number, Set<number>>()
const holidaysOf = (year: number) =>
  years.getOrInsertComputed(
    year,
    () =>
      new Set(
        [
          // New Year's Day of the next year may be observed in this one
          ...[...fixed.map(each => [year, ...each] as const), [year + 1, 1, 1] as const].flatMap(([y, month, day]) =>
            observed(Temporal.PlainDate.from({ year: y, month, day })),
          ),
          ...moving.map(each => nthWeekday(year, each)),
        ].map(dayNumber),
      ),
  )

/** By days since January 1, 1970. */
export const isHoliday = (day: number): boolean => holidaysOf(new Date(day * dayMs).getUTCFullYear()).has(day)
