// Past sessions over HTTP: filtered, in four orders, paged while others begin, by month, by place, as CSV; each driver's own only.

import * as contract from '@parkit/contract/parking/past'
import * as parking from '@parkit/contract/parking/sessions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer } from '#app/testing.ts'
import { parkingActions } from './actions-testing.ts'
import { parkingCity, zones } from './testing.ts'

type Query = Record<string, string | number>

const city = parkingCity()
// east of where everybody else stands, about 830 metres a hundredth of a degree
const eastward: Record<string, number> = { [zones.garage]: 0.01, [zones.free]: 0.02 }
for (const place of city.places) place.longitude += eastward[place.zoneNumber] ?? 0
const origin = city.places.find(place => place.zoneNumber === zones.street)!
const here = { Latitude: origin.latitude, Longitude: origin.longitude }

const parkit = await startTestServer({ city })
const { start, stop } = parkingActions(parkit)
afterAll(parkit.stop)

let maya: Awaited<ReturnType<typeof parkit.driver>>
let second: string
/** In the order they began: street in March, garage and free in April, street with the other car. */
const ids: string[] = []

const list = async (query: Query = {}, token = maya.token) => parkit.call(parking.sessions, { query }, { token })
const listed = async (query: Query = {}) => (await list(query)).body.Items.map(item => item.SessionId)
const newest = () => [...ids].reverse()

beforeAll(async () => {
  maya = await parkit.driver({ dollars: 200 })
  second = await parkit.addVehicle(maya.token, 'AB 1')
})

/** Half an hour of each; the vehicle is the one named, or the first. */
const stay = async (at: string, ZoneNumber: string, VehicleId = maya.VehicleId) => {
  parkit.clock.set(Temporal.Instant.from(at))
  const { body, status } = await start(maya, { ZoneNumber, VehicleId, Minutes: 60 })
  expect(status).toBe(200)
  parkit.clock.advance({ minutes: 30 })
  await stop(maya, body.SessionId)
  ids.push(body.SessionId)
}

beforeAll(async () => {
  // the last minutes of March in Chicago are April in Greenwich
  await stay('2026-04-01T04:30:00Z', zones.street)
  await stay('2026-04-08T15:00:00Z', zones.garage)
  await stay('2026-04-11T17:00:00Z', zones.free)
  await stay('2026-04-12T17:00:00Z', zones.street, second)
})

test('newest first by default, oldest first on request', async () => {
  expect(await listed()).toEqual(newest())
  expect(await listed({ Sort: 'oldest' })).toEqual(ids)
  expect((await list()).body.Items.map(item => item.Metres)).toEqual(ids.map(() => null))
})

test('by distance from the driver; at the same place the newer first', async () => {
  const near = await list({ Sort: 'less-distance', ...here })
  expect(near.body.Items.map(item => item.SessionId)).toEqual([ids[3], ids[0], ids[1], ids[2]])
  const [street, , garage] = near.body.Items.map(item => item.Metres)
  expect(street).toBe(0)
  expect(garage).toBeGreaterThan(700)
  expect(garage).toBeLessThan(900)
  expect(await listed({ Sort: 'more-distance', ...here })).toEqual([ids[2], ids[1], ids[3], ids[0]])
})

test('sorting by distance without a position is refused at its field', async () => {
  const { status, error } = await list({ Sort: 'less-distance' })
  expect([status, Object.keys(error.Fields!)]).toEqual([400, ['Latitude']])
})

test.each(contract.pastSorts)('pages in the order %s neither skip nor repeat', async Sort => {
  const seen: string[] = []
  let Cursor: string | null = null
  do {
    const query: Query = { Sort, ...here, Limit: 1, ...(Cursor && { Cursor }) }
    const { body } = await list(query)
    seen.push(...body.Items.map(item => item.SessionId))
    Cursor = body.NextCursor
  } while (Cursor)
  expect(seen).toEqual(await listed({ Sort, ...here }))
  expect(seen).toHaveLength(ids.length)
})

test('a session that starts between two pages shifts nothing', async () => {
  const sam = await parkit.driver({ dollars: 200 })
  const park = async () => {
    parkit.clock.advance({ minutes: 5 })
    const { body } = await start(sam, { Minutes: 15 })
    parkit.clock.advance({ minutes: 2 })
    await stop(sam, body.SessionId)
    return body.SessionId
  }
  const before = [await park(), await park(), await park()]
  const first = (await list({ Limit: 2 }, sam.token)).body
  const late = await park()
  const rest = (await list({ Limit: 2, Cursor: first.NextCursor! }, sam.token)).body
  const seen = [...first.Items, ...rest.Items].map(item => item.SessionId)
  expect(seen).toEqual(before.reverse())
  expect(seen).not.toContain(late)
})

test.each([['nonsense'], ['- 2026-13-45T99:00:00Z P-0000000000'], ["- 2026-04-01T00:00:00Z P-000000000'"]])(
  'the cursor %s is refused at its field',
  async Cursor => {
    const { status, error } = await list({ Cursor })
    expect([status, Object.keys(error.Fields!)]).toEqual([400, ['Cursor']])
  },
)

test('a time cursor does not fit the distance order', async () => {
  const Cursor = (await list({ Limit: 1 })).body.NextCursor!
  expect((await list({ Sort: 'less-distance', ...here, Cursor })).status).toBe(400)
})

test('days are the place’s calendar days', async () => {
  expect(await listed({ To: '2026-03-31' })).toEqual([ids[0]])
  expect(await listed({ From: '2026-04-01' })).toEqual(newest().slice(0, 3))
  expect(await listed({ From: '2026-04-08', To: '2026-04-08' })).toEqual([ids[1]])
  expect((await list({ From: '2026-04-08', To: '2026-04-07' })).status).toBe(400)
  expect((await list({ From: 'yesterday' })).status).toBe(400)
})

