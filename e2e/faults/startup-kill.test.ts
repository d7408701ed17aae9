// ParkIt killed during its first start or an upgrade recovers; a second process on its folder is refused.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { details } from '@parkit/contract/driver/account'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { connectionConfig } from '../../server/src/platform/db.ts'
import { migrate } from '../../server/src/platform/migrate.ts'
import { startPostgres } from '../../server/src/platform/postgres.ts'
import { registerDriver, require } from '../api.ts'
import { createChance } from '../bank/random.ts'
import { printBooks } from '../ledger-check.ts'
import { newDataDir, startServer } from '../server.ts'

const main = join(import.meta.dirname, '../../server/src/app/main.ts')
const minute = 60_000

const endings: (() => unknown)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
})

const newFolder = () => {
  const { dataDir, remove } = newDataDir()
  endings.push(remove)
  return dataDir
}

/** A start whose end, and whatever it says, is the test's to see. */
const spawnServer = (dataDir: string): ChildProcess =>
  spawn(process.execPath, [main], {
    env: { ...process.env, PORT: '0', LOG_LEVEL: 'error', DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  })

/** Starts it and kills it as soon as `isTime`, or once it is ready. */
const killedStart = async (dataDir: string, isTime: (startedMs: number) => boolean): Promise<void> => {
  const child = spawnServer(dataDir)
  const started = performance.now()
  const isOver = () => child.exitCode !== null || child.signalCode !== null
  let isReady = false
  child.stdout!.on('data', text => {
    isReady ||= String(text).includes('is ready at')
  })
  child.stderr!.resume()
  while (!isOver() && !isReady && !isTime(performance.now() - started)) await wait(2)
  if (isOver()) throw new Error(`A start gave up by itself (exit ${child.exitCode})`)
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

const startWhole = async (dataDir: string) => {
  const server = await startServer({ DATA_DIR: dataDir })
  endings.push(() => server.end('SIGTERM'))
  return server
}

test('a first start killed at any point completes on the next start', { timeout: 5 * minute }, async () => {
  const dataDir = newFolder()
  const chance = createChance(20_261_121)
  const isThere = (name: RegExp) => () => readdirSync(dataDir).some(file => name.test(file))
  const after = (ms: number) => (startedMs: number) => startedMs > ms
  const instants = [
    isThere(/^\.postgres-new-/),
    isThere(/^postgres$/),
    () => existsSync(join(dataDir, 'postgres/postmaster.pid')),
    ...Array.from({ length: 4 }, () => after(chance.between(300, 2_500))),
  ]
  for (const instant of instants) await killedStart(dataDir, instant)

  const server = await startWhole(dataDir)
  expect(readdirSync(dataDir).filter(name => name.startsWith('.postgres-new'))).toEqual([])
  const { token } = await registerDriver(server.address, 12)
  expect((await require(server.address, details, {}, { token })).Balance).toBe(12)
  await server.end('SIGTERM')
  expect(printBooks(dataDir)).toContain('holds')
})

/** The database as an older version left it: its migrations, a driver, and money in the wallet. */
const makeOlder = async (dataDir: string): Promise<void> => {
  const all = join(import.meta.dirname, '../../server/db/migrations')
  const older = mkdtempSync(join(tmpdir(), 'parkit-older-'))
  endings.push(() => rmSync(older, { recursive: true, force: true }))
  for (const file of readdirSync(all).filter(file => file < '0013')) copyFileSync(join(all, file), join(older, file))
  const postgres = await startPostgres({ dataDir })
  const { connectionString } = postgres
  await migrate({ connectionString, migrations: older })
  const client = new pg.Client(connectionConfig(connectionString))
  await client.connect()
  await client.query(
    `insert into driver (driver_id, first_name, phone, user_name, created_at)
     values ('00000000-0000-4000-8000-000000000001', 'Maya', '+13125550100', '+13125550100', '2026-01-01T00:00:00Z')`,
  )
  await client.query(
    `insert into charge (charge_id, driver_id, key, input_hash, method_id, amount_cents, state, asked_at, settled_at)
     values ('00000000-0000-4000-8000-000000000002', '00000000-0000-4000-8000-000000000001', 'k', '', 'card', 700,
             'succeeded', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z')`,
  )
  await client.query(
    `select ledger_post('topUp', '2026-01-01T00:00:00Z', '00000000-0000-4000-8000-000000000001', null,
                        '00000000-0000-4000-8000-000000000002', array['card_clearing', 'wallet'], array[-700, 700])`,
  )
  await client.end()
  await postgres.stop()
}

test('an upgrade killed at any point resumes and loses no data', {
  timeout: 5 * minute,
}, async () => {
  const dataDir = newFolder()
  await makeOlder(dataDir)
  const chance = createChance(20_261_122)
  for (let kill = 0; kill < 5; kill++) {
    const ms = chance.between(300, 2_000)
    await killedStart(dataDir, startedMs => startedMs > ms)
  }
  const server = await startWhole(dataDir)
  await registerDriver(server.address, 5)
  await server.end('SIGTERM')
  expect(printBooks(dataDir)).toContain('holds')

  const postgres = await startPostgres({ dataDir })
  endings.push(postgres.stop)
  const client = new pg.Client(connectionConfig(postgres.connectionString))
  await client.connect()
  const { rows } = await client.query(
    'select first_name, balance_cents from driver join wallet using (driver_id) order by created_at limit 1',
  )
  await client.end()
  expect(rows).toEqual([{ first_name: 'Maya', balance_cents: 700 }])
})

test('a second process on the same data folder exits with a reason, and the first keeps running', {
  timeout: 2 * minute,
}, async () => {
  const dataDir = newFolder()
  const { address } = await startWhole(dataDir)
  const second = spawnServer(dataDir)
  let said = ''
  second.stderr!.on('data', text => {
    said += text
  })
  const [code] = await once(second, 'close')
  expect(code).toBe(1)
  expect(said).toContain(`The data folder ${dataDir} is in use by another running ParkIt`)
  expect(said).toContain('Stop that one first, or give this one a DATA_DIR of its own.')
  await registerDriver(address, 5)
})
