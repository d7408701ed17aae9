// Named SQL statements: functions of their values, planned once per connection, shown by name in traces.
import type pg from 'pg'
import { withinTime } from './requester.ts'
import { spannedStatement } from './spans.ts'

/** The pool or a transaction: whatever runs one statement. A statement with a name is planned once per connection. */
export type Queryable = {
  query<Row extends pg.QueryResultRow>(config: pg.QueryConfig): Promise<pg.QueryResult<Row>>
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<pg.QueryResult<Row>>
}

/** Runs each statement in a transaction of its own. */
export const eachIn = (transaction: <Result>(work: (tx: Queryable) => Promise<Result>) => Promise<Result>) =>
  ({ query: (config: pg.QueryConfig) => transaction(tx => tx.query(config)) }) as Queryable

/** A named statement, run with its values. */
export type Statement<Row extends pg.QueryResultRow> = {
  (db: Queryable, values?: unknown[]): Promise<Row[]>
  /** The first row, or null. */
  first(db: Queryable, values?: unknown[]): Promise<Row | null>
  /** How many rows it wrote, or read. */
  count(db: Queryable, values?: unknown[]): Promise<number>
}

/** Every statement of the modules that are loaded: its text by its name. */
export const statements = new Map<string, string>()

const nameStatement = <Row extends pg.QueryResultRow>(name: string, text: string): Statement<Row> => {
  if ((statements.get(name) ?? text) !== text) throw new Error(`Two statements are named ${name}`)
  if (name.length > 63) throw new Error(`PostgreSQL cuts names at 63 characters: ${name}`)
  statements.set(name, text)
  const run = (db: Queryable, values: unknown[]) =>
    spannedStatement(name, () =>
      withinTime(leftMs => {
        // asked for once there is a connection
        const query = {
          name,
          text,
          values,
          get query_timeout() {
            return leftMs()
          },
        }
        return db.query<Row>(query as pg.QueryConfig)
      }),
    )
  return Object.assign(async (db: Queryable, values: unknown[] = []) => (await run(db, values)).rows, {
    first: async (db: Queryable, values: unknown[] = []) => (await run(db, values)).rows[0] ?? null,
    count: async (db: Queryable, values: unknown[] = []) => (await run(db, values)).rowCount ?? 0,
  })
}

/** A statement as a function of its values, in their order. */
type Query<Values extends unknown[], Result> = (db: Queryable, ...values: Values) => Promise<Result>

/**
 * Names a statement: `const walletFind = sql<Wallet>('wallet_find', 'select …')`, then `await walletFind(db.pool, [id])`.
 * PostgreSQL plans it once per connection, and traces show its name. Throws where the name is taken by another text.
 * Where its values are the parameters: `export const findWallet = sql.first<Wallet, [id: string]>('wallet_find', 'select …')`,
 * then `await findWallet(db.pool, id)`.
 */
export const sql = Object.assign(nameStatement, {
  /** All rows. */
  list: <R extends pg.QueryResultRow, V extends unknown[] = []>(name: string, text: string): Query<V, R[]> => {
    const statement = nameStatement<R>(name, text)
    return (db, ...values) => statement(db, values)
  },
  /** The first row, or null. */
  first: <R extends pg.QueryResultRow, V extends unknown[] = []>(name: string, text: string): Query<V, R | null> => {
    const statement = nameStatement<R>(name, text)
    return (db, ...values) => statement.first(db, values)
  },
  /** The one row that there always is. Throws where there is none. */
  one: <R extends pg.QueryResultRow, V extends unknown[] = []>(name: string, text: string): Query<V, R> => {
    const statement = nameStatement<R>(name, text)
    return async (db, ...values) => {
      const row = await statement.first(db, values)
      if (!row) throw new Error(`${name} found no row`)
      return row
    }
  },
  /** The first row's only column, or null: `Value` includes null unless there always is a row. */
  value: <Value, V extends unknown[] = []>(name: string, text: string): Query<V, Value> => {
    const statement = nameStatement(name, text)
    return async (db, ...values) => {
      const row = await statement.first(db, values)
      return row ? Object.values(row)[0] : null
    }
  },
  /** Whether it wrote, or read, any row. */
  matches: <V extends unknown[] = []>(name: string, text: string): Query<V, boolean> => {
    const statement = nameStatement(name, text)
    return async (db, ...values) => (await statement.count(db, values)) > 0
  },
  run: <V extends unknown[] = []>(name: string, text: string): Query<V, void> => {
    const statement = nameStatement(name, text)
    return async (db, ...values) => {
      await statement(db, values)
    }
  },
})
