// Migrations: plain SQL files, forward only, each once, in order, one server at a time, while the version before goes on serving.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

type Migration = { number: number; name: string; text: string; checksum: string }
type Applied = { number: number; name: string; checksum: string }

const folder = join(import.meta.dirname, '../../db/migrations')
/** any number that nothing else locks: “parkit” as digits on a telephone */
const lockKey = 727_548
const oldestServer = 160_000
const askAgainMs = 100
const tableWaitMs = 2_000
const attemptsMost = 20

/** Those of this version, in order. Throws where a file's name is none. */
export const listMigrations = (from = folder): Migration[] =>
  readdirSync(from)
    .sort()
    .map((file, index, files) => {
      const number = Number(/^(\d{4})_[a-z0-9_]+\.sql$/.exec(file)?.[1])
      if (!number) throw new Error(`A migration is named 0001_what_it_does.sql, not ${file}`)
      if (files[index - 1]?.startsWith(file.slice(0, 5))) throw new Error(`Two migrations have the number of ${file}`)
      const text = readFileSync(join(from, file), 'utf8')
      return { number, name: file, text, checksum: createHash('sha256').update(text).digest('hex') }
    })

/** Throws where the files and what has run do not tell the same story. */
const pendingOf = (migrations: Migration[], applied: Applied[]): Migration[] => {
  const files = new Map(migrations.map(migration => [migration.number, migration]))
  for (const { number, name, checksum } of applied) {
    const file = files.get(number)
    if (!file)
      throw new Error(
        `The database has had migration ${name}, which this version of ParkIt does not know: start a newer one`,
      )
    if (file.checksum !== checksum) {
      throw new Error(
        `Migration ${file.name} was edited after it ran: put it back, and write a new migration for the change`,
      )
    }
  }
  const last = Math.max(0, ...applied.map(({ number }) => number))
  const done = new Set(applied.map(({ number }) => number))
  const pending = migrations.filter(({ number }) => !done.has(number))
  const late = pending.find(({ number }) => number < last)
  if (late) throw new Error(`Migration ${late.name} comes after number ${last} has run: give it a higher number`)
  return pending
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

const note = 'insert into migration (number, name, checksum) values ($1, $2, $3)'

/**
 * All or nothing. It waits for a table only shortly, and then lets those behind it pass and tries again: whoever waits
 * for a table holds up everybody who comes after.
 */
const runMigration = async (client: pg.Client, migration: Migration): Promise<void> => {
  const { number, name, text, checksum } = migration
  const indexes = concurrentIndexes(migration)
  if (indexes.length > 0) {
    await makeIndexes(client, indexes)
    await client.query(note, [number, name, checksum])
    return
  }
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query(`begin; set local lock_timeout = '${tableWaitMs}ms'`)
      await client.query(text)
      await client.query(note, [number, name, checksum])
      await client.query('commit')
      return
    } catch (error) {
      await client.query('rollback').catch(() => {})
      if (!lockTaken.has((error as pg.DatabaseError).code ?? '') || attempt === attemptsMost) throw error
      await wait(Math.min(100 * 2 ** attempt, 5_000))
    }
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
 * Brings the database up to date as its owner; answers the names of what ran. Any number of servers may start at once,
 * and the version before goes on serving. `upTo`: runs no later one. Throws where another migrates for longer than `waitMs`.
 */
export const migrate = async ({
  connectionString,
  migrations = folder,
  upTo = Number.POSITIVE_INFINITY,
  waitMs = 600_000,
}: {
  connectionString: string
  migrations?: string
  upTo?: number
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
    await client.query(
      `create table if not exists migration (
         number integer primary key, name text not null, checksum text not null, applied_at timestamptz not null default now())`,
    )
    const { rows: applied } = await client.query<Applied>('select number, name, checksum from migration')
    const pending = pendingOf(all, applied).filter(({ number }) => number <= upTo)
    for (const migration of pending) {
      try {
        await runMigration(client, migration)
      } catch (error) {
        const { message, hint, where } = error as pg.DatabaseError
        throw new Error([`Migration ${migration.name} failed: ${message}`, hint, where].filter(Boolean).join('\n'), {
          cause: error,
        })
      }
    }
    return pending.map(({ name }) => name)
  } finally {
    // ends the turn too
    await client.end()
  }
}
