// Journeys (quote, start, extend, stop) a second over HTTP, beside the same SQL from pgbench, and what one costs: `node bench/journeys.ts [seconds]`.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as parking from '@parkit/contract/parking/sessions'
import { type Driver, require } from '../e2e/api.ts'
import { buildApp } from '../server/src/app/app.ts'
import { chicago, usualAt } from '../server/src/city/sources/chicago/chicago.ts'
import { systemClock } from '../server/src/platform/clock.ts'
import { readConfig } from '../server/src/platform/config.ts'
import { connectionConfig, openDatabase } from '../server/src/platform/db.ts'
import { arrive } from './arrivals.ts'
import { type Database, withDrivers } from './drivers.ts'
import { report } from './figures.ts'
import { median, quantiles } from './growth.ts'
import { journey, type Send } from './journey.ts'
import { type Journey, recordSent, writeScript } from './journeys-store.ts'
import { openConnection } from './load-client.ts'
import { postgresMs, processorMs } from './processor.ts'
import { countJourneys, readWalBytes } from './wallets-store.ts'

const seconds = Number(process.argv[2] ?? 8)
const connections = 16
const manyConnections = 64
/** after one that warms up; the two take turns, so that what else the machine does falls on both */
const rounds = 3
const paidCallMs = 50

type Timed = { path: string; ms: number }
type Journeys = { next: (n: number) => Promise<void>; timed: Timed[]; end: () => void }

/** A connection for each driver; `next(n)` is a journey of the n-th, and `timed` gathers what its calls took. */
const openJourneys = async (address: string, zone: string, drivers: Driver[]): Promise<Journeys> => {
  const opened = await Promise.all(drivers.map(() => openConnection(address)))
  const timed: Timed[] = []
  const next = async (n: number) => {
    const { token, vehicleId } = drivers[n]!
    const send: Send = async (declared, input, key) => {
      const headers = { authorization: `Bearer ${token}`, ...(key && { 'idempotency-key': key }) }
      const before = performance.now()
      const { status, body } = await opened[n]!.post(declared.path, headers, (input as { body: unknown }).body)
      timed.push({ path: declared.path, ms: performance.now() - before })
      if (status !== 200) throw new Error(`${declared.path}: ${status} ${body}`)
      return JSON.parse(body)
    }
    await journey(send, zone, vehicleId)
  }
  const end = () => {
    for (const connection of opened) connection.end()
  }
  return { next, timed, end }
}

/** Journeys that so many drivers made at once, and how many a second. */
const overHttp = async ({ next }: Journeys, drivers: number): Promise<{ done: number; rate: number }> => {
  let done = 0
  const started = performance.now()
  const drive = async (n: number) => {
    for (; performance.now() - started < seconds * 1000; done++) await next(n)
  }
  await Promise.all(Array.from({ length: drivers }, (_, n) => drive(n)))
  return { done, rate: done / ((performance.now() - started) / 1000) }
}

type Cost = { serverMs: number; postgresMs: number; walBytes: number }

/** So far, of the server and its PostgreSQL. */
const costSoFar = async (pid: number, { connectionString, dataDir }: Database): Promise<Cost> => ({
  serverMs: processorMs(pid),
  postgresMs: postgresMs(dataDir),
  walBytes: await readWalBytes(connectionString),
})

/** What each driver's journey sends to the database, from a server in this process. */
const record = async (connectionString: string, zone: string, drivers: Driver[]): Promise<Journey[]> => {
  const db = openDatabase({ connectionString, poolSize: 4 })
  const config = readConfig({ LOG_LEVEL: 'error', RATE_LIMIT: 'off' })
  const { app } = await buildApp({ config, db, clock: systemClock, city: chicago(), usualAt })
  try {
    const address = await app.listen({ host: '127.0.0.1', port: 0 })
    const journeys: Journey[] = []
    for (const { token, vehicleId } of drivers) {
      const send: Send = (declared, input, key) => require(address, declared, input, { token, ...(key && { key }) })
      // the first one looks up who it is; of those that follow, a quote knows
      await journey(send, zone, vehicleId)
      const { result, sent } = await recordSent(() => journey(send, zone, vehicleId))
      journeys.push({ ...result, sent })
    }
    return journeys
  } finally {
    await app.close()
    await db.close()
  }
}

