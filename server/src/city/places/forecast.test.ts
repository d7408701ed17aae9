// What is learned from hourly counts: the usual week, the day so far, the error, and when nothing is said.
import { expect, test } from 'vitest'
import { isHoliday } from '#city/calendar/holidays.ts'
import { eventsOf } from './events.ts'
import { type CountedHour, forecastOf, type Learned, learn } from './forecast.ts'

const timeZone = 'America/Chicago'
const capacity = 100
const hourMs = 3_600_000
const place = { capacity, timeZone }
const instant = (local: string) => Temporal.PlainDateTime.from(local).toZonedDateTime(timeZone).toInstant()
const epochDay = (date: string) => Date.parse(date) / (24 * hourMs)

/** Counts of each hour of so many weeks before an instant. */
const countsBefore = (
  now: Temporal.Instant,
  weeks: number,
  takenAt: (local: Temporal.ZonedDateTime) => number | null,
): CountedHour[] => {
  const end = Math.floor(now.epochMilliseconds / hourMs)
  return Array.from({ length: weeks * 168 }, (_, i) => end - 1 - i).flatMap((hour): CountedHour[] => {
    const taken = takenAt(Temporal.Instant.fromEpochMilliseconds(hour * hourMs).toZonedDateTimeISO(timeZone))
    return taken === null ? [] : [[hour, taken]]
  })
}
const learnFrom = (hours: CountedHour[], now: Temporal.Instant, isNamedDay = (_: number) => false) =>
  learn({ hours, ...place, isNamedDay }, now)
const learnedFrom = (...input: Parameters<typeof learnFrom>): Learned => {
  const learned = learnFrom(...input)
  if (typeof learned === 'string') throw new Error(learned)
  return learned
}

/** Weekdays from 8 to 18 are busy, Saturdays a little. */
const office = ({ dayOfWeek, hour }: Temporal.ZonedDateTime) =>
  hour < 8 || hour >= 18 ? 10 : dayOfWeek < 6 ? 90 : dayOfWeek === 6 ? 40 : 10
const monday = instant('2026-06-15T06:00')

test('each weekday and hour has its own usual share, and the error is small', () => {
  const learned = learnedFrom(countsBefore(monday, 12, office), monday)
  const at = (local: string) => learned.expectation(instant(local))
  expect(at('2026-06-15T07:30')).toBeCloseTo(0.1, 1)
  expect(at('2026-06-15T08:00')).toBeGreaterThan(0.85)
  expect(at('2026-06-15T17:59')).toBeGreaterThan(0.85)
  expect(at('2026-06-16T18:00')).toBeLessThan(0.15)
  expect(learned.error).toBeLessThan(0.03)
  expect(learned.averageError).toBeGreaterThan(0.2)
})

test('the answer is 24 hours from the one that runs', () => {
  const now = monday.add({ minutes: 40 })
  const hours = forecastOf(place, learnedFrom(countsBefore(now, 12, office), now), null, now)
  expect(hours).toHaveLength(24)
  expect(hours[0]!.At).toBe(monday.toString())
  expect(hours[2]!.Taken).toBeGreaterThan(0.85)
  expect(Math.abs(hours[2]!.Free - capacity * (1 - hours[2]!.Taken))).toBeLessThanOrEqual(1)
})

test('a weekday counted once comes close to its hour of day', () => {
  // Sundays are counted from the last week on, and full at ten
  const isOldSunday = ({ dayOfWeek, epochMilliseconds }: Temporal.ZonedDateTime) =>
    dayOfWeek === 7 && monday.epochMilliseconds - epochMilliseconds > 7 * 24 * hourMs
  const counts = countsBefore(monday, 12, at =>
    isOldSunday(at) ? null : at.dayOfWeek === 7 && at.hour === 10 ? 0 : office(at),
  )
  const sunday = learnedFrom(counts, monday).expectation(instant('2026-06-21T10:00'))
  const everySunday = countsBefore(monday, 12, at => (at.dayOfWeek === 7 && at.hour === 10 ? 0 : office(at)))
  const known = learnedFrom(everySunday, monday).expectation(instant('2026-06-21T10:00'))
  expect(known).toBeLessThan(0.08)
  expect(sunday).toBeGreaterThan(known + 0.1)
  // one that was never counted is its hour of day
  const never = countsBefore(monday, 12, at => (at.dayOfWeek === 7 ? null : office(at)))
  expect(learnedFrom(never, monday).expectation(instant('2026-06-21T10:00'))).toBeGreaterThan(0.7)
})

