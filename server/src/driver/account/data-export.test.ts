// The export over HTTP: one at a time, a valid zip, resumed by ranges, gone after a day, bounded memory, and what breaks it.
import { randomBytes, randomUUID } from 'node:crypto'
import { get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import * as account from '@parkit/contract/driver/account'
import * as contract from '@parkit/contract/driver/data-export'
import { deleteAccount } from '@parkit/contract/driver/profile'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestServer, type TestServer } from '#app/testing.ts'
import { anotherServer } from '#messaging/notices/testing.ts'
import { asOwner } from '#platform/testing.ts'
import { beginRun } from './data-export-store.ts'
import { exportData, unzip } from './export-testing.ts'

let parkit: TestServer
beforeAll(async () => {
  parkit = await startTestServer({ poolSize: 10 })
})
afterAll(() => parkit.stop())

type Driver = Awaited<ReturnType<TestServer['driver']>>
const someone = () => parkit.driver({ dollars: 0 })
/** Signed in anew. */
const again = async (driver: Driver): Promise<Driver> => {
  const credentials = { grant_type: 'password', username: driver.email, password: driver.password } as const
  return { ...driver, token: (await parkit.call(account.token, { body: credentials })).body.access_token }
}
const begin = (driver: Driver) => parkit.call(contract.beginExport, {}, { token: driver.token })
const state = async (driver: Driver) => (await parkit.call(contract.exportState, {}, { token: driver.token })).body
const ask = ({ token }: Driver, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  parkit.app.inject({
    method,
    url: contract.exportFile.path,
    headers: { authorization: `Bearer ${token}`, ...headers },
  })
const rows = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await parkit.db.pool.query<Row>(text, values)).rows
const count = async (table: string) => (await rows<{ n: number }>(`select count(*)::integer as n from ${table}`))[0]!.n

const attach = async ({ driverId }: Driver, name: string, bytes: Buffer) => {
  await rows(
    `insert into attachment (attachment_id, driver_id, name, content_type, bytes, stored_at)
     values ($1, $2, $3, 'application/pdf', $4, $5)`,
    [randomUUID(), driverId, name, bytes, parkit.clock.now()],
  )
}

/** A statement of PL/pgSQL before each chunk is stored; returns what ends that. */
const onChunk = async (statement: string) => {
  const { connectionString } = parkit.db
  await asOwner(
    connectionString,
    `create function on_chunk() returns trigger language plpgsql as $$ begin ${statement} return new; end $$;
     create trigger on_chunk before insert on data_export_chunk for each row execute function on_chunk()`,
  )
  return () => asOwner(connectionString, 'drop function on_chunk cascade')
}

test('it is prepared by a job, told when ready, and a valid zip with every file as it was', async () => {
  const driver = await someone()
  const pdf = randomBytes(700_000)
  await attach(driver, 'Bill.pdf', pdf)
  await attach(driver, 'Bill.pdf', Buffer.from('another of the same name'))
  expect((await state(driver)).State).toBe('none')
  expect((await ask(driver)).statusCode).toBe(404)
  const { body } = await begin(driver)
  expect(body).toEqual({
    State: 'preparing',
    AskedAt: parkit.clock.now().toString(),
    ReadyAt: null,
    ExpiresAt: null,
    Bytes: null,
  })
  expect((await ask(driver)).statusCode).toBe(404)

  const { reply, files, data } = await exportData({ parkit, driver })
  const ready = await state(driver)
  expect(ready).toMatchObject({ State: 'ready', Bytes: reply.rawPayload.length })
  expect(Date.parse(ready.ExpiresAt!) - Date.parse(ready.ReadyAt!)).toBe(24 * 3_600_000)
  expect(reply.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': 'attachment; filename="ParkIt.zip"',
    'content-length': String(reply.rawPayload.length),
    'cache-control': 'no-store',
    'accept-ranges': 'bytes',
  })
  expect(data.Vehicles).toEqual([expect.objectContaining({ VehicleId: driver.VehicleId })])
  expect(data.Attachments!.map(({ File }) => files.get(File as string)!.length).sort()).toEqual([24, 700_000])
  const kept = data.Attachments!.map(({ File }) => files.get(File as string)!)
  expect(kept.some(bytes => bytes.equals(pdf))).toBe(true)

  const told = await rows<{ subject: string; body: string }>(
    `select subject, body from sandbox_message where recipient = $1 and subject <> '' order by sent_at desc limit 1`,
    [driver.email],
  )
  expect(told[0]).toMatchObject({ subject: 'Your ParkIt data is ready' })
  expect(told[0]!.body).toContain('/profile')
  expect(told[0]!.body).toContain('Not you?')
})

