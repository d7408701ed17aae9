// The tariff engine against its properties, and against an independent engine that walks minute by minute.
import type { Tariff } from '@parkit/contract/city/tariff-schemas'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { starts, stays, tariffs, zone } from './random-testing.ts'
import { checkTariff, extensionCents, priceStay, unusedCents } from './tariff.ts'
import { walk } from './testing.ts'

/** The same tariffs each time, so that a run can be trusted; `SEED=n` tries others. */
const seed = Number(process.env.SEED ?? 1)

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
