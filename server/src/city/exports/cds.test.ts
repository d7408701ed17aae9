// CDS over HTTP: a city's zones with the policies they name, valid as published, current, and of no other city.
import { randomUUID } from 'node:crypto'
import * as operators from '@parkit/contract/city/operators'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { noon, startTestServer, type TestServer } from '#app/testing.ts'
import { inviteOperator } from '#city/operators/operators.ts'
import { type City, source, testCity, testFacts, testPlace } from '#city/places/testing.ts'
import type { CdsPolicy } from './cds-policies.ts'
import { cdsAnswer, faultsOf, schemasFolder } from './schemas-testing.ts'

const line: City['places'][number]['outline'] = [
  [-104.99, 39.74],
  [-104.98, 39.74],
]
const ring: typeof line = [...line, [-104.98, 39.75], [-104.99, 39.74]]
const small = (): City => ({
  ...testCity(),
  facts: testFacts({ name: 'Small City' }),
  places: [
    testPlace('8001', 0, {
      outline: ring,
      maxStayMinutes: 120,
      noReturnMinutes: 60,
      evChargers: 2,
      accessibleSpaces: 1,
    }),
    testPlace('8002', 0, {
      kind: 'street',
      outline: line,
      towAway: [{ days: [1, 2, 3, 4, 5], from: '16:00', to: '18:00' }],
    }),
    testPlace('8003', 0, {
      outline: [[-104.99, 39.74]],
      hours: [{ days: [1, 2, 3, 4, 5], from: '06:00', to: '22:00' }],
    }),
  ],
})

let parkit: TestServer
beforeAll(async () => {
  parkit = await startTestServer()
  await parkit.loadCity(source(small(), 'first', 'small'))
})
afterAll(() => parkit.stop())

type Zone = { [field: string]: unknown; curb_zone_id: string; curb_policy_ids: string[]; user_zone_id: string }
type Body = { [field: string]: unknown; data: { zones: Zone[]; policies: CdsPolicy[]; status: object[] } }
const read = async (path: string, headers: Record<string, string> = {}) => {
  const reply = await parkit.app.inject({ url: `/api/Cds/${path}`, headers })
  const body: Body | null = reply.payload ? JSON.parse(reply.payload) : null
  return { status: reply.statusCode, body: body!, etag: String(reply.headers.etag) }
}

test('each place is a zone with the number on its sign, and names policies that are there', async () => {
  const { body } = await read('small/curbs/zones')
  expect(body).toMatchObject({ version: '1.1.0', time_zone: 'America/Denver', currency: 'USD', author: 'Small City' })
  const { zones } = body.data
  expect(zones.map(({ user_zone_id }) => user_zone_id)).toEqual(['8001', '8002', '8003'])
  expect(zones.map(({ geometry }) => (geometry as { type: string }).type)).toEqual([
    'Polygon',
    'LineString',
    'LineString',
  ])
  expect(zones[0]).toMatchObject({
    name: 'Lot 8001',
    num_spaces: 20,
    custom_attributes: { kind: 'lot', spaces: 'general 17, accessible 1, electric 2' },
  })
  const { policies } = (await read('small/curbs/policies')).body.data
  const named = (zone: Zone) =>
    zone.curb_policy_ids.map(id => policies.find(({ curb_policy_id }) => curb_policy_id === id)!)
  expect(named(zones[0]!)).toMatchObject([
    {
      priority: 1,
      name: 'All day',
      rules: [
        {
          activity: 'parking',
          max_stay: 2,
          max_stay_unit: 'hour',
          no_return: 1,
          rate: [{ rate: 200, rate_unit: 'hour', increment_amount: 200 }],
        },
      ],
    },
  ])
  expect(named(zones[1]!)[0]).toMatchObject({
    rules: [{ activity: 'no parking' }],
    time_spans: [{ time_of_day_start: '16:00', time_of_day_end: '18:00' }],
  })
  expect(named(zones[2]!).map(({ name }) => name)).toEqual(['Closed', 'All day'])
  expect(policies).toHaveLength(new Set(zones.flatMap(({ curb_policy_ids }) => curb_policy_ids)).size)
})

