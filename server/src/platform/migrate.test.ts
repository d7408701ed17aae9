// Migrations: in order, each once, by any number of servers at once; an edited, lost or late one is refused. Routines after them.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { migrate } from './migrate.ts'
import { describeSchema } from './schema.ts'
import { asOwner, connectionTo, newDatabaseName } from './testing.ts'

const { connectionString: server } = inject('postgres')
let connectionString: string
let folder: string

beforeEach(async () => {
  const name = newDatabaseName()
  await asOwner(server, `create database ${name}`)
  connectionString = connectionTo(server, name)
  folder = mkdtempSync(join(tmpdir(), 'parkit-migrations-'))
})
afterEach(async () => {
  rmSync(folder, { recursive: true })
  rmSync(`${folder}-schema.sql`, { force: true })
  rmSync(`${folder}-routines`, { recursive: true, force: true })
  await asOwner(server, `drop database ${new URL(connectionString).pathname.slice(1)} with (force)`)
})

const put = (name: string, text: string) => writeFileSync(join(folder, name), text)
const run = () => migrate({ connectionString, migrations: folder })
const notes = async () =>
  (await asOwner<{ text: string }>(connectionString, 'select text from note order by id')).map(({ text }) => text)

const note = (text: string) => `insert into note (text) values ('${text}')`
const first = () => put('0001_note.sql', `create table note (id integer generated always as identity, text text)`)

test('all migrations run on an empty database, and a second start changes nothing', async () => {
  const ran = await migrate({ connectionString })
  expect(ran[0]).toBe('0001_platform.sql')
  expect(await migrate({ connectionString })).toEqual([])
})

test('migrations run once each in the order of their numbers, new ones on the next start', async () => {
  put('0010_ten.sql', note('ten'))
  put('0002_two.sql', note('two'))
  first()
  expect(await run()).toEqual(['0001_note.sql', '0002_two.sql', '0010_ten.sql'])
  put('0011_eleven.sql', note('eleven'))
  expect(await run()).toEqual(['0011_eleven.sql'])
  expect(await run()).toEqual([])
  expect(await notes()).toEqual(['two', 'ten', 'eleven'])
})

test('eight servers starting concurrently migrate once', async () => {
  first()
  put('0002_two.sql', `select pg_sleep(0.05); ${note('two')}`)
  const ran = await Promise.all(Array.from({ length: 8 }, run))
  expect(ran.flat()).toEqual(['0001_note.sql', '0002_two.sql'])
  expect(await notes()).toEqual(['two'])
})

test('an edited migration is refused by name before anything runs', async () => {
  first()
  put('0002_two.sql', note('two'))
  await run()
  put('0002_two.sql', note('TWO'))
  put('0003_three.sql', note('three'))
  await expect(run()).rejects.toThrow('Migration 0002_two.sql was edited after it ran')
  expect(await notes()).toEqual(['two'])
})

test('a database newer than this version is refused', async () => {
  first()
  put('0002_two.sql', note('two'))
  await run()
  rmSync(join(folder, '0002_two.sql'))
  await expect(run()).rejects.toThrow(/0002_two\.sql, which this version of ParkIt does not know/)
})

/** The schema that all migrations make together, run in order. */
const putSchema = async () => {
  const other = newDatabaseName()
  await asOwner(server, `create database ${other}`)
  const client = new pg.Client({ connectionString: connectionTo(server, other) })
  await migrate({ connectionString: connectionTo(server, other), migrations: folder })
  await client.connect()
  writeFileSync(join(`${folder}-schema.sql`), await describeSchema(client))
  await client.end()
  await asOwner(server, `drop database ${other} with (force)`)
}
const runLate = () => migrate({ connectionString, migrations: folder, schema: `${folder}-schema.sql` })

test('a database that lacks an older, independent migration gets it, its index too', async () => {
  first()
  put('0003_three.sql', 'alter table note add column three integer')
  await run()
  put('0002_two.sql', 'alter table note add column two integer')
  put('202611230915_index.sql', 'create index concurrently if not exists note_two on note (two)')
  await putSchema()
  expect(await runLate()).toEqual(['0002_two.sql', '202611230915_index.sql'])
  expect(await runLate()).toEqual([])
  const [index] = await asOwner<{ valid: boolean }>(
    connectionString,
    `select indisvalid as valid from pg_index where indexrelid = 'note_two'::regclass`,
  )
  expect(index).toEqual({ valid: true })
})

