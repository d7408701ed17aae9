// A cached sign equals a computed one, whoever asked first and when.
import type { PriceLine, Rule } from '@parkit/contract/city/calendar-schemas'
import type { Tariff } from '@parkit/contract/city/tariff-schemas'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bookOfTariff } from '#city/calendar/calendar.ts'
import { at, chicago, during, flat, price, rule, steps } from '#city/calendar/testing.ts'
import { computeSign, readSign, type Terms } from './sign.ts'
import { usualVersions } from './testing.ts'

const seed = Number(process.env.SEED ?? 1)

const anyTime = fc
  .integer({ min: 0, max: 95 })
  .map(quarter => `${String(Math.floor(quarter / 4)).padStart(2, '0')}:${['00', '15', '30', '45'][quarter % 4]}`)
const window = fc.record({
  days: fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 }),
  from: anyTime,
  to: anyTime,
})

/** Two rates that change on the minute, and from a day on others, so that minutes, midnights and versions all matter. */
const tariffs = fc
  .record({ cents: fc.integer({ min: 0, max: 500 }), change: anyTime, cap: fc.option(anyTime) })
  .map(({ cents, change, cap }): Tariff[] =>
    ['2026-01-01', '2026-03-08'].map((validFrom, i) => ({
      id: 'some',
      version: i + 1,
      validFrom,
      name: 'Some',
      rates: [
        { from: change, to: '24:00', cents: cents + 50 },
        { from: '00:00', to: '24:00', cents: cents * (i + 1) },
      ].map(({ from, to, cents }) => ({
        name: from,
        days: [1, 2, 3, 4, 5, 6, 7],
        from,
        to,
        lines: [{ type: 'incrementingRate', fromMinutes: 0, toMinutes: null, stepMinutes: 7, cents }],
      })),
      ...(cap && { cap: { cents: 400, resetAt: cap } }),
    })),
  )

const terms: fc.Arbitrary<Terms> = fc
  .record({
    timeZone: fc.constantFrom('America/Chicago', 'America/Havana', 'Asia/Kolkata', 'Australia/Lord_Howe'),
    hours: fc.array(window, { maxLength: 2 }),
    towAway: fc.array(window, { maxLength: 2 }),
    minStayMinutes: fc.constantFrom(1, 15),
    maxStayMinutes: fc.option(fc.integer({ min: 30, max: 600 })),
    tariffs,
    fromSecond: fc.constantFrom(0, 30),
  })
  .map(({ timeZone, tariffs, fromSecond, ...own }) => ({
    timeZone,
    refundsUnused: true,
    city: 'test',
    cityId: 1,
    takesPlacard: false,
    cityTerms: usualVersions,
    attribution: '',
    payable: true,
    ratesText: null,
    ruleBookId: 'some',
    published: {
      versions: tariffs.map((tariff, i) => ({
        version: i + 1,
        inForceFrom: Temporal.PlainDate.from(tariff.validFrom)
          .toZonedDateTime({ timeZone, plainTime: { second: fromSecond } })
          .toInstant(),
        book: bookOfTariff(tariff, { ...own, noReturnMinutes: null }),
        tariff,
      })),
      overrides: [],
      listedDays: [],
      knownUntil: new Map(),
      timeZone,
    },
  }))

// the day on which clocks are set forward in Chicago and another version begins, its quarters of an hour, and seconds around them
const aMinute = fc
  .integer({ min: 0, max: 2 * 96 })
  .map(quarters => Temporal.Instant.from('2026-03-07T00:00Z').add({ minutes: 15 * quarters }))
const aMoment = fc.oneof(
  fc.constantFrom(-60_000, -1, 0, 1, 59_999, 60_000),
  fc.integer({ min: -120_000, max: 120_000 }),
)

test('a cached sign equals a new one', () => {
  fc.assert(
    fc.property(
      terms,
      aMinute,
      fc.array(aMoment, { minLength: 2, maxLength: 12 }),
      fc.integer({ min: 1, max: 300 }),
      (terms, minute, moments, stayMinutes) => {
        for (const milliseconds of moments) {
          const at = minute.add({ milliseconds })
          expect(readSign(terms, at, stayMinutes)).toEqual(computeSign(terms, at, stayMinutes))
        }
      },
    ),
    { seed, numRuns: 300 },
  )
})