test('recent weeks count for more than old ones', () => {
  const counts = countsBefore(monday, 26, at =>
    monday.epochMilliseconds - at.epochMilliseconds > 8 * 168 * hourMs ? office(at) / 2 : office(at),
  )
  expect(learnedFrom(counts, monday).expectation(instant('2026-06-16T12:00'))).toBeGreaterThan(0.72)
})

test('a day that is fuller than usual stays fuller, less with each hour', () => {
  const noon = instant('2026-06-15T12:00')
  const usual = ({ hour }: Temporal.ZonedDateTime) => (hour < 8 || hour >= 20 ? 10 : 50)
  const today = '2026-06-15'
  const counts = countsBefore(
    noon,
    12,
    at => usual(at) + (at.toPlainDate().toString() === today && at.hour >= 8 ? 20 : 0),
  )
  const learned = learnedFrom(counts, noon)
  const taken = forecastOf(place, learned, null, noon).map(({ Taken }) => Taken)
  const more = (i: number) => taken[i]! - learned.expectation(noon.add({ hours: i }))
  expect(more(0)).toBeGreaterThan(0.12)
  expect(more(6)).toBeGreaterThan(0.04)
  expect(more(6)).toBeLessThan(more(0) / 1.5)
  expect(Math.abs(more(23))).toBeLessThan(0.03)
  // what is counted now outweighs the hours before
  const empty = forecastOf(place, learned, 0, noon).map(({ Taken }) => Taken)
  expect(empty[0]).toBe(0)
  expect(empty[1]).toBeLessThan(0.2)
  // at the end of the hour for which it was learned, too
  expect(forecastOf(place, learned, null, noon.add({ minutes: 59 }))[0]!.Taken).toBe(taken[0])
})

test('nothing is learned from days that are named, and nothing is said about them', () => {
  const named = ['2026-05-25', '2026-06-01', '2026-06-08', '2026-06-16'].map(epochDay)
  const isNamedDay = (day: number) => named.includes(day)
  const counts = countsBefore(monday, 8, at => (isNamedDay(epochDay(at.toPlainDate().toString())) ? 0 : office(at)))
  const learned = learnedFrom(counts, monday, isNamedDay)
  expect(learned.expectation(instant('2026-06-15T12:00'))).toBeGreaterThan(0.85)
  expect(learned.error).toBeLessThan(0.05)
  expect(learnedFrom(counts, monday).expectation(instant('2026-06-15T12:00'))).toBeLessThan(0.6)
  const hours = forecastOf(place, learned, null, monday)
  expect(hours.map(({ At }) => At)).toHaveLength(18)
  expect(hours.at(-1)!.At).toBe(instant('2026-06-15T23:00').toString())
})

test('days of an event are no usual days, and the next is forecast by those before, once there were three', () => {
  const matches = ['2026-05-13', '2026-05-27', '2026-06-10', '2026-06-16'].map(epochDay)
  const eventOf = (day: number) => (matches.includes(day) ? 'matches' : null)
  const evening = (at: Temporal.ZonedDateTime) =>
    at.hour >= 18 && matches.includes(epochDay(at.toPlainDate().toString()))
  const counts = countsBefore(monday, 8, at => (evening(at) ? 80 : office(at)))
  const learned = learn({ hours: counts, ...place, isNamedDay: () => false, eventOf }, monday)
  if (typeof learned === 'string') throw new Error(learned)
  const at = (local: string) => learned.expectation(instant(local))
  expect(at('2026-06-16T20:00')).toBeGreaterThan(0.55)
  expect(at('2026-06-16T12:00')).toBeGreaterThan(0.85)
  // the same weekday without a match
  expect(at('2026-06-17T20:00')).toBeLessThan(0.15)
  const tuesday = forecastOf(place, learned, null, monday.add({ hours: 18 }))
  expect(tuesday.find(({ At }) => At === instant('2026-06-16T20:00').toString())!.Taken).toBeGreaterThan(0.55)

  const fewer = counts.filter(([hour]) => hour * hourMs < instant('2026-06-01T00:00').epochMilliseconds)
  const early = learn({ hours: fewer, ...place, isNamedDay: () => false, eventOf }, instant('2026-06-01T00:00'))
  if (typeof early === 'string') throw new Error(early)
  expect(early.isLeftOut!(instant('2026-06-10T12:00'))).toBe(true)
  expect(early.isLeftOut!(instant('2026-06-11T12:00'))).toBe(false)
})

