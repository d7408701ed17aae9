// How long drivers wait while an upgrade makes partitions of a million sessions, and while the first of them is archived: `node bench/partition-swap.ts [sessions] [migration]`.
import pg from 'pg'
import { newDataDir } from '../e2e/server.ts'
import { archiveMonths } from '../server/src/platform/archive.ts'
import { migrate } from '../server/src/platform/migrate.ts'
import { startPostgres } from '../server/src/platform/postgres.ts'
import { type Figure, report } from './figures.ts'
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
  /** Of each start and each stop of these drivers, all at once, so many days from now until `isOver`: how long it took. */
  const park = async (days: number, isOver: () => boolean) => {
    const waits: number[] = []
    const drive = async (payer: pg.Client, n: number) => {
      while (!isOver()) {
        stays++
        let began = performance.now()
        await parkOnce(payer, n + 2, `P-${String(stays).padStart(10, 'Z')}`, days, () => {
          waits.push(performance.now() - began)
          began = performance.now()
        })
      }
    }
    await Promise.all(payers.map(drive))
    return waits
  }
  /** The times for which `work` locks everybody out, and what a start or stop takes meanwhile. */
  const whileParking = async (what: string, days: number, peer: Figure['peer'], work: () => Promise<unknown>) => {
    let isOver = false
    const parking = park(days, () => isOver)
    const watching = (async () => {
      const locked: number[] = []
      let since: number | null = null
      while (!isOver) {
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
    await work()
    const seconds = (performance.now() - began) / 1_000
    isOver = true
    const [waits, locked] = [await parking, await watching]
    console.log(`${what}: ${seconds.toFixed(1)} s, ${waits.length} starts and stops meanwhile`)
    report({ what: `${what}: longest exclusive lock`, value: Math.max(0, ...locked), unit: 'ms', limit: 500 })
    report({
      what: `${what}: longest wait of a start or stop`,
      value: Math.max(...waits),
      unit: 'ms',
      limit: 1_000,
      peer,
    })
  }
  const peer = { what: 'the p99 before it', value: quantiles(await park(0, () => stays >= 500)).p99 }
  const of = `${sessions.toLocaleString('en')} sessions`
  await whileParking(`the upgrade of ${of} to partitions`, 0, peer, () => migrate({ connectionString }))
  // the first partition holds all that was before the upgrade, and ends with this month or the next
  const later = 62
  const now = Temporal.Now.instant().add({ hours: later * 24 })
  await whileParking(`the archive of ${of}`, later, peer, async () => {
    const left = await archiveMonths(connectionString, 0, now)
    const open = left.filter(month => month.table === 'session' && month.open !== null)
    if (open.length > 0) throw new Error(`not archived: ${JSON.stringify(open)}`)
  })
  await Promise.all([...payers, watcher].map(client => client.end()))
} finally {
  await postgres.stop()
  remove()
}
