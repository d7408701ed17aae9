// A clearance must never promise more height than there is.
import { expect, test } from 'vitest'
import { feetAndInches, metersText } from './ZoneFacts.tsx'

test.each([
  [2.0, 6, 6],
  [1.98, 6, 5],
  [2.032, 6, 8],
  [2.1336, 7, 0],
  [0.3048, 1, 0],
])('%f m is %i ft %i in', (metres, feet, inches) => {
  expect(feetAndInches(metres)).toEqual([feet, inches])
})

test.each([
  [2, '2.00'],
  [1.98, '1.98'],
  [2.1336, '2.13'],
])('%f m is %s m where a city counts in kilometers', (metres, text) => {
  expect(metersText(metres)).toBe(text)
})
