// Exports over HTTP: every place of one city and of no other, geometry by RFC 7946, counts, and tags that change with the content.
import * as operators from '@parkit/contract/city/operators'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { noon, startTestServer, type TestServer } from '#app/testing.ts'
import { inviteOperator } from '#city/operators/operators.ts'
import { type City, source, testCity, testFacts, testPlace } from '#city/places/testing.ts'

const line: City['places'][number]['outline'] = [
  [-104.99, 39.74],
  [-104.98, 39.74],
]
/** clockwise, as cities' data often is */
const ring: typeof line = [
  [-104.99, 39.74],
  [-104.99, 39.75],
  [-104.98, 39.75],
  [-104.98, 39.74],
  [-104.99, 39.74],
]
const place = (zoneNumber: string, own: Parameters<typeof testPlace>[2] = {}) => testPlace(zoneNumber, 0, own)
const other = (): City => ({
  ...testCity(),
  facts: testFacts({ name: 'Other City' }),
  places: [
    place('8001', { name: 'Lot "A", back', outline: ring, features: ['ev', 'covered'], maxStayMinutes: 120 }),
    place('8002', { kind: 'street', name: '=SUM(1)', outline: line, address: 'Señor St' }),
    place('8003', { outline: [[-104.99, 39.74]] }),
  ],
})

let parkit: TestServer
beforeAll(async () => {
  parkit = await startTestServer()
  await parkit.loadCity(source(other(), 'first', 'other'))
})
afterAll(() => parkit.stop())

const read = async (file: string, headers: Record<string, string> = {}) => {
  const reply = await parkit.app.inject({ url: `/api/Export/${file}`, headers })
  return { status: reply.statusCode, text: reply.payload, etag: String(reply.headers.etag), headers: reply.headers }
}
const rowsOf = (text: string) => text.slice(1).trimEnd().split('\r\n')

test('a city’s zones as a table: each once, quoted, none of another city', async () => {
  const { headers, text } = await read('other/zones.csv')
  expect(headers['content-type']).toBe('text/csv; charset=utf-8')
  const [head, ...rows] = rowsOf(text)
  expect(head!.split(',').slice(0, 4)).toEqual(['"city"', '"zone_number"', '"name"', '"kind"'])
  expect(rows.map(row => row.split(',').slice(0, 2).join())).toEqual([
    '"other","8001"',
    '"other","8002"',
    '"other","8003"',
  ])
  expect(rows[0]).toContain('"Lot ""A"", back","lot"')
  expect(rows[0]).toContain('"ev covered",15,120,"",')
  // no spreadsheet runs a name
  expect(rows[1]).toContain(`"'=SUM(1)","street","Señor St"`)
  expect(rowsOf((await read('test/zones.csv')).text).some(row => row.includes('"8001"'))).toBe(false)
})

test('as GeoJSON: areas counterclockwise, lines, points, and the facts of each', async () => {
  const { headers, text } = await read('other/zones.geojson')
  expect(headers['content-type']).toBe('application/geo+json')
  const { type, features } = JSON.parse(text)
  expect(type).toBe('FeatureCollection')
  expect(features.map(({ id, geometry }: { id: string; geometry: object }) => [id, geometry])).toEqual([
    ['8001', { type: 'Polygon', coordinates: [ring.toReversed()] }],
    ['8002', { type: 'LineString', coordinates: line }],
    ['8003', { type: 'Point', coordinates: [-104.9903, 39.7392] }],
  ])
  expect(features[0].properties).toMatchObject({
    city: 'other',
    name: 'Lot "A", back',
    capacity: 20,
    max_stay_minutes: 120,
  })
})

test('the same tag until the data changes; who has it is told so', async () => {
  for (const file of ['zones.csv', 'zones.geojson']) {
    const first = await read(`other/${file}`)
    expect(await read(`other/${file}`, { 'if-none-match': `"x", W/${first.etag}` })).toMatchObject({
      status: 304,
      text: '',
    })
    const changed = other()
    changed.places[0]!.capacity = 21
    await parkit.loadCity(source(changed, file, 'other'))
    const next = await read(`other/${file}`, { 'if-none-match': first.etag })
    expect([next.status, next.etag === first.etag]).toEqual([200, false])
    expect(next.text).toContain('21')
    await parkit.loadCity(source(other(), `${file} again`, 'other'))
  }
})

