// Names of a city's map: read from the tiles of an archive by the command, found by the search over HTTP, replaced and dropped with the map.
import { spawn } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Feature, Position } from 'geojson'
import GeoJSONVT from 'geojson-vt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import vtpbf from 'vt-pbf'
import { startTestServer, type TestServer } from '#app/testing.ts'
import type { CityName } from '#city/places/places.ts'
import { source, testCity, testFacts, testPlace } from '#city/places/testing.ts'
import { tileAt } from '#city/tile-names/tile-names.ts'
import { archiveOf } from './archive-testing.ts'

const boulder = { latitude: 40.015, longitude: -105.27 }
const aurora = { latitude: 39.71, longitude: -104.81 }
const z = 14
const [x, y] = tileAt(z, [boulder.longitude, boulder.latitude])
const bounds: [number, number, number, number] = [-105.4, 39.9, -105.1, 40.1]

const point = (properties: object, [east, north] = [0, 0]): Feature => ({
  type: 'Feature',
  properties,
  geometry: { type: 'Point', coordinates: [boulder.longitude + east!, boulder.latitude + north!] },
})
const line = (properties: object, coordinates: Position[]): Feature => ({
  type: 'Feature',
  properties,
  geometry: { type: 'LineString', coordinates },
})
const across: Position[] = [
  [boulder.longitude - 0.002, boulder.latitude],
  [boulder.longitude + 0.002, boulder.latitude],
]
const along: Position[] = [
  [boulder.longitude, boulder.latitude - 0.002],
  [boulder.longitude, boulder.latitude + 0.002],
]
/** The one tile with Boulder's center. */
const tileOf = (layers: Record<string, Feature[]>): Uint8Array =>
  vtpbf.fromGeojsonVt(
    Object.fromEntries(
      Object.entries(layers).map(([name, features]) => [
        name,
        new GeoJSONVT({ type: 'FeatureCollection', features }, { maxZoom: z }).getTile(z, x, y)!,
      ]),
    ),
    { version: 2 },
  )

const protomaps = {
  roads: [
    line(
      { kind: 'minor_road', kind_detail: 'residential', name: 'Arapahoe Avenue', 'name:es': 'Avenida Arapajó' },
      across,
    ),
    line({ kind: 'minor_road', kind_detail: 'service', name: 'Loading Alley' }, across),
    line({ kind: 'major_road', kind_detail: 'secondary', name: 'Broadway' }, along),
  ],
  pois: [
    point({ kind: 'station', name: 'Junction Place' }, [0.001, 0.001]),
    point({ kind: 'theatre', name: 'Chautauqua Auditorium' }),
    point({ kind: 'theatre', name: 'Chautauqua Auditorium' }, [0.0001, 0]),
    point({ kind: 'bus_stop', name: 'Pearl Stop' }),
  ],
  places: [point({ kind: 'neighbourhood', name: 'Mapleton Hill' }), point({ kind: 'country', name: 'Erewhon' })],
}

let parkit: TestServer
/** Tiles at an address: each request is answered by what the test says of it. */
const tiles = { host: '', asked: [] as string[], answer: (_: string): Uint8Array | number => 404 }
const tileServer = createServer((request, response) => {
  tiles.asked.push(request.url!)
  const answer = tiles.answer(request.url!)
  if (typeof answer === 'number') response.writeHead(answer).end('no tile')
  else response.end(answer)
})
const folder = mkdtempSync(join(tmpdir(), 'parkit-names-'))
const archive = (name: string, bytes: Uint8Array): string => {
  const file = join(folder, `${name}.pmtiles`)
  writeFileSync(file, archiveOf([{ z, x, y, bytes }], bounds))
  return file
}

