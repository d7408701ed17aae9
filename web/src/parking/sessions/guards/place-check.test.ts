// Far from the zone: its kerb or area, the phone's accuracy, garages, old and missing positions.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { metresBetween } from '#platform/distance.ts'
import type { Position } from '#platform/position.ts'
import { metresAway, metresToZone } from './place-check.ts'

const nowMs = 1_000_000_000
const spot = { latitude: 41.882, longitude: -87.6278 }
const perDegree = { latitude: 1 / 111_195, longitude: 1 / (111_195 * Math.cos((spot.latitude * Math.PI) / 180)) }
/** [longitude, latitude], so many meters east and north of the spot. */
const at = (east: number, north: number): [number, number] => [
  spot.longitude + east * perDegree.longitude,
  spot.latitude + north * perDegree.latitude,
]
const zone = (outline: [number, number][], Kind: 'street' | 'lot' | 'garage' = 'street', middle = at(1_000, 0)) => ({
  Outline: outline,
  Kind,
  Latitude: middle[1],
  Longitude: middle[0],
})
const known = (accuracyMetres: number, atMs = nowMs): Position => ({ state: 'known', spot, accuracyMetres, atMs })
const away = (position: Position, place: ReturnType<typeof zone>) => metresAway(position, place, nowMs)

test('to a street it is as far as to the nearest point of its line, not to its middle', () => {
  expect(metresToZone(spot, zone([at(-500, 40), at(500, 40)]))).toBeCloseTo(40, 0)
  expect(metresToZone(spot, zone([at(300, 0), at(900, 0)]))).toBeCloseTo(300, 0)
  // of a bent line, the bend
  expect(metresToZone(spot, zone([at(100, 500), at(100, 30), at(500, 30)]))).toBeCloseTo(Math.hypot(100, 30), 0)
})

test('within a lot it is no way at all; from outside it is to its edge', () => {
  const ring = (east: number) => [at(east, -50), at(east + 100, -50), at(east + 100, 50), at(east, 50), at(east, -50)]
  expect(metresToZone(spot, zone(ring(-50), 'lot'))).toBe(0)
  expect(metresToZone(spot, zone(ring(20), 'lot'))).toBeCloseTo(20, 0)
  expect(metresToZone(spot, zone([], 'lot'))).toBeCloseTo(1_000, 0)
})

test.each<[string, Position, ReturnType<typeof zone>, number | null]>([
  ['a mile away', known(20), zone([at(1_600, 0)]), 1_600],
  ['on the next block', known(20), zone([at(200, 0)]), null],
  ['just too far', known(0), zone([at(301, 0)]), 301],
  ['just near enough', known(0), zone([at(299, 0)]), null],
  ['far, as the phone may be off', known(400), zone([at(600, 0)]), null],
  ['farther than the phone may be off', known(400), zone([at(800, 0)]), 800],
  ['a position by a mast', known(5_000), zone([at(3_000, 0)]), null],
  ['a garage, whose roof hides the sky', known(20), zone([at(450, 0)], 'garage'), null],
  ['a garage a mile away', known(20), zone([at(1_600, 0)], 'garage'), 1_600],
  ['an old position: the driver was moving', known(20, nowMs - 121_000), zone([at(1_600, 0)]), null],
  ['no position', { state: 'unasked', spot: null }, zone([at(1_600, 0)]), null],
  ['refused', { state: 'refused', spot: null }, zone([at(1_600, 0)]), null],
])('%s', (_, position, place, metres) => {
  const found = away(position, place)
  if (metres === null) expect(found).toBeNull()
  else expect(found).toBeCloseTo(metres, 0)
})

const metres = fc.integer({ min: -3_000, max: 3_000 })
const points = fc.array(fc.tuple(metres, metres), { minLength: 1, maxLength: 6 })

test('whatever the line: no point of it is nearer, none of its corners is farther, and worse accuracy never asks more', () => {
  fc.assert(
    fc.property(points, fc.integer({ min: 0, max: 2_000 }), fc.integer({ min: 0, max: 2_000 }), (line, one, more) => {
      const place = zone(line.map(([east, north]) => at(east, north)))
      const found = metresToZone(spot, place)
      const corners = place.Outline.map(([longitude, latitude]) => metresBetween(spot, { longitude, latitude }))
      expect(found).toBeLessThanOrEqual(Math.min(...corners) + 0.5)
      expect(found).toBeGreaterThanOrEqual(0)
      if (away(known(one), place) === null) expect(away(known(one + more), place)).toBeNull()
      if (away(known(one), { ...place, Kind: 'street' }) === null)
        expect(away(known(one), { ...place, Kind: 'garage' })).toBeNull()
    }),
    { numRuns: 500 },
  )
})
