// The first answer of a key: given again for the same input, refused for another.
import { expect, test } from 'vitest'
import { firstAnswer, type OnceKey } from './once.ts'

const once: OnceKey = { driverId: 'd', key: 'k', call: '/api/pay', inputHash: Buffer.from('input') }

test('nothing stored: the call is the first', () => {
  expect([firstAnswer(once, null), firstAnswer(once, undefined)]).toEqual([null, null])
})

test('the same input gets the stored answer, other input a conflict', () => {
  const answer = { Balance: 20 }
  expect(firstAnswer(once, { input_hash: Buffer.from('input'), answer })).toBe(answer)
  expect(() => firstAnswer(once, { input_hash: Buffer.from('other'), answer })).toThrow('idempotency_conflict')
})
