// The database: a pool under the server's own role, transactions that repeat themselves, what they changed.
import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { endWithCaller } from './cancellation.ts'
import { type Changes, createChanges } from './changes.ts'
import type { Log } from './log.ts'
import { createPrimaryCheck, isReadOnly } from './primary.ts'
import { atMost, currentRequester, withinTime } from './requester.ts'
import { spannedStatement } from './spans.ts'
import { type Queryable, sql } from './sql.ts'
import { types } from './sql-types.ts'
import { watchStandbys } from './standbys.ts'

export { type Queryable, type Statement, sql, statements } from './sql.ts'

type Isolation = 'read committed' | 'repeatable read' | 'serializable'

export type Database = {
  connectionString: string
  pool: pg.Pool
  /** how many connections there are, money's own included: open, idle, and callers that wait for one */
  connections(): { open: number; idle: number; waiting: number }
  /**
   * Commits when `work` resolves. A deadlock or a failed serialization runs `work` again, so it must have no effect
   * outside the database. Throws what `work` threw.
   */
  transaction<Result>(work: (tx: Queryable) => Promise<Result>, isolation?: Isolation): Promise<Result>
  /** what transactions of this process and of others changed */
  changes: Pick<Changes, 'listen' | 'lagSeconds'>
  /** commits wait for a standby that is gone: what would write is refused meanwhile */
  isStalled(): boolean
  close(): Promise<void>
}

const attemptsMost = 5
/** serialization failure, deadlock */
const transient = new Set(['40001', '40P01'])

/** Another one was in its way, nothing was written, and it may be tried again. */
export const isTransient = (error: unknown): boolean => transient.has((error as { code?: string }).code ?? '')

/** The statement may be running still, and whatever follows on its connection would wait for it. */
const isSilent = ({ message }: Error): boolean => message === 'Query read timeout'

// Every statement and lock has an end, so that one stuck connection never holds a wallet for good.
const serverOptions = (role: string) =>
  [
    ...(role ? [`role=${role}`] : []),
    'timezone=UTC',
    'statement_timeout=15s',
    'lock_timeout=10s',
    'idle_in_transaction_session_timeout=15s',
    // each statement is planned once for a connection: planned for its values, those of partitioned tables would be planned each time
    'plan_cache_mode=force_generic_plan',
  ]
    .map(setting => `-c ${setting}`)
    .join(' ')

/** Settings travel in the first packet and so cost no round trip. Options in the URL stay and come first. */
export const connectionConfig = (connectionString: string, role = ''): pg.ClientConfig => {
  const url = URL.parse(connectionString)
  const given = url?.searchParams.get('options') ?? ''
  url?.searchParams.delete('options')
  return {
    connectionString: url?.href ?? connectionString,
    options: `${given} ${serverOptions(role)}`.trim(),
    application_name: 'parkit',
    types,
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
    // longer than a statement may take there: nobody waits for a database that went silent
    query_timeout: 20_000,
  }
}

const run = (client: pg.PoolClient, text: string) =>
  withinTime(leftMs => client.query({ text, query_timeout: leftMs() } as pg.QueryConfig))
/** A connection on which it takes longer is closed. */
const rollback = { text: 'rollback', query_timeout: 2_000 } as pg.QueryConfig

const transactionOn =
  (pool: pg.Pool) =>
  async <Result>(
    work: (tx: Queryable) => Promise<Result>,
    isolation: Isolation = 'read committed',
  ): Promise<Result> => {
    for (let attempt = 1; ; attempt++) {
      const client = await withinTime(() => pool.connect())
      // a connection that breaks between two statements says so by this event, and the next statement throws
      let broken: Error | undefined
      const onError = (error: Error) => {
        broken = error
      }
      client.on('error', onError)
      try {
        await run(client, isolation === 'read committed' ? 'begin' : `begin isolation level ${isolation}`)
        const result = await work(client)
        const { command } = await spannedStatement('commit', () => run(client, 'commit'))
        // work swallowed the error of a statement: PostgreSQL then answers ROLLBACK to a commit
        if (command !== 'COMMIT')
          throw new Error('The transaction was rolled back, for one of its statements had failed')
        return result
      } catch (error) {
        if (isSilent(error as Error) || isReadOnly(error)) broken = error as Error
        else
          await client.query(rollback).catch((failure: Error) => {
            broken ??= failure
          })
        if (!isTransient(error) || attempt === attemptsMost) throw error
      } finally {
        client.off('error', onError)
        client.release(broken)
      }
      await wait(Math.random() * 10 * 2 ** attempt)
    }
  }

const moneyFirst = new AsyncLocalStorage<true>()
/** What `work` asks of any database goes over the connections that are money's own. */
export const onMoneyConnections = <Result>(work: () => Promise<Result>): Promise<Result> => moneyFirst.run(true, work)
export const isOnMoneyConnections = (): boolean => moneyFirst.getStore() === true

