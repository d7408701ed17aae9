// One workload on 1 to 4 server processes that share a database: journeys a second, and whether each was done once: `node bench/processes.ts [seconds]`.
import { availableParallelism } from 'node:os'
import type { Driver } from '../e2e/api.ts'
import { startServer } from '../e2e/server.ts'
import { brokenBooks } from '../server/src/money/ledger/books.ts'
import { openDatabase } from '../server/src/platform/db.ts'
import { prepareDrivers, withDatabase } from './drivers.ts'
import { report } from './figures.ts'
import { type Point, printCurve, quantiles } from './growth.ts'
import { journey, type Send } from './journey.ts'
import { openConnection } from './load-client.ts'

const seconds = Number(process.argv[2] ?? 8)
const processes = [1, 2, 4]
const drivers = 16

/** Each call of a driver goes to another process than the one before. */
const drive = async (addresses: string[], zone: string, { token, vehicleId }: Driver, n: number, times: number[]) => {
  const connections = await Promise.all(addresses.map(address => openConnection(address)))
  let turn = n
  const send: Send = async (declared, input, key) => {
    const headers = { authorization: `Bearer ${token}`, ...(key && { 'idempotency-key': key }) }
    const before = performance.now()
    const connection = connections[turn++ % connections.length]!
    const { status, body } = await connection.post(declared.path, headers, (input as { body: unknown }).body)
    times.push(performance.now() - before)
    if (status !== 200) throw new Error(`${declared.path}: ${status} ${body}`)
    return JSON.parse(body)
  }
  const until = performance.now() + seconds * 1000
  let done = 0
  for (; performance.now() < until; done++) await journey(send, zone, vehicleId)
  for (const connection of connections) connection.end()
  return done
}

await withDatabase(async database => {
  const points: Point[] = []
  for (const count of processes) {
    const servers = await Promise.all(
      Array.from({ length: count }, () => startServer({ DATABASE_URL: database.connectionString })),
    )
    const addresses = servers.map(({ address }) => address)
    try {
      const { drivers: all, zone } = await prepareDrivers(addresses[0]!, database, drivers)
      const times: number[] = []
      const began = performance.now()
      const done = await Promise.all(all.map((driver, n) => drive(addresses, zone, driver, n, times)))
      const took = (performance.now() - began) / 1000
      const { p50, p99 } = quantiles(times)
      const journeys = done.reduce((sum, count) => sum + count)
      points.push({ size: count, figures: { 'journeys/s': journeys / took, 'call p50 ms': p50, 'p99 ms': p99 } })
    } finally {
      await Promise.all(servers.map(server => server.end('SIGTERM')))
    }
  }
  const db = openDatabase({ connectionString: database.connectionString, poolSize: 1 })
  const broken = await brokenBooks(db.pool)
  await db.close()
  printCurve(`A quote, a start, an extension, a stop, on ${availableParallelism()} cores`, 'processes', points)
  if (broken.length > 0) console.log(JSON.stringify(broken))
  report({ what: 'books that do not hold', value: broken.length, unit: 'books', limit: 0 })
})
