// The delay before another attempt: doubled up to half a minute, and never the same for all.
import { expect, test } from 'vitest'
import { retryDelayMs } from './retry-delay.ts'

test('delays double up to half a minute, with jitter', () => {
  expect([1, 2, 3, 4, 9].map(failures => retryDelayMs(failures, 1))).toEqual([1_000, 2_000, 4_000, 8_000, 30_000])
  expect([retryDelayMs(1, 0), retryDelayMs(99, 0)]).toEqual([500, 15_000])
})
