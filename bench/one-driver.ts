// One driver with 100,000 sessions and 31 files of 10 MB: months, places, CSV and export, its memory, and what others wait meanwhile.
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { beginExport, exportFile, exportState } from '@parkit/contract/driver/data-export'
import * as past from '@parkit/contract/parking/past'
import * as parking from '@parkit/contract/parking/sessions'
import { registerDriver, require } from '../e2e/api.ts'
import { newDataDir, startServer } from '../e2e/server.ts'
import { migrate } from '../server/src/platform/migrate.ts'
import { startPostgres } from '../server/src/platform/postgres.ts'
import { report } from './figures.ts'
import { quantiles, timeEach } from './growth.ts'
import { deleteExports, fillOneDriver, looker, timeSelect } from './scaling-store.ts'

const sessions = 100_000
const files = 31
const limits = { readMs: 200, memoryMb: 64 }
const { token } = looker

const megabytes = (pid: number) =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1_000

const { dataDir, remove } = newDataDir()
const postgres = await startPostgres({ dataDir, durable: false })
const { connectionString } = postgres
await migrate({ connectionString })
const server = await startServer({ DATABASE_URL: connectionString })
const { address } = server
try {
  await fillOneDriver(connectionString, sessions, files)
  const other = await registerDriver(address, 0)
  const read = () => require(address, parking.sessions, { query: {} }, { token: other.token })
  const calls = {
    months: () => require(address, past.months, { query: {} }, { token }),
    places: () => require(address, past.visits, { query: {} }, { token }),
  }
  const bare = quantiles(await timeSelect(connectionString)).p50
  for (const [what, call] of Object.entries(calls)) {
    await timeEach(5, call)
    const { p50 } = quantiles(await timeEach(30, call))
    const peer = { what: '"select 1"', value: bare }
    report({ what: `${what} of ${sessions} sessions, p50`, value: p50, unit: 'ms', limit: limits.readMs, peer })
  }

  const download = async (path: string) => {
    const response = await fetch(new URL(path, address), { headers: { authorization: `Bearer ${token}` } })
    let bytes = 0
    for await (const chunk of response.body!) bytes += chunk.length
    return bytes
  }
  /** Peak memory beyond what there was, and others' waiting, while `work` goes on. */
  const during = async (what: string, work: () => Promise<number>) => {
    const alone = quantiles(await timeEach(200, read))
    const before = megabytes(server.pid)
    let most = 0
    const watch = setInterval(() => {
      most = Math.max(most, megabytes(server.pid) - before)
    }, 20)
    const began = performance.now()
    let isOver = false
    const waits: number[] = []
    const reading = (async () => {
      while (!isOver) waits.push(...(await timeEach(1, read)))
    })()
    const bytes = await work()
    const seconds = (performance.now() - began) / 1_000
    isOver = true
    await reading
    clearInterval(watch)
    const sorted = (times: number[], share: number) =>
      times.toSorted((a, b) => a - b)[Math.floor(times.length * share)]!
    console.log(
      `${what}: ${(bytes / 1e6).toFixed(0)} MB in ${seconds.toFixed(1)} s; another driver's page meanwhile p50 ` +
        `${sorted(waits, 0.5).toFixed(1)} ms, p95 ${sorted(waits, 0.95).toFixed(1)} ms (alone p50 ${alone.p50.toFixed(1)})`,
    )
    report({ what: `${what}: memory`, value: most, unit: 'MB', limit: limits.memoryMb })
  }
  const prepare = async () => {
    await require(address, beginExport, {}, { token })
    for (;;) {
      const { State, Bytes } = await require(address, exportState, {}, { token })
      if (State === 'ready') return Bytes!
      await new Promise(done => setTimeout(done, 200))
    }
  }
  await during('export prepared', prepare)
  await during('export downloaded', () => download(exportFile.path))
  // collectors of garbage come late where the processors are taken
  const busy = Array.from({ length: 2 * availableParallelism() }, () => new Worker('for (;;) {}', { eval: true }))
  for (const n of [1, 2, 3]) {
    await deleteExports(connectionString)
    await during(`export prepared on a busy machine, ${n}`, prepare)
  }
  await Promise.all(busy.map(thread => thread.terminate()))
  await during('CSV', () => download(past.sessionsCsv.path))
} finally {
  await server.end('SIGTERM')
  await postgres.stop()
  remove()
}