/** Journeys a second from pgbench; null where there is none. */
const inPgbench = async (connectionString: string, script: string, run: number): Promise<number | null> => {
  const settings = { n: 0, ready: 0, run }
  const variables = Object.entries(settings).flatMap(([name, value]) => ['-D', `${name}=${value}`])
  const args = [
    '-n',
    '-M',
    'prepared',
    '-c',
    `${connections}`,
    '-j',
    '2',
    '-T',
    `${seconds}`,
    '-f',
    script,
    ...variables,
  ]
  // what changed is answered to a server by notices, which pgbench would print
  const options = `${connectionConfig(connectionString, 'parkit_app').options} -c client_min_messages=warning`
  const child = spawn('pgbench', [...args, connectionString], { env: { ...process.env, PGOPTIONS: options } })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', text => (output += text))
  const [code] = await once(child, 'close').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [null]
    throw error
  })
  if (code === null) return null
  const rate = Number(/^tps = ([\d.]+)/m.exec(output)?.[1])
  if (code !== 0 || !rate) throw new Error(`pgbench failed (${code}):\n${output.slice(0, 3000)}`)
  return rate
}

await withDrivers(manyConnections, async ({ connectionString, dataDir, address, pid, drivers, zone }) => {
  const some = drivers.slice(0, connections)
  const recorded = await record(connectionString, zone, some)
  const script = join(dataDir, 'journey.sql')
  writeFileSync(script, await writeScript(connectionString, recorded))
  const statements = recorded[0]!.sent.length
  console.log(`A journey is 4 calls and ${statements} statements; ${connections} connections, ${seconds} s each turn`)
  const journeys = await openJourneys(address, zone, drivers)

  const measured: { http: number; sql: number | null; many: number; cost: Cost }[] = []
  for (let round = 0; round <= rounds; round++) {
    const before = await costSoFar(pid, { connectionString, dataDir })
    const { done, rate: http } = await overHttp(journeys, connections)
    const after = await costSoFar(pid, { connectionString, dataDir })
    const { rate: many } = await overHttp(journeys, manyConnections)
    const sql = await inPgbench(connectionString, script, round)
    const cost: Cost = {
      serverMs: (after.serverMs - before.serverMs) / done,
      postgresMs: (after.postgresMs - before.postgresMs) / done,
      walBytes: (after.walBytes - before.walBytes) / done,
    }
    const beside =
      sql === null ? 'no pgbench here to compare with' : `pgbench ${sql.toFixed(0)}, ratio ${(http / sql).toFixed(2)}`
    console.log(
      `${round === 0 ? 'warm-up' : `round ${round}`}: ${http.toFixed(0)} journeys/s over HTTP, ${many.toFixed(0)} on ${manyConnections} connections, ${beside}; ` +
        `server ${cost.serverMs.toFixed(2)} ms, PostgreSQL ${cost.postgresMs.toFixed(2)} ms a journey`,
    )
    if (round > 0) measured.push({ http, sql, many, cost })
  }
  const middle = (of: (one: (typeof measured)[number]) => number) => median(measured.map(of))

  journeys.timed.length = 0
  const rate = middle(({ http }) => http) / 2
  await arrive({ rate, workers: drivers.length, seconds: Math.max(seconds, 8) }, journeys.next)
  for (const [path, calls] of Map.groupBy(journeys.timed, ({ path }) => path)) {
    const { p50, p99 } = quantiles(calls.map(({ ms }) => ms))
    const limit = path === parking.quote.path ? {} : { limit: paidCallMs }
    report({ what: `${path} at half load, p50`, value: p50, unit: 'ms' })
    report({ what: `${path} at half load, p99`, value: p99, unit: 'ms', ...limit })
  }
  journeys.end()

  const { stopped, incomplete } = await countJourneys(connectionString)
  if (stopped === 0) throw new Error('No journey was stored')
  const what = `of ${stopped} journeys, those without the three postings and steps of a whole one`
  report({ what, value: incomplete, unit: 'journeys', limit: 0 })
  report({ what: 'statements of a journey', value: statements, unit: 'statements' })
  const costs = [
    { what: 'processor time of the server, a journey', value: middle(({ cost }) => cost.serverMs), unit: 'ms' },
    { what: 'processor time of PostgreSQL, a journey', value: middle(({ cost }) => cost.postgresMs), unit: 'ms' },
    { what: 'WAL of a journey', value: middle(({ cost }) => cost.walBytes), unit: 'bytes' },
  ]
  for (const figure of costs) report(figure)
  const http = middle(({ http }) => http)
  const few = { what: `${connections} connections`, value: http, limit: 1 }
  const many = middle(({ many }) => many)
  report({ what: `journeys, ${manyConnections} connections`, value: many, unit: 'a second', atLeast: true, peer: few })
  if (measured.some(({ sql }) => sql === null)) return
  // the round in the middle
  const ratio = ({ http, sql }: (typeof measured)[number]) => http / sql!
  const round = measured.toSorted((a, b) => ratio(a) - ratio(b))[Math.floor(measured.length / 2)]!
  const peer = { what: 'the same SQL in pgbench, which notifies nobody', value: round.sql!, limit: 0.8 }
  const overHttpWhat = `journeys over HTTP, ${connections} connections`
  report({ what: overHttpWhat, value: round.http, unit: 'a second', atLeast: true, peer })
})
