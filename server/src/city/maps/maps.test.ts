// Maps of cities over HTTP: tiles of an archive, of its address, and of a template; streets where there is none; what is refused.
import { spawn } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { VectorTile } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#app/testing.ts'
import { source, testCity, testFacts, testPlace } from '#city/places/testing.ts'
import { archiveOf } from './archive-testing.ts'
import { streetTiles } from './streets.ts'

/** The tile of zoom 14 with Denver's center. */
const at = { z: 14, x: 3413, y: 6218 }
const denver = { latitude: 39.7392, longitude: -104.9903 }
const bounds: [number, number, number, number] = [-105.1, 39.6, -104.8, 39.9]
const bytes = new Uint8Array([1, 2, 3, 4, 5])

let parkit: TestServer
let remote: Server
let host: string
const asked: { url: string; range: string | undefined }[] = []
const folder = mkdtempSync(join(tmpdir(), 'parkit-maps-'))
const file = join(folder, 'denver.pmtiles')

beforeAll(async () => {
  const archive = archiveOf([{ ...at, bytes }], bounds)
  writeFileSync(file, archive)
  writeFileSync(join(folder, 'pictures.pmtiles'), archiveOf([{ ...at, bytes }], bounds, 2))
  remote = createServer(({ url, headers }, answer) => {
    asked.push({ url: url!, range: headers.range })
    const [, from, to] = /bytes=(\d+)-(\d+)/.exec(headers.range ?? '') ?? []
    if (url === '/denver.pmtiles' && from) {
      const part = archive.subarray(Number(from), Number(to) + 1)
      answer.writeHead(206, { 'content-range': `bytes ${from}-${to}/${archive.length}`, etag: '"1"' }).end(part)
    } else if (url === '/silent.pmtiles') return
    else if (url === `/t/${at.z}/${at.x}/${at.y}.mvt`) answer.writeHead(200).end(bytes)
    else answer.writeHead(404).end()
  })
  await new Promise<void>(resolve => remote.listen(0, '127.0.0.1', resolve))
  host = `127.0.0.1:${(remote.address() as { port: number }).port}`
  parkit = await startTestServer({ env: { FEED_PRIVATE_HOSTS: host } })
  const city = testCity()
  city.facts = testFacts({ name: 'Denver', ...denver })
  const edge: [number, number][] = [
    [denver.longitude - 0.001, denver.latitude],
    [denver.longitude + 0.001, denver.latitude],
  ]
  city.places = [testPlace('7001', 0, { ...denver, kind: 'street', address: '0–99 Main St', outline: edge })]
  city.names = []
  await parkit.loadCity(source(city, 'first', 'denver'))
})
afterAll(async () => {
  await parkit.stop()
  remote.close()
})

const get = (url: string) => parkit.app.inject({ url })
const tileUrl = (city = 'denver', { z, x, y } = at) => `/tiles/${city}/${z}/${x}/${y}.pbf`
const listed = async () =>
  ((await get('/tiles/maps.json')).json().maps as { tiles: string }[]).find(({ tiles }) => tiles.includes('/denver/'))

/** Runs `npm run city:map` on the server's database. */
const choose = async (words: string[], allowed = host): Promise<{ code: number | null; output: string }> => {
  const command = spawn(process.execPath, [join(import.meta.dirname, 'command.ts'), ...words], {
    env: {
      ...process.env,
      FEED_PRIVATE_HOSTS: allowed,
      DATABASE_URL: parkit.db.connectionString,
      DATABASE_SESSION_URL: parkit.db.connectionString,
    },
  })
  let output = ''
  for (const stream of [command.stdout, command.stderr]) stream.on('data', text => (output += text))
  const code = await new Promise<number | null>(resolve => command.on('close', resolve))
  return { code, output }
}
/** The running server has heard of it. */
const choosing = async (expected: object | undefined, ...words: string[]) => {
  expect(await choose(['denver', ...words])).toMatchObject({ code: 0 })
  await expect.poll(listed, { timeout: 5_000 }).toMatchObject(expected ?? {})
}

test('a city without tiles has its own streets on the map', async () => {
  expect(await listed()).toMatchObject({ tiles: '/tiles/denver/{z}/{x}/{y}.pbf', schema: 'mapbox', mostZoom: 14 })
  const answer = await get(tileUrl())
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/vnd.mapbox-vector-tile'])
  const { layers } = new VectorTile(new PbfReader(answer.rawPayload))
  expect(Object.keys(layers).sort()).toEqual(['road', 'road_label'])
  expect(layers.road!.feature(0).properties).toMatchObject({ class: 'street', name: '0–99 Main St' })
  expect((await get(tileUrl('denver', { z: 14, x: 0, y: 0 }))).statusCode).toBe(204)
})

test('an archive is read from its file, and again when it is replaced by nothing', async () => {
  await choosing({ schema: 'protomaps', mostZoom: 14, bounds, attribution: '© Denver' }, file, '--credit', '© Denver')
  expect((await get(tileUrl())).rawPayload).toEqual(Buffer.from(bytes))
  expect((await get(tileUrl('denver', { ...at, x: 3414 }))).statusCode).toBe(204)
  await choosing({ schema: 'mapbox' }, 'none')
  expect((await get(tileUrl())).rawPayload).not.toEqual(Buffer.from(bytes))
})

