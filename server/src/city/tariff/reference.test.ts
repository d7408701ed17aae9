// The tariff engine against its properties, and against an independent engine that walks minute by minute.
import type { Rate, RateLine, Tariff } from '@parkit/contract/city/tariff-schemas'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkTariff, extensionCents, priceStay, unusedCents } from './tariff.ts'
import { walk } from './testing.ts'

// Havana sets its clocks at midnight, Lord Howe by half an hour
/** The same tariffs each time, so that a run can be trusted; `SEED=n` tries others. */
const seed = Number(process.env.SEED ?? 1)

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
const tariffs: fc.Arbitrary<Tariff> = fc
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
const starts = fc
  .oneof(
    fc.tuple(fc.constant('2026-01-01T00:00Z'), fc.integer({ min: 0, max: 2 * 365 * 24 * 60 })),
    fc.tuple(fc.constantFrom(...clockChanges), fc.integer({ min: -2_000, max: 600 })),
  )
  .map(([from, minutes]) => Temporal.Instant.from(from).add({ minutes }))
const stays = fc.integer({ min: 0, max: 4_000 })
const zone = fc.constantFrom(...zones)

describe('the reference engine', () => {
  test('agrees on 10,000 random tariffs and stays', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(tariffs, starts, fc.integer({ min: 0, max: 1_600 }), zone, (tariff, start, minutes, timeZone) => {
        expect(priceStay(tariff, start, minutes, timeZone).totalCents).toBe(walk(tariff, start, minutes, timeZone))
      }),
      { numRuns: 10_000, seed },
    )
  })
})

describe('invariants', () => {
  const holds = (law: (tariff: Tariff, start: Temporal.Instant, minutes: number, more: number, zone: string) => void) =>
    fc.assert(fc.property(tariffs, starts, stays, fc.integer({ min: 0, max: 600 }), zone, law), {
      numRuns: 1_000,
      seed,
    })

  test('random tariffs are valid', () => {
    holds(tariff => {
      expect(checkTariff(tariff)).toEqual([])
    })
  })

  test('prices are whole cents and never negative', () => {
    holds((tariff, start, minutes, _, zone) => {
      const { totalCents } = priceStay(tariff, start, minutes, zone)
      expect(Number.isSafeInteger(totalCents)).toBe(true)
      expect(totalCents).toBeGreaterThanOrEqual(0)
    })
  })

  test('the lines are contiguous and sum to the total', () => {
    holds((tariff, start, minutes, _, zone) => {
      const { lines, totalCents } = priceStay(tariff, start, minutes, zone)
      expect(lines.reduce((sum, line) => sum + line.cents, 0)).toBe(totalCents)
      expect(lines.reduce((sum, line) => sum + line.minutes, 0)).toBe(minutes)
      lines.forEach((line, i) => {
        expect(line.from.equals(lines[i - 1]?.to ?? start)).toBe(true)
        expect(line.to.since(line.from).total('minutes')).toBe(line.minutes)
      })
    })
  })

  test('a longer stay never costs less', () => {
    holds((tariff, start, minutes, more, zone) => {
      const shorter = priceStay(tariff, start, minutes, zone).totalCents
      expect(priceStay(tariff, start, minutes + more, zone).totalCents).toBeGreaterThanOrEqual(shorter)
    })
  })

  test('start plus extension costs the whole stay; the refund is the rest of it', () => {
    holds((tariff, start, minutes, more, zone) => {
      const first = priceStay(tariff, start, minutes, zone).totalCents
      const whole = priceStay(tariff, start, minutes + more, zone).totalCents
      expect(first + extensionCents(tariff, start, minutes, minutes + more, zone)).toBe(whole)
      expect(whole - unusedCents(tariff, start, minutes + more, minutes, zone)).toBe(first)
    })
  })

  test('until freeUntil a stay is free, a minute later it is not', () => {
    holds((tariff, start, minutes, _, zone) => {
      const { freeUntil } = priceStay(tariff, start, minutes, zone)
      if (!freeUntil) return
      const free = freeUntil.since(start).total('minutes')
      expect(priceStay(tariff, start, free, zone).totalCents).toBe(0)
      expect(priceStay(tariff, start, free + 1, zone).totalCents).toBeGreaterThan(0)
    })
  })
})
