// The picker stops at its limits and never sets two times on top of each other.
import { expect, test } from 'vitest'
import { axisOf, snap } from './duration.ts'

const limits = { min: 15, max: 180, step: 15 }

test.each([
  [22, 15],
  [23, 30],
  [-60, 15],
  [0, 15],
  [175, 180],
  [400, 180],
])('%i minutes snap to %i', (minutes, expected) => expect(snap(minutes, limits)).toBe(expected))

test('a limit that is no step can be reached, and left by one step', () => {
  const cut = { min: 15, max: 52, step: 15 }
  expect(snap(60, cut)).toBe(52)
  expect(snap(52 - 15, cut)).toBe(30)
})

test('two of three hours: start, whole hours, the chosen time, the limit', () => {
  expect(axisOf(120, 180)).toEqual([0, 60, 120, 180])
})

test('near the start the chosen time replaces now; near the end the limit stays', () => {
  expect(axisOf(60, 360)).toEqual([60, 240, 360])
  expect(axisOf(15, 720)).toEqual([0, 360, 720])
  expect(axisOf(345, 360)).not.toContain(345)
  expect(axisOf(360, 360)).toContain(360)
})

test('times never overlap, whatever is chosen: the first and the last are the long ones', () => {
  for (let max = 15; max <= 1_440; max += 15)
    for (let chosen = 15; chosen <= max; chosen += 15) {
      const marks = axisOf(chosen, max)
      for (let i = 1; i < marks.length; i++) {
        const [from, to] = [marks[i - 1]!, marks[i]!]
        const least = from === 0 || to === max ? 0.3 : 0.17
        expect((to - from) / max, `${chosen} of ${max}: ${marks}`).toBeGreaterThanOrEqual(least)
      }
    }
})