test('a sign is computed once a minute for each stay', () => {
  const [some] = fc.sample(terms, { seed, numRuns: 1 }) as [Terms]
  const noon = Temporal.Instant.from('2026-04-14T17:00:01Z')
  const sign = readSign(some, noon, 60)
  expect(readSign(some, noon.add({ seconds: 58 }), 60)).toBe(sign)
  expect(readSign(some, noon.add({ seconds: 59 }), 60)).not.toBe(sign)
  expect(readSign(some, noon, 61)).not.toBe(sign)
})

/** One rule in force since January, for whoever asks. */
const placeOf = (...rules: Rule[]): Terms => placeFrom('2026-01-01T06:00:00Z', ...rules)
const placeFrom = (inForceFrom: string, ...rules: Rule[]): Terms => ({
  ...(fc.sample(terms, { seed, numRuns: 1 })[0] as Terms),
  published: {
    versions: [
      {
        version: 1,
        inForceFrom: Temporal.Instant.from(inForceFrom),
        book: { rules, caps: [], otherwise: 'unknown' },
        tariff: null,
      },
    ],
    overrides: [],
    listedDays: [],
    knownUntil: new Map(),
    timeZone: chicago,
  },
})
const paidLimit = { maxStaySeconds: 1800, maxStayCounts: 'paid', limitGroup: 'street', noReturnScope: 'zone' } as const

test('before its first rules a place is closed until they hold, or until it opens by them, at the price of then', () => {
  const published = placeFrom(
    '2026-04-14T17:00:30Z',
    rule({ when: [during({ from: '08:00', to: '18:00' })], price: price(steps(50, 900)) }),
  )
  const signAt = (instant: string) => {
    const { open, until, hourlyCents, priceMinutes } = readSign(published, Temporal.Instant.from(instant), 60)
    return [open, until?.toString(), hourlyCents, priceMinutes]
  }
  expect(signAt('2026-04-14T17:00:29Z')).toEqual([false, '2026-04-14T17:00:30Z', 200, 60])
  expect(signAt('2026-04-14T17:00:30Z')).toEqual([true, '2026-04-14T23:00:00Z', 200, 60])
  const atNight = { ...published, published: { ...published.published, versions: published.published.versions.map(version => ({ ...version, inForceFrom: Temporal.Instant.from('2026-04-15T03:00:00Z') })) } } // biome-ignore format: one line
  const { open, until } = readSign(atNight, Temporal.Instant.from('2026-04-14T17:00:00Z'), 60)
  expect([open, until?.toString()]).toEqual([false, '2026-04-15T13:00:00Z'])
})

test('what the price of the first hour is: by the hour, once, or of the first hour alone', () => {
  const kindOf = (...lines: PriceLine[]) => {
    const { rateKind, hourlyCents } = computeSign(placeOf(rule({ price: price(...lines) })), at('2026-04-14T12:00'), 60)
    return [rateKind, hourlyCents]
  }
  expect(kindOf(steps(150, 900))).toEqual(['hourly', 600])
  expect(kindOf(flat(1_000))).toEqual(['flat', 1_000])
  expect(kindOf({ ...flat(0), toSeconds: 3600 }, steps(150, 1800, 3600))).toEqual(['firstHour', 0])
  expect(kindOf(steps(500, 45 * 60))).toEqual(['firstHour', 1_000])
})

test('on a free Sunday no longest stay is said, and the stay is as long as it was wanted', () => {
  const sunday = rule({ priority: 10, when: [during({ weekdays: [7] })], limits: paidLimit })
  const meter = rule({ priority: 20, price: price(steps(50, 900)), limits: paidLimit })
  const terms = placeOf(sunday, meter)
  expect(computeSign(terms, at('2026-04-12T12:00'), 240)).toMatchObject({
    hourlyCents: 0,
    priceCents: 0,
    priceMinutes: 240,
    limits: { maxMinutes: null },
  })
  expect(computeSign(terms, at('2026-04-13T12:00'), 240)).toMatchObject({
    priceCents: 135,
    priceMinutes: 30,
    limits: { maxMinutes: 30 },
  })
})
