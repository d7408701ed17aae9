// The schema: migrations (tables; forward only, each once, in order), then routines (functions and triggers as they are now),
// by one server at a time, while the version before goes on serving.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { CardKeys } from './card-keys.ts'
import { describeSchema } from './schema.ts'

type Script = { name: string; text: string; checksum: string }
type Migration = Script & { number: number }
type Applied = Pick<Migration, 'number' | 'name' | 'checksum'>

const folder = join(import.meta.dirname, '../../db/migrations')
const routineFolder = join(import.meta.dirname, '../../db/routines')
const schemaFile = join(import.meta.dirname, '../../db/schema.sql')
/** any number that nothing else locks */
const lockKey = 727_548
const oldestServer = 160_000
const askAgainMs = 100
const tableWaitMs = 2_000
const attemptsMost = 20
/** Of the first attempts far less than PostgreSQL takes to find a deadlock (1 s), in which everybody who parks would wait with it. */
const waitOf = (attempt: number) => Math.min(100 * 2 ** Math.floor(attempt / 4), tableWaitMs)

const readScript = (from: string, name: string): Script => {
  const text = readFileSync(join(from, name), 'utf8')
  return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
}

/**
 * Those of this version, in order: the first 57 by number, later ones by the minute (UTC) in which they were written, so that
 * two people who work side by side do not choose the same. Throws where a file has another kind of name.
 */
export const listMigrations = (from = folder): Migration[] =>
  readdirSync(from)
    .sort()
    .map((file, index, files) => {
      const number = Number(/^(0\d{3}|20\d{10})_[a-z0-9_]+\.sql$/.exec(file)?.[1])
      if (!number) throw new Error(`A migration is named 202611230915_what_it_does.sql, not ${file}`)
      if (files[index - 1]?.startsWith(file.slice(0, file.indexOf('_') + 1)))
        throw new Error(`Two migrations have the number of ${file}`)
      return { number, ...readScript(from, file) }
    })

/** Throws where the files and what has run do not tell the same story. */
const pendingOf = (migrations: Migration[], applied: Applied[]): Migration[] => {
  const files = new Map(migrations.map(migration => [migration.number, migration]))
  for (const { number, name, checksum } of applied) {
    const file = files.get(number)
    if (!file)
      throw new Error(
        `The database has migration ${name}, which this version of ParkIt does not know: start a newer version`,
      )
    if (file.checksum !== checksum) {
      throw new Error(
        `Migration ${file.name} was edited after it ran: put it back, and write a new migration for the change`,
      )
    }
  }
  const done = new Set(applied.map(({ number }) => number))
  return migrations.filter(({ number }) => !done.has(number))
}

/** SQLSTATE: a lock was not had in time; a deadlock */
const lockTaken = new Set(['55P03', '40P01'])

/** Its statements; none where it is to run in a transaction, as nearly all are. */
const concurrentIndexes = ({ name, text }: Migration): string[] => {
  const statements = text
    .replace(/^\s*--.*$/gm, '')
    .split(';')
    .map(statement => statement.trim())
    .filter(Boolean)
  const isIndex = (statement: string) => /^create (unique )?index concurrently if not exists \w+ /i.test(statement)
  if (!statements.some(statement => /\bindex concurrently\b/i.test(statement))) return []
  if (!statements.every(isIndex))
    throw new Error(`Migration ${name} makes indexes concurrently (“if not exists”), so it may do nothing else`)
  return statements
}

/** Without a transaction, so that nobody waits; one that was cut short is made anew. */
const makeIndexes = async (client: pg.Client, statements: string[]) => {
  for (const statement of statements) {
    const index = /if not exists (\w+)/i.exec(statement)![1]!
    const { rowCount } = await client.query(
      'select from pg_index where indexrelid = to_regclass($1) and not indisvalid',
      [index],
    )
    if (rowCount) await client.query(`drop index concurrently ${pg.escapeIdentifier(index)}`)
    await client.query(statement)
  }
}