test.each([
  [
    'would make another schema',
    `alter table note alter column text set default 'two'`,
    'is not the schema of this version',
  ],
  ['fails', 'alter table note add column three integer', 'column "three" of relation "note" already exists'],
])('a database that lacks an older migration that %s is refused with the way out, unchanged', async (_, text, why) => {
  first()
  put(
    '0003_three.sql',
    `alter table note add column if not exists three integer, alter column text set default 'three'`,
  )
  await run()
  put('0002_two.sql', text)
  await putSchema()
  await expect(runLate()).rejects.toThrow(why)
  await expect(runLate()).rejects.toThrow('npm run restore')
  const ran = await asOwner<{ number: string }>(connectionString, 'select number from migration order by number')
  expect(ran.map(({ number }) => number)).toEqual(['1', '3'])
})

test('a failed migration is rolled back, keeps the earlier ones and releases the lock', async () => {
  first()
  put('0002_two.sql', `${note('half')}; select 1 / 0`)
  await expect(run()).rejects.toThrow('Migration 0002_two.sql failed: division by zero')
  expect(await notes()).toEqual([])
  put('0002_two.sql', note('whole'))
  expect(await run()).toEqual(['0002_two.sql'])
  expect(await notes()).toEqual(['whole'])
})

test('a migration and its record are committed together', async () => {
  first()
  put('0002_two.sql', `${note('two')}; drop table migration`)
  await expect(run()).rejects.toThrow('Migration 0002_two.sql failed')
  expect(await notes()).toEqual([])
})

test.each([
  '2_two.sql',
  '0002-two.sql',
  '0002_Two.sql',
  'readme.md',
  '0000_zero.sql',
  '1058_four_digits.sql',
  '20261123_no_minute.sql',
])('a file named %s is refused', async name => {
  first()
  put(name, note('x'))
  await expect(run()).rejects.toThrow(`not ${name}`)
})

test('two migrations with one number are refused', async () => {
  first()
  put('0001_other.sql', 'select 1')
  await expect(run()).rejects.toThrow('Two migrations have the number of 0001_other.sql')
})

const runBoth = () => migrate({ connectionString, migrations: folder, routines: `${folder}-routines` })
const putRoutine = (name: string, text: string) => writeFileSync(join(`${folder}-routines`, name), text)
const answer = (number: number) =>
  `create or replace function answer() returns integer language sql as 'select ${number}'`
const answered = async () => (await asOwner<{ answer: number }>(connectionString, 'select answer()'))[0]!.answer

const withRoutines = () => {
  put(
    '0001_routine.sql',
    `create table routine (number integer generated always as identity primary key, name text, checksum text)`,
  )
  mkdirSync(`${folder}-routines`)
}

test('routines run after the migrations, and again when their text changes', async () => {
  withRoutines()
  putRoutine('answer.sql', answer(1))
  putRoutine('other.sql', 'select answer()')
  expect(await runBoth()).toEqual(['0001_routine.sql', 'answer.sql', 'other.sql'])
  expect(await runBoth()).toEqual([])
  putRoutine('answer.sql', answer(2))
  const ran = await Promise.all([runBoth(), runBoth(), runBoth()])
  expect(ran.flat()).toEqual(['answer.sql'])
  expect(await answered()).toBe(2)
})

test('an older version does not restore a routine’s earlier text: it is refused at startup', async () => {
  withRoutines()
  putRoutine('answer.sql', answer(1))
  await runBoth()
  putRoutine('answer.sql', answer(2))
  await runBoth()
  putRoutine('answer.sql', answer(1))
  await expect(runBoth()).rejects.toThrow('Routine answer.sql was replaced by a newer version')
  expect(await answered()).toBe(2)
  // on purpose, with another text
  putRoutine('answer.sql', `-- as it was\n${answer(1)}`)
  await runBoth()
  expect(await answered()).toBe(1)
})

test('a failed routine is rolled back, named, and run on the next start', async () => {
  withRoutines()
  putRoutine('answer.sql', answer(1))
  await runBoth()
  putRoutine('answer.sql', `${answer(2)}; select 1 / 0`)
  await expect(runBoth()).rejects.toThrow('Routine answer.sql failed: division by zero')
  expect(await answered()).toBe(1)
  putRoutine('answer.sql', answer(3))
  expect(await runBoth()).toEqual(['answer.sql'])
  expect(await answered()).toBe(3)
})