test('rates: a row for each line of a price, of the books that the city’s zones name', async () => {
  const { text } = await read('other/rates.csv')
  const [head, ...rows] = rowsOf(text)
  const cells = rows.map(row =>
    Object.fromEntries(head!.split(',').map((name, i) => [JSON.parse(name), row.split(',')[i]])),
  )
  expect(cells.length).toBeGreaterThan(0)
  const books = rowsOf((await read('other/zones.csv')).text).slice(1)
  for (const { city, rule_book } of cells) {
    expect(city).toBe('"other"')
    expect(books.some(row => row.includes(String(rule_book)))).toBe(true)
  }
  expect(text).toContain('"park","2 hr parking')
  expect(text).toContain('"step",0,"",3600,200,"","USD"')
})

test('counts: what operators last reported, and nothing of zones that nobody counts', async () => {
  const before = await read('other/counts.csv')
  expect(rowsOf(before.text)).toHaveLength(1)
  const token = await inviteOperator(parkit.db, 'Other Parking', noon, (await parkit.features.cities.find('other'))!.id)
  const Reports = [{ ZoneNumber: '8002', Taken: 7, ObservedAt: noon.toString() }]
  expect((await parkit.call(operators.occupancy, { body: { Reports } }, { token })).body.Accepted).toBe(1)
  await expect
    .poll(async () => rowsOf((await read('other/counts.csv')).text).slice(1))
    .toEqual([`"other","8002",20,7,"${noon}"`])
  expect((await read('other/counts.csv')).etag).not.toBe(before.etag)
})

test('every export has a tag: with it 304, and another as soon as it says something else', async () => {
  const range = `start_time=${noon.epochMilliseconds - 86_400_000}&end_time=${noon.epochMilliseconds}`
  const urls = [
    ...['zones.csv', 'zones.geojson', 'counts.csv', 'rates.csv'].map(file => `Export/other/${file}`),
    ...['zones', 'policies', 'areas', 'spaces'].map(list => `Cds/other/curbs/${list}`),
    'Cds/other/events/status',
    `Cds/other/metrics/aggregates?${range}`,
    ...['places', 'rates', 'rights/specs'].map(list => `Apds/other/v4/${list}`),
  ]
  const readAll = () =>
    Promise.all(
      urls.map(async url => {
        const { statusCode, headers, payload } = await parkit.app.inject({ url: `/api/${url}` })
        expect([url, statusCode, headers['cache-control']]).toEqual([url, 200, 'public, max-age=60'])
        return { url, etag: String(headers.etag), text: payload }
      }),
    )
  const before = await readAll()
  for (const { url, etag } of before) {
    const known = await parkit.app.inject({ url: `/api/${url}`, headers: { 'if-none-match': etag } })
    expect([url, known.statusCode, known.payload, known.headers.etag]).toEqual([url, 304, '', etag])
  }
  const changed = other()
  Object.assign(changed.places[0]!, { capacity: 22, tariffId: 'five-dollars' })
  await parkit.loadCity(source(changed, 'all', 'other'))
  const token = await inviteOperator(
    parkit.db,
    'Other Counters',
    noon,
    (await parkit.features.cities.find('other'))!.id,
  )
  const Reports = [{ ZoneNumber: '8003', Taken: 2, ObservedAt: noon.toString() }]
  await parkit.call(operators.occupancy, { body: { Reports } }, { token })
  await expect.poll(async () => (await read('other/counts.csv')).text).toContain('"8003"')
  const after = await readAll()
  const same = (one: { text: string }[], key: 'text' | 'etag') =>
    after.filter((now, i) => now[key] === (one[i] as typeof now)[key]).map(({ url }) => url)
  // what says the same may have another tag, and never the other way about
  expect(same(before, 'etag').filter(url => !same(before, 'text').includes(url))).toEqual([])
  expect(same(before, 'text').length).toBeLessThan(urls.length / 2)
  await parkit.loadCity(source(other(), 'all again', 'other'))
})

test('withdrawn zones are left out; an unknown city is not found', async () => {
  const without = other()
  without.places.pop()
  await parkit.loadCity(source(without, 'without', 'other'))
  expect(JSON.parse((await read('other/zones.geojson')).text).features).toHaveLength(2)
  const none = { ...other(), places: [] }
  await parkit.loadCity(source(none, 'none', 'other'))
  expect(JSON.parse((await read('other/zones.geojson')).text).features).toEqual([])
  for (const file of ['zones.csv', 'zones.geojson', 'counts.csv', 'rates.csv'])
    expect((await read(`nowhere/${file}`)).status).toBe(404)
})
