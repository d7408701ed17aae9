// Feeds against a web server on this machine: counts and places by address, faults, silence, and several servers that poll.
import { hash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type CityRow, listCities } from '#city/cities/cities.ts'
import { source, startPlaces, testCity } from '#city/places/testing.ts'
import { createJobs } from '#platform/jobs.ts'
import { asOwner } from '#platform/testing.ts'
import { createFeedSettings, createFeeds, createImports, type Feed, feedJob } from './imports.ts'
import { columns, mappingWith, smallFacts, smallFile, smallRows } from './testing.ts'

let city: Awaited<ReturnType<typeof startPlaces>>
let small: CityRow
let feeds: ReturnType<typeof createFeeds>
let settings: ReturnType<typeof createFeedSettings>
let host: string
/** what the web server answers; null: a fault of its own */
let content: string | null
let asked: (string | undefined)[] = []
const told: [level: string, message: string][] = []

const web = createServer(({ headers }, response) => {
  const tag = headers['if-none-match']
  asked.push(tag)
  if (content === null) return response.writeHead(500).end()
  const etag = `"${hash('sha256', content)}"`
  if (tag === etag) return response.writeHead(304).end()
  return response.writeHead(200, { etag }).end(content)
})

beforeAll(async () => {
  city = await startPlaces()
  await new Promise<void>(listening => web.listen(0, '127.0.0.1', listening))
  host = `127.0.0.1:${(web.address() as AddressInfo).port}`
  await city.loadCity(
    source({ ...testCity(), facts: smallFacts, places: [], names: [], tariffs: [] }, 'import', 'small'),
  )
  await asOwner(city.db.connectionString, `update city set state = 'setup' where code = 'small'`)
  small = (await listCities(city.db.pool)).find(({ code }) => code === 'small')!
  const imports = createImports(city)
  const run = await imports.check(small, { ...smallFile(), sourceId: 'meters', by: 'Ana' })
  await imports.publish(small, run.import_id, { by: 'Ana' })
  await city.places.start()
  const tell = (level: string) => (_: unknown, message?: string) => void told.push([level, message ?? ''])
  const log = { info: tell('info'), warn: tell('warn'), error: tell('error') } as Parameters<
    typeof createFeeds
  >[0]['log']
  feeds = createFeeds({ ...city, log, allowedHosts: [host] })
  settings = createFeedSettings(city)
})
afterAll(async () => {
  web.closeAllConnections()
  web.close()
  await city.stop()
})
beforeEach(() => {
  asked = []
  told.length = 0
})

const feed = (own: Partial<Feed> = {}): Feed => ({
  url: `http://${host}/live.json`,
  format: 'parkapi',
  takes: 'counts',
  counts_of: 'meters',
  mapping: null,
  otherwise: null,
  beside: [],
  every_seconds: 300,
  silent_after_seconds: 1_800,
  attribution: '',
  ...own,
})
const actor = { command: 'test' }
const setFeed = (sourceId: string, own: Feed) => settings.set(small, sourceId, own, { actor })
const endFeed = (sourceId: string) => settings.end(small, sourceId, { actor })
const poll = (sourceId: string) => feeds.jobs[feedJob]!(`${small.id} ${sourceId}`, city.clock.now(), async () => {})
const stateOf = async (sourceId: string) => (await settings.list(small.id)).find(one => one.source_id === sourceId)!
const dueAt = async (sourceId: string) => {
  const [job] = await asOwner<{ run_at: Date }>(
    city.db.connectionString,
    `select run_at from job where kind = '${feedJob}' and ref = '${small.id} ${sourceId}'`,
  )
  return job?.run_at.toISOString()
}
const counts = (free: number) =>
  JSON.stringify({
    items: [{ uid: '4101', realtime_free_capacity: free, realtime_data_updated_at: city.clock.now().toString() }],
  })
const freeAt = async (zone: string) => (await city.get(`/api/Parking/Zone/${zone}?City=small`)).body.Free