test('a list of days names an event as it is published, unless it has a quarter of all days', () => {
  const publishedAt = monday.subtract({ hours: 24 })
  const listed = (listId: string, day: string, removedAt: Temporal.Instant | null = null) => ({
    listId,
    day,
    publishedAt,
    removedAt,
  })
  const school = Array.from({ length: 60 }, (_, i) =>
    listed('school-days', Temporal.PlainDate.from('2026-04-01').add({ days: i }).toString()),
  )
  const listedDays = [...school, listed('matches', '2026-06-16'), listed('matches', '2026-06-18', monday)]
  const eventOf = eventsOf({ listedDays }, monday)
  expect(['2026-04-01', '2026-06-16', '2026-06-18'].map(day => eventOf(epochDay(day)))).toEqual([null, 'matches', null])
  expect(eventsOf({ listedDays }, publishedAt.subtract({ hours: 1 }))(epochDay('2026-06-16'))).toBeNull()
})

test('fewer than 28 days of counts are too few, and so are counts that ended', () => {
  expect(learnFrom([], monday)).toBe('too_few')
  expect(learnFrom(countsBefore(monday, 3, office), monday)).toBe('too_few')
  expect(typeof learnFrom(countsBefore(monday, 4, office), monday)).toBe('object')
  const ended = countsBefore(monday, 12, at =>
    monday.epochMilliseconds - at.epochMilliseconds < 10 * 24 * hourMs ? null : office(at),
  )
  expect(learnFrom(ended, monday)).toBe('too_few')
})

test('a place without a usual week has no forecast, nor one that never changes', () => {
  // evenly spread, the same in each run
  const noise = ({ epochMilliseconds }: Temporal.ZonedDateTime) => {
    let hash = Math.imul(epochMilliseconds / hourMs, 0x9e3779b1)
    hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
    return ((hash ^ (hash >>> 13)) >>> 0) % 100
  }
  expect(learnFrom(countsBefore(monday, 12, noise), monday)).toBe('no_better')
  expect(
    learnFrom(
      countsBefore(monday, 12, () => 50),
      monday,
    ),
  ).toBe('no_better')
})

test('the error is that of weeks it was not learned from', () => {
  // in the last two weeks workdays are 60 spaces emptier
  const changed = countsBefore(monday, 12, at => {
    const isNew = monday.epochMilliseconds - at.epochMilliseconds <= 14 * 24 * hourMs
    return office(at) - (isNew && at.dayOfWeek < 6 && at.hour >= 8 && at.hour < 18 ? 60 : 0)
  })
  expect(learnedFrom(changed, monday).error).toBeGreaterThan(0.07)
})

test('counts of now and later, and above the capacity, change nothing', () => {
  const counts = countsBefore(monday, 12, office)
  const end = monday.epochMilliseconds / hourMs
  const learned = learnedFrom(counts, monday)
  const later = learnedFrom([...counts, [end, 100], [end + 1, 100]], monday)
  expect([later.error, later.recent]).toEqual([learned.error, learned.recent])
  const over = countsBefore(monday, 12, at => (at.hour === 12 ? 250 : office(at)))
  expect(learnedFrom(over, monday).expectation(instant('2026-06-16T12:00'))).toBeLessThanOrEqual(1)
})

