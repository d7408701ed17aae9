// The amount to add: every way to type it, and every wrong one with its reason.
import { AddAmount } from '@parkit/contract/money/wallet-schemas'
import { addAmountRange, amountError } from '@parkit/contract/platform/amount-ranges'
import { expect, test } from 'vitest'
import { firstAmount, readAmount, typedAmount } from './amount.ts'

test.each([
  ['20', 20],
  [' $20.5 ', 20.5],
  ['1', 1],
  ['500.00', 500],
  ['19.99', 19.99],
  ['20.', 20],
])('%s is %d dollars', (typed, dollars) => {
  expect(readAmount(typed)).toEqual({ dollars })
})

test.each([
  ['', 'required'],
  ['  ', 'required'],
  ['ten', 'number'],
  ['1,000', 'number'],
  ['-5', 'number'],
  ['1e2', 'number'],
  ['0.99', 'add_amount'],
  ['500.01', 'add_amount'],
  ['2.005', 'two_decimals'],
])('"%s" is answered %s', (typed, error) => {
  expect(readAmount(typed)).toEqual({ error })
})

test.each([0, 0.99, 1, 2.005, 500, 500.01])('the form and the server judge %d dollars alike', dollars => {
  const { error } = AddAmount.safeParse(dollars)
  expect(amountError(dollars, addAmountRange)).toBe(error?.issues[0]?.message)
})

test('an amount has cents only if they are not zero', () => {
  expect([typedAmount(20), typedAmount(20.5)]).toEqual(['20', '20.50'])
})

test('an amount that may not be added is replaced by the next suggestion', () => {
  expect(firstAmount('12.4', '30')).toBe('12.40')
  expect(firstAmount('0.20', '30')).toBe('30')
  expect(firstAmount(null, '0')).toBe('20')
})
