// A city's sources over HTTP: feeds added, changed by two people at once, paused, polled, and removed; none from inside the network; none of another city.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as sources from '@parkit/contract/staff/console-sources'
import * as team from '@parkit/contract/staff/console-team'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer } from '#app/testing.ts'
import { createFeeds, feedJob } from '#city/imports/imports.ts'
import { smallFacts } from '#city/imports/testing.ts'
import { source, testCity } from '#city/places/testing.ts'
import { asOwner } from '#platform/testing.ts'
import { memberToken } from './testing.ts'

const parkit = await startTestServer({ poolSize: 6 })
let asked = 0
const inside = createServer((_, response) => {
  asked++
  response.end('{"items": []}')
})
afterAll(async () => {
  inside.close()
  await parkit.stop()
})
const city = 'small'
const tokens = {} as Record<'rates' | 'second' | 'viewer' | 'stranger', string>
beforeAll(async () => {
  for (const code of [city, 'tiny'])
    await parkit.loadCity(
      source(
        { ...testCity(), facts: { ...smallFacts, name: code }, places: [], names: [], tariffs: [] },
        'import',
        code,
      ),
    )
  tokens.rates = await memberToken(parkit, city, 'Rita', ['rates'])
  tokens.second = await memberToken(parkit, city, 'Otto', ['owner'])
  tokens.viewer = await memberToken(parkit, city, 'Vera', ['viewer'])
  tokens.stranger = await memberToken(parkit, 'tiny', 'Sam', ['owner'])
  await new Promise<void>(listening => inside.listen(0, '127.0.0.1', listening))
})

const params = { city, source: 'live' }
const form = (own: object = {}) => ({
  Format: 'parkapi',
  Takes: 'counts' as const,
  Url: 'https://counts.example/live.json?key=secret',
  Beside: [],
  EverySeconds: 300,
  SilentAfterSeconds: 1_800,
  ...own,
})
const matching = (etag: string, token = tokens.rates) => ({ token, headers: { 'if-match': etag } })
const add = (own: object = {}, token = tokens.rates) =>
  parkit.call(sources.addFeed, { params: { city }, body: { Source: 'live', ...form(own) } }, { token })
const etagOf = async () => {
  const headers = { authorization: `Bearer ${tokens.rates}` }
  return String((await parkit.app.inject({ url: `/api/Console/${city}/Sources/live`, headers })).headers.etag)
}
/** without what the city came with */
const list = async (token = tokens.viewer) =>
  (await parkit.call(sources.citySources, { params: { city } }, { token })).body.Items.filter(({ Feed }) => Feed)
const poll = async () => {
  const log = { info: () => {}, warn: () => {}, error: () => {} }
  const { jobs } = createFeeds({ ...parkit, places: parkit.features.places, log, allowedHosts: [] })
  const [{ city_id }] = (await asOwner<{ city_id: number }>(
    parkit.db.connectionString,
    `select city_id from city where code = '${city}'`,
  )) as [{ city_id: number }]
  await jobs[feedJob]!(`${city_id} live`, parkit.clock.now(), async () => {})
}

test('a feed is added once, changed by who saw it last, paused, polled now, and removed, each with its act', async () => {
  expect((await Promise.all([add(), add({}, tokens.second)])).map(({ status }) => status).toSorted()).toEqual([
    200, 409,
  ])
  // whoever only reads sees no key in the address
  expect((await list())[0]).toMatchObject({ Source: 'live', Feed: { Url: 'https://counts.example/live.json' } })
  const one = await parkit.call(sources.citySource, { params }, { token: tokens.rates })
  expect(one.body.Feed?.Url).toBe(form().Url)

  const seen = await etagOf()
  const change = (EverySeconds: number, options: object) =>
    parkit.call(sources.changeFeed, { params, body: form({ EverySeconds }) }, options)
  expect((await change(60, { token: tokens.rates })).error.Code).toBe('changed_meanwhile')
  const both = await Promise.all([change(60, matching(seen)), change(90, matching(seen, tokens.second))])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(both.find(({ status }) => status === 409)!.error.Code).toBe('changed_meanwhile')

  const pause = async (Paused: boolean, etag?: string) =>
    parkit.call(sources.pauseFeed, { params, body: { Paused } }, matching(etag ?? (await etagOf())))
  expect((await pause(true, seen)).error.Code).toBe('changed_meanwhile')
  expect((await pause(true)).body.Feed?.PausedAt).toBe(parkit.clock.now().toString())
  const pollNow = () => parkit.call(sources.pollFeed, { params }, { token: tokens.rates })
  expect((await pollNow()).error.Code).toBe('changed_meanwhile')
  expect((await pause(false)).body.Feed?.PausedAt).toBeNull()
  expect((await pollNow()).status).toBe(200)
  const due = await asOwner(
    parkit.db.connectionString,
    `select from job where kind = '${feedJob}' and ref like '% live'`,
  )
  expect(due).toHaveLength(1)

  const ended = await parkit.call(sources.removeFeed, { params }, matching(await etagOf()))
  expect([ended.status, ended.body.Feed]).toEqual([200, null])
  expect((await pollNow()).status).toBe(404)
  const { body } = await parkit.call(team.cityActs, { params: { city }, query: {} }, { token: tokens.viewer })
  const kinds = body.Items.filter(({ Subject }) => Subject === 'live').map(({ Kind }) => Kind)
  expect(kinds.toSorted()).toEqual(['feedEnded', 'feedPaused', 'feedResumed', 'feedSet', 'feedSet'])
})

test('no address inside the network is asked, and the source says why; a form is refused at its field', async () => {
  const { port } = inside.address() as AddressInfo
  expect((await add({ Url: `http://127.0.0.1:${port}/live.json` })).status).toBe(200)
  await poll()
  expect((await list())[0]).toMatchObject({ Source: 'live', LastError: '127.0.0.1 is not a public address' })
  expect(asked).toBe(0)
  const refusedAt = async (own: object) => Object.keys((await add({ Source: 'other', ...own })).error.Fields ?? {})
  expect(await refusedAt({ Url: 'file:///etc/passwd' })).toEqual(['Url'])
  expect(await refusedAt({ Url: 'https://name:word@counts.example/' })).toEqual(['Url'])
  expect(await refusedAt({ Beside: ['ftp://counts.example/'] })).toEqual(['Beside'])
  expect(await refusedAt({ CountsOf: 'unknown' })).toEqual(['CountsOf'])
  expect(await refusedAt({ EverySeconds: 900, SilentAfterSeconds: 60 })).toEqual(['SilentAfterSeconds'])
  expect(await refusedAt({ Format: 'pdf' })).toEqual(['Format'])
  expect((await list()).map(({ Source }) => Source)).toEqual(['live'])
})

test('another city’s feed is not found and stays as it is', async () => {
  const theirs = { params: { city: 'tiny', source: 'live' } }
  for (const [
    place,
    token,
  ] of [[params, tokens.stranger], [theirs.params, tokens.rates], [theirs.params, tokens.stranger]] as const) // biome-ignore format: one line
    for (const call of [sources.citySource, sources.pollFeed, sources.removeFeed]) {
      const { status, error } = await parkit.call(call, { params: place }, { token, headers: { 'if-match': '"2"' } })
      expect([status, error.Code]).toEqual([404, 'not_found'])
    }
  expect(await list()).toHaveLength(1)
  expect((await parkit.call(sources.removeFeed, { params }, matching('"2"', tokens.viewer))).error.Code).toBe(
    'role_missing',
  )
})
