// The lines of a price as text: a part of a minute is said as one, never as none.
import { expect, test } from 'vitest'
import { lineItems } from './price-text.ts'
import { en } from './words.en.ts'

const label = (Minutes: number) =>
  lineItems([{ Kind: 'parking', Name: 'Meter', Minutes, HourlyRate: 1, Amount: 0.25 }], en, 'en')[0]!.label

test('the seconds before another rate are less than a minute', () => {
  expect(label(0)).toBe('Parking, under 1 min at $1.00/hr')
  expect(label(1)).toBe('Parking, 1 min at $1.00/hr')
})
