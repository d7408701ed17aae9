// The embedded PostgreSQL: its data survives, it restarts when killed, and it ends with ParkIt.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type EmbeddedPostgres, startPostgres, watched } from './postgres.ts'
import { asOwner } from './testing.ts'

const logged: string[] = []
let dataDir: string
let postgres: EmbeddedPostgres
const start = () => startPostgres({ dataDir, durable: false, log: line => logged.push(line) })

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'parkit-postgres-'))
  chmodSync(dataDir, 0o711)
  postgres = await start()
  await asOwner(postgres.connectionString, 'create table kept as select 42 as answer')
})
afterAll(async () => {
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const answer = async () =>
  (await asOwner<{ answer: number }>(postgres.connectionString, 'select answer from kept'))[0]!.answer
const socketDir = () => new URL(postgres.connectionString).searchParams.get('host')!
const postmaster = () => Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])

test('data survives a stop and a start; a stop leaves no socket', async () => {
  const before = socketDir()
  await postgres.stop()
  expect(existsSync(before)).toBe(false)
  postgres = await start()
  expect(await answer()).toBe(42)
})

test('it listens on no network address, sorts by code points and uses UTC', async () => {
  const [row] = await asOwner(
    postgres.connectionString,
    `select current_setting('listen_addresses') as listens, current_setting('timezone') as zone,
            current_setting('server_encoding') as encoding, 'B' < 'a' as by_code_point`,
  )
  expect(row).toEqual({ listens: '', zone: 'UTC', encoding: 'UTF8', by_code_point: true })
})

test('a second ParkIt on the same folder is refused, and the first continues', async () => {
  await expect(start()).rejects.toThrow(/is in use by another running ParkIt .*DATA_DIR of its own/)
  expect(await answer()).toBe(42)
})

test('when PostgreSQL is killed it is restarted with its data at the same address', async () => {
  const killed = postmaster()
  process.kill(killed, 'SIGKILL')
  await vi.waitFor(async () => expect(await answer()).toBe(42), { timeout: 15_000, interval: 50 })
  expect(postmaster()).not.toBe(killed)
  expect(logged.join('\n')).toContain('started again')
})

test('when ParkIt is killed PostgreSQL exits too, and the next ParkIt starts on the same folder', async () => {
  await postgres.stop()
  const program = `
    const { startPostgres } = await import(${JSON.stringify(join(import.meta.dirname, 'postgres.ts'))})
    await startPostgres({ dataDir: ${JSON.stringify(dataDir)}, durable: false })
    console.log('up')
    setInterval(() => {}, 1000)`
  const parkit = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(parkit.stdout, 'data')
  const orphan = postmaster()
  parkit.kill('SIGKILL')
  await once(parkit, 'exit')
  postgres = await start()
  expect(() => process.kill(orphan, 0)).toThrow('ESRCH')
  expect(await answer()).toBe(42)
})

test.each([
  ['does not listen to signals yet', "let heard = 0; process.on('SIGINT', () => ++heard === 2 && process.exit(0))"],
  ['hangs in its stop', "process.on('SIGINT', () => {}); process.on('SIGQUIT', () => process.exit(0))"],
])('when ParkIt is killed while PostgreSQL %s, it exits as well', async (_, hears) => {
  const sockets = mkdtempSync(join(tmpdir(), 'parkit-sockets-'))
  const program = `${hears}; console.log('up'); setInterval(() => {}, 1000)`
  const child = spawn('/bin/sh', ['-c', watched, 'sh', sockets, '2', process.execPath, '-e', program], {
    stdio: ['ignore', 'pipe', 'ignore', 'pipe'],
    detached: true,
  })
  await once(child.stdout!, 'data')
  child.stdio[3]!.destroy()
  expect(await once(child, 'exit')).toEqual([0, null])
  expect(existsSync(sockets)).toBe(false)
})

test('startup waits for a previous PostgreSQL that exits slowly', async () => {
  await postgres.stop()
  // longer than it would wait for one that stays
  const last = spawn('sleep', ['5'], { cwd: join(dataDir, 'postgres'), stdio: 'ignore' })
  const ended = once(last, 'exit')
  postgres = await start()
  await ended
  expect(await answer()).toBe(42)
})
