// What runs each hour and each night among up to a million past sessions: the books and the hashing of old plates: `node bench/nightly.ts [sessions]`.
import { newDataDir } from '../e2e/server.ts'
import { hashPlates } from '../server/src/driver/account/retention-store.ts'
import { checkBooks } from '../server/src/money/ledger/ledger.ts'
import { openDatabase } from '../server/src/platform/db.ts'
import { migrate } from '../server/src/platform/migrate.ts'
import { startPostgres } from '../server/src/platform/postgres.ts'
import { type Point, printCurve, quantiles, timeEach } from './growth.ts'
import { fillPaid, fillWallets } from './nightly-store.ts'
import { postgresMs } from './processor.ts'
import { expectMuch } from './scaling-store.ts'

const sizes = (process.argv[2] ?? '5000,50000,500000').split(',').map(Number)
/** since the last hourly check: two entries each */
const newSessions = 5_000

const { dataDir, remove } = newDataDir()
const postgres = await startPostgres({ dataDir, durable: false })
const { connectionString } = postgres
const log = (message: string, error?: unknown) => console.error(message, error)
try {
  await migrate({ connectionString })
  await expectMuch(connectionString)
  await fillWallets(connectionString)
  const db = openDatabase({ connectionString, poolSize: 1, log })
  /** Seconds and seconds of processor time. */
  const check = async (now: Temporal.Instant) => {
    const [beganMs, processorMs] = [performance.now(), postgresMs(dataDir)]
    const broken = await checkBooks(db.pool, now, { standbyUrl: null, log })
    if (broken.length > 0) throw new Error(`The books do not hold: ${broken.map(({ sentence }) => sentence)}`)
    return [performance.now() - beganMs, postgresMs(dataDir) - processorMs].map(ms => ms / 1_000) as [number, number]
  }
  const points: Point[] = []
  let filled = 0
  const fill = async (last: number, hours: number, isNew: boolean) => {
    const until = Temporal.Now.instant()
    await fillPaid(connectionString, {
      first: filled,
      last: last - 1,
      from: until.subtract({ hours }),
      until,
      isNew,
    })
    filled = last
  }
  for (const [n, size] of sizes.entries()) {
    await fill(size, 87_600, false)
    const now = Temporal.Now.instant().add({ hours: 24 * n })
    const whole = await check(now)
    await fill(size + newSessions, 1, true)
    const hourly = await check(now.add({ seconds: 1 }))
    const hashed = quantiles(await timeEach(5, () => db.transaction(tx => hashPlates(tx, now))))
    const figures = {
      'hourly s': hourly[0],
      'processor s': hourly[1],
      'all books s': whole[0],
      'processor s ': whole[1],
      '1,000 plates ms': hashed.p50,
    }
    points.push({ size, figures })
  }
  await db.close()
  printCurve(
    `The books with ${(2 * newSessions).toLocaleString('en')} new entries, all books, old plates`,
    'past sessions',
    points,
  )
} finally {
  await postgres.stop()
  remove()
}
