// Journeys (quote, start, extend, stop) a second over HTTP, beside the same SQL from pgbench: `node bench/journeys.ts [seconds]`.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Driver, require } from '../e2e/api.ts'
import { buildApp } from '../server/src/app/app.ts'
import { chicago, usualAt } from '../server/src/city/sources/chicago/chicago.ts'
import { systemClock } from '../server/src/platform/clock.ts'
import { readConfig } from '../server/src/platform/config.ts'
import { connectionConfig, openDatabase } from '../server/src/platform/db.ts'
import { withDrivers } from './drivers.ts'
import { report } from './figures.ts'
import { quantiles } from './growth.ts'
import { journey, type Send } from './journey.ts'
import { type Journey, recordSent, writeScript } from './journeys-store.ts'
import { openConnection } from './load-client.ts'
import { countJourneys } from './wallets-store.ts'

const seconds = Number(process.argv[2] ?? 8)
const connections = 16
/** after one that warms up; the two take turns, so that what else the machine does falls on both */
const rounds = 3

const timesOf = new Map<string, number[]>()

/** Journeys a second over HTTP; remembers how long each call took. */
const overHttp = async (address: string, zone: string, drivers: Driver[]): Promise<number> => {
  timesOf.clear()
  const opened = await Promise.all(drivers.map(() => openConnection(address)))
  let done = 0
  const started = performance.now()
  const drive = async ({ token, vehicleId }: Driver, i: number) => {
    const send: Send = async (declared, input, key) => {
      const before = performance.now()
      const { status, body } = await opened[i]!.post(
        declared.path,
        { authorization: `Bearer ${token}`, ...(key && { 'idempotency-key': key }) },
        (input as { body: unknown }).body,
      )
      const times = timesOf.get(declared.path) ?? []
      timesOf.set(declared.path, times)
      times.push(performance.now() - before)
      if (status !== 200) throw new Error(`${declared.path}: ${status} ${body}`)
      return JSON.parse(body)
    }
    while (performance.now() - started < seconds * 1000) {
      await journey(send, zone, vehicleId)
      done++
    }
  }
  await Promise.all(drivers.map(drive))
  const took = (performance.now() - started) / 1000
  for (const connection of opened) connection.end()
  return done / took
}

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

await withDrivers(connections, async ({ connectionString, dataDir, address, drivers, zone }) => {
  const journeys = await record(connectionString, zone, drivers)
  const script = join(dataDir, 'journey.sql')
  writeFileSync(script, await writeScript(connectionString, journeys))
  console.log(
    `A journey is 4 calls and ${journeys[0]!.sent.length} statements; ${connections} connections, ${seconds} s each turn`,
  )

  const rates: { http: number; sql: number }[] = []
  for (let round = 0; round <= rounds; round++) {
    const http = await overHttp(address, zone, drivers)
    const sql = await inPgbench(connectionString, script, round)
    const beside =
      sql === null ? 'no pgbench here to compare with' : `pgbench ${sql.toFixed(0)}, ratio ${(http / sql).toFixed(2)}`
    console.log(`${round === 0 ? 'warm-up' : `round ${round}`}: ${http.toFixed(0)} journeys/s over HTTP, ${beside}`)
    if (sql !== null && round > 0) rates.push({ http, sql })
  }
  for (const [path, times] of timesOf) {
    const { p50, p99 } = quantiles(times)
    report({ what: `${path}, p50`, value: p50, unit: 'ms' })
    report({ what: `${path}, p99`, value: p99, unit: 'ms' })
  }
  const { stopped, incomplete } = await countJourneys(connectionString)
  if (stopped === 0) throw new Error('No journey was stored')
  const what = `of ${stopped} journeys, those without the three postings and steps of a whole one`
  report({ what, value: incomplete, unit: 'journeys', limit: 0 })
  if (rates.length === 0) return
  // the round in the middle
  const { http, sql } = rates.toSorted((a, b) => a.http / a.sql - b.http / b.sql)[Math.floor(rates.length / 2)]!
  const peer = { what: 'the same SQL in pgbench', value: sql, limit: 0.8 }
  report({ what: `journeys over HTTP, ${connections} connections`, value: http, unit: 'a second', atLeast: true, peer })
})
