// 20 to 200,000 parked cars, half of which end at one moment while the others are reminded: `node bench/due-jobs.ts [sizes]`.
import { setTimeout as wait } from 'node:timers/promises'
import * as account from '@parkit/contract/driver/account'
import * as wallet from '@parkit/contract/money/wallet'
import * as parking from '@parkit/contract/parking/sessions'
import { registerDriver, require } from '../e2e/api.ts'
import { findLot } from '../e2e/places.ts'
import { newDataDir, startServer } from '../e2e/server.ts'
import { migrate } from '../server/src/platform/migrate.ts'
import { startPostgres } from '../server/src/platform/postgres.ts'
import { countDue, fillRunning } from './due-jobs-store.ts'
import { report } from './figures.ts'
import { type Point, printCurve, quantiles } from './growth.ts'
import { postgresMs, processorMs } from './processor.ts'

const sizes = (process.argv[2] ?? '20,2000,20000,200000').split(',').map(Number)
const kinds = { 'ends s': 'session-end', 'reminders s': 'notice-ends5' }
const longestSeconds = 300
/** of 100,000 ends */
const limitSeconds = 20

const { dataDir, remove } = newDataDir()
const postgres = await startPostgres({ dataDir })
try {
  const { connectionString } = postgres
  await migrate({ connectionString })
  // its start brings the places in
  await (await startServer({ DATABASE_URL: connectionString })).end('SIGTERM')
  const points: Point[] = []
  for (const size of sizes) {
    await fillRunning(connectionString, size)
    const server = await startServer({ DATABASE_URL: connectionString })
    try {
      const began = performance.now()
      const seconds = () => (performance.now() - began) / 1000
      const { address } = server
      const doneAfter: Record<string, number> = {}
      const processor = () => [processorMs(server.pid), postgresMs(dataDir)] as const
      const before = processor()
      /** of an end, with what else runs until the last one */
      let costs = {}
      const sweep = async () => {
        for (const [what, kind] of Object.entries(kinds)) {
          while ((await countDue(connectionString, kind, 1)) > 0) {
            if (seconds() > longestSeconds) throw new Error(`${kind}: not done after ${longestSeconds} s`)
            await wait(50)
          }
          doneAfter[what] = seconds()
          if (kind !== 'session-end') continue
          const [serverMs, databaseMs] = processor().map((ms, i) => (ms - before[i]!) / (size / 2))
          costs = { 'server ms': serverMs, 'PostgreSQL ms': databaseMs }
        }
      }
      let swept = false
      const times = { reads: [] as number[], paid: [] as number[] }
      const timed = async (kind: keyof typeof times, work: () => Promise<unknown>) => {
        const from = performance.now()
        await work()
        times[kind].push(performance.now() - from)
      }
      const drive = async () => {
        const { token, vehicleId } = await registerDriver(address, 0)
        const { ZoneNumber } = await findLot(address)
        const stay = { ZoneNumber, VehicleId: vehicleId, Minutes: 60, PayWith: 'wallet' }
        let balance = 0
        while (!swept || times.paid.length < 50) {
          if (balance < 100) await require(address, wallet.addMoney, { body: { Amount: 300 } }, { token })
          let id = ''
          await timed('paid', async () => {
            id = (await require(address, parking.start, { body: stay }, { token })).SessionId
          })
          await timed('reads', () => require(address, parking.active, {}, { token }))
          await timed('reads', async () => {
            balance = (await require(address, account.details, {}, { token })).Balance
          })
          await timed('paid', () => require(address, parking.stop, { body: { SessionId: id } }, { token }))
          await wait(20)
        }
      }
      await Promise.all([sweep().finally(() => (swept = true)), drive()])
      const [reads, paid] = [quantiles(times.reads), quantiles(times.paid)]
      const figures = {
        ...doneAfter,
        ...costs,
        'read p50 ms': reads.p50,
        'read p99 ms': reads.p99,
        'paid p50 ms': paid.p50,
        'paid p99 ms': paid.p99,
        'messages left': await countDue(connectionString, 'message', size),
      }
      points.push({ size, figures })
    } finally {
      await server.end('SIGTERM')
    }
  }
  const full = points.find(({ size }) => size === 200_000)
  if (full) report({ what: '100,000 ends at once', value: full.figures['ends s']!, unit: 's', limit: limitSeconds })
  printCurve('Half end, half are reminded, and one driver starts, looks and stops meanwhile', 'parked cars', points)
} finally {
  await postgres.stop()
  remove()
}
