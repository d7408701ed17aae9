// The federal holidays of the United States (5 U.S.C. 6103), each on its day and on the one on which it is observed. Pure.

export type Holiday = {
  /** `YYYY-MM-DD` */
  day: string
  name: string
}
type DayOfMonth = [month: number, day: number, name: string]
/** `nth` −1 is the last of the month. */
type Weekday = [month: number, weekday: number, nth: number, name: string]

const thursday = 4
const newYear: DayOfMonth = [1, 1, 'New Year’s Day']
const fixed: DayOfMonth[] = [
  newYear,
  [6, 19, 'Juneteenth'],
  [7, 4, 'Independence Day'],
  [11, 11, 'Veterans Day'],
  [12, 25, 'Christmas Day'],
]
const moving: Weekday[] = [
  [1, 1, 3, 'Birthday of Martin Luther King, Jr.'],
  [2, 1, 3, 'Washington’s Birthday'],
  [5, 1, -1, 'Memorial Day'],
  [9, 1, 1, 'Labor Day'],
  [10, 1, 2, 'Columbus Day'],
  [11, thursday, 4, 'Thanksgiving Day'],
]

/** A Saturday's is observed on the Friday before, a Sunday's on the Monday after; the day itself is no usual day either. */
const observed = (year: number, [month, day, name]: DayOfMonth): Holiday[] => {
  const date = Temporal.PlainDate.from({ year, month, day })
  const shift = date.dayOfWeek === 6 ? -1 : date.dayOfWeek === 7 ? 1 : 0
  return [
    { day: `${date}`, name },
    ...(shift === 0 ? [] : [{ day: `${date.add({ days: shift })}`, name: `${name} (observed)` }]),
  ]
}

const nthWeekday = (year: number, [month, weekday, nth, name]: Weekday): Holiday => {
  const first = Temporal.PlainDate.from({ year, month, day: 1 })
  const toFirst = (weekday - first.dayOfWeek + 7) % 7
  const weeks = nth > 0 ? nth - 1 : Math.floor((first.daysInMonth - 1 - toFirst) / 7)
  return { day: `${first.add({ days: toFirst + 7 * weeks })}`, name }
}

/** Those of a year, the first first; New Year's Day of the next may be observed in it. */
export const federalHolidays = (year: number): Holiday[] =>
  [
    ...fixed.flatMap(each => observed(year, each)),
    ...observed(year + 1, newYear),
    ...moving.map(each => nthWeekday(year, each)),
  ]
    .filter(({ day }) => day.startsWith(`${year}-`))
    .toSorted((a, b) => (a.day < b.day ? -1 : 1))

const dayMs = 86_400_000
const years = new Map<number, Set<number>>()
const holidaysOf = (year: number) =>
  years.getOrInsertComputed(year, () => new Set(federalHolidays(year).map(({ day }) => Date.parse(day) / dayMs)))

/** By days since January 1, 1970. */
export const isHoliday = (day: number): boolean => holidaysOf(new Date(day * dayMs).getUTCFullYear()).has(day)
