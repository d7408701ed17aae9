// Callers who go away: what they wanted to read ends in the database, what they wanted done is done once, and others get their answers.
import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { listRefunds } from '@parkit/contract/money/refunds'
import { activity } from '@parkit/contract/money/wallet'
import * as past from '@parkit/contract/parking/past'
import * as parking from '@parkit/contract/parking/sessions'
import type { Call } from '@parkit/contract/platform/call'
import { acts, findDrivers } from '@parkit/contract/staff/desk-drivers'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestServer, type TestServer } from '#app/testing.ts'
import { zones } from '#parking/sessions/testing.ts'
import { createLog } from '#platform/log.ts'
import { asOwner } from '#platform/testing.ts'
import { staffToken } from '#staff/desk/testing.ts'

let parkit: TestServer
let port: number
let maya: Awaited<ReturnType<TestServer['driver']>>
let owner: pg.Client
const logged: string[] = []
beforeAll(async () => {
  parkit = await startTestServer({ poolSize: 6, log: createLog('warn', line => logged.push(line)) })
  await parkit.app.listen({ host: '127.0.0.1', port: 0 })
  port = (parkit.app.server.address() as AddressInfo).port
  maya = await parkit.driver({ dollars: 100 })
  await parkit.park(maya)
  owner = new pg.Client({ connectionString: parkit.db.connectionString })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await parkit.stop()
})

/** Everybody else's statement on this table waits while `work` goes on. */
const whileLocked = async <Result>(table: string, work: () => Promise<Result>): Promise<Result> => {
  await owner.query(`begin; lock table ${table} in access exclusive mode`)
  try {
    return await work()
  } finally {
    await owner.query('rollback')
  }
}
const countWaiting = async () => {
  const text = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  return (await asOwner(parkit.db.connectionString, text)).length
}

type Sending = { token: string; body?: object; key?: string }
/** A call under way: `answer` is its status, or null where its caller left. */
const send = ({ method }: Call, path: string, { token, body, key = randomUUID() }: Sending) => {
  const asked = request({
    port,
    path,
    method,
    agent: false,
    headers: {
      authorization: `Bearer ${token}`,
      'idempotency-key': key,
      ...(body && { 'content-type': 'application/json' }),
    },
  })
  const answer = new Promise<number | null>(resolve => {
    asked.on('response', given => {
      given.resume().on('end', () => resolve(given.statusCode!))
      given.on('error', () => resolve(null))
    })
    asked.on('error', () => resolve(null))
  })
  asked.end(body && JSON.stringify(body))
  return { answer, leave: () => asked.destroy() }
}

type Read = { read: Call; query?: string; table: string; byStaff?: boolean }
const reads: Read[] = [
  { read: past.months, table: 'session' },
  { read: past.visits, table: 'session' },
  { read: past.sessionsCsv, table: 'session' },
  { read: parking.sessions, query: '?Query=state', table: 'session' },
  { read: parking.sessions, query: '?Sort=oldest', table: 'session' },
  { read: activity, table: 'posting' },
  { read: listRefunds, table: 'refund' },
  { read: findDrivers, query: '?Query=P-0123456789', table: 'session', byStaff: true },
  { read: acts, table: 'desk_act', byStaff: true },
]
test.each(reads)('$read.path ends in the database when its caller leaves', async asked => {
  const { read, query = '', table, byStaff } = asked
  const token = byStaff ? await staffToken(parkit, randomUUID().slice(0, 8)) : maya.token
  // whose token it is, is known from here on
  expect(await send(read, read.path + query, { token }).answer).toBe(200)
  logged.length = 0
  await whileLocked(table, async () => {
    const left = send(read, read.path + query, { token })
    await vi.waitUntil(async () => (await countWaiting()) === 1)
    left.leave()
    expect(await left.answer).toBeNull()
    // the lock itself would be waited for during ten seconds
    await vi.waitUntil(async () => (await countWaiting()) === 0, { timeout: 4_000 })
  })
  expect(logged.filter(line => line.includes('call failed'))).toEqual([])
  expect(await send(read, read.path + query, { token }).answer).toBe(200)
})

test('callers who leave take no answer from those who stay', async () => {
  await whileLocked('session', async () => {
    const left = Array.from({ length: 4 }, () => send(past.months, past.months.path, { token: maya.token }))
    await vi.waitUntil(async () => (await countWaiting()) === 4)
    for (const one of left) one.leave()
    await vi.waitUntil(async () => (await countWaiting()) === 0)
  })
  const answers = await Promise.all(
    Array.from({ length: 40 }, () => send(past.months, past.months.path, { token: maya.token }).answer),
  )
  expect(new Set(answers)).toEqual(new Set([200]))
})

test('a start whose driver leaves meanwhile is made once, and answered when it is asked for again', async () => {
  const driver = await parkit.driver({ dollars: 100 })
  const body = { ZoneNumber: zones.street, VehicleId: driver.VehicleId, Minutes: 60, PayWith: 'wallet' }
  const key = randomUUID()
  const start = () => send(parking.start, parking.start.path, { token: driver.token, body, key })
  await whileLocked('session', async () => {
    const left = start()
    await vi.waitUntil(async () => (await countWaiting()) === 1)
    left.leave()
    await left.answer
    // longer than a read would be left alone
    await new Promise(done => setTimeout(done, 1_000))
    expect(await countWaiting()).toBe(1)
  })
  const count = async () => {
    const { rows } = await parkit.db.pool.query('select session_id from session where driver_id = $1', [
      driver.driverId,
    ])
    return rows.length
  }
  await vi.waitUntil(async () => (await count()) === 1)
  expect(await start().answer).toBe(200)
  expect(await count()).toBe(1)
})
