// Power loss and a full disk while drivers pay: every answered payment is there afterwards, exactly once.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { details } from '@parkit/contract/driver/account'
import { addMoney } from '@parkit/contract/money/wallet'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { connectionConfig } from '../../server/src/platform/db.ts'
import { call, type Driver, registerDriver, require } from '../api.ts'
import { printBooks } from '../ledger-check.ts'
import { newDataDir, type Server, startServer } from '../server.ts'

const minute = 60_000
const drivers = 6

const endings: (() => unknown)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
})

const start = async (dataDir: string): Promise<Server> => {
  const server = await startServer({ DATA_DIR: dataDir })
  endings.push(() => server.end('SIGTERM'))
  return server
}

type Payment = { driver: Driver; key: string; status: number | null; answer: string }

const pay = async (address: string, { driver, key }: Pick<Payment, 'driver' | 'key'>): Promise<Payment> => {
  const { token } = driver
  const reply = await call(address, addMoney, { body: { Amount: 1 } }, { token, key }).catch(() => null)
  return { driver, key, status: reply?.status ?? null, answer: JSON.stringify(reply?.body) }
}

/** All drivers pay, again and again, until `isOver`; what each was answered. */
const payUntil = async (address: string, everyone: Driver[], isOver: (done: Payment[]) => boolean) => {
  const done: Payment[] = []
  const loop = async (driver: Driver) => {
    while (!isOver(done)) done.push(await pay(address, { driver, key: randomUUID() }))
  }
  await Promise.all(everyone.map(loop))
  return done
}

/** Each answered payment is answered the same, each other one is made now; then every wallet holds exactly its payments. */
const expectWhole = async (address: string, everyone: Driver[], payments: Payment[]) => {
  for (const payment of payments) {
    await expect.poll(async () => (await pay(address, payment)).status, { timeout: minute }).toBe(200)
    if (payment.status === 200) expect((await pay(address, payment)).answer).toBe(payment.answer)
  }
  for (const driver of everyone) {
    const { Balance } = await require(address, details, {}, { token: driver.token })
    expect(Balance).toBe(10 + payments.filter(payment => payment.driver === driver).length)
  }
}

/** What PostgreSQL notes of itself, line by line. */
const noteOf = (dataDir: string) => readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')

/** What a copy can't show, for it has all that was written: that it is on disk before it is answered. */
const settingsOf = async (dataDir: string) => {
  const host = noteOf(dataDir)[4]!.trim()
  const client = new pg.Client(connectionConfig(`postgresql:///parkit?host=${host}&user=parkit`, 'parkit_app'))
  await client.connect()
  try {
    const names = ['fsync', 'full_page_writes', 'synchronous_commit']
    const { rows } = await client.query('select name, setting from pg_settings where name = any($1)', [names])
    return Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))
  } finally {
    await client.end()
  }
}

