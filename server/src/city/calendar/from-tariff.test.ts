// Tariffs as rule books by table, stays computed by hand at every boundary a sign can have; and against an engine that walks by minutes.
import type { Rate, RateLine, Tariff } from '@parkit/contract/city/tariff-schemas'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCar, checkTariff, differenceCents, priceStay as priceBy } from './calendar.ts'
import { starts, tariffs, zone as zones } from './random-tariffs-testing.ts'
import { convert } from './replay-testing.ts'
import { walk } from './tariff-walk-testing.ts'

const seed = Number(process.env.SEED ?? 1)
const unlimited = { hours: [], towAway: [], minStayMinutes: 1, maxStayMinutes: null, noReturnMinutes: null }
const calendarOf = (tariff: Tariff, timeZone: string) => convert(tariff, unlimited, timeZone).calendar
const priceStay = (tariff: Tariff, start: Temporal.Instant, minutes: number, timeZone: string) =>
  priceBy(calendarOf(tariff, timeZone), anyCar, start, minutes * 60)
const moreCents = (tariff: Tariff, start: Temporal.Instant, shorter: number, longer: number, timeZone: string) =>
  differenceCents(calendarOf(tariff, timeZone), anyCar, start, shorter * 60, longer * 60)

const zone = 'America/Chicago'
const everyDay = [1, 2, 3, 4, 5, 6, 7]
const workdays = [1, 2, 3, 4, 5]
const at = (local: string) => Temporal.PlainDateTime.from(local).toZonedDateTime(zone).toInstant()

const flat = (cents: number, fromMinutes = 0): RateLine => ({ type: 'flatRate', fromMinutes, toMinutes: null, cents })
const steps = (cents: number, stepMinutes: number, fromMinutes = 0, toMinutes: number | null = null): RateLine => ({
  type: 'incrementingRate',
  fromMinutes,
  toMinutes,
  stepMinutes,
  cents,
})
const tier = (fromMinutes: number, toMinutes: number | null, cents: number): RateLine => ({
  type: 'flatRateTier',
  fromMinutes,
  toMinutes,
  cents,
})
const rate = (name: string, days: number[], from: string, to: string, lines: RateLine[], maxCents?: number): Rate => ({
  name,
  days,
  from,
  to,
  lines,
  ...(maxCents !== undefined && { maxCents }),
})
const tariff = (rates: Rate[], cap?: Tariff['cap']): Tariff => ({
  id: 'test',
  version: 1,
  validFrom: '2026-01-01',
  name: 'Test',
  rates,
  ...(cap && { cap }),
})
const allDay = (lines: RateLine[], cap?: Tariff['cap']) => tariff([rate('Day', everyDay, '00:00', '24:00', lines)], cap)

/** Two dollars an hour by the quarter, 8 to 18 on workdays; free at other times. */
const meter = tariff([
  rate('Meter', workdays, '08:00', '18:00', [steps(50, 15)]),
  rate('Free', everyDay, '00:00', '24:00', [flat(0)]),
])
const tiers = allDay([tier(0, 60, 1200), tier(60, 120, 1800), tier(120, null, 2400)])
const cappedAtSix = allDay([steps(400, 60)], { cents: 1500, resetAt: '06:00' })
const earlyBird = tariff([
  rate('Early bird', workdays, '05:00', '09:00', [flat(900)]),
  rate('Day', everyDay, '00:00', '24:00', [steps(300, 30)]),
])
const night = tariff([
  rate('Night', everyDay, '18:00', '06:00', [flat(500)]),
  rate('Day', everyDay, '06:00', '18:00', [steps(100, 10)]),
])
const freeBut = (from: string, to: string) =>
  tariff([rate('Hour', everyDay, from, to, [steps(100, 60)]), rate('Free', everyDay, '00:00', '24:00', [flat(0)])])
const oneToTwo = freeBut('01:00', '02:00')
const twoToThree = freeBut('02:00', '03:00')

