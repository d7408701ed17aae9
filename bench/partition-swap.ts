// What an upgrade costs who pays meanwhile: the server of before takes starts, extensions, and stops while one of this version makes partitions of a million sessions: `node bench/partition-swap.ts [sessions] [paid calls a second] [folder of the version before]`.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Driver } from '../e2e/api.ts'
import { newDataDir, startServer } from '../e2e/server.ts'
import { brokenBooks, rowsText } from '../server/src/money/ledger/books.ts'
import { openDatabase } from '../server/src/platform/db.ts'
import { startPostgres } from '../server/src/platform/postgres.ts'
import { digestPast, fillUnpartitioned, findPast } from '../server/src/platform/upgrade-load-testing.ts'
import { arrive, bearer } from './arrivals.ts'
import { checkOut, removeCheckOut } from './compare.ts'
import { report } from './figures.ts'
import { quantiles } from './growth.ts'
import type { Send } from './journey.ts'
import { type Connection, openConnection } from './load-client.ts'
import * as store from './partition-swap-store.ts'

const [sessions = 1_000_000, paidRate = 45] = process.argv.slice(2, 4).map(Number)
/** the first migration that is measured; the version before is the last one without it */
const firstMigration = 'server/db/migrations/202611231146_ledger_bounds.sql'
const quietSeconds = 60
const drivers = 48
const paidPerStay = 3
const attemptsMost = 20
const retryMs = 1_000

/** a paid call: when it was made, how long until it was answered with 200, and every answer before that */
type Paid = { at: number; ms: number; refused: string[] }

const root = mkdtempSync(join(tmpdir(), 'parkit-before-'))
const folder = process.argv[4] ?? join(root, 'before')
if (!process.argv[4]) {
  const added = ['log', '-1', '--diff-filter=A', '--format=%H', '--', firstMigration]
  checkOut(folder, `${execFileSync('git', added, { encoding: 'utf8' }).trim()}^`)
}
const of = async <Module>(file: string): Promise<Module> => (await import(join(folder, 'bench', file))) as Module
const { registerDriver } = (await import(join(folder, 'e2e/api.ts'))) as typeof import('../e2e/api.ts')
const { journey, findZone } = await of<typeof import('./journey.ts')>('journey.ts')

/** What the API answers who is to try again: the call is repeated under its key, as the app does, after so many seconds. */
const payUntilDone = async (connection: Connection, path: string, headers: Record<string, string>, body: unknown) => {
  const at = performance.now()
  const refused: string[] = []
  for (;;) {
    const reply = await connection.post(path, headers, body)
    if (reply.status === 200) return { paid: { at, ms: performance.now() - at, refused }, body: reply.body }
    refused.push(`${path} ${reply.status} ${reply.body}`)
    if (refused.length === attemptsMost) throw new Error(`Refused ${attemptsMost} times: ${reply.status} ${reply.body}`)
    await wait(retryMs)
  }
}

let done = 0
/** Drivers who park, extend, and stop, at a fixed rate, until `isOver`; what they paid. */
const load = (address: string, all: Driver[], zone: string, paid: Paid[]) => {
  let isOver = false
  const parking = (async () => {
    const connections = await Promise.all(all.map(() => openConnection(address)))
    // a span at a time, for the rate is of a number of seconds
    while (!isOver)
      await arrive({ rate: paidRate / paidPerStay, workers: all.length, seconds: 5 }, async worker => {
        const send: Send = async (declared, input, key) => {
          const headers = { ...bearer(all[worker]!), ...(key && { 'idempotency-key': key }) }
          const sent = await payUntilDone(
            connections[worker]!,
            declared.path,
            headers,
            (input as { body: unknown }).body,
          )
          if (key) paid.push(sent.paid)
          return JSON.parse(sent.body)
        }
        await journey(send, zone, all[worker]!.vehicleId)
        done++
      })
    for (const connection of connections) connection.end()
  })()
  return {
    end: () => {
      isOver = true
      return parking
    },
  }
}

const { dataDir, remove } = newDataDir()
const postgres = await startPostgres({ dataDir })
const { connectionString } = postgres
const env = { DATABASE_URL: connectionString }
const old = join(folder, 'server/src/app/main.ts')
const said = (what: string) =>
  console.log(`${new Date().toISOString()} ${what} (load average ${loadavg()[0]!.toFixed(1)})`)