test('counts by address: polled at once and on its schedule, asked for again only if they changed', async () => {
  await setFeed('live', feed())
  expect(await dueAt('live')).toBe(city.clock.now().toString().replace('Z', '.000Z'))
  content = counts(5)
  await poll('live')
  expect(await freeAt('4101')).toBe(5)
  const first = await stateOf('live')
  expect(first).toMatchObject({ last_error: null, silent_since: null })
  expect(first.last_ok_at?.toString()).toBe(city.clock.now().toString())
  expect(await dueAt('live')).toBe(city.clock.now().add({ minutes: 5 }).toString().replace('Z', '.000Z'))
  city.clock.advance({ minutes: 5 })
  await poll('live')
  expect(asked).toEqual([undefined, expect.any(String)])
  // nothing new is not good: its last good time stays
  expect((await stateOf('live')).last_ok_at).toEqual(first.last_ok_at)
  content = counts(7)
  await poll('live')
  expect(await freeAt('4101')).toBe(7)
})

test('bad content keeps what was read, says why, and is asked for again', async () => {
  const before = await freeAt('4101')
  for (const [bad, reason] of [
    [null, 'it answered 500'],
    ['{"items": [', 'The file is no JSON'],
    ['{}', 'The file has no list of items.'],
    [JSON.stringify({ items: [{ uid: '4101', realtime_free_capacity: -4, realtime_data_updated_at: '2026-06-02T18:00:00Z' }] }), 'No count was taken: negative'], // biome-ignore format: one line
  ] as const) {
    content = bad
    city.clock.advance({ minutes: 1 })
    await poll('live')
    expect((await stateOf('live')).last_error).toContain(reason)
    expect(await dueAt('live')).toBe(city.clock.now().add({ minutes: 5 }).toString().replace('Z', '.000Z'))
  }
  expect((await stateOf('live')).refused).toEqual({ negative: 1 })
  expect(await freeAt('4101')).toBe(before)
  content = counts(3)
  await poll('live')
  expect([(await stateOf('live')).last_error, await freeAt('4101')]).toEqual([null, 3])
})

test('silence is noticed and told once, and its counts no longer count; then it is heard again', async () => {
  city.clock.advance({ minutes: 1 })
  const frozen = counts(6)
  content = frozen
  await poll('live')
  expect((await city.get('/api/Parking/Zone/4101?City=small')).body.Availability).toBe('plenty')
  const silentFeeds = async () => {
    const [row] = await asOwner<{ count: number }>(
      city.db.connectionString,
      `select count(*)::integer from source where greatest(feed_since, last_ok_at) + make_interval(secs => silent_after_seconds)
        < '${city.clock.now()}'`,
    )
    return row!.count
  }
  // it answers, and what it says is old: other bytes, the same time
  for (const minutes of [10, 10, 11, 5]) {
    city.clock.advance({ minutes })
    content = frozen.replace('"items"', `"at":"${city.clock.now()}","items"`)
    await poll('live')
  }
  expect(told.filter(([level]) => level === 'warn')).toEqual([['warn', 'a feed is silent']])
  const state = await stateOf('live')
  expect(state.silent_since?.toString()).toBe(city.clock.now().subtract({ minutes: 5 }).toString())
  expect(await silentFeeds()).toBe(1)
  const { body } = await city.get('/api/Parking/Zone/4101?City=small')
  expect(body.Availability).toBe('unknown')
  content = counts(2)
  await poll('live')
  expect(told.at(-1)).toEqual(['info', 'a feed is heard again'])
  expect([(await stateOf('live')).silent_since, await silentFeeds()]).toEqual([null, 0])
})

test('a file inside the network is not read, whoever names it', async () => {
  await setFeed('inside', feed({ url: 'http://127.0.0.1:1/live.json' }))
  await poll('inside')
  expect((await stateOf('inside')).last_error).toBe('127.0.0.1 is not a public address')
  await expect(setFeed('inside', feed({ url: 'file:///etc/passwd' }))).rejects.toThrow('no http: or https:')
  await expect(setFeed('inside', feed({ every_seconds: 1 }))).rejects.toThrow('every 10 s at most')
  await expect(setFeed('inside', feed({ silent_after_seconds: 60 }))).rejects.toThrow('--silent-after')
  await expect(setFeed('inside', feed({ counts_of: 'none' }))).rejects.toThrow('There is no source none')
})

const places = (rows: string[]) => [columns, ...rows].join('\n')
const runs = async () =>
  (await createImports(city).list(small.id))
    .filter(run => run.made_by === 'feed')
    .map(({ state, counters }) => [state, counters.changed, counters.withdrawn])

/** each check starts a thread, beside other tests on a busy machine */
const busyMs = 90_000

