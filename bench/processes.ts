// What server processes cost that share a database, 1 to 4 of them: processor time of a journey and of a read at the same load, and of none: `node bench/processes.ts [seconds]`.
import * as places from '@parkit/contract/city/places'
import type { Driver } from '../e2e/api.ts'
import { type Server, startServer } from '../e2e/server.ts'
import { brokenBooks } from '../server/src/money/ledger/books.ts'
import { openDatabase } from '../server/src/platform/db.ts'
import { arrive, somewhere } from './arrivals.ts'
import { type Database, prepareDrivers, withDatabase } from './drivers.ts'
import { report } from './figures.ts'
import { type Point, printCurve, quantiles } from './growth.ts'
import { journey, type Send } from './journey.ts'
import { openConnection } from './load-client.ts'
import { pinPostgres, pinProcesses, postgresMs, processorMs } from './processor.ts'
import { readActivity } from './wallets-store.ts'

const seconds = Number(process.argv[2] ?? 10)
const processes = [1, 2, 4]
const drivers = 16
/** journeys and reads a second that every number of processes gets, far from what one can do */
const journeyRate = 30
const readRate = 1_000
/** before anything is measured, in each process: statements are planned, code is compiled */
const warmUp = { journeys: 700, reads: 10_000 }
/** the most by which one more process may make a journey dearer that nobody needs, and a read where it is needed */
const limits = { unneeded: 0.1, added: 1 / 0.8 }

type Sample = { atMs: number; servers: number; database: number; transactions: number; sessions: number }

const sample = async (servers: Server[], { connectionString, dataDir }: Database): Promise<Sample> => {
  const { transactions, sessions } = await readActivity(connectionString)
  const ofServers = servers.reduce((sum, { pid }) => sum + processorMs(pid), 0)
  return { atMs: performance.now(), servers: ofServers, database: postgresMs(dataDir), transactions, sessions }
}

const between = (from: Sample, to: Sample): Sample => ({
  atMs: to.atMs - from.atMs,
  servers: to.servers - from.servers,
  database: to.database - from.database,
  transactions: to.transactions - from.transactions,
  sessions: to.sessions - from.sessions,
})

const measure = async (servers: Server[], database: Database, work: () => Promise<unknown>): Promise<Sample> => {
  const before = await sample(servers, database)
  await work()
  return between(before, await sample(servers, database))
}

/** Each call of a driver goes to another process than the one before. */
const openSender = async (servers: Server[], { token }: Driver, n: number, times: number[] = []) => {
  const connections = await Promise.all(servers.map(({ address }) => openConnection(address)))
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
  const read = async (path: string) => {
    const { status, body } = await connections[turn++ % connections.length]!.get(path, {})
    if (status !== 200) throw new Error(`${path}: ${status} ${body}`)
  }
  const end = () => {
    for (const connection of connections) connection.end()
  }
  return { send, read, end }
}
type Sender = Awaited<ReturnType<typeof openSender>>

/** Answered from memory: half a search, half a sign. */
const fromMemory = (zone: string) =>
  Math.random() < 0.5 ? `${places.find.path}?${somewhere()}` : places.zone.path.replace(':zone', zone)

const until = async (
  senders: Sender[],
  isOver: () => boolean,
  work: (sender: Sender, n: number) => Promise<unknown>,
) => {
  let done = 0
  await Promise.all(
    senders.map(async (sender, n) => {
      for (; !isOver(); done++) await work(sender, n)
    }),
  )
  return done
}
const forSeconds = () => {
  const end = performance.now() + seconds * 1000
  return () => performance.now() >= end
}
const times = (count: number) => {
  let left = count
  return () => left-- <= 0
}

const measureWith = async (count: number, database: Database): Promise<Point> => {
  const servers = await Promise.all(
    Array.from({ length: count }, () => startServer({ DATABASE_URL: database.connectionString })),
  )
  try {
    const { drivers: all, zone } = await prepareDrivers(servers[0]!.address, database, drivers)
    const paidMs: number[] = []
    const senders = await Promise.all(all.map((driver, n) => openSender(servers, driver, n, paidMs)))
    const park = ({ send }: Sender, n: number) => journey(send, zone, all[n]!.vehicleId)
    const look = ({ read }: Sender) => read(fromMemory(zone))
    await until(senders, times(warmUp.journeys * count), park)
    await until(senders, times(warmUp.reads * count), look)
    paidMs.length = 0

    const idle = await measure(servers, database, () => new Promise(done => setTimeout(done, seconds * 1000)))
    const paced = (rate: number, work: (sender: Sender, n: number) => Promise<unknown>) =>
      measure(servers, database, () =>
        arrive({ rate, workers: senders.length, seconds }, n => work(senders[n]!, n).then(() => {})),
      )
    const journeys = await paced(journeyRate, park)
    const reads = await paced(readRate, look)
    pinPostgres(database.dataDir, 0)
    pinProcesses([process.pid, ...servers.map(({ pid }) => pid)], 1)
    let most = 0
    const full = await measure(servers, database, async () => {
      most = await until(senders, forSeconds(), park)
    })
    const { p50, p99 } = quantiles(paidMs)
    for (const sender of senders) sender.end()
    const per = (work: Sample, count: number) => (work.servers + work.database) / count
    const idleSeconds = idle.atMs / 1_000
    return {
      size: count,
      figures: {
        'idle ms/s': idle.servers / count / idleSeconds,
        'idle database ms/s': idle.database / idleSeconds,
        'idle transactions/s': idle.transactions / idleSeconds,
        'ms/journey': per(journeys, journeyRate * seconds),
        'of it servers': journeys.servers / journeyRate / seconds,
        'transactions/journey': journeys.transactions / journeyRate / seconds,
        'connections opened': journeys.sessions,
        'ms/read': per(reads, readRate * seconds),
        'pinned journeys/s': most / (full.atMs / 1_000),
        'pinned ms/journey': per(full, most),
        'call p50 ms': p50,
        'p99 ms': p99,
      },
    }
  } finally {
    await Promise.all(servers.map(server => server.end('SIGTERM')))
  }
}

await withDatabase(async database => {
  const points: Point[] = []
  for (const count of processes) points.push(await measureWith(count, database))
  const db = openDatabase({ connectionString: database.connectionString, poolSize: 1 })
  const broken = await brokenBooks(db.pool)
  await db.close()
  const reportRatio = (what: string, column: string, more: Point, fewer: Point, limit: number) => {
    const peer = { what: `with ${fewer.size}`, value: fewer.figures[column]!, limit }
    report({ what: `${what}, ${more.size} processes`, value: more.figures[column]!, unit: 'ms', peer })
  }
  printCurve('A quote, a start, an extension, a stop; a search or a sign', 'processes', points)
  for (const [n, point] of points.slice(1).entries()) {
    const fewer = points[n]!
    const added = point.size - fewer.size
    reportRatio('processor time of a journey', 'ms/journey', point, fewer, 1 + added * limits.unneeded)
    reportRatio('processor time of a read from memory', 'ms/read', point, fewer, limits.added)
  }
  if (broken.length > 0) console.log(JSON.stringify(broken))
  report({ what: 'books that do not hold', value: broken.length, unit: 'books', limit: 0 })
})
