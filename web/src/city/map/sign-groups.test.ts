// Signs that would touch become one; the selected one always stands alone.
import { expect, test } from 'vitest'
import { isBehind, mergeTouching } from './sign-groups.ts'

const at = (place: string, x: number, y: number) => ({ place, x, y })
const names = (groups: ReturnType<typeof mergeTouching<string>>) =>
  groups.map(group => group.map(({ place }) => place).join(''))

test('merges overlapping signs into the first of the list', () => {
  expect(
    names(mergeTouching([at('a', 0, 0), at('b', 111, 0), at('c', 112, 0), at('d', 0, 51), at('e', 0, 52)])),
  ).toEqual(['abd', 'c', 'e'])
})

test('measures from the group’s first place, so a chain of near places is not one group', () => {
  expect(names(mergeTouching([at('a', 0, 0), at('b', 60, 0), at('c', 120, 0)]))).toEqual(['ab', 'c'])
})

test('never hides the selected place, nor groups others under it', () => {
  const points = [at('a', 0, 0), at('b', 10, 0), at('c', 20, 0)]
  expect(names(mergeTouching(points, place => place === 'b'))).toEqual(['ac', 'b'])
  expect(names(mergeTouching(points, place => place === 'a'))).toEqual(['a', 'bc'])
})

test('a sign is hidden only if too little of it shows behind the selected one', () => {
  const selected = { x: 0, y: 0 }
  expect(isBehind({ x: 0, y: -10 }, selected)).toBe(true)
  // a finger's width at its side, above it, or below it
  expect(isBehind({ x: 24, y: -10 }, selected)).toBe(false)
  expect(isBehind({ x: 0, y: -42 }, selected)).toBe(false)
  expect(isBehind({ x: 0, y: 24 }, selected)).toBe(false)
  expect(isBehind({ x: 0, y: 23 }, selected)).toBe(true)
})
