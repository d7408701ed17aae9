// Turns: a burst of one address or one token begins one at a time, and others begin between.
import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

const hand = () => {
  const due: (() => void)[] = []
  const order: string[] = []
  const inTurn = createTurns(work => due.push(work))
  return {
    order,
    come: (block: string, token: string | undefined, name: string) => inTurn(block, token, () => order.push(name)),
    turn: () => {
      for (const work of due.splice(0)) work()
    },
  }
}

test('D-109: of one address one request begins in a turn; another address does not wait', () => {
  const { come, turn, order } = hand()
  for (const n of [1, 2, 3]) come('flood', undefined, `flood ${n}`)
  come('maya', undefined, 'maya')
  expect(order).toEqual(['flood 1', 'maya'])
  turn()
  come('raj', undefined, 'raj')
  expect(order).toEqual(['flood 1', 'maya', 'flood 2', 'raj'])
  turn()
  turn()
  expect(order).toEqual(['flood 1', 'maya', 'flood 2', 'raj', 'flood 3'])
  come('flood', undefined, 'flood 4')
  expect(order.at(-1)).toBe('flood 4')
})

test('D-109: of one token likewise, whichever addresses it comes from, and its neighbor goes ahead', () => {
  const { come, turn, order } = hand()
  for (const n of [1, 2, 3]) come(`address ${n}`, 'token', `flood ${n}`)
  come('address 2', 'another', 'maya')
  expect(order).toEqual(['flood 1'])
  turn()
  expect(order).toEqual(['flood 1', 'flood 2'])
  turn()
  expect(order).toEqual(['flood 1', 'flood 2', 'maya', 'flood 3'])
})
