// Months by the calendar of the place.
import { expect, test } from 'vitest'
import { byMonth, monthOf } from './months.ts'

const at = (StartedAt: string, TimeZone = 'America/Chicago') => ({ StartedAt, TimeZone })

test.each([
  ['2026-04-01T04:59:59Z', 'America/Chicago', '2026-03'],
  ['2026-04-01T05:00:00Z', 'America/Chicago', '2026-04'],
  ['2026-12-31T18:30:00Z', 'Asia/Kolkata', '2027-01'],
])('%s in %s is %s', (when, zone, month) => expect(monthOf(at(when, zone))).toBe(month))

test('sessions keep their order within their months', () => {
  const sessions = [at('2026-04-11T12:00:00Z'), at('2026-04-02T12:00:00Z'), at('2026-03-28T12:00:00Z')]
  expect(byMonth(sessions).map(({ month, sessions: { length } }) => [month, length])).toEqual([
    ['2026-04', 2],
    ['2026-03', 1],
  ])
  expect(byMonth(sessions).flatMap(group => group.sessions)).toEqual(sessions)
  expect(byMonth([])).toEqual([])
})