try {
  await (await startServer(env, old)).end('SIGTERM')
  said('the version before has made its tables')
  await store.expectMuch(connectionString, true)
  await fillUnpartitioned(connectionString, sessions)
  await store.expectMuch(connectionString, false)
  const past = await findPast(connectionString)
  const digest = await digestPast(connectionString, past)
  said(`filled: ${JSON.stringify(digest)}`)

  const server = await startServer(env, old)
  const all: Driver[] = []
  for (let n = 0; n < drivers; n++) all.push(await registerDriver(server.address, 100))
  await store.fillLoadWallets(connectionString)
  const zone = await findZone(server.address, all[0]!)
  // until its statements are planned
  await load(server.address, all, zone, []).end()

  const paid: Paid[] = []
  const driving = load(server.address, all, zone, paid)
  // from now on, for looking takes time too
  const locks = store.watchLocks(connectionString)
  await wait(quietSeconds * 1_000)
  said('the upgrade begins')
  const began = performance.now()
  const upgraded = await startServer(env)
  const ended = performance.now()
  said('the upgrade is over')
  await wait(quietSeconds * 1_000)
  await driving.end()
  const locked = await locks.end()
  await server.end('SIGTERM')
  const onNew: Paid[] = []
  const drivingNew = load(upgraded.address, all, zone, onNew)
  await wait((quietSeconds * 1_000) / 2)
  await drivingNew.end()
  await upgraded.end('SIGTERM')
  said('the drivers are gone')

  const by = (from: number, until: number) => paid.filter(({ at, ms }) => at + ms >= from && at < until)
  const p95 = (calls: Paid[]) => quantiles(calls.map(({ ms }) => ms)).p95
  const most = (calls: Paid[]) => Math.max(...calls.map(({ ms }) => ms))
  const [before, during, after] = [by(0, began), by(began, ended), by(ended, Infinity)]
  console.log(`the upgrade took ${((ended - began) / 1_000).toFixed(0)} s, with ${during.length} paid calls`)
  // where calls took long; what other programs do shows in those before and after
  for (let from = began - quietSeconds * 1_000; from < ended + quietSeconds * 1_000; from += 10_000) {
    const calls = by(from, from + 10_000)
    if (calls.length === 0) continue
    const second = ((from - began) / 1_000).toFixed(0)
    console.log(`  ${second} s after it began: p95 ${p95(calls).toFixed(0)} ms, at most ${most(calls).toFixed(0)} ms`)
  }
  const refused = [...paid, ...onNew].map(call => call.refused).filter(answers => answers.length > 0)
  for (const answers of refused) console.log(`refused: ${answers.join(', ')}`)

  const size = `${sessions.toLocaleString('en')} sessions`
  const quiet = { what: 'the p95 before and after it', value: p95([...before, ...after]) }
  const first = { what: 'the p95 before it', value: p95(before) }
  report({
    what: `paid calls while ${size} are upgraded, p95`,
    value: p95(during),
    unit: 'ms',
    peer: { ...quiet, limit: 1.5 },
  })
  report({ what: 'the longest of them', value: most(during), unit: 'ms' })
  report({ what: 'paid calls at the version before, after it, p95', value: p95(after), unit: 'ms', peer: first })
  report({ what: 'paid calls at this version, p95', value: p95(onNew), unit: 'ms', peer: first })
  report({ what: 'longest exclusive lock', value: Math.max(0, ...locked), unit: 'ms', limit: 500 })
  report({ what: 'paid calls refused', value: refused.length, unit: 'calls' })
  report({
    what: 'of them refused again',
    value: refused.filter(answers => answers.length > 1).length,
    unit: 'calls',
    limit: 0,
  })
  const { stays, incomplete } = await store.countStays(connectionString)
  report({
    what: `of ${done.toLocaleString('en')} stays that were answered, missing or incomplete`,
    value: Math.abs(done - stays) + incomplete,
    unit: 'stays',
    limit: 0,
  })
  const later = await digestPast(connectionString, past)
  const differing = Object.keys(digest).filter(table => JSON.stringify(digest[table]) !== JSON.stringify(later[table]))
  report({
    what: 'tables whose rows of before the upgrade are not the same',
    value: differing.length,
    unit: 'tables',
    limit: 0,
  })
  said('the books are checked')
  const db = openDatabase({ connectionString, poolSize: 2 })
  const broken = await db.transaction(tx => brokenBooks(tx), 'repeatable read')
  await db.close()
  for (const { sentence, rows } of broken) console.log(`BROKEN: ${sentence} ${rowsText(rows, 5)}`)
  report({ what: 'broken books', value: broken.length, unit: 'books', limit: 0 })
  said('over')
} finally {
  await postgres.stop()
  remove()
  if (!process.argv[4]) removeCheckOut(folder)
  rmSync(root, { recursive: true, force: true })
}
