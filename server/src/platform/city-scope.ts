// A database that shows one city's rows alone: statements run as the role parkit_city with the city set, so that a forgotten condition
// finds nothing instead of another city's rows.
import type { Database } from './db.ts'
import { eachIn, type Queryable, sql } from './sql.ts'

/** What a feature needs of a database to read and write. */
export type WorkDatabase = { pool: Queryable; transaction: Database['transaction'] }

const enter = sql.run<[city: number]>(
  'city_scope_enter',
  `select set_config('parkit.city', $1::integer::text, true), set_config('role', 'parkit_city', true)`,
)
const leave = sql.run('city_scope_leave', `select set_config('role', 'parkit_app', true)`)
const isInside = sql.matches('city_scope_inside', `select where current_user = 'parkit_city'`)
const back = sql.run('city_scope_back', `select set_config('role', 'parkit_city', true)`)

/** `city` is its id. The rest of a transaction sees that city's rows alone. */
export const enterCity = enter

/**
 * In a transaction: what the server itself keeps beside a city's work, such as jobs and idempotency keys, runs in the server's own role.
 */
export const outsideCity = async <Result>(tx: Queryable, work: () => Promise<Result>): Promise<Result> => {
  if (!(await isInside(tx))) return work()
  await leave(tx)
  const result = await work()
  await back(tx)
  return result
}

/** Each transaction, and each statement alone, sees rows of that city. `city` is its id. */
export const scopedTo = (db: Pick<Database, 'transaction'>, city: number): WorkDatabase => {
  const transaction: Database['transaction'] = (work, isolation) =>
    db.transaction(async tx => {
      await enterCity(tx, city)
      return work(tx)
    }, isolation)
  return { pool: eachIn(transaction), transaction }
}
