// Which reminders are still true when their job runs.
import { expect, test } from 'vitest'
import { isStillTrue, type Reminder } from './session-notices.ts'

const at = (time: string) => Temporal.Instant.from(`2026-04-14T${time}:00Z`)

test.each<[what: string, Reminder, actedAt: string, now: string, says: boolean]>([
  ['15 minutes before, in time', 'ends15', '11:00', '11:45', true],
  ['late, yet before the next one', 'ends15', '11:00', '11:54', true],
  ['so late that the next one says it', 'ends15', '11:00', '11:55', false],
  ['5 minutes before, in time', 'ends5', '11:00', '11:55', true],
  ['late, in the last minute', 'ends5', '11:00', '11:59', true],
  ['after the end', 'ends5', '11:00', '12:00', false],
  ['for an end that moved on', 'ends15', '11:00', '11:30', false],
  ['when the driver extended to this end within the 15 minutes', 'ends15', '11:46', '11:46', false],
  ['when he did so before them', 'ends15', '11:44', '11:45', true],
])('%s', (_, reminder, actedAt, now, says) => {
  expect(isStillTrue(reminder, { running: true, endsAt: at('12:00'), actedAt: at(actedAt) }, at(now))).toBe(says)
  expect(isStillTrue(reminder, { running: false, endsAt: at('12:00'), actedAt: at(actedAt) }, at(now))).toBe(false)
})