/** A city of one lot with these names at its middle. */
const importPlace = async (code: string, at: typeof boulder, names: Pick<CityName, 'kind' | 'name'>[]) => {
  const city = testCity()
  city.facts = testFacts({ name: code, ...at })
  city.places = [testPlace('7001', 0, { ...at, name: 'Depot Lot' })]
  city.names = names.map(name => ({ ...name, ...at }))
  await parkit.loadCity(source(city, names.map(({ name }) => name).join(), code))
}

beforeAll(async () => {
  await new Promise<void>(resolve => tileServer.listen(0, '127.0.0.1', resolve))
  tiles.host = `127.0.0.1:${(tileServer.address() as AddressInfo).port}`
  parkit = await startTestServer()
  await importPlace('boulder', boulder, [{ kind: 'landmark', name: 'Dushanbe Teahouse' }])
  await importPlace('aurora', aurora, [{ kind: 'landmark', name: 'Union Hall' }])
})
afterAll(async () => {
  tileServer.close()
  await parkit.stop()
})

/** Runs `npm run city:map` on the server's database. */
const runCommand = async (...words: string[]): Promise<{ code: number | null; output: string }> => {
  const { connectionString } = parkit.db
  const env = { DATABASE_URL: connectionString, DATABASE_SESSION_URL: connectionString, FEED_PRIVATE_HOSTS: tiles.host }
  const command = spawn(process.execPath, [join(import.meta.dirname, 'command.ts'), ...words], {
    env: { ...process.env, ...env },
  })
  let output = ''
  for (const stream of [command.stdout, command.stderr]) stream.on('data', text => (output += text))
  return { code: await new Promise<number | null>(resolve => command.on('close', resolve)), output }
}
const choose = async (...words: string[]): Promise<string> => {
  const { code, output } = await runCommand(...words)
  expect(code, output).toBe(0)
  return output
}
const suggested = async (Query: string, city = 'boulder'): Promise<{ Name: string; Kind: string; City: string }[]> =>
  (await parkit.app.inject({ url: '/api/Parking/Suggest', query: { Query, City: city } })).json().Items
const first = async (query: string, city?: string) => {
  const [item] = await suggested(query, city)
  return item && `${item.Name}, ${item.Kind}, ${item.City}`
}
/** The running server has heard of it. */
const firstIs = (query: string, expected: string | undefined) =>
  expect.poll(() => first(query), { timeout: 5_000 }).toBe(expected)

test('the search finds what the map names, with typing errors, in its own city first', async () => {
  expect(await first('arapahoe')).toBeUndefined()
  // without streets, places are found by their addresses
  expect(await first('broadway')).toBe('Depot Lot, zone, boulder')
  expect(await choose('boulder', archive('first', tileOf(protomaps)))).toContain('5 names for the search: 6 of 6')
  await firstIs('arapahoe ave', 'Arapahoe Avenue, street, boulder')
  expect(await first('Arapaho')).toBe('Arapahoe Avenue, street, boulder')
  expect(await first('avenida arapajo')).toBe('Arapahoe Avenue, street, boulder')
  expect(await first('juntcion place')).toBe('Junction Place, station, boulder')
  expect((await suggested('chautaqua')).map(({ Name, Kind }) => [Name, Kind])).toEqual([
    ['Chautauqua Auditorium', 'landmark'],
  ])
  expect(await first('mapelton hill')).toBe('Mapleton Hill, neighborhood, boulder')
  expect(await first('broadway & arapahoe')).toBe('Broadway & Arapahoe Avenue, crossing, boulder')
  expect((await suggested('broadway')).filter(({ City }) => City === 'boulder').map(({ Kind }) => Kind)).toEqual([
    'street',
  ])
  for (const query of ['loading alley', 'pearl stop', 'erewhon']) expect(await first(query)).toBeUndefined()
  expect(await first('dushanbe')).toBe('Dushanbe Teahouse, landmark, boulder')
  const find = await parkit.app.inject({ url: '/api/Parking/Find', query: { Query: 'juntcion', City: 'boulder' } })
  expect(find.json()).toMatchObject({ Centre: { Name: 'Junction Place', Outside: false } })
})

