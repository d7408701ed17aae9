// How long drivers wait while the first partition of a hundred thousand sessions is archived: `node bench/archive.ts [sessions]`.
import pg from 'pg'
import { newDataDir } from '../e2e/server.ts'
import { archiveMonths } from '../server/src/platform/archive.ts'
import { migrate } from '../server/src/platform/migrate.ts'
import { startPostgres } from '../server/src/platform/postgres.ts'
import { fillUnpartitioned, parkOnce } from '../server/src/platform/upgrade-load-testing.ts'
import { report } from './figures.ts'
import { quantiles } from './growth.ts'
import { watchLocks } from './partition-swap-store.ts'

const sessions = Number(process.argv[2] ?? 100_000)
const drivers = 4
/** the last version before entries and sessions were partitioned, whose rows all become the first partition */
const before = 202611230753
/** that partition ends with this month or the next */
const later = 62

const { dataDir, remove } = newDataDir()
const postgres = await startPostgres({ dataDir })
const { connectionString } = postgres
try {
  await migrate({ connectionString, upTo: before })
  await fillUnpartitioned(connectionString, sessions)
  await migrate({ connectionString })
  const payers = Array.from({ length: drivers }, () => new pg.Client({ connectionString }))
  await Promise.all(payers.map(payer => payer.connect()))
  let stays = 0
  /** What a start and a stop of each of these drivers, all at once, so many days from now, take in milliseconds. */
  const park = async (isOver: () => boolean) => {
    const waits: number[] = []
    const drive = async (payer: pg.Client, n: number) => {
      const pay = async (query: pg.QueryConfig) => {
        const began = performance.now()
        await payer.query(query)
        waits.push(performance.now() - began)
      }
      while (!isOver()) await parkOnce(pay, n + 1, `P-${String(stays++).padStart(10, 'Z')}`, later)
    }
    await Promise.all(payers.map(drive))
    return waits
  }
  const peer = { what: 'the p99 before it', value: quantiles(await park(() => stays >= 500)).p99 }
  let isOver = false
  const parking = park(() => isOver)
  const locks = watchLocks(connectionString)
  const began = performance.now()
  const left = await archiveMonths(connectionString, 0, Temporal.Now.instant().add({ hours: later * 24 }))
  const seconds = (performance.now() - began) / 1_000
  isOver = true
  const [waits, locked] = [await parking, await locks.end()]
  const open = left.filter(month => month.table === 'session' && month.open !== null)
  if (open.length > 0) throw new Error(`not archived: ${JSON.stringify(open)}`)
  const what = `the archive of ${sessions.toLocaleString('en')} sessions`
  console.log(`${what}: ${seconds.toFixed(1)} s, ${waits.length} starts and stops meanwhile`)
  report({ what: `${what}: longest exclusive lock`, value: Math.max(0, ...locked), unit: 'ms', limit: 500 })
  report({
    what: `${what}: longest wait of a start or stop`,
    value: Math.max(...waits),
    unit: 'ms',
    limit: 1_000,
    peer,
  })
  await Promise.all(payers.map(payer => payer.end()))
} finally {
  await postgres.stop()
  remove()
}
