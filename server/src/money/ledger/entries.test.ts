// Every entry builder: sums to zero, moves the wallet by what the event says, leaves out what does not move.
import { cents } from '@parkit/contract/platform/money'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cancelled, type Entry, extension, fare, topUp, unusedMinutes } from './entries.ts'

const amount = fc.integer({ min: 0, max: 1_000_000 }).map(cents)
const sum = (entry: Entry) => entry.amountsCents.reduce((total, each) => total + each, 0)
const of = (entry: Entry, account: string) =>
  entry.amountsCents.filter((_, at) => entry.accounts[at] === account).reduce((total, each) => total + each, 0)

test('every entry sums to zero and carries no empty posting', () => {
  fc.assert(
    fc.property(amount, amount, (parking, fee) => {
      for (const entry of [
        topUp('d', 'c', parking),
        fare('d', 's', parking, fee),
        extension('d', 's', parking),
        unusedMinutes('d', 's', parking),
        cancelled('d', 's', parking, fee),
      ]) {
        expect(sum(entry)).toBe(0)
        expect(entry.amountsCents).not.toContain(0)
        expect(entry.accounts).toHaveLength(entry.amountsCents.length)
      }
    }),
  )
})

test('a fare leaves the wallet, and cancelling it brings all of it back', () => {
  const [paid, back] = [fare('d', 's', cents(240), cents(35)), cancelled('d', 's', cents(240), cents(35))]
  expect(of(paid, 'wallet')).toBe(-275)
  expect([of(paid, 'parking_income'), of(paid, 'fee_income')]).toEqual([240, 35])
  expect(of(back, 'wallet')).toBe(275)
})

test('a top-up comes in from the card, unused minutes from the parking', () => {
  expect(of(topUp('d', 'c', cents(2000)), 'card_clearing')).toBe(-2000)
  expect(of(unusedMinutes('d', 's', cents(60)), 'parking_income')).toBe(-60)
})
