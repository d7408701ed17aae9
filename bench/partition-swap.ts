// How long payments wait while an upgrade makes partitions of a million sessions and their entries: `node bench/partition-swap.ts [sessions]`.
import pg from 'pg'
import { newDataDir } from '../e2e/server.ts'
import { migrate } from '../server/src/platform/migrate.ts'
import { startPostgres } from '../server/src/platform/postgres.ts'
import { report } from './figures.ts'
import { quantiles, timeEach } from './growth.ts'
import { fillUnpartitioned, isLocked, postOnce } from './partition-swap-store.ts'

const sessions = Number(process.argv[2] ?? 1_000_000)
/** the last one before tables were partitioned */
const before = 202611230753

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
  const [payer, watcher] = [await connect(), await connect()]
  const alone = quantiles(await timeEach(500, () => postOnce(payer)))
  let upgrading = true
  const paying = (async () => {
    const waits: number[] = []
    while (upgrading) waits.push(...(await timeEach(1, () => postOnce(payer))))
    return waits
  })()
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
  const [waits, locked] = [await paying, await watching]
  const of = `the upgrade of ${sessions.toLocaleString('en')} sessions to partitions`
  console.log(`${of}: ${seconds.toFixed(1)} s, ${waits.length} payments meanwhile`)
  report({ what: `${of}: longest exclusive lock`, value: Math.max(0, ...locked), unit: 'ms', limit: 500 })
  const peer = { what: 'the p99 before it', value: alone.p99 }
  report({ what: `${of}: longest wait of a payment`, value: Math.max(...waits), unit: 'ms', limit: 1_000, peer })
  await Promise.all([payer.end(), watcher.end()])
} finally {
  await postgres.stop()
  remove()
}
