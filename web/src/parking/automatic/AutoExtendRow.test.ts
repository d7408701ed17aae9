// When the screen looks again at a session that extends itself.
import type { AutoExtend } from '@parkit/contract/parking/automatic'
import { expect, test } from 'vitest'
import { endExtendedTo, nextCheckMs } from './AutoExtendRow.tsx'

const at = Date.parse('2026-04-14T17:58:00Z')
const state: AutoExtend = {
  SessionId: 'P-0000000001',
  On: true,
  EndsAt: '2026-04-14T18:00:00Z',
  StepMinutes: 15,
  MaxPayment: 15,
  Next: { At: '2026-04-14T17:58:00Z', Minutes: 15, EndsAt: '2026-04-14T18:15:00Z', Amount: 0.5 },
  Stop: null,
}

test('just after the next step, and again while it is late', () => {
  expect(nextCheckMs(state, at - 60_000)).toBe(61_500)
  expect(nextCheckMs(state, at)).toBe(1_500)
  expect(nextCheckMs(state, at + 5_000)).toBe(1_500)
})

test('a stay of weeks fits into a timer', () => {
  expect(nextCheckMs(state, at - 60 * 24 * 3_600_000)).toBe(2 ** 31 - 1)
})

test('while money is missing, as it may arrive; otherwise never', () => {
  expect(nextCheckMs({ ...state, Next: null, Stop: 'insufficient_funds' }, at)).toBe(10_000)
  expect(nextCheckMs({ ...state, Next: null, Stop: 'max_payment' }, at)).toBe(false)
  expect(nextCheckMs({ ...state, On: false, Next: null }, at)).toBe(false)
})

test('an end that is later than the known one was extended; not the one that held before a closure cut the session', () => {
  const known = { SessionId: state.SessionId, EndsAt: '2026-04-14T17:45:00Z' }
  expect(endExtendedTo({ data: state, isPlaceholderData: false }, known)).toBe(state.EndsAt)
  expect(endExtendedTo({ data: state, isPlaceholderData: true }, known)).toBeUndefined()
  expect(endExtendedTo({ data: state, isPlaceholderData: false }, state)).toBeUndefined()
})