test('a count is said with its time, and the counter of a zone that is heard', async () => {
  const before = await read('small/curbs/zones')
  const token = await inviteOperator(parkit.db, 'Small Parking', noon, (await parkit.features.cities.find('small'))!.id)
  const Reports = [{ ZoneNumber: '8002', Taken: 7, ObservedAt: noon.toString() }]
  expect((await parkit.call(operators.occupancy, { body: { Reports } }, { token })).body.Accepted).toBe(1)
  const find = async () => (await read('small/curbs/zones')).body.data.zones[1]
  await expect
    .poll(find)
    .toMatchObject({ num_spaces: 20, available_spaces: 13, availability_time: noon.epochMilliseconds })
  expect((await read('small/curbs/zones')).etag).not.toBe(before.etag)
  expect((await read('small/events/status')).body.data.status).toMatchObject([
    { data_source_type: 'data_feed', sensor_status_is_commissioned: true, sensor_status_is_online: true },
  ])
})

test('a closure is a policy with its dates, before all others, until it is cancelled', async () => {
  const before = await read('small/curbs/zones')
  const { id } = (await parkit.features.cities.find('small'))!
  const rule = { id: 'parade', priority: 0, name: { en: 'Parade' }, when: [], who: {}, activity: 'none' }
  const times = [noon.add({ hours: 24 }).toString(), noon.add({ hours: 30 }).toString(), noon.toString()]
  const override = randomUUID()
  await parkit.db.pool.query(
    `insert into override (override_id, city, name, kind, rule, starts_at, ends_at, state, published_at)
       values ($1, $2, 'Parade', 'closed', $3, $4, $5, 'published', $6)`,
    [override, id, JSON.stringify(rule), ...times],
  )
  await parkit.db.pool.query('insert into override_zone (city, zone_number, override_id) values ($1, $2, $3)', [
    id,
    '8002',
    override,
  ])
  const firstOf = async () => {
    const { policies } = (await read('small/curbs/policies')).body.data
    const zone = (await read('small/curbs/zones')).body.data.zones[1]!
    return policies.find(({ curb_policy_id }) => curb_policy_id === zone.curb_policy_ids[0])
  }
  await expect.poll(firstOf).toMatchObject({
    name: 'Parade',
    priority: 1,
    rules: [{ activity: 'no parking' }],
    time_spans: [
      {
        start_date: noon.add({ hours: 24 }).epochMilliseconds,
        end_date: noon.add({ hours: 30 }).epochMilliseconds,
      },
    ],
  })
  expect((await read('small/curbs/zones')).etag).not.toBe(before.etag)
  await parkit.db.pool.query(`update override set state = 'cancelled', cancelled_at = $2 where override_id = $1`, [
    override,
    noon.toString(),
  ])
  await expect.poll(async () => (await firstOf())?.name).not.toBe('Parade')
})

test('the same tag until the data changes; no city, no answer', async () => {
  for (const path of ['curbs/zones', 'curbs/policies', 'curbs/areas', 'curbs/spaces', 'events/status']) {
    const { etag, status } = await read(`small/${path}`)
    expect(status).toBe(200)
    expect((await read(`small/${path}`, { 'if-none-match': etag })).status).toBe(304)
    expect((await read(`nowhere/${path}`)).status).toBe(404)
  }
})

test.skipIf(!schemasFolder)('answers are valid by the schemas in CITY_SCHEMAS, geometry by RFC 7946', async () => {
  for (const [api, path] of [
    ['Curbs API', '/curbs/zones'],
    ['Curbs API', '/curbs/policies'],
    ['Curbs API', '/curbs/areas'],
    ['Curbs API', '/curbs/spaces'],
    ['Events API', '/events/status'],
  ] as const) {
    const validate = cdsAnswer(api, path)
    const { body } = await read(`small${path}`)
    expect([path, ...faultsOf(validate, body)]).toEqual([path])
    expect(faultsOf(validate, { ...body, time_zone: 1 })).not.toEqual([])
  }
  const { body } = await read('small/curbs/zones')
  const [zone] = body.data.zones
  const broken = { ...body, data: { zones: [{ ...zone, curb_policy_ids: ['one'] }] } }
  expect(faultsOf(cdsAnswer('Curbs API', '/curbs/zones'), broken)).not.toEqual([])
})