test('an archive behind an address is read by ranges, and a template by its tiles; phones see only ParkIt', async () => {
  const address = `http://${host}`
  await choosing({ schema: 'protomaps', bounds }, `${address}/denver.pmtiles`)
  expect((await get(tileUrl())).rawPayload).toEqual(Buffer.from(bytes))
  expect(asked.every(({ range }) => range !== undefined)).toBe(true)
  await choosing(
    { schema: 'mapbox', tiles: '/tiles/denver/{z}/{x}/{y}.pbf' },
    `${address}/t/{z}/{x}/{y}.mvt`,
    '--layers',
    'mapbox',
  )
  expect((await get(tileUrl())).rawPayload).toEqual(Buffer.from(bytes))
  asked.length = 0
  const beside = [
    { ...at, x: 1 },
    { ...at, y: 0 },
    { z: 15, x: 2 * at.x, y: 2 * at.y },
  ]
  for (const outside of beside) expect((await get(tileUrl('denver', outside))).statusCode).toBe(204)
  expect(asked).toEqual([])
  await choosing({}, 'none')
})

test('nothing inside the network is asked for tiles but what is allowed', async () => {
  const before = asked.length
  const inside = `http://localhost:${host.split(':')[1]}`
  const { code, output } = await choose(['denver', `${inside}/denver.pmtiles`], '')
  expect([code, output]).toEqual([1, expect.stringContaining('localhost is not a public address')])
  const { output: byAddress } = await choose(['denver', `http://${host}/denver.pmtiles`], '')
  expect(byAddress).toContain('127.0.0.1 is not a public address')
  expect(asked).toHaveLength(before)
  await choosing({ schema: 'mapbox' }, `http://${host}/t/{z}/{x}/{y}.mvt`, '--layers', 'mapbox')
  await parkit.db.pool.query(`update city set tiles = '${inside}/t/{z}/{x}/{y}.mvt' where code = 'denver'`)
  await parkit.db.transaction(async tx => {
    await tx.query(`insert into change (topic, city, ref) values ('zone', 1, 'denver')`)
  })
  asked.length = 0
  await expect.poll(async () => (await get(tileUrl())).statusCode, { timeout: 5_000 }).toBe(500)
  expect(asked.filter(({ url }) => url !== `/t/${at.z}/${at.x}/${at.y}.mvt`)).toEqual([])
  const reached = asked.length
  await get(tileUrl())
  expect(asked).toHaveLength(reached)
  await choosing({}, 'none')
})

test('what is no archive of vector tiles, no city, or no tile is refused', async () => {
  const text = join(folder, 'text.pmtiles')
  writeFileSync(text, 'nothing of the kind'.repeat(20))
  expect(await choose(['denver', text])).toMatchObject({ code: 1 })
  expect((await choose(['denver', join(folder, 'pictures.pmtiles')])).output).toContain('holds no vector tiles')
  expect((await choose(['atlantis', file])).output).toContain('No city has the code atlantis.')
  expect((await choose(['denver'])).output).toContain('Usage')
  for (const url of [tileUrl('atlantis'), tileUrl('denver', { z: 3, x: 8, y: 0 }), '/tiles/denver/1/1/x.pbf'])
    expect((await get(url)).statusCode).toBe(404)
})

test('an archive that is gone leaves the other maps', async () => {
  await choosing({ schema: 'protomaps' }, file)
  await parkit.db.pool.query(`update city set tiles = '/nowhere.pmtiles' where code = 'denver'`)
  await parkit.db.transaction(async tx => {
    await tx.query(`insert into change (topic, city, ref) values ('zone', 1, 'denver')`)
  })
  await expect.poll(listed).toBeUndefined()
  expect((await get('/tiles/maps.json')).statusCode).toBe(200)
})

test('an archive whose server does not answer keeps the list of the other maps waiting for seconds at most, and once', async () => {
  await parkit.db.pool.query(`update city set tiles = 'http://${host}/silent.pmtiles' where code = 'denver'`)
  await parkit.db.transaction(async tx => {
    await tx.query(`insert into change (topic, city, ref) values ('zone', 1, 'denver')`)
  })
  asked.length = 0
  const askedByList = async () => {
    await listed()
    return asked.length
  }
  await expect.poll(askedByList, { timeout: 8_000 }).toBe(1)
  const begun = performance.now()
  expect(await listed()).toBeUndefined()
  expect(performance.now() - begun).toBeLessThan(6_000)
  expect(asked).toHaveLength(1)
  await choosing({}, 'none')
})

test('streets of the names come with the kerbs and edges of places', async () => {
  const main: [number, number][] = [
    [0, 0],
    [0.01, 0],
  ]
  const ring: [number, number][] = [...main, [0.01, 0.01], [0, 0]]
  const tiles = streetTiles(
    [{ name: 'Main St', lines: [main] }],
    [
      { name: 'Main St', isStreet: true, outline: main },
      { name: 'Lot', isStreet: false, outline: ring },
    ],
    null,
  )
  const { layers } = new VectorTile(new PbfReader((await tiles.read(12, 2048, 2047))!))
  expect([layers.road!.length, layers.road_label!.length, layers.landuse!.length]).toEqual([2, 2, 1])
})