/** A new connection plans each statement again, which takes as long as ten journeys: one that a lull leaves idle stays for the next wave. */
const idleMs = 5 * 60_000

/** of all connections: reads and jobs that want more wait for each other, and no payment waits for them */
const moneyShare = 0.3

const sum = (pools: pg.Pool[], of: 'totalCount' | 'idleCount' | 'waitingCount') =>
  pools.reduce((total, pool) => total + pool[of], 0)

const stalled = () => Object.assign(new Error('Commits wait for a standby that is gone'), { code: '57P03' })

type OnConnect = Parameters<pg.Pool['connect']>[0]

/** `isStalled`: requests that change something get no connection. */
const connectInTime = (pool: pg.Pool, isStalled: () => boolean) => {
  const connect = pool.connect.bind(pool)
  return (done?: OnConnect) => {
    const { changes, leftMs } = currentRequester()
    const connecting =
      changes && isStalled()
        ? Promise.reject(stalled())
        : leftMs !== undefined && pool.idleCount === 0 && atMost(connect(), leftMs, client => client.release())
    if (!connecting) return done ? connect(done) : connect()
    if (!done) return connecting
    return connecting.then(
      client => done(undefined, client, client.release),
      error => done(error, undefined, () => {}),
    )
  }
}

/** A pool with a second one behind it, for what runs on money's connections. */
const createPool = (config: pg.PoolConfig, size: number, isStalled: () => boolean) => {
  const moneySize = Math.floor(size * moneyShare)
  const pool = new pg.Pool({ ...config, max: size - moneySize })
  const connect = connectInTime(pool, isStalled)
  if (moneySize === 0) {
    pool.connect = connect as never
    return { pool, pools: [pool] }
  }
  const money = new pg.Pool({ ...config, max: moneySize })
  const connectMoney = connectInTime(money, isStalled)
  pool.connect = ((done?: OnConnect) => (isOnMoneyConnections() ? connectMoney(done) : connect(done))) as never
  return { pool, pools: [pool, money] }
}

/** Opens no connection yet. Throws nothing: the first query says what is wrong. */
export const openDatabase = ({
  connectionString,
  sessionString = connectionString,
  poolSize,
  // pg hangs the whole client on the error
  log = (message, error) => console.error(`${message}: ${error instanceof Error ? error.message : error}`),
}: {
  connectionString: string
  /** without the pooler, which hands each transaction another connection and so passes no notification on */
  sessionString?: string
  poolSize: number
  log?: Log
}): Database => {
  const primary = createPrimaryCheck()
  const config = {
    ...connectionConfig(connectionString, 'parkit_app'),
    verify: primary.verify,
    idleTimeoutMillis: idleMs,
  }
  const { pool, pools } = createPool(config, poolSize, () => standbys.areMissing())
  const standbys = watchStandbys(pool, log)
  for (const each of pools)
    each.on('release', error => {
      if (error instanceof Error && isSilent(error)) standbys.noteSilence()
    })
  endWithCaller(pool)
  // One that breaks between being handed out and its first statement has nobody to tell, and would end the process. Its next
  // statement throws.
  for (const each of pools) each.on('connect', client => client.on('error', () => {}))
  // an idle connection was ended from the other side: the pool has dropped it already
  let closing = false
  for (const each of pools) each.on('error', error => closing || log('A database connection was lost', error))
  const session = connectionConfig(sessionString, 'parkit_app')
  // its transactions only notify: they need not reach the disk
  const changes = createChanges(
    { ...session, options: `${session.options} -c synchronous_commit=off` },
    primary.require,
    pools,
    log,
  )
  return {
    connectionString,
    pool,
    connections: () => ({
      open: sum(pools, 'totalCount'),
      idle: sum(pools, 'idleCount'),
      waiting: sum(pools, 'waitingCount'),
    }),
    transaction: transactionOn(pool),
    changes,
    isStalled: standbys.areMissing,
    close: async () => {
      closing = true
      standbys.close()
      await changes.close()
      await Promise.all(pools.map(each => each.end()))
    },
  }
}

/** A read without values that may take up to an hour, longer than any request may. Not prepared. */
export const longQuery = async (db: Queryable, name: string, text: string): Promise<unknown[]> => {
  const results = await spannedStatement(name, () =>
    db.query({ text: `set local statement_timeout = '1h'; ${text}`, query_timeout: 3_660_000 } as pg.QueryConfig),
  )
  // pg returns one result for each statement
  return (results as unknown as pg.QueryResult[]).at(-1)!.rows
}

const secretByName = sql<{ value: Buffer }>('secret_find', 'select value from secret where name = $1')
/** 256 random bits that the first migration made. */
export const selectSecret = async (db: Queryable, name: 'quote' | 'signing'): Promise<Buffer> =>
  (await secretByName(db, [name]))[0]!.value
