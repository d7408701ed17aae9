// The distance between two places of a city.
import { expect, test } from 'vitest'
import { distanceText, metresBetween } from './distance.ts'

test('a degree of longitude is shorter than one of latitude', () => {
  const state = { latitude: 41.88, longitude: -87.63 }
  expect(Math.round(metresBetween(state, { ...state, latitude: 41.889 }))).toBe(1001)
  expect(Math.round(metresBetween(state, { ...state, longitude: -87.621 }))).toBe(745)
})

test('distances are in feet, rounded to tens and fifties, and from a tenth of a mile in miles', () => {
  const texts: [metres: number, text: string][] = [
    [0, '10 ft'],
    [12, '40 ft'],
    [28, '90 ft'],
    [29, '100 ft'],
    [91, '300 ft'],
    [160, '500 ft'],
    [161, '0.1 mi'],
    [643, '0.4 mi'],
    [15_900, '9.9 mi'],
    [16_090, '10 mi'],
  ]
  for (const [metres, text] of texts) expect(distanceText(metres, 'en', 'mi')).toBe(text)
})

test('in kilometers where a city counts in them', () => {
  const texts: [number, string][] = [
    [3, '10 m'],
    [92, '90 m'],
    [96, '100 m'],
    [949, '950 m'],
    [951, '1.0 km'],
    [9_940, '9.9 km'],
    [15_900, '16 km'],
  ]
  for (const [metres, text] of texts) expect(distanceText(metres, 'en', 'km')).toBe(text)
})
