// Opening and tow-away times by table: midnight, both clock-change days, joined windows, limits of a stay, an ordinary week.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCar, evaluateStay, type WeekHours as Hours, openingAt, towAwayAhead, weekHours } from './calendar.ts'
import { convert } from './replay-testing.ts'
import { ban, during, rule } from './testing.ts'

const free = {
  id: 'free',
  version: 1,
  validFrom: '2026-01-01',
  name: 'Free',
  rates: [
    {
      name: 'Free',
      days: [1, 2, 3, 4, 5, 6, 7],
      from: '00:00',
      to: '24:00',
      lines: [{ type: 'flatRate' as const, fromMinutes: 0, toMinutes: null, cents: 0 }],
    },
  ],
}
type Opening = { hours: Hours[]; towAway: Hours[]; timeZone: string }
const calendarOf = ({ hours, towAway, timeZone }: Opening, maxStayMinutes: number | null = null) =>
  convert(free, { hours, towAway, minStayMinutes: 1, maxStayMinutes, noReturnMinutes: null }, timeZone).calendar
const openState = (opening: Opening, at: Temporal.Instant) => {
  const { open, changesAt: until } = openingAt(calendarOf(opening), anyCar, at)
  return { open, until }
}
const everyDay = [1, 2, 3, 4, 5, 6, 7]
const daily = (from: string, to: string): Hours => ({ days: everyDay, from, to })
const chicago = (hours: Hours[], towAway: Hours[] = []): Opening => ({ hours, towAway, timeZone: 'America/Chicago' })
const at = (local: string) => Temporal.PlainDateTime.from(local).toZonedDateTime('America/Chicago').toInstant()
const local = (instant: Temporal.Instant | null) =>
  instant?.toZonedDateTimeISO('America/Chicago').toString({ timeZoneName: 'never', smallestUnit: 'minute' }) ?? null

describe('open', () => {
  // 11 April 2026 is a Saturday
  test.each<[string, Opening, string, boolean, string | null]>([
    ['no hours: always', chicago([]), '2026-04-11T03:00', true, null],
    ['all day, every day', chicago([daily('00:00', '24:00')]), '2026-04-11T03:00', true, null],
    ['from 00:00 to 00:00 is a whole day', chicago([daily('00:00', '00:00')]), '2026-04-11T03:00', true, null],
    ['inside', chicago([daily('06:00', '22:00')]), '2026-04-11T12:00', true, '2026-04-11T22:00-05:00'],
    ['at opening', chicago([daily('06:00', '22:00')]), '2026-04-11T06:00', true, '2026-04-11T22:00-05:00'],
    ['at closing', chicago([daily('06:00', '22:00')]), '2026-04-11T22:00', false, '2026-04-12T06:00-05:00'],
    ['past midnight', chicago([daily('06:00', '01:00')]), '2026-04-12T00:30', true, '2026-04-12T01:00-05:00'],
    [
      'to 24:00, then on',
      chicago([daily('06:00', '24:00'), daily('00:00', '02:00')]),
      '2026-04-11T23:00',
      true,
      '2026-04-12T02:00-05:00',
    ],
    [
      'Saturday night of Saturday hours',
      chicago([{ days: [6], from: '18:00', to: '03:00' }]),
      '2026-04-12T02:00',
      true,
      '2026-04-12T03:00-05:00',
    ],
    [
      'opens next Saturday',
      chicago([{ days: [6], from: '18:00', to: '03:00' }]),
      '2026-04-12T03:00',
      false,
      '2026-04-18T18:00-05:00',
    ],
    [
      'tow-away ahead',
      chicago([], [{ days: [1], from: '07:00', to: '09:00' }]),
      '2026-04-12T12:00',
      true,
      '2026-04-13T07:00-05:00',
    ],
    ['inside tow-away', chicago([], [daily('07:00', '09:00')]), '2026-04-11T08:00', false, '2026-04-11T09:00-05:00'],
    [
      'closing before tow-away',
      chicago([daily('06:00', '22:00')], [daily('23:00', '23:30')]),
      '2026-04-11T12:00',
      true,
      '2026-04-11T22:00-05:00',
    ],
    [
      'tow-away lasts past opening',
      chicago([daily('06:00', '22:00')], [daily('05:00', '07:00')]),
      '2026-04-11T05:30',
      false,
      '2026-04-11T07:00-05:00',
    ],
    ['never open', chicago([daily('06:00', '22:00')], [daily('00:00', '24:00')]), '2026-04-11T12:00', false, null],
    // 8 March 2026: 02:00 becomes 03:00
    [
      'skipped hour: closes at the change',
      chicago([daily('06:00', '02:30')]),
      '2026-03-08T01:30',
      true,
      '2026-03-08T03:00-05:00',
    ],
    [
      'skipped hour: opens at the change',
      chicago([daily('02:30', '22:00')]),
      '2026-03-08T01:30',
      false,
      '2026-03-08T03:00-05:00',
    ],
    // 1 November 2026: 02:00 becomes 01:00
    [
      'repeated hour: closes the first time',
      chicago([daily('06:00', '01:30')]),
      '2026-11-01T01:00',
      true,
      '2026-11-01T01:30-05:00',
    ],
    [
      'repeated hour: tow-away ends the second time',
      chicago([], [daily('01:00', '01:30')]),
      '2026-11-01T01:10',
      false,
      '2026-11-01T01:30-06:00',
    ],
  ])('%s', (_, opening, when, open, until) => {
    const state = openState(opening, at(when))
    expect({ ...state, until: local(state.until) }).toEqual({ open, until })
  })
})

