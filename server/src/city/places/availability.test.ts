// Availability by table and property: words, stalls, the age of a report, and sessions since.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { availabilityOf, freeSpaces, reportOf } from './availability.ts'
import { walkMinutes } from './walk.ts'

const now = Temporal.Instant.from('2026-04-11T17:00:00Z')
const fresh = (taken: number) => reportOf(taken, now.subtract({ minutes: 3 }))

test.each([
  [0, 100, 'plenty', 5],
  [50, 100, 'plenty', 3],
  [51, 100, 'filling', 3],
  [80, 100, 'filling', 1],
  [81, 100, 'nearly', 1],
  [99, 100, 'nearly', 1],
  [100, 100, 'full', 0],
  [120, 100, 'full', 0],
  [0, 1, 'plenty', 5],
  [1, 1, 'full', 0],
] as const)('%i taken of %i: %s, %i stalls', (taken, capacity, word, stalls) => {
  expect(availabilityOf(capacity, fresh(taken), 0, now)).toMatchObject({ Availability: word, Stalls: stalls })
})

test('sessions since the report occupy spaces too', () => {
  expect(availabilityOf(10, fresh(4), 3, now)).toMatchObject({ Free: 3, Availability: 'filling', Stalls: 2 })
})

test('without a report there is no number and no word', () => {
  expect(availabilityOf(10, null, 3, now)).toEqual({ Free: null, FreeAsOf: null, Availability: 'unknown', Stalls: 0 })
})

test('a report counts for half an hour; after that its number and age are still shown', () => {
  const observedAt = now.subtract({ minutes: 30 })
  expect(availabilityOf(10, reportOf(2, observedAt), 0, now).Availability).toBe('plenty')
  expect(availabilityOf(10, reportOf(2, observedAt.subtract({ seconds: 1 })), 0, now)).toEqual({
    Free: 8,
    FreeAsOf: '2026-04-11T16:29:59Z',
    Availability: 'unknown',
    Stalls: 0,
  })
})

test('free spaces stay between zero and the capacity', () => {
  const count = fc.nat(10_000)
  fc.assert(
    fc.property(count, count, count, (capacity, taken, since) => {
      const free = freeSpaces(capacity, taken, since)
      expect(free).toBeGreaterThanOrEqual(0)
      expect(free).toBeLessThanOrEqual(capacity)
    }),
  )
})

test.each([
  [0, 0],
  [1, 1],
  [61, 1],
  [62, 2],
  [1500, 25],
])('%i meters: %i minutes on foot', (metres, minutes) => expect(walkMinutes(metres)).toBe(minutes))
