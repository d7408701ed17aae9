// How long drivers wait while an upgrade makes partitions of a million sessions, their steps, and their entries: `node bench/partition-swap.ts [sessions] [migration]`.
import pg from 'pg'
import { newDataDir } from '../e2e/server.ts'
import { migrate } from '../server/src/platform/migrate.ts'
import { startPostgres } from '../server/src/platform/postgres.ts'
import { report } from './figures.ts'
import { quantiles } from './growth.ts'
import { fillUnpartitioned, isLocked, parkOnce } from './partition-swap-store.ts'

const sessions = Number(process.argv[2] ?? 1_000_000)
const drivers = 4
/** upgraded from: the last one before sessions were partitioned; 202611230753 is the last one before entries were */
const before = Number(process.argv[3] ?? 202611231230)

const { dataDir, remove } = newDataDir()
const postgres = await startPostgres({ dataDir })
const { connectionString } = postgres
const connect = async () => {
  const client = new pg.Client({ connectionString })
  await client.connect()
  return client
}
try {
  await migrate({ connectionString, upTo: before })
  await fillUnpartitioned(connectionString, sessions)
  const payers = await Promise.all(Array.from({ length: drivers }, connect))
  const watcher = await connect()
  let stays = 0
  /** Of each start and each stop of these drivers, all at once, until `isOver`: how long it took. */
  const park = async (isOver: () => boolean) => {
    const waits: number[] = []
    const drive = async (payer: pg.Client, n: number) => {
      while (!isOver()) {
        stays++
        let began = performance.now()
        await parkOnce(payer, n + 2, `P-${String(stays).padStart(10, 'Z')}`, () => {
          waits.push(performance.now() - began)
          began = performance.now()
        })
      }
    }
    await Promise.all(payers.map(drive))
    return waits
  }
  const alone = quantiles(await park(() => stays >= 500))
  let upgrading = true
  const parking = park(() => !upgrading)
  const watching = (async () => {
    const locked: number[] = []
    let since: number | null = null
    while (upgrading) {
      const asked = performance.now()
      if (!(await isLocked(watcher))) since = null
      else if (since === null) {
        since = asked
        locked.push(0)
      } else locked[locked.length - 1] = performance.now() - since
    }
    return locked
  })()
  const began = performance.now()
  await migrate({ connectionString })
  const seconds = (performance.now() - began) / 1_000
  upgrading = false
  const [waits, locked] = [await parking, await watching]
  const of = `the upgrade of ${sessions.toLocaleString('en')} sessions to partitions`
  console.log(`${of}: ${seconds.toFixed(1)} s, ${waits.length} starts and stops meanwhile`)
  report({ what: `${of}: longest exclusive lock`, value: Math.max(0, ...locked), unit: 'ms', limit: 500 })
  const peer = { what: 'the p99 before it', value: alone.p99 }
  report({ what: `${of}: longest wait of a start or stop`, value: Math.max(...waits), unit: 'ms', limit: 1_000, peer })
  await Promise.all([...payers, watcher].map(client => client.end()))
} finally {
  await postgres.stop()
  remove()
}