describe('worked examples', () => {
  test.each<[what: string, tariff: Tariff, start: string, minutes: number, cents: number]>([
    ['no time', meter, '2026-04-14T12:00', 0, 0],
    ['one minute is a begun quarter', meter, '2026-04-14T12:00', 1, 50],
    ['a quarter to the minute', meter, '2026-04-14T12:00', 15, 50],
    ['one minute more begins the next', meter, '2026-04-14T12:00', 16, 100],
    ['an hour', meter, '2026-04-14T12:00', 60, 200],
    ['into the free evening', meter, '2026-04-14T17:30', 120, 100],
    ['out of the free morning', meter, '2026-04-14T07:00', 90, 100],
    ['Saturday is free', meter, '2026-04-18T12:00', 240, 0],
    ['over a free night into the next day', meter, '2026-04-14T17:45', 15 * 60, 50 + 150],
    ['Friday evening to Monday morning', meter, '2026-04-17T17:00', 64 * 60, 200 + 200],
    ['first tier to its last minute', tiers, '2026-04-14T12:00', 60, 1200],
    ['second tier from its first', tiers, '2026-04-14T12:00', 61, 1800],
    ['the last tier has no end', tiers, '2026-04-14T12:00', 5 * 24 * 60, 2400],
    ['below the cap', cappedAtSix, '2026-04-14T12:00', 180, 1200],
    ['at the cap', cappedAtSix, '2026-04-14T12:00', 12 * 60, 1500],
    ['the cap begins anew at 06:00', cappedAtSix, '2026-04-14T12:00', 19 * 60, 1500 + 400],
    ['two whole days under the cap', cappedAtSix, '2026-04-14T06:00', 48 * 60, 3000],
    ['a flat period, then by the half hour', earlyBird, '2026-04-14T08:00', 120, 900 + 600],
    ['no early bird on Sunday', earlyBird, '2026-04-19T08:00', 60, 600],
    ['a night over midnight is one night', night, '2026-04-14T20:00', 9 * 60, 500],
    ['the early morning belongs to the night before', night, '2026-04-15T03:00', 60, 500],
    ['day, night, day', night, '2026-04-14T17:00', 14 * 60, 600 + 500 + 600],
    ['clocks go forward: 23 hours', allDay([steps(100, 60)]), '2026-03-08T00:00', 23 * 60, 2300],
    ['clocks go back: 25 hours', allDay([steps(100, 60)]), '2026-11-01T00:00', 25 * 60, 2500],
    ['a night that the clock shortens', night, '2026-03-08T01:00', 5 * 60, 500 + 600],
    ['the hour that comes twice is charged twice', oneToTwo, '2026-11-01T00:00', 4 * 60, 200],
    ['the hour that is skipped is charged nothing', twoToThree, '2026-03-08T00:00', 4 * 60, 0],
    [
      'a reset that the clock skips comes when it skips',
      allDay([steps(100, 30)], { cents: 300, resetAt: '02:30' }),
      '2026-03-08T00:00',
      2 * 60 + 60,
      300 + 200,
    ],
    [
      'a reset that comes twice resets once',
      allDay([steps(100, 30)], { cents: 300, resetAt: '01:30' }),
      '2026-11-01T00:00',
      4 * 60,
      300 + 300,
    ],
    ['29 February', meter, '2028-02-29T12:00', 60, 200],
    [
      'a reset every twelve hours from the start',
      allDay([steps(400, 60)], { cents: 1000, resetAfterMinutes: 720 }),
      '2026-04-14T12:00',
      780,
      1400,
    ],
    ['the first hour free, then by the hour', allDay([flat(0), steps(300, 60, 60)]), '2026-04-14T12:00', 121, 600],
    ['steps that end', allDay([steps(300, 60, 0, 120), flat(100, 120)]), '2026-04-14T12:00', 300, 700],
    [
      'a rate’s own maximum',
      tariff([rate('Day', everyDay, '00:00', '24:00', [steps(300, 60)], 1000)]),
      '2026-04-14T12:00',
      600,
      1000,
    ],
  ])('%s', (_, tariff, start, minutes, cents) => {
    expect(priceStay(tariff, at(start), minutes, zone).totalCents).toBe(cents)
  })

  test('each line names its rate and its times', () => {
    const { lines, freeUntil } = priceStay(meter, at('2026-04-14T17:30'), 120, zone)
    expect(lines).toMatchObject([
      {
        rule: { name: { en: 'Meter' } },
        from: at('2026-04-14T17:30'),
        to: at('2026-04-14T18:00'),
        seconds: 1_800,
        cents: 100,
        hourlyCents: 200,
      },
      {
        rule: { name: { en: 'Free' } },
        from: at('2026-04-14T18:00'),
        to: at('2026-04-14T19:30'),
        seconds: 5_400,
        cents: 0,
        hourlyCents: null,
      },
    ])
    expect(freeUntil).toBeNull()
  })

  test('a line cut by the cap names no hourly rate', () => {
    const { lines } = priceStay(cappedAtSix, at('2026-04-14T12:00'), 12 * 60, zone)
    expect(lines).toMatchObject([{ cents: 1500, hourlyCents: null }])
  })

  test('a line names an hourly rate only where steps add up to an hour', () => {
    const hourly = (stepMinutes: number) =>
      priceStay(allDay([steps(300, stepMinutes)]), at('2026-04-14T12:00'), 60, zone).lines[0]!.hourlyCents
    expect([20, 60, 45, 180].map(hourly)).toEqual([900, 300, null, null])
  })

  test('free until metering starts; not stated where it charges at once or never', () => {
    expect(priceStay(meter, at('2026-04-14T07:10'), 15, zone).freeUntil).toEqual(at('2026-04-14T08:00'))
    expect(priceStay(meter, at('2026-04-17T18:00'), 15, zone).freeUntil).toEqual(at('2026-04-20T08:00'))
    expect(priceStay(meter, at('2026-04-14T09:00'), 15, zone).freeUntil).toBeNull()
    expect(priceStay(allDay([flat(0)]), at('2026-04-14T09:00'), 15, zone).freeUntil).toBeNull()
    expect(priceStay(allDay([flat(0), steps(300, 60, 30)]), at('2026-04-14T09:00'), 15, zone).freeUntil).toEqual(
      at('2026-04-14T09:30'),
    )
  })

  test('seconds of the start do not count', () => {
    const start = at('2026-04-14T17:30')
    const late = start.add({ seconds: 59, milliseconds: 999 })
    expect(priceStay(meter, late, 45, zone)).toEqual(priceStay(meter, start, 45, zone))
  })

  test('an extension costs the difference, and a refund what the unused minutes would have cost', () => {
    const start = at('2026-04-14T12:00')
    expect(moreCents(tiers, start, 60, 90, zone)).toBe(600)
    expect(moreCents(meter, start, 50, 60, zone)).toBe(0)
    expect(moreCents(meter, start, 31, 60, zone)).toBe(50)
  })
})

