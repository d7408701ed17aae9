// The demo city: every place can be imported and priced, keeps its number, and lies on a map whose tiles can be read.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { VectorTile } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import { afterAll, describe, expect, test } from 'vitest'
import { loadCity } from '#city/bundled/bundled.ts'
import { checkTariff } from '#city/calendar/calendar.ts'
import type { Place } from '#city/places/places.ts'
import { createSearch } from '#city/places/search.ts'
import { source, tuesday } from '#city/places/testing.ts'
import { holds } from '#city/tile-names/tile-names.ts'
import { areaSquareMetres, centreOf, metresBetween, metresToLine, type Position } from '#platform/plane.ts'
import { createTestDatabase, TestClock } from '#platform/testing.ts'
import { readCarParks } from './car-parks.ts'
import { usualAt } from './chicago.ts'
import { readFixture } from './fixture.ts'
import { gridOrigin } from './grid-origin.ts'
import { landmarks } from './landmarks.ts'
import { makeCity } from './make-city.ts'
import { writeTiles } from './map-tiles.ts'
import { neighbourhoodOf } from './neighbourhoods.ts'
import { houseNumber, spokenName } from './streets.ts'
import { accessibleSpaces } from './zones.ts'

const tiles = readFixture()
/** Whether a ray from the point crosses the ring an odd number of times. */
const contains = (ring: Position[], [x, y]: Position): boolean =>
  ring.slice(1).filter(([toX, toY], i) => {
    const [fromX, fromY] = ring[i]!
    return fromY > y !== toY > y && x < fromX + ((toX - fromX) * (y - fromY)) / (toY - fromY)
  }).length %
    2 ===
  1

const city = makeCity(tiles)
const named = (zoneNumber: string) => city.places.find(place => place.zoneNumber === zoneNumber)!
const count = (kind: string) => city.places.filter(place => place.kind === kind).length

describe('the places', () => {
  test('2,110 outlines merge into 1,936 car parks, 1,908 of them on the map', () => {
    expect(readCarParks(tiles).length).toBe(1_936)
    expect(count('lot') + count('garage')).toBe(1_908)
    expect(count('street')).toBe(361)
  })

  test('all can be imported, with valid tariffs that are all in use', () => {
    expect(city.tariffs.flatMap(checkTariff)).toEqual([])
    expect(new Set(city.places.map(place => place.tariffId))).toEqual(new Set(city.tariffs.map(({ id }) => id)))
  })

  test('keep their numbers', () => {
    const known = ['16929', '79180', '34321', '8009', '4904'].map(number => [number, named(number)?.name])
    expect(Object.fromEntries(known)).toEqual({
      16929: 'Wabash & Adams Garage',
      79180: 'Randolph & Michigan Garage',
      34321: 'Michigan Garage',
      8009: '200–299 N Clark St',
      4904: '100–199 N Clark St',
    })
    expect(new Set(city.places.map(place => place.zoneNumber)).size).toBe(city.places.length)
  })

  test('are imported completely', async () => {
    const db = await createTestDatabase()
    try {
      const loading = { db, clock: new TestClock(tuesday), log: { warn: () => {} } }
      const { state, counters } = (await loadCity(loading, source(city, 'first', 'chicago')))!
      expect([state, counters]).toMatchObject(['published', { added: city.places.length, refused: 0, unpayable: 0 }])
      expect(await loadCity(loading, source(city, 'first', 'chicago'))).toBeNull()
    } finally {
      await db.close()
    }
  })

  test('one is near the default position', () => {
    const near = city.places.filter(place => metresBetween(gridOrigin, [place.longitude, place.latitude]) < 300)
    expect(near.length).toBeGreaterThan(10)
  })

  test('name their source', () => {
    expect(new Set(city.places.map(place => place.attribution))).toEqual(new Set(['© OpenStreetMap contributors']))
  })
})

