// The cut of time into bays, as the design guide words it.
import { expect, test } from 'vitest'
import { bayMinutesOf, baysOf, paintOf } from './bay-time.ts'

test.each([
  [15, 15],
  [240, 15],
  [241, 30],
  [480, 30],
  [481, 60],
  [1440, 60],
  [1500, 120],
])('%i minutes are cut into bays of %i', (total, bay) => expect(bayMinutesOf(total)).toBe(bay))

test('never more than 24 bays, however long the stay', () => {
  for (let minutes = 1; minutes <= 10_080; minutes++) expect(baysOf(minutes).length).toBeLessThanOrEqual(24)
})

test('the last bay ends where the stay ends', () => {
  expect(baysOf(52)).toEqual([15, 15, 15, 7])
})

test('used time is empty from the left, and the current bay is partly filled', () => {
  expect(paintOf(120, 48, 120).map(p => p.to - p.from)).toEqual([0, 0, 0, 1 - 3 / 15, 1, 1, 1, 1])
})