test('agrees on 10,000 random tariffs and stays', { timeout: 120_000 }, () => {
  fc.assert(
    fc.property(tariffs, starts, fc.integer({ min: 0, max: 1_600 }), zones, (tariff, start, minutes, timeZone) => {
      expect(priceStay(tariff, start, minutes, timeZone).totalCents).toBe(walk(tariff, start, minutes, timeZone))
    }),
    { numRuns: 10_000, seed },
  )
})

test('random tariffs are valid', () => {
  fc.assert(
    fc.property(tariffs, tariff => {
      expect(checkTariff(tariff)).toEqual([])
    }),
    { numRuns: 300, seed },
  )
})

describe('an invalid tariff', () => {
  test.each<[problem: string, tariff: Tariff]>([
    ['some minutes of the week have no rate', tariff([rate('Day', workdays, '00:00', '24:00', [flat(0)])])],
    [
      'rules[0].price.lines[1].fromSeconds leaves a gap: nothing holds from second 3600 to 7200',
      allDay([steps(100, 60, 0, 60), flat(0, 120)]),
    ],
    ['Day: nothing holds after minute 120', allDay([steps(100, 60, 0, 120)])],
    ['Day: steps of no length', allDay([{ type: 'incrementingRate', fromMinutes: 0, toMinutes: null, cents: 1 }])],
    ['rules[0].price.lines[0].toSeconds ends before it begins', allDay([tier(60, 30, 100), flat(0, 90)])],
    [
      'rules[0].price.lines[1].fromSeconds overlaps: two lines hold at second 1800',
      allDay([steps(100, 60, 0, 60), steps(100, 60, 30)]),
    ],
    [
      'rules[0].price.lines[1].cents is less than the total before, so a longer stay would cost less',
      allDay([tier(0, 60, 900), tier(60, null, 800)]),
    ],
    [
      'rules[0].when[0].from 24:00 is 00:00 of the next day',
      tariff([rate('Late', everyDay, '24:00', '06:00', [flat(0)]), rate('Day', everyDay, '00:00', '24:00', [flat(0)])]),
    ],
  ])('%s', (problem, tariff) => {
    expect(checkTariff(tariff)).toContain(problem)
  })

  test('valid tariffs pass', () => {
    for (const sound of [meter, tiers, cappedAtSix, earlyBird, night]) expect(checkTariff(sound)).toEqual([])
  })

  test('a gap is unknown time, which is never said to be free', () => {
    const gap = tariff([rate('Day', workdays, '00:00', '24:00', [flat(100)])])
    const { lines, freeUntil } = priceStay(gap, at('2026-04-18T12:00'), 120, zone)
    expect(lines).toMatchObject([{ rule: 'unknown', cents: 0 }])
    expect(freeUntil).toEqual(at('2026-04-20T00:00'))
  })
})
