// For tests: random tariffs, stays, and zones for fast-check, many of them near clock changes.
import type { Rate, RateLine, Tariff } from '@parkit/contract/city/tariff-schemas'
import fc from 'fast-check'

// Havana sets its clocks at midnight, Lord Howe by half an hour
const zones = ['America/Chicago', 'America/Havana', 'Asia/Kolkata', 'Australia/Lord_Howe', 'UTC']
const clockChanges = ['2026-03-08T08:00Z', '2026-11-01T06:00Z', '2026-04-04T15:00Z', '2026-10-03T15:30Z']

const localTime = fc
  .integer({ min: 0, max: 47 })
  .map(half => `${String(Math.floor(half / 2)).padStart(2, '0')}:${half % 2 ? '30' : '00'}`)
const cents = fc.integer({ min: 0, max: 3_000 })

/** Lines that follow each other without a gap, with tiers that never fall. */
const lines: fc.Arbitrary<RateLine[]> = fc
  .array(
    fc.record({
      type: fc.constantFrom<RateLine['type'][]>('flatRate', 'incrementingRate', 'flatRateTier'),
      length: fc.integer({ min: 1, max: 300 }),
      stepMinutes: fc.integer({ min: 1, max: 90 }),
      cents,
    }),
    { minLength: 1, maxLength: 4 },
  )
  .map(parts => {
    let from = 0
    let tier = 0
    return parts.map(({ type, length, stepMinutes, cents }, i): RateLine => {
      const fromMinutes = from
      from += length
      if (type === 'flatRateTier') tier += cents
      return {
        type,
        fromMinutes,
        toMinutes: i === parts.length - 1 ? null : from,
        ...(type === 'incrementingRate' && { stepMinutes }),
        cents: type === 'flatRateTier' ? tier : cents,
      }
    })
  })

const rate: fc.Arbitrary<Rate> = fc.record(
  {
    name: fc.constant('Some'),
    days: fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 }),
    from: localTime,
    to: localTime,
    lines,
    maxCents: fc.integer({ min: 0, max: 5_000 }),
  },
  { requiredKeys: ['name', 'days', 'from', 'to', 'lines'] },
)
const cap = fc.oneof(
  fc.record({ cents, resetAt: localTime }),
  fc.record({ cents, resetAfterMinutes: fc.integer({ min: 30, max: 2_000 }) }),
)
export const tariffs: fc.Arbitrary<Tariff> = fc
  .record({
    some: fc.array(rate, { maxLength: 3 }),
    rest: lines,
    cap: fc.option(cap, { nil: undefined }),
  })
  .map(({ some, rest, cap }) => ({
    id: 'random',
    version: 1,
    validFrom: '2026-01-01',
    name: 'Random',
    rates: [...some, { name: 'Rest', days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '24:00', lines: rest }],
    ...(cap && { cap }),
  }))

/** Any minute of two years, often close to where clocks are set. */
export const starts = fc
  .oneof(
    fc.tuple(fc.constant('2026-01-01T00:00Z'), fc.integer({ min: 0, max: 2 * 365 * 24 * 60 })),
    fc.tuple(fc.constantFrom(...clockChanges), fc.integer({ min: -2_000, max: 600 })),
  )
  .map(([from, minutes]) => Temporal.Instant.from(from).add({ minutes }))
export const stays = fc.integer({ min: 0, max: 4_000 })
export const zone = fc.constantFrom(...zones)
