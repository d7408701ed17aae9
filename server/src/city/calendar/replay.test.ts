// Tariffs as rule books: each quote equal to that of the tariff engine, on the city's places and on random tariffs: case 28.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readBook } from './calendar.ts'
import { stays, starts as tariffStarts, tariffs, zone } from './random-tariffs-testing.ts'
import { convert, replay, replayedOf } from './replay-testing.ts'
import { chicago } from './testing.ts'

const seed = Number(process.env.SEED ?? 1)
const city = JSON.parse(readFileSync(join(import.meta.dirname, '../../../../build/chicago/city.json'), 'utf8'))
const books = replayedOf(city)

/** Any minute of two years, and often one close to where clocks are set. */
const starts = fc
  .oneof(
    fc.tuple(fc.constant('2026-01-01T06:00Z'), fc.integer({ min: 0, max: 2 * 365 * 86_400 })),
    fc.tuple(fc.constantFrom('2026-03-08T08:00Z', '2026-11-01T07:00Z'), fc.integer({ min: -600_000, max: 100_000 })),
  )
  .map(([from, seconds]) => Temporal.Instant.from(from).add({ seconds }))
const minutes = fc.oneof(fc.integer({ min: 1, max: 1_600 }), fc.integer({ min: 1, max: 10_080 }))

test('no converted book of the city is refused', () => {
  expect(books.length).toBeGreaterThan(20)
  for (const { calendar } of books) {
    const { book, problems } = readBook(calendar.book, new Set())
    expect([book, problems.filter(({ isWarning }) => !isWarning)]).toEqual([calendar.book, []])
  }
})

test('case 28: quotes of every place by both engines', { timeout: 120_000 }, () => {
  fc.assert(fc.property(fc.constantFrom(...books), starts, minutes, replay), { numRuns: 15_000, seed })
})

test('random tariffs by both engines', { timeout: 120_000 }, () => {
  const terms = { hours: [], towAway: [], minStayMinutes: 1, maxStayMinutes: 3_000, noReturnMinutes: null }
  fc.assert(
    fc.property(tariffs, tariffStarts, stays, zone, (tariff, start, minutes, timeZone) =>
      replay(convert(tariff, terms, timeZone), start, minutes),
    ),
    { numRuns: 3_000, seed },
  )
})

test('no return and shortest stay are converted', () => {
  const terms = { hours: [], towAway: [], minStayMinutes: 30, maxStayMinutes: 120, noReturnMinutes: 60 }
  const { calendar } = convert(city.tariffs[0], terms, chicago)
  for (const { limits } of calendar.book.rules)
    expect(limits).toEqual({
      minStaySeconds: 1800,
      maxStaySeconds: 7200,
      maxStayCounts: 'stay',
      noReturnSeconds: 3600,
      noReturnScope: 'zone',
    })
})