const migrationInsert = 'insert into migration (number, name, checksum) values ($1, $2, $3)'
const routineInsert = 'insert into routine (name, checksum) values ($1, $2)'

/**
 * Runs a script and records it, all or nothing. Waits for a lock on a table only shortly and then tries again, for everybody
 * who comes after has to wait behind it.
 */
const runScript = async (client: pg.Client, text: string, insert: string, values: unknown[]): Promise<void> => {
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query(`begin; set local lock_timeout = '${waitOf(attempt)}ms'`)
      await client.query(text)
      await client.query(insert, values)
      await client.query('commit')
      return
    } catch (error) {
      await client.query('rollback').catch(() => {})
      if (!lockTaken.has((error as pg.DatabaseError).code ?? '') || attempt === attemptsMost) throw error
      await wait(Math.min(100 * 2 ** attempt, 5_000))
    }
  }
}

const runMigration = async (client: pg.Client, migration: Migration): Promise<void> => {
  const { number, name, text, checksum } = migration
  const indexes = concurrentIndexes(migration)
  if (indexes.length === 0) return runScript(client, text, migrationInsert, [number, name, checksum])
  await makeIndexes(client, indexes)
  await client.query(migrationInsert, [number, name, checksum])
}

/** Throws with the script's name and where in it PostgreSQL found the error. */
const named = async (what: string, work: Promise<void>): Promise<void> => {
  try {
    await work
  } catch (error) {
    const { message, hint, where } = error as pg.DatabaseError
    throw new Error([`${what} failed: ${message}`, hint, where].filter(Boolean).join('\n'), { cause: error })
  }
}

/**
 * Those whose text is new here. Throws where a text was replaced by another one before: a server of the version before that
 * starts again during an upgrade would else bring its own back.
 */
const pendingRoutines = async (client: pg.Client, from: string): Promise<Script[]> => {
  const { rows } = await client.query<{ name: string; checksums: string[] }>(
    'select name, array_agg(checksum order by number) as checksums from routine group by name',
  )
  const applied = new Map(rows.map(({ name, checksums }) => [name, checksums]))
  return readdirSync(from)
    .sort()
    .map(file => readScript(from, file))
    .filter(({ name, checksum }) => {
      const before = applied.get(name) ?? []
      if (before.indexOf(checksum) < before.length - 1 && before.includes(checksum))
        throw new Error(
          `Routine ${name} was replaced by a newer version: start a newer ParkIt, or change the file to bring its text back`,
        )
      return !before.includes(checksum)
    })
}

/** Whether the same tables, functions, and views are described; the order of a table's columns does not count. */
const isSameSchema = (one: string, other: string): boolean => {
  const inAnyOrder = (text: string) =>
    text
      .split('\n\n')
      .map(block =>
        block
          .split('\n')
          .map(line => line.replace(/,$/, ''))
          .sort()
          .join('\n'),
      )
      .join('\n\n')
  return inAnyOrder(one) === inAnyOrder(other)
}

/**
 * Runs what is pending on a database that lacks migrations older than one it has, in one transaction, and keeps it only if
 * the result is the schema of this version. Throws otherwise.
 */
const catchUp = async (
  client: pg.Client,
  pending: Migration[],
  routines: string | null,
  schema: string,
): Promise<string[]> => {
  try {
    await client.query(`begin; set local lock_timeout = '${tableWaitMs}ms'`)
    for (const { number, name, text, checksum } of pending) {
      await client.query(text.replaceAll(/\bindex concurrently\b/gi, 'index'))
      await client.query(migrationInsert, [number, name, checksum])
    }
    const changed = routines ? await pendingRoutines(client, routines) : []
    for (const { name, text, checksum } of changed) {
      await client.query(text)
      await client.query(routineInsert, [name, checksum])
    }
    if (!isSameSchema(await describeSchema(client), readFileSync(schema, 'utf8')))
      throw new Error('the result is not the schema of this version')
    await client.query('commit')
    return [...pending, ...changed].map(({ name }) => name)
  } catch (error) {
    await client.query('rollback').catch(() => {})
    const lacking = pending[0]!.name
    throw new Error(
      `The database lacks ${lacking}, which is older than others that it has, and which cannot be added: ` +
        `${(error as Error).message}. Back it up with the version that ran last (npm run backup FILE), and restore the ` +
        'backup into an empty database with this version (npm run restore FILE).',
      { cause: error },
    )
  }
}