describe('longest stay', () => {
  /** In minutes, with what ends it; a week without an end is more than anybody asks for. */
  const limit = (opening: Opening, maxStayMinutes: number | null, when: string) => {
    const start = at(when)
    const { refusal, latestEnd, latestEndWhy } = evaluateStay({
      calendar: calendarOf(opening, maxStayMinutes),
      facts: anyCar,
      start,
      seconds: 60,
    })
    if (refusal) return refusal.code
    const why = latestEndWhy === 'closed' ? 'closed' : latestEndWhy?.id
    return [latestEnd && Math.floor(latestEnd.since(start).total('minutes')), why]
  }

  test('without a limit', () => expect(limit(chicago([]), null, '2026-04-11T12:00')).toEqual([null, undefined]))
  test('the maximum stay', () => expect(limit(chicago([]), 180, '2026-04-11T12:00')).toEqual([180, 'rate-1']))
  test('closing', () =>
    expect(limit(chicago([daily('06:00', '22:00')]), 180, '2026-04-11T20:00')).toEqual([120, 'closed']))
  test('started minutes do not count', () =>
    expect(limit(chicago([daily('06:00', '22:00')]), 180, '2026-04-11T20:00:01')[0]).toBe(119))
  test('tow-away times', () =>
    expect(limit(chicago([], [daily('21:00', '22:00')]), null, '2026-04-11T20:00')).toEqual([60, 'tow']))
  test('closed', () => expect(limit(chicago([daily('06:00', '22:00')]), 180, '2026-04-11T23:00')).toBe('zone_closed'))
  test('less than a minute before closing counts as closed', () =>
    expect(limit(chicago([daily('06:00', '22:00')]), null, '2026-04-11T21:59:30')).toBe('zone_closed'))
  test('elapsed minutes across both clock changes', () => {
    const nights = chicago([daily('20:00', '06:00')])
    expect(limit(nights, null, '2026-03-07T23:00')[0]).toBe(6 * 60)
    expect(limit(nights, null, '2026-03-06T23:00')[0]).toBe(7 * 60)
    expect(limit(nights, null, '2026-10-31T23:00')[0]).toBe(8 * 60)
  })
})

