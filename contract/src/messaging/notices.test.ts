// When a countdown is renewed.
import { expect, test } from 'vitest'
import { nextRenewalMs } from './notices.ts'

const minute = 60_000
const endMs = 1_000 * minute

test.each([
  [300, 240],
  [200, 180],
  [180, 165],
  [62, 60],
  [60, 55],
  [17, 15],
  [15, 10],
  [3, 0],
  [0, 0],
])('with %i minutes left, at %i', (left, next) => {
  expect((endMs - nextRenewalMs(endMs, endMs - left * minute)) / minute).toBe(next)
})
