// The system clock in whole milliseconds.
import { afterEach, expect, test, vi } from 'vitest'
import { systemClock } from './clock.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('it is the system time in whole milliseconds and advances', async () => {
  const first = systemClock.now()
  expect(first.epochNanoseconds % 1_000_000n).toBe(0n)
  expect(Math.abs(first.epochMilliseconds - Date.now())).toBeLessThan(1_000)
  await vi.waitUntil(() => Temporal.Instant.compare(systemClock.now(), first) > 0)
})

test('calls within a millisecond get the same instant; it follows a clock that is set back', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 2_000 })
  const now = systemClock.now()
  expect(systemClock.now()).toBe(now)
  vi.setSystemTime(1_999)
  expect(systemClock.now().epochMilliseconds).toBe(1_999)
})
