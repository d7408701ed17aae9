// The city's clock, whatever the device's: midnight, noon, and both changes of the clock.
import { expect, test } from 'vitest'
import { cityNow, plainMs } from './city-time.ts'

test.each([
  ['2026-04-15T04:59:59Z', '2026-04-14T23:59'],
  ['2026-04-15T05:00:00Z', '2026-04-15T00:00'],
  ['2026-04-14T17:00:00Z', '2026-04-14T12:00'],
  ['2026-03-08T08:00:00Z', '2026-03-08T03:00'],
  ['2026-11-01T07:30:00Z', '2026-11-01T01:30'],
])('%s is %s in Chicago', (instant, city) => {
  expect(cityNow(Date.parse(instant), 'America/Chicago')).toBe(city)
})

test('a plain date and time are unchanged', () => {
  expect(plainMs('2026-04-14', '19:45')).toBe(Date.UTC(2026, 3, 14, 19, 45))
})
