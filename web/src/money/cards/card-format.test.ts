// Typing a card: groups, slash and digits appear by themselves, deleting works, completeness is known.
import { expect, test } from 'vitest'
import { groupNumber, isComplete, writeCvc, writeExpiry } from './card-format.ts'

test.each([
  ['4242424242424242', '4242 4242 4242 4242'],
  ['42424', '4242 4'],
  ['4242 4242 x', '4242 4242'],
  ['378282246310005', '3782 822463 10005'],
  ['', ''],
])('the number %j shows as %j', (typed, shown) => {
  expect(groupNumber(typed)).toBe(shown)
})

test.each([
  ['0', '', '0'],
  ['4', '', '04 / '],
  ['12', '1', '12 / '],
  ['12 / 3', '12 / ', '12 / 3'],
  ['1231', '', '12 / 31'],
  ['12 /', '12 / ', '12'],
  ['12 / 319', '12 / 31', '12 / 31'],
])('the date typed %j after %j shows as %j', (typed, before, shown) => {
  expect(writeExpiry(typed, before)).toBe(shown)
})

test('only a valid card is complete', () => {
  expect(isComplete('cardNumber', '4242 4242 4242 4242')).toBe(true)
  expect(isComplete('cardNumber', '4242 4242 4242 4241')).toBe(false)
  expect(isComplete('cardNumber', '4242 4242 4242')).toBe(false)
  expect(isComplete('cardNumber', '3782 822463 10005')).toBe(true)
  expect(isComplete('cardExpiry', '12 / 3')).toBe(false)
  expect(isComplete('cardExpiry', '12 / 31')).toBe(true)
  expect(isComplete('cardCvc', '12')).toBe(false)
  expect(isComplete('cardCvc', writeCvc('12a3'))).toBe(true)
})
