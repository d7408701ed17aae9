// What a driver waits for among 1 to 10,000,000 past sessions, up to 10,000 of them his own: `node bench/past-sessions.ts [sizes]`.
import * as account from '@parkit/contract/driver/account'
import * as past from '@parkit/contract/parking/past'
import * as parking from '@parkit/contract/parking/sessions'
import type { Call, Input } from '@parkit/contract/platform/call'
import { require } from '../e2e/api.ts'
import { findLot } from '../e2e/places.ts'
import { newDataDir, startServer } from '../e2e/server.ts'
import { buildApp } from '../server/src/app/app.ts'
import { chicago, usualAt } from '../server/src/city/sources/chicago/chicago.ts'
import { systemClock } from '../server/src/platform/clock.ts'
import { readConfig } from '../server/src/platform/config.ts'
import { openDatabase } from '../server/src/platform/db.ts'
import { migrate } from '../server/src/platform/migrate.ts'
import { startPostgres } from '../server/src/platform/postgres.ts'
import { type Point, printCurve, quantiles, timeEach } from './growth.ts'
import { recordSent } from './journeys-store.ts'
import { expectMuch, fillPast, looker, pagesRead } from './scaling-store.ts'
import { fillWallets } from './wallets-store.ts'

const sizes = (process.argv[2] ?? '1,1000,100000,10000000').split(',').map(Number)
/** one that was filled before, to measure it again */
const { DATABASE_URL: given } = process.env
const calls = 200

const { token, vehicleId } = looker

/** Each as a driver waits for it, from the screen that he opens. */
const asked = async (address: string, middle: string | undefined): Promise<Record<string, () => Promise<unknown>>> => {
  const ask =
    <const C extends Call>(declared: C, input: Input<C>) =>
    () =>
      require(address, declared, input, { token })
  const { ZoneNumber } = await findLot(address)
  const { Items } = await require(address, parking.sessions, { query: { Limit: 1 } }, { token })
  const stay = { ZoneNumber, VehicleId: vehicleId, Minutes: 60, PayWith: 'wallet' }
  return {
    'Home: the account': ask(account.details, {}),
    'Home: what runs': ask(parking.active, {}),
    'past sessions, the first page': ask(parking.sessions, { query: {} }),
    'past sessions, a page in the middle': ask(parking.sessions, { query: { ...(middle && { Cursor: middle }) } }),
    'past sessions, the nearest': ask(parking.sessions, {
      query: { Sort: 'less-distance', Latitude: 41.88, Longitude: -87.63 },
    }),
    'the months of ten years': ask(past.months, { query: {} }),
    'a receipt': ask(parking.session, { params: { id: Items[0]!.SessionId } }),
    'a start and a stop': async () => {
      const { SessionId } = await require(address, parking.start, { body: stay }, { token })
      await require(address, parking.stop, { body: { SessionId } }, { token })
    },
  }
}

/** The cursor of a page in the middle of the looker's sessions. */
const findMiddle = async (address: string, size: number): Promise<string | undefined> => {
  let cursor: string | null = null
  for (let seen = 0; seen < Math.min(size, 10_000) / 2; seen += 100) {
    const query: Input<typeof parking.sessions>['query'] = { Limit: 100, ...(cursor && { Cursor: cursor }) }
    cursor = (await require(address, parking.sessions, { query }, { token })).NextCursor
  }
  return cursor ?? undefined
}

/** Pages that each call reads, from a server in this process. */
const countPages = async (connectionString: string, middle: string | undefined): Promise<Record<string, number>> => {
  const db = openDatabase({ connectionString, poolSize: 4 })
  const config = readConfig({ LOG_LEVEL: 'error', RATE_LIMIT: 'off' })
  const { app } = await buildApp({ config, db, clock: systemClock, city: chicago(), usualAt })
  try {
    const address = await app.listen({ host: '127.0.0.1', port: 0 })
    const pages: Record<string, number> = {}
    for (const [what, ask] of Object.entries(await asked(address, middle))) {
      const { sent } = await recordSent(ask)
      pages[what] = await pagesRead(connectionString, sent)
    }
    return pages
  } finally {
    await app.close()
    await db.close()
  }
}

const { dataDir, remove } = newDataDir()
const postgres = given ? null : await startPostgres({ dataDir, durable: false })
try {
  const connectionString = given ?? postgres!.connectionString
  await migrate({ connectionString })
  const curves = new Map<string, Point[]>()
  for (const size of sizes) {
    // a server's start imports the places that the sessions were at
    const server = await startServer({ DATABASE_URL: connectionString })
    try {
      await expectMuch(connectionString)
      await fillPast(connectionString, size)
      await fillWallets(connectionString)
      const { address } = server
      const middle = await findMiddle(address, size)
      const pages = await countPages(connectionString, middle)
      for (const [what, ask] of Object.entries(await asked(address, middle))) {
        await timeEach(20, ask)
        const times = quantiles(await timeEach(calls, ask))
        const figures = { 'p50 ms': times.p50, 'p99 ms': times.p99, 'pages read': pages[what]! }
        curves.set(what, [...(curves.get(what) ?? []), { size, figures }])
      }
    } finally {
      await server.end('SIGTERM')
    }
  }
  for (const [what, points] of curves) printCurve(what, 'past sessions', points)
} finally {
  await postgres?.stop()
  remove()
}