test('a name of two cities means that of the city around; names of other cities stay', async () => {
  const count = async () =>
    (await parkit.db.pool.query(`select count(*) from place_name where city = 'aurora'`)).rows[0].count
  const both = { pois: [point({ kind: 'museum', name: 'Union Hall' }), ...protomaps.pois] }
  await choose('boulder', archive('both', tileOf(both)))
  await firstIs('union hall', 'Union Hall, landmark, boulder')
  expect(await first('union hall', 'aurora')).toBe('Union Hall, landmark, aurora')
  expect(await count()).toBe(1n)
})

test('another map takes the place of the names, an import keeps them, and none drops them', async () => {
  const mapbox = {
    road_label: [line({ class: 'street', name: 'Canyon Boulevard' }, across)],
    rail_station_label: [point({ name: 'Depot Square' })],
    poi_label: [point({ type: 'Cafe', name: 'Dushanbe Teahouse' })],
  }
  await choose('boulder', archive('mapbox', tileOf(mapbox)), '--layers', 'mapbox')
  await firstIs('canyon blvd', 'Canyon Boulevard, street, boulder')
  expect(await first('arapahoe')).toBeUndefined()
  expect((await suggested('dushanbe')).length).toBe(1)

  await importPlace('boulder', boulder, [{ kind: 'station', name: 'Depot Square' }])
  await firstIs('dushanbe', undefined)
  expect(await first('canyon blvd')).toBe('Canyon Boulevard, street, boulder')
  expect((await suggested('depot square')).filter(({ Kind }) => Kind === 'station')).toHaveLength(1)

  await choose('boulder', 'none')
  await firstIs('canyon blvd', undefined)
  expect(await first('depot square')).toBe('Depot Square, station, boulder')
})

test('a tile that cannot be read is said and passed over', async () => {
  const output = await choose('boulder', archive('broken', new TextEncoder().encode('nothing of the kind')))
  expect(output).toContain('0 names for the search: 6 of 6 tiles of zoom 14 read, 1 of them unreadable.')
})

test('a tile of an address that fails is asked for again, counted, and passed over; too many of them end the command', async () => {
  const template = `http://${tiles.host}/{z}/{x}/{y}.mvt`
  const own = `/${z}/${x}/${y}.mvt`
  const isOwn = (url: string) => url === own
  // one fails once and then comes, the others are not there
  tiles.answer = url => (!isOwn(url) ? 404 : tiles.asked.filter(isOwn).length < 2 ? 503 : tileOf(protomaps))
  const output = await choose('boulder', template)
  expect(output).toMatch(/5 names for the search: (\d+) of \1 tiles of zoom 14 read\./)
  const all = new Set(tiles.asked)
  expect(tiles.asked.length).toBe(all.size + 1)
  await firstIs('arapahoe ave', 'Arapahoe Avenue, street, boulder')

  // one fails for good, as often as it is asked
  const [lost] = [...all].filter(url => !isOwn(url))
  tiles.asked = []
  tiles.answer = url => (isOwn(url) ? tileOf(protomaps) : url === lost ? 500 : 404)
  expect(await choose('boulder', template)).toContain('1 of them did not come (it answered 500)')
  expect(tiles.asked.filter(url => url === lost)).toHaveLength(3)

  // one fails, one is garbage, and the map stays as it was
  tiles.answer = url => (isOwn(url) ? new TextEncoder().encode('nothing of the kind') : url === lost ? 500 : 404)
  const failed = await runCommand('boulder', template)
  expect(failed.code).toBe(1)
  expect(failed.output).toMatch(
    /2 of \d tiles could not be read \(the address: it answered 500\)\. The map of the city was not changed\./,
  )
  expect(failed.output).not.toContain('at file:')
  await firstIs('arapahoe ave', 'Arapahoe Avenue, street, boulder')
})
