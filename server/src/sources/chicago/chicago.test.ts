// The demo city: every place is one that can be imported and priced, numbered for good, and on a map whose tiles can be read.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { VectorTile } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import { describe, expect, test } from 'vitest'
import type { Place } from '#places/places.ts'
import { checkPlaces } from '#places/testing.ts'
import { checkTariff } from '#tariff/tariff.ts'
import { chicago, prepared, usualAt } from './chicago.ts'
import { areaSquareMetres, centreOf, metresBetween, metresToLine, type Position } from './geometry.ts'
import { gridOrigin, houseNumber } from './streets.ts'
import { accessibleSpaces } from './zones.ts'

const city = chicago().read()
const count = (kind: string) => city.places.filter(place => place.kind === kind).length

describe('the places', () => {
  test('are all there: the tiles’ 2,110 outlines are 1,913 car parks once each is counted in one tile', () => {
    expect(count('lot') + count('garage')).toBe(1_913)
    expect(count('street')).toBe(330)
  })

  test('can all be imported, under sound tariffs that are all in use', () => {
    expect(city.tariffs.flatMap(checkTariff)).toEqual([])
    const known = new Set(city.tariffs.map(tariff => tariff.id))
    expect(checkPlaces(city.places, id => known.has(id)).refused).toEqual([])
    expect(new Set(city.places.map(place => place.tariffId))).toEqual(known)
  })

  test('keep their numbers', () => {
    const known = city.places.filter(place => ['16929', '79180', '34321', '8009', '4904'].includes(place.zoneNumber))
    expect(Object.fromEntries(known.map(place => [place.zoneNumber, place.name]))).toEqual({
      16929: 'Wabash & Adams Garage',
      79180: 'Upper East Randolph & Michigan Garage',
      34321: 'Michigan Garage',
      8009: 'N Clark St, 200 block',
      4904: 'N Clark St, 100 block',
    })
  })

  test('one is never far from where drivers without a position begin', () => {
    const near = city.places.filter(place => metresBetween(gridOrigin, [place.longitude, place.latitude]) < 300)
    expect(near.length).toBeGreaterThan(10)
  })

  test('say where they come from', () => {
    expect(new Set(city.places.map(place => place.attribution))).toEqual(new Set(['© OpenStreetMap contributors']))
  })
})

describe('how full they usually are', () => {
  const garage = city.places.find(place => place.tariffId === 'garage-centre') as unknown as Place
  const at = (local: string) => usualAt(garage, Temporal.ZonedDateTime.from(`${local}[America/Chicago]`).toInstant())

  test('a share, fuller downtown at noon of a workday than at night or on Sunday', () => {
    expect(at('2026-04-14T12:00')).toBeGreaterThan(at('2026-04-14T03:00'))
    expect(at('2026-04-14T12:00')).toBeGreaterThan(at('2026-04-19T09:00'))
    for (let hour = 0; hour < 24; hour++) {
      const share = at(`2026-04-14T${String(hour).padStart(2, '0')}:59`)
      expect(share).toBeGreaterThanOrEqual(0)
      expect(share).toBeLessThanOrEqual(1)
    }
  })
})

describe('the map', () => {
  test.each([
    [10, 262, 380],
    [12, 1050, 1522],
    [13, 2101, 3044],
  ])('zoom %i has streets and water where the Loop is', (z, x, y) => {
    const tile = new VectorTile(new PbfReader(readFileSync(join(prepared, `tiles/${z}/${x}/${y}.pbf`))))
    expect(tile.layers.road!.length).toBeGreaterThan(10)
    expect(tile.layers.water!.length).toBeGreaterThan(0)
  })
})

describe('its geometry', () => {
  const square: Position[] = [
    [-87.6278, 41.882],
    [-87.6268, 41.882],
    [-87.6268, 41.883],
    [-87.6278, 41.883],
    [-87.6278, 41.882],
  ]

  test('area, centre and distance of a square', () => {
    expect(areaSquareMetres(square)).toBeCloseTo(82.79 * 111.195, -2)
    expect(centreOf(square)[0]).toBeCloseTo(-87.6273, 6)
    expect(centreOf(square)[1]).toBeCloseTo(41.8825, 6)
    expect(metresToLine([-87.6273, 41.881], square)).toBeCloseTo(111.2, 0)
  })

  test('house numbers count 800 to the mile from State and Madison', () => {
    const north = gridOrigin[1] + 1609.344 / 111_195
    expect(houseNumber('N State St', [gridOrigin[0], north])).toBe(800)
  })

  test('accessible spaces after the table of the standard', () => {
    expect([1, 25, 26, 100, 500, 501, 1_000, 1_001].map(accessibleSpaces)).toEqual([1, 1, 2, 4, 9, 11, 20, 21])
  })
})
