// For tests: a database made from the migrated template, and a clock that stands still.
import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { inject } from 'vitest'
import type { Clock } from './clock.ts'
import { type Database, openDatabase, type Queryable } from './db.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { connectionString: string; template: string }
  }
}

export class TestClock implements Clock {
  #now: Temporal.Instant

  constructor(now: Temporal.Instant | string) {
    this.#now = Temporal.Instant.from(now)
  }

  now(): Temporal.Instant {
    return this.#now
  }

  set(now: Temporal.Instant | string): void {
    this.#now = Temporal.Instant.from(now)
  }

  /** `clock.advance({ minutes: 5 })`; days are 24 hours. */
  advance({ days = 0, ...time }: Temporal.DurationLikeObject): void {
    this.#now = this.#now.add({ ...time, hours: (time.hours ?? 0) + 24 * days })
  }
}

/** The same server, another database. */
export const connectionTo = (connectionString: string, database: string): string => {
  const url = new URL(connectionString)
  url.pathname = `/${database}`
  return url.href
}

/** Runs one statement as the owner. */
export const asOwner = async <Row extends pg.QueryResultRow>(
  connectionString: string,
  text: string,
): Promise<Row[]> => {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

export const newDatabaseName = () => `parkit_test_${randomBytes(6).toString('hex')}`

/** A migrated, empty database; `close` drops it. */
export const createTestDatabase = async ({ poolSize = 5 } = {}): Promise<Database> => {
  const { connectionString, template } = inject('postgres')
  const name = newDatabaseName()
  await asOwner(connectionString, `create database ${name} template ${template}`)
  const db = openDatabase({ connectionString: connectionTo(connectionString, name), poolSize })
  return {
    ...db,
    close: async () => {
      await db.close()
      await asOwner(connectionString, `drop database ${name} with (force)`)
    },
  }
}

/** Cuts the connections of all processes that read changes and notify of them. */
export const cutChanges = (db: Database): Promise<unknown[]> =>
  asOwner(
    db.connectionString,
    `select pg_terminate_backend(pid) from pg_stat_activity
      where query ~ 'pg_visible_in_snapshot|^select pg_notify|^listen' and pid <> pg_backend_pid() and datname = current_database()`,
  )

/** Resolves when a process has heard all that is committed now. */
export const untilHeard = async ({ changes }: Database): Promise<void> => {
  const fromMs = performance.now()
  while (changes.lagSeconds()! * 1_000 > performance.now() - fromMs) await wait(10)
}

/** Runs each statement after asking how it will be run: planned without knowing the values, as a connection does in time. */
export const explaining = (db: Queryable, plans: string[]): Queryable => ({
  query: async <Row extends pg.QueryResultRow>(asked: pg.QueryConfig | string, values: unknown[] = []) => {
    const given = typeof asked === 'string' ? { text: asked, values } : asked
    const text = `explain (generic_plan) ${given.text}`
    const { rows } = await db.query<{ 'QUERY PLAN': string }>(text)
    plans.push(rows.map(row => row['QUERY PLAN']).join('\n'))
    return db.query<Row>(given)
  },
})

/** In a query of `pg_tables`: no partitions, which are read through their table. */
export const isWhole = 'to_regclass(quote_ident(tablename)) not in (select inhrelid from pg_inherits)'

/** Each partition of a table with where it begins and ends, in this order. */
export const partitionBounds = async (connectionString: string, table: string): Promise<[string, string, string][]> => {
  const rows = await asOwner<{ name: string; bound: string }>(
    connectionString,
    `select relname as name, pg_get_expr(relpartbound, oid) as bound from pg_class
      where oid in (select inhrelid from pg_inherits where inhparent = '${table}'::regclass)`,
  )
  const bounds = rows.map(({ name, bound }): [string, string, string] => {
    const [, from, to] = /FROM \('?([^')]+)'?\) TO \('?([^')]+)'?\)/.exec(bound)!
    return [name, from!, to!]
  })
  const place = ([, from]: [string, string, string]) => (from === 'MINVALUE' ? '' : from.padStart(40))
  return bounds.sort((one, other) => (place(one) < place(other) ? -1 : 1))
}

/** Those of these tables' partitions into which the statements of `ask` look. */
export const partitionsRead = async (
  { pool }: Database,
  tables: string,
  ask: (db: Queryable) => Promise<unknown>,
): Promise<string[]> => {
  const names = new Set<string>()
  const query = async ({ text, values }: { text: string; values: unknown[] }) => {
    const { rows } = await pool.query<{ 'QUERY PLAN': string }>(
      `explain (analyze, costs off, timing off) ${text}`,
      values,
    )
    const scans = rows.map(row => row['QUERY PLAN']).filter(line => !line.includes('never executed'))
    for (const line of scans)
      for (const [, name] of line.matchAll(new RegExp(` on ((?:${tables})_(?!key)\\w+) `, 'g'))) names.add(name!)
    return pool.query(text, values)
  }
  await ask({ query } as never)
  return [...names].sort()
}

/** The columns of each table whose rows a backup holds, in order. */
export const tableColumns = async (connectionString: string): Promise<Map<string, string[]>> => {
  const tables = await asOwner<{ name: string; columns: string[] }>(
    connectionString,
    `select table_name as name, array_agg(column_name::text order by ordinal_position) as columns
       from information_schema.columns join pg_tables on tablename = table_name and schemaname = table_schema
      where table_schema = 'public' and tablename not in ('migration', 'routine', 'change', 'feed_epoch')
        and ${isWhole} group by 1 order by 1`,
  )
  return new Map(tables.map(({ name, columns }) => [name, columns]))
}

/** How many rows each table holds, and a hash of them: a difference names the table. `columns`: of these alone. */
export const tableContents = async (
  connectionString: string,
  columns?: ReadonlyMap<string, string[]>,
): Promise<Map<string, string>> => {
  const contents = new Map<string, string>()
  for (const [name, compared] of columns ?? (await tableColumns(connectionString))) {
    const values = compared.map(column => pg.escapeIdentifier(column)).join(', ')
    const [row] = await asOwner<{ text: string }>(
      connectionString,
      `select count(*) || ' ' || md5(coalesce(string_agg(line, E'\\n' order by line), '')) as text
         from (select row(${values})::text as line from ${pg.escapeIdentifier(name)}) as lines`,
    )
    contents.set(name, row!.text)
  }
  return contents
}

/** The tables where a row says one of these words, in whichever column. */
export const tablesSaying = async (db: Queryable, ...words: string[]): Promise<string[]> => {
  const { rows: tables } = await db.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename !~ '^sandbox_(object|request)$|^migration$|^routine$' and ${isWhole}`,
  )
  const saying: string[] = []
  for (const { name } of tables) {
    const { rowCount } = await db.query(`select from "${name}" as line where line::text ilike any($1) limit 1`, [
      words.map(word => `%${word}%`),
    ])
    if (rowCount) saying.push(name)
  }
  return saying.sort()
}
