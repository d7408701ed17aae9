// A driver with thousands of sessions: months and places without spilling to disk, and a CSV as fast as its reader.
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import * as past from '@parkit/contract/parking/past'
import { stop } from '@parkit/contract/parking/sessions'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestServer, type TestServer } from '#app/testing.ts'
import { asOwner } from '#platform/testing.ts'

const sessions = 20_000
const places = 300

let parkit: TestServer
let driver: Awaited<ReturnType<TestServer['driver']>>
beforeAll(async () => {
  parkit = await startTestServer()
  await parkit.app.listen({ host: '127.0.0.1', port: 0 })
  driver = await parkit.driver({ dollars: 20 })
  const { SessionId } = await parkit.park(driver)
  await parkit.call(stop, { body: { SessionId } }, driver)
  // the same again every four hours before it, at other places, without the money
  await asOwner(
    parkit.db.connectionString,
    `set session_replication_role = replica;
     with added as (insert into session select (jsonb_populate_record(session, jsonb_build_object(
       'session_id', 'P-' || lpad(i::text, 10, '0'), 'zone_number', (9000 + i % ${places})::text,
       'parking_cents', 100, 'fee_cents', 0, 'refunded_cents', 0,
       'place', place || jsonb_build_object('name', 'Place ' || i % ${places}),
       'started_at', started_at - i * interval '4 hours',
       'ends_at', ends_at - i * interval '4 hours',
       'ended_at', ended_at - i * interval '4 hours'))).*
       from session, generate_series(1, ${sessions}) as i where session_id = '${SessionId}' returning session_id, started_at)
     insert into session_key (session_id, started_at) select * from added;
     analyze session`,
  )
}, 120_000)
afterAll(async () => {
  await asOwner(
    parkit.db.connectionString,
    `set session_replication_role = replica;
     with gone as (delete from session where place ->> 'name' like 'Place %' returning session_id)
     delete from session_key using gone where session_key.session_id = gone.session_id`,
  )
  await parkit.stop()
}, 120_000)

test('each month and each place is counted once', async () => {
  const { Items: months } = (await parkit.call(past.months, { query: {} }, driver)).body
  expect(months.reduce((sum, month) => sum + month.Sessions, 0)).toBe(sessions + 1)
  expect(months.map(({ Month }) => Month)).toEqual(
    months
      .map(({ Month }) => Month)
      .sort()
      .reverse(),
  )
  // six a day, by Chicago's days
  expect(months.find(({ Month }) => Month === '2025-07')).toEqual({ Month: '2025-07', Sessions: 186, AmountPaid: 186 })
  const { Items: visits } = (await parkit.call(past.visits, { query: {} }, driver)).body
  expect(visits.length).toBe(places + 1)
  const visit = visits.find(({ Name }) => Name === 'Place 7')!
  const visited = Array.from({ length: sessions }, (_, i) => i + 1).filter(i => i % places === 7)
  expect(visit).toMatchObject({
    Visits: visited.length,
    AmountPaid: visited.length,
    Last: { SessionId: `P-${'7'.padStart(10, '0')}`, AmountPaid: 1 },
  })
  const narrowed = await parkit.call(past.visits, { query: { Query: 'place 299', To: '2026-01-31' } }, driver)
  expect(narrowed.body.Items.map(({ Name }) => Name)).toEqual(['Place 299'])
})

/** Reads the CSV over a connection of its own; `pages`: how many the server has read from the database. */
const beginCsv = async () => {
  const spy = vi.spyOn(parkit.db.pool, 'query')
  const pages = () =>
    spy.mock.calls.filter(([query]) => (query as { name?: string }).name === 'session_list_table').length
  const connected = new Promise<Socket>(resolve => parkit.app.server.once('connection', resolve))
  const { port } = parkit.app.server.address() as AddressInfo
  const headers = { authorization: `Bearer ${driver.token}` }
  const request = get({ port, path: past.sessionsCsv.path, headers, agent: false }).on('error', () => {})
  const response = await new Promise<IncomingMessage>(resolve => request.on('response', resolve))
  response.pause()
  return { pages, request, response, socket: await connected, end: () => spy.mockRestore() }
}

test('whoever leaves in the middle of the CSV ends it', async () => {
  const { pages, request, end } = await beginCsv()
  await vi.waitFor(() => expect(pages()).toBeGreaterThan(0))
  request.destroy()
  await wait(300)
  const read = pages()
  await wait(300)
  expect(pages()).toBe(read)
  expect(read).toBeLessThan(sessions / 250)
  end()
})

test('a reader of the CSV who stops holds back the database, and gets the rest when he goes on', async () => {
  // more than the kernel takes for a reader
  await asOwner(
    parkit.db.connectionString,
    `set session_replication_role = replica;
     update session set place = place || jsonb_build_object('address', repeat('Wacker Drive ', 200))
      where place ->> 'name' like 'Place %'`,
  )
  const { pages, response, socket, end } = await beginCsv()
  await vi.waitUntil(() => socket.writableNeedDrain, { timeout: 20_000 })
  const before = pages()
  // meanwhile others read as much as the whole table
  for (let i = 0; i < 10; i++) await parkit.call(past.months, { query: {} }, driver)
  expect(before).toBeLessThan(sessions / 250)
  expect(pages()).toBeLessThanOrEqual(before + 2)
  expect(socket.writableLength).toBeLessThan(3_000_000)
  let lines = 0
  for await (const chunk of response) lines += chunk.toString('latin1').split('\n').length - 1
  expect(lines).toBe(sessions + 2)
  end()
})