test('there is one at a time, however many ask at once', async () => {
  const driver = await someone()
  const asked = await Promise.all(Array.from({ length: 8 }, () => begin(driver)))
  expect(asked.map(({ status, body }) => [status, body.State])).toEqual(Array(8).fill([200, 'preparing']))
  const exports = await rows<{ export_id: string }>('select export_id from data_export where driver_id = $1', [
    driver.driverId,
  ])
  expect(exports.length).toBe(1)
  expect(await rows(`select ref from job where kind = 'data-export'`)).toEqual([{ ref: exports[0]!.export_id }])
  await parkit.jobs.runDue()
  const first = (await ask(driver)).headers.etag
  expect((await begin(driver)).body.State).toBe('ready')
  await parkit.jobs.runDue()
  expect((await ask(driver)).headers.etag).toBe(first)
})

test('a download that broke off goes on where it was, on any server', async () => {
  const driver = await someone()
  await attach(driver, 'Long.pdf', randomBytes(900_000))
  const { reply } = await exportData({ parkit, driver })
  const [whole, etag] = [reply.rawPayload, reply.headers.etag as string]
  const second = await anotherServer(parkit)
  const headers = { authorization: `Bearer ${driver.token}`, range: 'bytes=300000-', 'if-range': etag }
  const rest = await second.app.inject({ url: contract.exportFile.path, headers })
  await second.app.close()
  expect([rest.statusCode, rest.headers['content-range']]).toEqual([
    206,
    `bytes 300000-${whole.length - 1}/${whole.length}`,
  ])
  expect(Buffer.concat([whole.subarray(0, 300_000), rest.rawPayload]).equals(whole)).toBe(true)

  const size = whole.length
  const part = async (range: string, more: Record<string, string> = {}) => {
    const { statusCode, rawPayload } = await ask(driver, { range, ...more })
    return [statusCode, rawPayload.length > 0 ? whole.indexOf(rawPayload.subarray(0, 64)) : -1, rawPayload.length]
  }
  // one byte, across chunks of 256 KiB, exactly one chunk, the end, and beyond it
  expect(await part('bytes=0-0')).toEqual([206, 0, 1])
  expect(await part('bytes=262100-262200')).toEqual([206, 262_100, 101])
  expect(await part('bytes=262144-524287')).toEqual([206, 262_144, 262_144])
  expect(await part('bytes=-100')).toEqual([206, size - 100, 100])
  expect(await part(`bytes=${size - 10}-${size + 5_000}`)).toEqual([206, size - 10, 10])
  expect(await part(`bytes=${size}-`)).toEqual([416, -1, 0])
  expect(await part('bytes=-0')).toEqual([416, -1, 0])
  // what is no range, several, or of another file: the whole
  for (const range of ['bytes=5-2', 'bytes=0-1,5-6', 'bytes=-', 'pages=1-2', 'bytes=a-b'])
    expect(await part(range)).toEqual([200, 0, size])
  expect(await part('bytes=5-', { 'if-range': '"another"' })).toEqual([200, 0, size])
  const head = await ask(driver, {}, 'HEAD')
  expect([head.statusCode, head.headers['content-length'], head.rawPayload.length]).toEqual([200, String(size), 0])
})

test('D-109: a download is sent at 100 Mbit/s at most', async () => {
  const driver = await someone()
  await attach(driver, 'Long.pdf', randomBytes(9_000_000))
  await exportData({ parkit, driver })
  const readAt: number[] = []
  const query = parkit.db.pool.query.bind(parkit.db.pool) as (...all: unknown[]) => unknown
  const spy = vi.spyOn(parkit.db.pool, 'query').mockImplementation(((...all: unknown[]) => {
    if ((all[0] as { name?: string }).name === 'data_export_chunk_find') readAt.push(performance.now())
    return query(...all)
  }) as never)
  await ask(driver)
  spy.mockRestore()
  // on average: a pause of the process makes one gap longer and the next one shorter
  const gaps = readAt.length - 1
  expect(gaps).toBeGreaterThan(30)
  expect((readAt.at(-1)! - readAt[0]!) / gaps).toBeGreaterThan(19)
})

test('it belongs to its driver, and is gone after a day or with the account', async () => {
  const [driver, other] = [await someone(), await someone()]
  await exportData({ parkit, driver })
  expect((await ask(other)).statusCode).toBe(404)
  expect((await parkit.app.inject(contract.exportFile.path)).statusCode).toBe(401)
  parkit.clock.advance({ hours: 24 })
  // also where the job that deletes it is late
  expect([(await ask(driver)).statusCode, (await state(driver)).State]).toEqual([404, 'none'])
  await parkit.jobs.runDue()
  expect([await count('data_export'), await count('data_export_chunk')]).toEqual([0, 0])

  await exportData({ parkit, driver: await again(driver) })
  await begin(await again(other))
  for (const { token, password } of [driver, other])
    expect((await parkit.call(deleteAccount, { body: { Password: password } }, { token })).status).toBe(200)
  await parkit.jobs.runDue()
  expect([await count('data_export'), await count('data_export_chunk')]).toEqual([0, 0])
  expect(await rows(`select from job where kind = 'data-export'`)).toEqual([])
})