/** The folder as it is at one instant: PostgreSQL stands still while it is copied. */
const copyAtOnce = (from: string, to: string) => {
  const postmaster = Number(noteOf(from)[0])
  const rows = execFileSync('ps', ['-axo', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')
  const children = rows.map(row => row.trim().split(/\s+/).map(Number)).filter(([, parent]) => parent === postmaster)
  const pids = [postmaster, ...children.map(([pid]) => pid!)]
  const signal = (name: NodeJS.Signals) => {
    for (const pid of pids) process.kill(pid, name)
  }
  signal('SIGSTOP')
  try {
    execFileSync('cp', ['-a', join(from, 'postgres'), to])
  } finally {
    signal('SIGCONT')
  }
}

test('a copy of the live data folder opens with every answered payment', {
  timeout: 5 * minute,
}, async () => {
  const [live, copy] = [newDataDir(), newDataDir()]
  endings.push(live.remove, copy.remove)
  const { address } = await start(live.dataDir)
  expect(await settingsOf(live.dataDir)).toEqual({ fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on' })
  const everyone = await Promise.all(Array.from({ length: drivers }, () => registerDriver(address, 10)))
  let answeredBefore = 0
  const payments = await payUntil(address, everyone, done => {
    if (done.length >= 36 && answeredBefore === 0) {
      answeredBefore = done.length
      copyAtOnce(live.dataDir, copy.dataDir)
    }
    return done.length >= 54
  })
  const before = payments.slice(0, answeredBefore)
  expect(before.filter(({ status }) => status === 200).length).toBeGreaterThan(20)

  const opened = await start(copy.dataDir)
  for (const payment of before)
    if (payment.status === 200) expect((await pay(opened.address, payment)).answer).toBe(payment.answer)
  await opened.end('SIGTERM')
  expect(printBooks(copy.dataDir)).toContain('holds')
})

/** Only who may mount can make a disk small enough to fill: root on Linux. */
const mountSmall = (folder: string, megabytes = 400): boolean => {
  const how = ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0711`, 'tmpfs', folder]
  return process.platform === 'linux' && spawnSync('mount', how, { stdio: 'ignore' }).status === 0
}

/** A start that ends by itself, and what it said. */
const startInVain = async (DATA_DIR: string) => {
  const env = { ...process.env, PORT: '0', LOG_LEVEL: 'error', DATA_DIR }
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../server/src/app/main.ts')], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const [said, [status]] = await Promise.all([child.stderr.toArray(), once(child, 'close')])
  return { status, said: Buffer.concat(said).toString() }
}

test('a full disk rejects writes without losing data, and the server recovers once there is space', {
  timeout: 5 * minute,
}, async ({ skip }) => {
  const { dataDir, remove } = newDataDir()
  endings.push(remove)
  if (!mountSmall(dataDir)) return skip('no small disk can be mounted here')
  endings.push(() => spawnSync('umount', [dataDir]))
  const server = await start(dataDir)
  const { address } = server
  const everyone = await Promise.all(Array.from({ length: drivers }, () => registerDriver(address, 10)))

  const filler = join(dataDir, 'filler')
  const room = statfsSync(dataDir)
  writeFileSync(filler, Buffer.alloc(room.bavail * room.bsize - 256 * 1024))
  const isRefused = ({ status }: Payment) => status !== 200
  const payments = await payUntil(address, everyone, done => done.filter(isRefused).length >= 20)
  // never a fault that nobody foresaw, and never an answer that is not kept
  expect([...new Set(payments.map(({ status }) => status))].sort()).toEqual(expect.arrayContaining([503]))
  expect(payments.filter(({ status }) => status === 500)).toEqual([])

  rmSync(filler)
  await expect.poll(async () => (await fetch(new URL('/readyz', address))).status, { timeout: minute }).toBe(200)
  await expectWhole(address, everyone, payments)
  await server.end('SIGTERM')
  expect(printBooks(dataDir)).toContain('holds')
})

test('a first start on a disk that is too small reports it, and completes once there is space', {
  timeout: 5 * minute,
}, async ({ skip }) => {
  const { dataDir, remove } = newDataDir()
  endings.push(remove)
  if (!mountSmall(dataDir, 10)) return skip('no small disk can be mounted here')
  endings.push(() => spawnSync('umount', [dataDir]))
  const grow = (megabytes: number) => execFileSync('mount', ['-o', `remount,size=${megabytes}m`, dataDir])
  // where the database is made, where its tables are, and where they are filled
  for (const megabytes of [10, 39, 40, 45, 52, 60]) {
    grow(megabytes)
    const { status, said } = await startInVain(dataDir)
    expect([status, said]).toEqual([1, expect.stringMatching(/No space left on device|Check free disk space/)])
  }
  grow(400)
  const server = await start(dataDir)
  await registerDriver(server.address, 5)
  await server.end('SIGTERM')
  expect(printBooks(dataDir)).toContain('holds')
})