test(
  'places by address are checked when they change, and wait for a person; a newer check takes the place of one that waits',
  async () => {
    await setFeed(
      'meters',
      feed({
        url: `http://${host}/meters.csv`,
        format: 'csv',
        takes: 'places',
        counts_of: null,
        mapping: mappingWith(),
      }),
    )
    content = places(smallRows)
    await poll('meters')
    // the same places: nothing waits
    expect([await runs(), (await stateOf('meters')).last_error]).toEqual([[], null])
    content = places(smallRows.map(row => row.replace(',12,2.00', ',14,9.00')))
    await poll('meters')
    expect(await runs()).toEqual([['checked', 1, 0]])
    content = places(smallRows.slice(0, 6))
    await poll('meters')
    expect(await runs()).toEqual([['checked', 0, 6]])
    expect(told.map(([, message]) => message)).toEqual([
      'places of a feed changed and wait to be published',
      'places of a feed changed and wait to be published',
    ])
    content = 'zone\n"'
    await poll('meters')
    expect((await stateOf('meters')).last_error).toContain('The file is no CSV')
    const live = await asOwner<{ count: number }>(
      city.db.connectionString,
      `select count(*)::integer, max(capacity) filter (where zone_number = '4101') as capacity from zone
      where city = ${small.id} and state = 'live'`,
    )
    expect(live).toEqual([{ count: 12, capacity: 12 }])
  },
  busyMs,
)

test('of several servers one polls; a feed that has ended is polled no more', async () => {
  await endFeed('meters')
  await endFeed('inside')
  const server = () => createJobs({ ...city, outside: feeds.jobs, most: feeds.most })
  content = counts(1)
  city.clock.advance({ hours: 1 })
  const done = await Promise.all([server(), server(), server()].map(one => one.runDue()))
  expect([asked.length, (await stateOf('live')).last_error]).toEqual([1, null])
  expect(done.reduce((a, b) => a + b)).toBe(3)
  expect([await dueAt('meters'), await dueAt('inside')]).toEqual([undefined, undefined])
  await endFeed('live')
  city.clock.advance({ hours: 1 })
  await server().runDue()
  expect([asked.length, await dueAt('live')]).toEqual([1, undefined])
})

test('a city whose feed answers slowly has one of its feeds read at a time; another city’s is read meanwhile', async () => {
  let waiting = 0
  const slow = createServer(() => void waiting++)
  await new Promise<void>(listening => slow.listen(0, '127.0.0.1', listening))
  const at = `127.0.0.1:${(slow.address() as AddressInfo).port}`
  const own = createFeeds({
    ...city,
    log: { info() {}, warn() {}, error() {} } as never,
    allowedHosts: [host, at],
    limits: { timeoutMs: 1_500 },
  })
  const pollOne = (sourceId: string, of = small.id) =>
    own.jobs[feedJob]!(`${of} ${sourceId}`, city.clock.now(), async () => {})
  const [other] = (await listCities(city.db.pool)).filter(({ id }) => id !== small.id)
  await setFeed('slow', feed({ url: `http://${at}/slow` }))
  await setFeed('live', feed())
  await settings.set(other!, 'theirs', feed({ counts_of: null }), { actor })
  content = counts(4)
  const slowly = pollOne('slow')
  await expect.poll(() => waiting).toBe(1)
  await Promise.all([pollOne('live'), pollOne('theirs', other!.id)])
  expect(asked).toHaveLength(1)
  expect(await dueAt('live')).toBe(city.clock.now().add({ seconds: 2 }).toString().replace('Z', '.000Z'))
  await slowly
  expect((await stateOf('slow')).last_error).toContain('not read whole within')
  await pollOne('live')
  expect(await freeAt('4101')).toBe(4)
  slow.closeAllConnections()
  slow.close()
})

test('a table of counts is bounded in rows, and what its mapping makes of a row', async () => {
  const mapping = (ref: string) => JSON.stringify({ format: 'csv', ref, free: '{free}', at: '{at}' })
  const read = async (text: string, ref: string) => {
    await setFeed('live', feed({ format: 'csv', mapping: mapping(ref) }))
    content = text
    await poll('live')
    return (await stateOf('live')).last_error
  }
  expect(await read(`zone,free,at${'\nx'.repeat(200_001)}`, '{zone}')).toContain('more than 200000 rows')
  expect(await read('zone,free,at\n4101,1,x', '{zone}'.repeat(40))).toContain('wrong at ref')
})