test('by vehicle, by the place’s name and by status', async () => {
  expect(await listed({ VehicleId: second })).toEqual([ids[3]])
  expect(await listed({ Query: zones.garage })).toEqual([ids[1]])
  const { Name, Address } = (await list({ Limit: 1, Query: zones.garage })).body.Items[0]!
  expect(await listed({ Query: `${zones.garage} ${Name.toUpperCase()} ${Address.split(',')[0]}` })).toEqual([ids[1]])
  expect(await listed({ Query: '%' })).toEqual([])
  expect(await listed({ Query: "'; drop table session; --" })).toEqual([])
  expect(await listed({ Status: 'ended' })).toEqual(newest())
  expect(await listed({ Status: 'running' })).toEqual([])
})

test('a session past its end counts as ended before the job has closed it', async () => {
  const sam = await parkit.driver()
  const { body } = await start(sam, { Minutes: 15 })
  const states = async () => [
    (await list({ Status: 'running' }, sam.token)).body.Items.length,
    (await list({ Status: 'ended' }, sam.token)).body.Items.length,
  ]
  expect(await states()).toEqual([1, 0])
  parkit.clock.set(Temporal.Instant.from(body.EndsAt))
  expect(await states()).toEqual([0, 1])
})

test('months hold the same sessions as the list, by the place’s calendar', async () => {
  const items = (await list()).body.Items
  const paid = (from: number, to: number) =>
    items.filter(item => ids.slice(from, to).includes(item.SessionId)).reduce((sum, item) => sum + item.AmountPaid, 0)
  const { Items } = (await parkit.call(contract.months, { query: {} }, { token: maya.token })).body
  expect(Items).toEqual([
    { Month: '2026-04', Sessions: 3, AmountPaid: expect.closeTo(paid(1, 4), 10) },
    { Month: '2026-03', Sessions: 1, AmountPaid: expect.closeTo(paid(0, 1), 10) },
  ])
  const one = await parkit.call(contract.months, { query: { Query: zones.garage } }, { token: maya.token })
  expect(one.body.Items.map(month => month.Sessions)).toEqual([1])
})

test('each place once, with its count and last time', async () => {
  const { Items } = (await parkit.call(contract.visits, { query: {} }, { token: maya.token })).body
  expect(Items.map(item => [item.ZoneNumber, item.Visits, item.Last.SessionId])).toEqual([
    [zones.street, 2, ids[3]],
    [zones.free, 1, ids[2]],
    [zones.garage, 1, ids[1]],
  ])
  const [street] = Items
  const both = (await list({ Query: zones.street })).body.Items
  expect(street!.AmountPaid).toBeCloseTo(both[0]!.AmountPaid + both[1]!.AmountPaid, 10)
  expect(street!.Last.AmountPaid).toBe(both[0]!.AmountPaid)
})

test('the CSV holds every session, in the driver’s language', async () => {
  const table = async (query: Query, language = 'en') => {
    const { status, body } = await parkit.call(contract.sessionsCsv, { query }, { token: maya.token, language })
    expect(status).toBe(200)
    return String(body).trimEnd().split('\r\n')
  }
  const [head, first, ...others] = await table({})
  expect(head).toContain('"Session ID","Status"')
  expect(first).toContain(`"${ids[3]}","Ended","${zones.street}"`)
  expect(first).toContain('"2026-04-12 12:00","2026-04-12 12:30","America/Chicago",30,')
  expect(first).toContain('"AB 1"')
  expect(others).toHaveLength(3)
  expect((await table({}, 'hi'))[0]).toContain('"सेशन आईडी"')
  expect(await table({ Query: zones.garage })).toHaveLength(2)
  const backwards = { From: '2026-04-08', To: '2026-04-07' }
  expect((await parkit.call(contract.sessionsCsv, { query: backwards }, { token: maya.token })).status).toBe(400)
})

test('concurrent requests each get their own sessions and their own limit', async () => {
  const sam = await parkit.driver({ dollars: 200 })
  parkit.clock.set('2026-04-13T17:00:00Z')
  const { body } = await start(sam, { ZoneNumber: zones.garage, VehicleId: sam.VehicleId, Minutes: 60 })
  const newcomer = await parkit.driver()
  const asked: { token: string; query: Record<string, number>; his: string[] }[] = [
    { token: maya.token, query: {}, his: newest() },
    { token: sam.token, query: {}, his: [body.SessionId] },
    { token: maya.token, query: { Limit: 2 }, his: newest().slice(0, 2) },
    { token: newcomer.token, query: {}, his: [] },
  ]
  const pages = await Promise.all(asked.map(({ token, query }) => list(query, token)))
  expect(pages.map(page => page.body.Items.map(item => item.SessionId))).toEqual(asked.map(({ his }) => his))
  expect(pages.map(page => page.body.NextCursor !== null)).toEqual([false, false, true, false])
})

test('another driver’s sessions are not visible', async () => {
  const stranger = await parkit.driver()
  const { token } = stranger
  expect((await list({}, token)).body.Items).toEqual([])
  expect((await list({ VehicleId: maya.VehicleId }, token)).body.Items).toEqual([])
  expect((await parkit.call(contract.months, { query: {} }, { token })).body.Items).toEqual([])
  expect((await parkit.call(contract.visits, { query: {} }, { token })).body.Items).toEqual([])
  const csv = await parkit.call(contract.sessionsCsv, { query: {} }, { token })
  expect(String(csv.body).trimEnd().split('\r\n')).toHaveLength(1)
})