describe('a car park across tile borders', () => {
  test('is one place with its whole area', () => {
    const near = readCarParks(tiles).filter(
      ({ outline }) => metresBetween(centreOf(outline), [-87.67085, 41.87916]) < 20,
    )
    expect(near.length).toBe(1)
    const { outline } = near[0]!
    expect(areaSquareMetres(outline)).toBeCloseTo(7_284, -1)
    const longitudes = outline.map(([longitude]) => longitude)
    expect(Math.min(...longitudes)).toBeCloseTo(-87.67162, 4)
    expect(Math.max(...longitudes)).toBeCloseTo(-87.67008, 4)
    const tileOf = (point: Position) => tiles.findIndex(tile => holds(tile, point))
    expect(new Set(outline.map(tileOf)).size).toBe(2)
  })

  test('no car park lies inside another', () => {
    const centres = city.places
      .filter(place => place.kind !== 'street')
      .map(({ longitude, latitude }) => `${longitude} ${latitude}`)
    expect(new Set(centres).size).toBe(centres.length)
    const all = readCarParks(tiles).map(({ outline }) => ({ outline, centre: centreOf(outline) }))
    const inside = all.filter(a => all.some(b => a !== b && contains(b.outline, a.centre)))
    expect(inside).toEqual([])
  })
})

describe('search', async () => {
  const zones = city.places.map((place, zone) => ({ ...place, kind: 'zone' as const, zone }))
  const search = await createSearch([...city.names, ...zones], ['chicago'])
  const loop = { latitude: gridOrigin[1], longitude: gridOrigin[0] }
  const meant = (query: string) => search.findSpot(query, loop)?.name

  test.each([
    ['Willis Tower', 'Willis Tower'],
    ['Navy Pier', 'Navy Pier'],
    ['Art Institute', 'Art Institute of Chicago'],
    ['Union Station', 'Chicago Union Station'],
    ['Wrigley Field', 'Wrigley Field'],
    ['Soldier Field', 'Soldier Field'],
    ['United Center', 'United Center'],
    ['Millennium Park', 'Millennium Park'],
    ['ohare', 'O’Hare International Airport'],
    ['navy peir', 'Navy Pier'],
    ['millenium park', 'Millennium Park'],
    ['233 S Wacker Dr', '233 S Wacker Dr'],
    ['4500 s king dr', '4500 S King Dr'],
    ['soldier feild', 'Soldier Field'],
    ['नेवी पियर', 'Navy Pier'],
    ['estacion union', 'Chicago Union Station'],
    ['State & Madison', 'S State St & W Madison St'],
    ['1060 w addison', '1060 W Addison St'],
    ['60614', '60614'],
    ['rush hospital', 'Rush University Medical Center'],
    ['hyde park', 'Hyde Park'],
  ])('%s means %s', (query, name) => {
    if (query === 'State & Madison') expect(meant(query)).toMatch(/^[NS] State St & [EW] Madison St$/)
    else expect(meant(query)).toBe(name)
  })

  test('landmarks are where the city’s grid has their addresses', () => {
    const wrong = landmarks.flatMap(landmark => {
      const spot = landmark.address && search.findSpot(landmark.address, landmark)
      if (!spot) return landmark.address ? [landmark.name] : []
      const metres = metresBetween([spot.longitude, spot.latitude], [landmark.longitude, landmark.latitude])
      return spot.kind === 'address' && metres < 250 ? [] : [`${landmark.name}: ${spot.name}, ${Math.round(metres)} m`]
    })
    expect(wrong).toEqual([])
  })
})

describe('usual occupancy', () => {
  const garage = city.places.find(place => place.tariffId === 'garage-centre') as unknown as Place
  const at = (local: string) => usualAt(garage, Temporal.ZonedDateTime.from(`${local}[America/Chicago]`).toInstant())

  test('is a share, fuller downtown at noon on a workday than at night or on Sunday', () => {
    expect(at('2026-04-14T12:00')).toBeGreaterThan(at('2026-04-14T03:00'))
    expect(at('2026-04-14T12:00')).toBeGreaterThan(at('2026-04-19T09:00'))
    const nightOut = { ...garage, neighbourhood: 'River North' }
    const friday = Temporal.ZonedDateTime.from('2026-04-17T21:00[America/Chicago]').toInstant()
    expect(usualAt(nightOut, friday)).toBeGreaterThan(usualAt(garage, friday))
    expect(usualAt({ ...garage, kind: 'street' }, friday)).toBeGreaterThan(usualAt(garage, friday))
    for (let hour = 0; hour < 24; hour++) {
      const share = at(`2026-04-14T${String(hour).padStart(2, '0')}:59`)
      expect(share).toBeGreaterThanOrEqual(0)
      expect(share).toBeLessThanOrEqual(1)
    }
  })
})

