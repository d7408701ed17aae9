// A cached sign equals a computed one, whoever asked first and when.
import type { Tariff } from '@parkit/contract/city/tariff-schemas'
import fc from 'fast-check'
import { expect, test } from 'vitest'
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

const terms: fc.Arbitrary<Terms> = fc.record({
  timeZone: fc.constantFrom('America/Chicago', 'America/Havana', 'Asia/Kolkata', 'Australia/Lord_Howe'),
  hours: fc.array(window, { maxLength: 2 }),
  towAway: fc.array(window, { maxLength: 2 }),
  minStayMinutes: fc.constantFrom(1, 15),
  maxStayMinutes: fc.option(fc.integer({ min: 30, max: 600 })),
  noReturnMinutes: fc.constant(null),
  refundsUnused: fc.constant(true),
  tariffs,
  city: fc.constant('test'),
  ruleBookId: fc.constant(null),
  published: fc.constant({ versions: [], overrides: [], listedDays: [], knownUntil: new Map(), timeZone: 'UTC' }),
  cityId: fc.constant(1),
  takesPlacard: fc.constant(false),
  cityTerms: fc.constant(usualVersions),
  attribution: fc.constant(''),
  payable: fc.constant(true),
  ratesText: fc.constant(null),
})

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
