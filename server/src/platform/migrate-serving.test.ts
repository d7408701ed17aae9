// Migrations beside servers that serve: one waits for the other, a table in use is not fought over, the older version goes on.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { find } from '@parkit/contract/city/places'
import { details } from '@parkit/contract/driver/account'
import { listVehicles } from '@parkit/contract/driver/vehicles'
import * as wallet from '@parkit/contract/money/wallet'
import * as parking from '@parkit/contract/parking/sessions'
import { chat, say } from '@parkit/contract/support/chat'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startTestServer, type TestServer } from '#app/testing.ts'
import { migrate } from './migrate.ts'
import { asOwner, createTestDatabase } from './testing.ts'

vi.setConfig({ testTimeout: 60_000 })

let db: Awaited<ReturnType<typeof createTestDatabase>>
let folder: string
let holder: pg.Client
beforeEach(async () => {
  db = await createTestDatabase()
  folder = mkdtempSync(join(tmpdir(), 'parkit-migrations-'))
  await asOwner(db.connectionString, 'drop table migration; create table note (id integer primary key)')
  holder = new pg.Client({ connectionString: db.connectionString })
  await holder.connect()
})
afterEach(async () => {
  await holder.end()
  rmSync(folder, { recursive: true })
  await db.close()
})
const put = (name: string, text: string) => writeFileSync(join(folder, name), text)
const run = (waitMs?: number) =>
  migrate({ connectionString: db.connectionString, migrations: folder, ...(waitMs !== undefined && { waitMs }) })

/** Until another connection waits for something that `holder` has. */
const untilBlocked = () =>
  expect
    .poll(
      () => asOwner(db.connectionString, 'select from pg_stat_activity where cardinality(pg_blocking_pids(pid)) > 0'),
      {
        timeout: 15_000,
      },
    )
    .not.toEqual([])

test('a second server waits for the first migration and then has nothing to do; after a time limit it says why', async () => {
  put('0001_one.sql', 'select pg_advisory_xact_lock(1); insert into note values (1)')
  await holder.query('select pg_advisory_lock(1)')
  const first = run()
  await untilBlocked()
  await expect(run(200)).rejects.toThrow('Another ParkIt has been migrating this database for 0.2 seconds')
  const second = run()
  await holder.query('select pg_advisory_unlock(1)')
  expect([await first, await second]).toEqual([['0001_one.sql'], []])
})

test('a migration waiting for a table lets other statements pass and retries', async () => {
  put('0001_one.sql', 'alter table note add column text text')
  await holder.query('begin')
  await holder.query('select from note')
  const migrating = run()
  await untilBlocked()
  // behind the migration, for as long as it waits
  await asOwner(db.connectionString, 'insert into note values (1)')
  await holder.query('commit')
  expect(await migrating).toEqual(['0001_one.sql'])
})

test('an index of a large table is built while it is written, and rebuilt if it was interrupted', async () => {
  await asOwner(db.connectionString, 'insert into note select generate_series(1, 1000)')
  await expect(
    asOwner(db.connectionString, 'create unique index concurrently note_half on note ((id / 2))'),
  ).rejects.toThrow()
  put(
    '0001_index.sql',
    `-- Finds notes by their half; made beside the writers.
     create index concurrently if not exists note_half on note ((id / 2));
     create index concurrently if not exists note_third on note ((id / 3));`,
  )
  await holder.query('begin')
  await holder.query('insert into note values (2000)')
  const migrating = run()
  await untilBlocked()
  await asOwner(db.connectionString, 'insert into note values (2001)')
  // another server that starts meanwhile waits without holding it up
  const second = run()
  await holder.query('commit')
  expect([await migrating, await second]).toEqual([['0001_index.sql'], []])
  const made = await asOwner<{ name: string }>(
    db.connectionString,
    `select indexrelid::regclass::text as name from pg_index where indrelid = 'note'::regclass and indisvalid order by 1`,
  )
  expect(made.map(({ name }) => name)).toEqual(['note_half', 'note_pkey', 'note_third'])
})

test('a migration works with one process, and leaves the other processors to who is served meanwhile', async () => {
  put('0001_one.sql', `insert into note values (current_setting('max_parallel_maintenance_workers')::integer)`)
  await run()
  expect(await asOwner(db.connectionString, 'select id from note')).toEqual([{ id: 0 }])
})

test('a file that creates an index concurrently does nothing else', async () => {
  put('0001_index.sql', 'create index concurrently if not exists a on note (id); delete from note')
  await expect(run()).rejects.toThrow('so it may do nothing else')
})

let parkit: TestServer
beforeAll(async () => {
  parkit = await startTestServer()
})
afterAll(() => parkit.stop())

test('the previous version keeps serving during and after a change of every table and routine', async () => {
  const driver = await parkit.driver({ dollars: 400 })
  const by = { token: driver.token }
  const round = async () => {
    const session = await parkit.park(driver)
    const body = { SessionId: session.SessionId }
    const answers = [
      await parkit.call(parking.extend, { body: { ...body, Minutes: 60, PayWith: 'wallet' } }, by),
      await parkit.call(parking.stop, { body }, by),
      await parkit.call(wallet.addMoney, { body: { Amount: 5 } }, by),
      await parkit.call(details, {}, by),
      await parkit.call(listVehicles, {}, by),
      await parkit.call(say, { body: { text: 'Hello' } }, by),
      await parkit.call(chat, {}, by),
      await parkit.call(find, { query: { Latitude: 41.88, Longitude: -87.63 } }, by),
      await parkit.call(parking.sessions, {}, by),
    ]
    for (const [i, { status, error }] of answers.entries())
      expect([i, status, error], JSON.stringify(error)).toMatchObject([i, 200, {}])
    await parkit.jobs.runDue()
    parkit.clock.advance({ hours: 2 })
  }
  // its connections have their statements planned
  await round()
  const tables = await asOwner<{ name: string }>(
    parkit.db.connectionString,
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
        and not relispartition and relname <> 'migration' order by 1`,
  )
  // a file for each: who holds one busy table and waits for another meets a request that does so the other way round
  for (const [i, { name }] of tables.entries())
    put(`${202601010000 + i}_expand.sql`, `alter table ${pg.escapeIdentifier(name)} add column added_later text`)
  const routines = `${folder}-routines`
  mkdirSync(routines)
  const current = join(import.meta.dirname, '../../db/routines')
  for (const name of readdirSync(current))
    writeFileSync(join(routines, name), `${readFileSync(join(current, name), 'utf8')}-- a later version\n`)
  // a record of its own: the test's folder knows no other migration
  await asOwner(parkit.db.connectionString, 'alter table migration rename to migration_before')
  let migrated = false
  const serving = (async () => {
    for (let i = 0; i < 3 || !migrated; i++) await round()
    await round()
  })()
  const ran = await migrate({ connectionString: parkit.db.connectionString, migrations: folder, routines })
  rmSync(routines, { recursive: true })
  migrated = true
  await serving
  expect(ran).toHaveLength(tables.length + readdirSync(current).length)
})
