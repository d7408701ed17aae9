// The database gone for a minute or silent, its connections used up, no file descriptor left: refused for now, and no cent lost.
import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import * as account from '@parkit/contract/driver/account'
import * as wallet from '@parkit/contract/money/wallet'
import { sessions } from '@parkit/contract/parking/sessions'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EmbeddedPostgres, startPostgres } from '../../server/src/platform/postgres.ts'
import { type Driver, registerDriver, require } from '../api.ts'
import { openDatabaseLine } from '../database-line.ts'
import { newDataDir, type Server, startServer } from '../server.ts'

const drivers = 6
const dollars = 20
const minuteMs = 60_000

const { dataDir, remove } = newDataDir()
let postgres: EmbeddedPostgres
let line: Awaited<ReturnType<typeof openDatabaseLine>>
let server: Server
let everyone: Driver[]
const added = new Map<Driver, number>()

beforeAll(async () => {
  postgres = await startPostgres({ dataDir, durable: false })
  line = await openDatabaseLine(postgres.connectionString)
  server = await startServer({ DATABASE_URL: line.databaseUrl, LOG_LEVEL: 'silent' })
  everyone = await Promise.all(Array.from({ length: drivers }, () => registerDriver(server.address, dollars)))
}, 120_000)
afterAll(async () => {
  await server?.end('SIGKILL')
  line?.close()
  await postgres?.stop()
  remove()
})

type Seen = { status: number; retryAfter: string | null; paymentMs?: number }

/** One dollar, sent again under its key until it is there; notes every answer. A connection that breaks is no answer. */
const addDollar = async (driver: Driver, seen: Seen[]) => {
  const key = randomUUID()
  const headers = {
    'content-type': 'application/json',
    authorization: `Bearer ${driver.token}`,
    'idempotency-key': key,
  }
  for (;;) {
    const began = performance.now()
    try {
      const url = new URL(wallet.addMoney.path, server.address)
      const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ Amount: 1 }) })
      await response.arrayBuffer()
      const paymentMs = performance.now() - began
      seen.push({ status: response.status, retryAfter: response.headers.get('retry-after'), paymentMs })
      if (response.status === 200) break
    } catch {
      // ask again
    }
    await wait(300)
  }
  added.set(driver, (added.get(driver) ?? 0) + 1)
}

const look = async (driver: Driver, seen: Seen[]) => {
  try {
    const url = new URL(sessions.path, server.address)
    const response = await fetch(url, { headers: { authorization: `Bearer ${driver.token}` } })
    await response.arrayBuffer()
    seen.push({ status: response.status, retryAfter: response.headers.get('retry-after') })
  } catch {
    // no answer
  }
  await wait(100)
}

/** Everybody pays and looks while `trouble` lasts, and until each of them has paid once more afterwards. */
const during = async (trouble: () => Promise<void>): Promise<Seen[]> => {
  const seen: Seen[] = []
  let over = false
  const work = everyone.flatMap(driver => [
    (async () => {
      while (!over) {
        await addDollar(driver, seen)
        // so that no wallet is full before the last test ends, however fast the machine is
        await wait(100)
      }
      await addDollar(driver, seen)
    })(),
    (async () => {
      while (!over) await look(driver, seen)
    })(),
  ])
  await wait(500)
  try {
    await trouble()
  } finally {
    line.mend()
    over = true
    await Promise.all(work)
  }
  return seen
}

const expectRefusedForNow = (seen: Seen[]) => {
  const statuses = [...new Set(seen.map(({ status }) => status))].sort()
  expect(statuses.filter(status => ![200, 409, 503].includes(status))).toEqual([])
  expect(statuses).toContain(503)
  expect(seen.filter(({ status, retryAfter }) => status === 503 && !retryAfter)).toEqual([])
}

const expectBooks = async () => {
  for (const driver of everyone) {
    const { Balance } = await require(server.address, account.details, {}, { token: driver.token })
    expect(Balance).toBe(dollars + added.get(driver)!)
  }
  expect(server.isRunning()).toBe(true)
  await expect.poll(async () => (await fetch(`${server.address}/readyz`)).status).toBe(200)
}

test('the database gone for a minute', { timeout: 240_000 }, async () => {
  const seen = await during(async () => {
    line.cut()
    await wait(2_000)
    expect((await fetch(`${server.address}/readyz`)).status).toBe(503)
    expect((await fetch(`${server.address}/healthz`)).status).toBe(200)
    await wait(minuteMs - 2_000)
    line.mend()
  })
  expectRefusedForNow(seen)
  await expectBooks()
})

test('a database that falls silent: a payment is answered within ten seconds, a read within forty', {
  timeout: 240_000,
}, async () => {
  let slowest = 0
  const seen = await during(async () => {
    line.silence()
    const began = performance.now()
    const headers = { authorization: `Bearer ${everyone[0]!.token}` }
    await fetch(new URL(sessions.path, server.address), { headers })
    slowest = performance.now() - began
    await wait(5_000)
  })
  expect(slowest).toBeLessThan(40_000)
  const slowestPayment = Math.max(...seen.map(({ paymentMs }) => paymentMs ?? 0))
  // there were some; on a busy machine the server is late
  expect(slowestPayment).toBeGreaterThan(5_000)
  expect(slowestPayment).toBeLessThan(15_000)
  expectRefusedForNow(seen)
  await expectBooks()
})

test('no connection left in the database', { timeout: 240_000 }, async () => {
  const { connectionString } = postgres
  const held: pg.Client[] = []
  /** Until PostgreSQL refuses. */
  const takeAll = async () => {
    for (;;) {
      const client = new pg.Client({ connectionString })
      client.on('error', () => {})
      try {
        await client.connect()
      } catch {
        return
      }
      held.push(client)
    }
  }
  const seen = await during(async () => {
    await takeAll()
    await held[0]!.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'parkit' and pid <> pg_backend_pid()`,
    )
    const until = performance.now() + 10_000
    while (performance.now() < until) {
      await takeAll()
      await wait(20)
    }
    await Promise.all(held.map(client => client.end()))
  })
  expectRefusedForNow(seen)
  await expectBooks()
})

test('no file descriptor left', { timeout: 240_000 }, async () => {
  const { hostname, port } = new URL(server.address)
  const open = () => readdirSync(`/proc/${server.pid}/fd`).length
  const limit = (most: string) => {
    const { status, stderr } = spawnSync('prlimit', ['--pid', String(server.pid), `--nofile=${most}:`])
    if (status !== 0) throw new Error(`prlimit: ${stderr}`)
  }
  const sockets: Socket[] = []
  const seen = await during(async () => {
    limit(String(open() + 20))
    for (let n = 0; n < 100; n++)
      sockets.push(
        connect(Number(port), hostname)
          .on('error', () => {})
          .on('data', () => {}),
      )
    // its connections to the database end, and there is no descriptor for another
    line.cut()
    line.mend()
    await wait(10_000)
    for (const socket of sockets) socket.destroy()
    limit('20000')
  })
  const statuses = [...new Set(seen.map(({ status }) => status))]
  expect(statuses.filter(status => ![200, 409, 503].includes(status))).toEqual([])
  await expectBooks()
})
