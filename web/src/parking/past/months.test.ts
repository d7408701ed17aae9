// Months by the calendar of the place, and distances.
import { expect, test } from 'vitest'
import { byMonth, distanceText, monthOf } from './months.ts'

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

test.each([
  [0, '0 ft'],
  [91, '300 ft'],
  [160, '500 ft'],
  [161, '0.1 mi'],
  [643, '0.4 mi'],
  [15_900, '9.9 mi'],
  [16_090, '10 mi'],
])('%d meters are %s', (metres, text) => expect(distanceText(metres, { feet: 'ft', miles: 'mi' })).toBe(text))
