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

test('a limit that is no step can be reached, and left again by a step', () => {
  const cut = { min: 15, max: 52, step: 15 }
  expect(snap(60, cut)).toBe(52)
  expect(snap(52 - 15, cut)).toBe(30)
})

test('two of three hours: start, whole hours, the chosen one, the limit', () => {
  expect(axisOf(120, 180)).toEqual([0, 60, 120, 180])
})

test('marks never touch, whatever is chosen', () => {
  for (let max = 15; max <= 1_440; max += 15)
    for (let chosen = 15; chosen <= max; chosen += 15) {
      const marks = axisOf(chosen, max)
      for (let i = 1; i < marks.length; i++) expect((marks[i]! - marks[i - 1]!) / max).toBeGreaterThanOrEqual(0.15)
    }
})
