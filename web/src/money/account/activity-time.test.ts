// When money moved: today, this year and before, in the driver's own zone.
import { expect, test } from 'vitest'
import { activityTimeText } from './activity-time.ts'

const at = (instant: string, timeZone = 'America/Chicago') =>
  activityTimeText(instant, {
    nowMs: Date.parse('2026-04-15T02:00:00Z'),
    timeZone,
    language: 'en',
    today: time => `Today, ${time}`,
  })

test.each([
  ['2026-04-14T18:30:00Z', 'Today, 1:30 PM'],
  ['2026-04-14T04:59:00Z', 'Mon, Apr 13, 11:59 PM'],
  ['2026-01-01T06:00:00Z', 'Thu, Jan 1, 12:00 AM'],
  ['2026-01-01T05:59:00Z', 'Wed, Dec 31, 2025, 11:59 PM'],
])('%s is %s in Chicago', (instant, text) => {
  expect(at(instant).replace(/\u202f/g, ' ')).toBe(text)
})

test('the day is the zone’s', () => {
  expect(at('2026-04-14T18:30:00Z', 'Asia/Kolkata').replace(/\u202f/g, ' ')).toBe('Today, 12:00 AM')
})
