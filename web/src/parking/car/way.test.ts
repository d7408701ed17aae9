// The bearing to the car, as a compass names it.
import { expect, test } from 'vitest'
import { bearing, compassPoint, walkMinutes } from './way.ts'

const here = { latitude: 41.88, longitude: -87.63 }
const names = 'N NE E SE S SW W NW'.split(' ')

test.each([
  ['N', 0.001, 0],
  ['NE', 0.001, 0.001 / Math.cos((41.88 * Math.PI) / 180)],
  ['E', 0, 0.001],
  ['SE', -0.001, 0.00134],
  ['S', -0.001, 0],
  ['SW', -0.001, -0.00134],
  ['W', 0, -0.001],
  ['NW', 0.001, -0.00134],
])('%s', (name, latitude, longitude) => {
  const degrees = bearing(here, { latitude: here.latitude + latitude, longitude: here.longitude + longitude })
  expect(degrees).toBeGreaterThanOrEqual(0)
  expect(degrees).toBeLessThan(360)
  expect(names[compassPoint(degrees)]).toBe(name)
})

test('a bearing just below north is north', () => {
  expect(compassPoint(359)).toBe(0)
})

test('a walk takes at least a minute', () => {
  expect([walkMinutes(5), walkMinutes(400)]).toEqual([1, 7])
})
