// The distance between two places of a city.
import { expect, test } from 'vitest'
import { metresBetween } from './distance.ts'

test('a degree of longitude is shorter than one of latitude', () => {
  const state = { latitude: 41.88, longitude: -87.63 }
  expect(Math.round(metresBetween(state, { ...state, latitude: 41.889 }))).toBe(1001)
  expect(Math.round(metresBetween(state, { ...state, longitude: -87.621 }))).toBe(745)
})