test('neither asked for nor downloaded by a stolen token: it needs a proof of the last 15 minutes', async () => {
  const driver = await someone()
  await exportData({ parkit, driver })
  const thief = await again(driver)
  parkit.clock.advance({ minutes: 16 })
  expect([(await begin(thief)).status, (await begin(thief)).error.Code]).toEqual([409, 'sign_in_again'])
  expect((await state(thief)).State).toBe('ready')
  for (const range of ['bytes=0-', 'bytes=5-'])
    expect([(await ask(thief, { range })).statusCode, (await ask(thief)).json().Code]).toEqual([409, 'sign_in_again'])
  // the sign-in that began a download in time goes on with it
  expect((await ask(driver, { range: 'bytes=5-' })).statusCode).toBe(206)
  parkit.clock.advance({ minutes: 105 })
  expect((await ask(driver, { range: 'bytes=5-' })).statusCode).toBe(409)
})

test('an attempt that fails in the middle is made again from the beginning', async () => {
  const driver = await someone()
  await attach(driver, 'Long.pdf', randomBytes(900_000))
  await begin(driver)
  const mend = await onChunk(`if new.seq = 2 then raise exception 'no room'; end if;`)
  vi.spyOn(console, 'error').mockImplementation(() => {})
  await parkit.jobs.runDue()
  await mend()
  const own = `data_export_chunk join data_export using (export_id) where driver_id = '${driver.driverId}'`
  expect([(await state(driver)).State, await count(own)]).toEqual(['preparing', 2])
  parkit.clock.advance({ minutes: 5 })
  await parkit.jobs.runDue()
  const { rawPayload } = await ask(driver)
  expect((await unzip(rawPayload)).size).toBeGreaterThan(30)
})

test('a run that another server has taken over adds nothing to the file', async () => {
  const driver = await someone()
  await attach(driver, 'Long.pdf', randomBytes(900_000))
  await begin(driver)
  const [{ export_id }] = (await rows('select export_id from data_export where driver_id = $1', [driver.driverId])) as [
    { export_id: string },
  ]
  const mend = await onChunk('perform pg_sleep(0.5);')
  const stored = () => count(`data_export_chunk where export_id = '${export_id}'`)
  const running = parkit.jobs.runDue()
  await vi.waitUntil(async () => (await stored()) === 2, { timeout: 10_000 })
  await beginRun(parkit.db.pool, export_id, randomUUID())
  await rows(`update job set run_at = run_at + interval '1 minute' where ref = $1`, [export_id])
  await running
  await mend()
  expect(await stored()).toBe(0)
  parkit.clock.advance({ minutes: 5 })
  await parkit.jobs.runDue()
  expect((await unzip((await ask(driver)).rawPayload)).size).toBeGreaterThan(30)
})

test('memory is bounded, however much there is', async () => {
  const driver = await someone()
  // made by the database: here they would be in memory
  await rows(
    `insert into attachment (attachment_id, driver_id, name, content_type, bytes, stored_at)
     select gen_random_uuid(), $1, n || '.pdf', 'application/pdf', convert_to(repeat(md5(n::text), 312500), 'UTF8'), $2
       from generate_series(1, 12) as n`,
    [driver.driverId, parkit.clock.now()],
  )
  await begin(driver)
  const before = process.memoryUsage().rss
  let most = 0
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss - before)
  }, 5)
  await parkit.jobs.runDue()
  clearInterval(watch)
  expect(await state(driver)).toMatchObject({ State: 'ready', Bytes: expect.closeTo(120_000_000, -6) })
  expect(most).toBeLessThan(64_000_000)
}, 60_000)

test('a reader that goes away ends its work, and one that is slow holds two chunks', async () => {
  const driver = await someone()
  await attach(driver, 'Long.pdf', randomBytes(10_000_000))
  await attach(driver, 'More.pdf', randomBytes(10_000_000))
  await exportData({ parkit, driver })
  await parkit.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = parkit.app.server.address() as AddressInfo
  const reads = () =>
    spy.mock.calls.filter(([config]) => (config as { name?: string }).name === 'data_export_chunk_find')
  const spy = vi.spyOn(parkit.db.pool, 'query')
  const open = () =>
    new Promise<{ status: number; leave: () => void }>((resolve, reject) => {
      const headers = { authorization: `Bearer ${driver.token}` }
      const request = get({ port, path: contract.exportFile.path, headers }, response => {
        response.on('error', () => {})
        resolve({ status: response.statusCode!, leave: () => request.destroy() })
      }).on('error', reject)
    })
  const [one, two, three] = [await open(), await open(), await open()]
  expect([one.status, two.status, three.status]).toEqual([200, 200, 429])
  // long enough for both, were they read
  await wait(2_500)
  // what the sockets hold on both sides, and a few chunks: far from the 77 of each file
  const slow = reads().length
  expect(slow).toBeLessThan(2 * 45)
  one.leave()
  two.leave()
  await wait(100)
  const left = reads().length
  await wait(300)
  expect(reads().length).toBe(left)
  const next = await open()
  expect(next.status).toBe(200)
  next.leave()
  three.leave()
  spy.mockRestore()
})
