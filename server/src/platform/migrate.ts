// Migrations: plain SQL files, forward only, each once, in order, one server at a time.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

type Migration = { number: number; name: string; text: string; checksum: string }
type Applied = { number: number; name: string; checksum: string }

const folder = join(import.meta.dirname, '../../migrations')
/** any number that nothing else locks: “parkit” as digits on a telephone */
const lockKey = 727_548
const oldestServer = 160_000

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

/** Brings the database up to date as its owner; answers the names of what ran. Any number of servers may start at once. */
export const migrate = async ({
  connectionString,
  migrations = folder,
}: {
  connectionString: string
  migrations?: string
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
    await client.query('select pg_advisory_lock($1)', [lockKey])
    await client.query(
      `create table if not exists migration (
         number integer primary key, name text not null, checksum text not null, applied_at timestamptz not null default now())`,
    )
    const { rows: applied } = await client.query<Applied>('select number, name, checksum from migration')
    const pending = pendingOf(all, applied)
    for (const { number, name, text, checksum } of pending) {
      try {
        await client.query('begin')
        await client.query(text)
        await client.query('insert into migration (number, name, checksum) values ($1, $2, $3)', [
          number,
          name,
          checksum,
        ])
        await client.query('commit')
      } catch (error) {
        const { message, hint, where } = error as pg.DatabaseError
        throw new Error([`Migration ${name} failed: ${message}`, hint, where].filter(Boolean).join('\n'), {
          cause: error,
        })
      }
    }
    return pending.map(({ name }) => name)
  } finally {
    // ends the transaction that failed, and the lock
    await client.end()
  }
}
