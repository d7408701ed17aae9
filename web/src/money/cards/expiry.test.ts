// A card is good to the end of its month, and warned of before.
import { expect, test } from 'vitest'
import { expiryState, renewalYears } from './expiry.ts'

const card = (MonthExpiry: string, YearExpiry: string) => ({ MonthExpiry, YearExpiry })

test.each([
  ['03', '2026', 'over'],
  ['12', '2025', 'over'],
  ['04', '2026', 'soon'],
  ['05', '2026', 'soon'],
  ['06', '2026', 'good'],
  ['01', '2027', 'good'],
])('in April 2026 a card to %s/%s is %s', (month, year, state) => {
  expect(expiryState(card(month, year), { year: 2026, month: 4 })).toBe(state)
})

test('across the turn of the year', () => {
  expect(expiryState(card('01', '2027'), { year: 2026, month: 12 })).toBe('soon')
})

test('a card may be renewed from this year on', () => {
  expect(renewalYears({ year: 2026 }).at(0)).toBe('2026')
  expect(renewalYears({ year: 2026 }).at(-1)).toBe('2041')
})