/** One server at a time. Asks again and again, for an open question would hold up an index that is made concurrently. */
const takeTurn = async (client: pg.Client, waitMs: number): Promise<void> => {
  for (let waited = 0; ; waited += askAgainMs) {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [lockKey])
    if (rows[0]!.mine) return
    if (waited >= waitMs)
      throw new Error(
        `Another ParkIt has been migrating this database for ${waitMs / 1_000} seconds; see what holds it up`,
      )
    await wait(askAgainMs)
  }
}

/**
 * Brings the database up to date as its owner; returns the names of the files that ran. Any number of servers may start at
 * once, and the version before goes on serving. `cardKeys`: with which those of existing charges were made; required where there
 * are any from before charges noted them. `upTo`: runs no later migration, and no routines, for those are of the newest
 * tables. Throws where another server migrates for longer than `waitMs`.
 */
export const migrate = async ({
  connectionString,
  migrations = folder,
  routines = migrations === folder ? routineFolder : null,
  schema = migrations === folder ? schemaFile : null,
  upTo = Number.POSITIVE_INFINITY,
  cardKeys,
  waitMs = 600_000,
}: {
  connectionString: string
  migrations?: string
  routines?: string | null
  /** what the result is compared with on a database that lacks an older migration; null: such a database is refused */
  schema?: string | null
  upTo?: number
  cardKeys?: CardKeys | undefined
  waitMs?: number
}): Promise<string[]> => {
  const all = listMigrations(migrations)
  const client = new pg.Client({
    connectionString,
    application_name: 'parkit migrations',
    connectionTimeoutMillis: 10_000,
  })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows: version } = await client.query<{ number: number; name: string }>(
      `select current_setting('server_version_num')::integer as number, current_setting('server_version') as name`,
    )
    if (version[0]!.number < oldestServer)
      throw new Error(`ParkIt needs PostgreSQL 16 or later; this one is ${version[0]!.name}`)
    await takeTurn(client, waitMs)
    if (cardKeys)
      await client.query(
        `select set_config('parkit.card_provider', $1, false), set_config('parkit.card_mode', $2, false)`,
        [cardKeys.provider, cardKeys.mode],
      )
    // an index is made, and a table is read, by one process alone: those who pay meanwhile need the other processors
    await client.query(
      `set max_parallel_maintenance_workers = 0; set effective_io_concurrency = 0; set maintenance_io_concurrency = 0;
       create table if not exists migration (
         number bigint primary key, name text not null, checksum text not null, applied_at timestamptz not null default now());
       alter table migration alter column number type bigint`,
    )
    const { rows: applied } = await client.query<Applied>(
      'select number::float8 as number, name, checksum from migration',
    )
    const pending = pendingOf(all, applied).filter(({ number }) => number <= upTo)
    const withRoutines = routines && upTo === Number.POSITIVE_INFINITY ? routines : null
    const last = Math.max(0, ...applied.map(({ number }) => number))
    if (pending[0] && pending[0].number < last) {
      const { name } = pending[0]
      if (!schema) throw new Error(`Migration ${name} is older than ${last}, which has run`)
      return await catchUp(client, pending, withRoutines, schema)
    }
    for (const migration of pending) await named(`Migration ${migration.name}`, runMigration(client, migration))
    if (!withRoutines) return pending.map(({ name }) => name)
    const changed = await pendingRoutines(client, withRoutines)
    for (const { name, text, checksum } of changed)
      await named(`Routine ${name}`, runScript(client, text, routineInsert, [name, checksum]))
    return [...pending, ...changed].map(({ name }) => name)
  } finally {
    // ends the turn too
    await client.end()
  }
}