describe('the hours of an ordinary week', () => {
  const hours = (given: Hours[], towAway: Hours[] = []) => weekHours(calendarOf(chicago(given, towAway)).book)

  test('as they were written', () => {
    expect(hours([])).toEqual([])
    expect(hours([daily('00:00', '24:00')], [daily('16:00', '18:00')])).toEqual([])
    expect(hours([daily('06:00', '01:00')])).toEqual([daily('06:00', '01:00')])
    const workdays = { days: [1, 2, 3, 4, 5], from: '06:00', to: '22:00' }
    const weekend = { days: [6, 7], from: '08:00', to: '24:00' }
    expect(hours([workdays, weekend])).toEqual([workdays, weekend])
    expect(
      hours([
        { days: [6], from: '06:00', to: '24:00' },
        { days: [7], from: '00:00', to: '02:00' },
      ]),
    ).toEqual([{ days: [6], from: '06:00', to: '02:00' }])
  })

  test('days that run into each other are cut at midnight', () =>
    expect(
      hours([
        { days: [6], from: '06:00', to: '24:00' },
        { days: [7], from: '00:00', to: '20:00' },
      ]),
    ).toEqual([
      { days: [6], from: '06:00', to: '24:00' },
      { days: [7], from: '00:00', to: '20:00' },
    ]))

  test('none where no week is like the other, or nobody may ever park', () => {
    const bookOf = (...rules: ReturnType<typeof rule>[]) => ({ rules, caps: [], otherwise: 'unknown' as const })
    const sweeping = ban({ when: [during({ weekdays: [2], nth: [2], from: '08:00', to: '12:00' })] })
    expect(weekHours(bookOf(sweeping, rule({})))).toBeNull()
    expect(weekHours(bookOf(ban({})))).toBeNull()
    expect(weekHours(bookOf(rule({ when: [during({ weekdays: [1], from: '08:00', to: '18:00' })] })))).toEqual([
      { days: [1], from: '08:00', to: '18:00' },
    ])
  })
})

test('tow-away times ahead: windows that touch are one, and one over midnight ends the next day', () => {
  const towed = (windows: Hours[], when: string) =>
    towAwayAhead(calendarOf(chicago([], windows)), anyCar, at(when)).map(({ from, until }) => [
      local(from),
      local(until),
    ])
  const night = [daily('22:00', '24:00'), daily('00:00', '02:00'), { days: [1], from: '20:00', to: '21:00' }]
  expect(towed(night, '2026-11-23T12:00').slice(0, 2)).toEqual([
    ['2026-11-23T20:00-06:00', '2026-11-23T21:00-06:00'],
    ['2026-11-23T22:00-06:00', '2026-11-24T02:00-06:00'],
  ])
  expect(towed([{ days: [2], from: '23:00', to: '01:00' }], '2026-11-23T12:00')).toEqual([
    ['2026-11-24T23:00-06:00', '2026-11-25T01:00-06:00'],
  ])
})

const minuteOfDay = fc
  .integer({ min: 0, max: 95 })
  .map(n => `${String(n >> 2).padStart(2, '0')}:${String((n % 4) * 15).padStart(2, '0')}`)
const window = fc.record({
  days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
  from: minuteOfDay,
  to: minuteOfDay,
})
const instants = fc.integer({ min: 0, max: 365 * 96 }).map(n => at('2026-01-01T00:00').add({ minutes: n * 15 + 7 }))

test('the state holds until just before `until` and changes then', () => {
  fc.assert(
    fc.property(
      fc.array(window, { maxLength: 3 }),
      fc.array(window, { maxLength: 2 }),
      instants,
      (hours, towAway, when) => {
        const opening = chicago(hours, towAway)
        const state = openState(opening, when)
        if (state.until === null) return
        expect(openState(opening, state.until.subtract({ seconds: 1 })).open).toBe(state.open)
        expect(openState(opening, state.until).open).toBe(!state.open)
      },
    ),
    { numRuns: 300 },
  )
})

test('agrees with the wall clock away from clock changes', () => {
  const onClock = (windows: Hours[], zoned: Temporal.ZonedDateTime) =>
    windows.some(({ days, from, to }) => {
      const time = zoned.toPlainTime().toString().slice(0, 5)
      const yesterday = ((zoned.dayOfWeek + 5) % 7) + 1
      return to > from
        ? days.includes(zoned.dayOfWeek) && from <= time && time < to
        : (days.includes(zoned.dayOfWeek) && from <= time) || (days.includes(yesterday) && time < to)
    })
  fc.assert(
    fc.property(
      fc.array(window, { minLength: 1, maxLength: 3 }),
      fc.array(window, { maxLength: 2 }),
      instants,
      (hours, towAway, when) => {
        const zoned = when.toZonedDateTimeISO('America/Chicago')
        fc.pre(
          zoned.hoursInDay === 24 &&
            zoned.add({ days: 1 }).hoursInDay === 24 &&
            zoned.subtract({ days: 1 }).hoursInDay === 24,
        )
        expect(openState(chicago(hours, towAway), when).open).toBe(onClock(hours, zoned) && !onClock(towAway, zoned))
      },
    ),
    { numRuns: 500 },
  )
})