test('hours are those of the clock, before and after it is set forward, and the skipped one is left out', () => {
  // full from 8 to 18 on the clock; March 8, 2026 has no hour from 2 to 3
  const now = instant('2026-03-07T22:30')
  const counts = countsBefore(now, 8, at => (at.hour >= 8 && at.hour < 18 ? 90 : 10))
  const hours = forecastOf(place, learnedFrom(counts, now), null, now)
  const local = hours.map(({ At, Taken }) => ({
    hour: Temporal.Instant.from(At).toZonedDateTimeISO(timeZone).hour,
    Taken,
  }))
  expect(local.map(({ hour }) => hour).slice(0, 6)).toEqual([22, 23, 0, 1, 3, 4])
  for (const { hour, Taken } of local) expect([hour, Taken > 0.5]).toEqual([hour, hour >= 8 && hour < 18])
  // and weeks later, from counts of both sides
  const may = instant('2026-04-12T06:00')
  const both = learnedFrom(
    countsBefore(may, 10, at => (at.hour >= 8 && at.hour < 18 ? 90 : 10)),
    may,
  )
  expect(both.expectation(instant('2026-04-12T08:00'))).toBeGreaterThan(0.85)
  expect(both.expectation(instant('2026-04-12T07:59'))).toBeLessThan(0.15)
  expect(both.error).toBeLessThan(0.02)
})

test('the hour that comes twice is forecast twice, alike', () => {
  const now = instant('2026-10-31T23:10')
  const counts = countsBefore(now, 8, ({ hour }) => (hour === 1 ? 80 : 10))
  const learned = learnedFrom(counts, now)
  const hours = forecastOf(place, learned, null, now)
  expect(hours).toHaveLength(24)
  expect(hours.slice(2, 4).map(({ At }) => At)).toEqual(['2026-11-01T06:00:00Z', '2026-11-01T07:00:00Z'])
  expect(hours[2]!.Taken).toBeCloseTo(hours[3]!.Taken, 1)
  expect(hours[2]!.Taken).toBeGreaterThan(0.7)
  expect(hours[4]!.Taken).toBeLessThan(0.2)
  // counts of both are learned as that hour
  const after = instant('2026-11-10T23:10')
  const twice = learnedFrom(
    countsBefore(after, 8, ({ hour }) => (hour === 1 ? 80 : 10)),
    after,
  )
  expect(twice.expectation(instant('2026-11-15T01:00'))).toBeGreaterThan(0.7)
  expect(twice.expectation(instant('2026-11-15T02:00'))).toBeLessThan(0.2)
})

test('what an invented city knows stands in, and comes back to itself', () => {
  const now = monday.add({ minutes: 10 })
  const hours = forecastOf(place, { expectation: () => 0.4 }, 0.8, now)
  expect(hours[0]).toEqual({ At: monday.toString(), Free: 20, Taken: 0.8 })
  expect(hours[6]!.Taken).toBe(0.6)
  expect(hours[23]!.Taken).toBeLessThan(0.45)
})

test.each([
  ['2026-01-01', '2026-01-19', '2026-02-16', '2026-05-25', '2026-06-19', '2026-07-03', '2026-07-04'],
  ['2026-09-07', '2026-10-12', '2026-11-11', '2026-11-26', '2026-12-25', '2027-07-05', '2021-12-31'],
])('federal holidays, and the days on which they are observed: %s …', (...dates) => {
  for (const date of dates) expect([date, isHoliday(epochDay(date))]).toEqual([date, true])
})

test('the days beside them are no holidays, and each year has eleven, and those observed on other days', () => {
  for (const date of ['2026-11-19', '2026-11-27', '2026-05-18', '2026-09-14', '2026-01-02'])
    expect([date, isHoliday(epochDay(date))]).toEqual([date, false])
  for (let year = 2020; year < 2040; year++) {
    const days = Array.from({ length: 366 }, (_, i) => epochDay(`${year}-01-01`) + i).filter(isHoliday)
    expect(days.length).toBeGreaterThanOrEqual(11)
    expect(days.length).toBeLessThanOrEqual(17)
  }
})