describe('the map', () => {
  const read = (z: number, x: number, y: number) =>
    new VectorTile(new PbfReader(readFileSync(join(folder, `${z}/${x}/${y}.pbf`))))
  const folder = mkdtempSync(join(tmpdir(), 'parkit-tiles-'))
  writeTiles(tiles, folder)
  afterAll(() => rmSync(folder, { recursive: true }))

  test.each([
    [10, 262, 380],
    [12, 1050, 1522],
    [13, 2101, 3044],
  ])('zoom %i has streets and water in the Loop', (z, x, y) => {
    const tile = read(z, x, y)
    expect(tile.layers.road!.length).toBeGreaterThan(10)
    expect(tile.layers.water!.length).toBeGreaterThan(0)
  })

  test('says where its tiles end', () => {
    const { bounds, minzoom, maxzoom } = JSON.parse(readFileSync(join(folder, 'tiles.json'), 'utf8'))
    expect(bounds.map((degrees: number) => degrees.toFixed(6))).toEqual([
      '-87.802734',
      '41.771312',
      '-87.583008',
      '41.967659',
    ])
    expect([minzoom, maxzoom]).toEqual([10, 13])
  })

  test('the overview has every label once', () => {
    const labels = read(10, 262, 380).layers.place_label!
    const seen = Array.from({ length: labels.length }, (_, i) => {
      const label = labels.feature(i)
      return `${label.properties.name} ${JSON.stringify(label.loadGeometry())}`
    })
    expect(seen.some(label => label.startsWith('Logan Square'))).toBe(true)
    expect(new Set(seen).size).toBe(seen.length)
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

  test('area, center and distance of a square', () => {
    expect(areaSquareMetres(square)).toBeCloseTo(82.79 * 111.195, -2)
    expect(centreOf(square)[0]).toBeCloseTo(-87.6273, 6)
    expect(centreOf(square)[1]).toBeCloseTo(41.8825, 6)
    expect(metresToLine([-87.6273, 41.881], square)).toBeCloseTo(111.2, 0)
  })

  test.each([
    ['N State St', 1, 800],
    ['W Madison St', -1, 0],
    ['S State St', -1, 1_200],
    ['S State St', -2, 2_200],
    ['S State St', -3, 3_100],
    ['S State St', -4, 3_900],
  ])('%s, %i miles north of Madison St: number %i', (street, miles, number) => {
    const there: Position = [gridOrigin[0], gridOrigin[1] + (miles * 1609.344) / 111_195]
    expect(houseNumber(street, there)).toBe(Math.max(1, number))
  })

  test.each([
    ['N Wells St', 'Wells'],
    ['W North Ave', 'North'],
    ['Upper East Randolph St', 'Randolph'],
    ['S Doctor Martin Luther King Junior Dr', 'King'],
  ])('%s is called %s', (name, spoken) => expect(spokenName(name)).toBe(spoken))

  test.each<[string, Position]>([
    ['Loop', [-87.6278, 41.882]],
    ['River North', [-87.634, 41.892]],
    ['Streeterville', [-87.6185, 41.8915]],
    ['Wrigleyville', [-87.6553, 41.9484]],
    ['Pilsen', [-87.6563, 41.8577]],
    ['Hyde Park', [-87.5926, 41.7943]],
    ['Oak Park', [-87.7945, 41.8867]],
  ])('%s is where it is', (name, at) => expect(neighbourhoodOf(at)).toBe(name))

  test('accessible spaces follow the standard’s table', () => {
    expect([1, 25, 26, 100, 500, 501, 1_000, 1_001].map(accessibleSpaces)).toEqual([1, 1, 2, 4, 9, 11, 20, 21])
  })
})
