// Which reminders are still true when their job runs.
import { reminder } from '@parkit/contract/platform/limits'
import { expect, test } from 'vitest'
import { isStillTrue, type Leads, type Reminder } from './session-notices.ts'

const at = (time: string) => Temporal.Instant.from(`2026-04-14T${time}:00Z`)

const usual: Leads = { ends15: reminder.firstMinutes, ends5: reminder.lastMinutes }

test.each<[what: string, Reminder, actedAt: string, now: string, says: boolean, leads?: Leads]>([
  ['15 minutes before, in time', 'ends15', '11:00', '11:45', true],
  ['late, yet before the next one', 'ends15', '11:00', '11:54', true],
  ['so late that the next one says it', 'ends15', '11:00', '11:55', false],
  ['5 minutes before, in time', 'ends5', '11:00', '11:55', true],
  ['late, in the last minute', 'ends5', '11:00', '11:59', true],
  ['after the end', 'ends5', '11:00', '12:00', false],
  ['for an end that moved on', 'ends15', '11:00', '11:30', false],
  ['when the driver extended to this end within the 15 minutes', 'ends15', '11:46', '11:46', false],
  ['when he did so before them', 'ends15', '11:44', '11:45', true],
  ['by the driver’s own minutes', 'ends15', '11:00', '11:30', true, { ends15: 30, ends5: 10 }],
  ['late, yet before the driver’s own next one', 'ends15', '11:00', '11:49', true, { ends15: 30, ends5: 10 }],
  ['so late that the driver’s own next one says it', 'ends15', '11:00', '11:50', false, { ends15: 30, ends5: 10 }],
])('%s', (_, kind, actedAt, now, says, leads = usual) => {
  const end = { endsAt: at('12:00'), actedAt: at(actedAt) }
  expect(isStillTrue(kind, { running: true, ...end }, at(now), leads)).toBe(says)
  expect(isStillTrue(kind, { running: false, ...end }, at(now), leads)).toBe(false)
})
