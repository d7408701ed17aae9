// Cancels the statement of a caller who has left: what nobody waits for takes no connection and no time of the database.
import { connect } from 'node:net'
import type pg from 'pg'
import { currentRequester } from './requester.ts'

/** A shorter statement ends by itself: to cancel one costs a new connection. */
const patienceMs = 250
const cancelRequestCode = 80_877_102
const connectMs = 5_000

/** What PostgreSQL said when the connection began; pg's types leave it out. */
type Backend = { host: string; port: number; processID: number; secretKey: number }

/**
 * PostgreSQL takes a request to cancel over a connection of its own, without a sign-in and beyond max_connections. It goes in
 * plain also where the others are encrypted: the key is worth nothing once the connection it names is closed.
 */
const requestCancel = (client: pg.PoolClient): void => {
  const { host, port, processID, secretKey } = client as unknown as Backend
  const request = Buffer.alloc(16)
  for (const [i, value] of [request.length, cancelRequestCode, processID, secretKey].entries())
    request.writeInt32BE(value, i * 4)
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
  // where it doesn't arrive, the statement ends by its own timeout
  socket.on('error', () => {}).setTimeout(connectMs, () => socket.destroy())
  socket.end(request)
}

type Asked = [config: pg.QueryConfig | string, values?: unknown[]]

/** As `pool.query`, which also closes the connection of a statement that failed; rejects where it was cancelled. */
const queryUntilGone = async (pool: pg.Pool, gone: AbortSignal, asked: Asked): Promise<pg.QueryResult> => {
  const client = await pool.connect()
  if (gone.aborted) {
    client.release()
    throw gone.reason
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  /** an error, or whether it is being cancelled: the next statement of this connection would be cancelled instead */
  let unusable: Error | boolean = false
  const onGone = () => {
    timer = setTimeout(() => {
      unusable = true
      requestCancel(client)
    }, patienceMs)
  }
  gone.addEventListener('abort', onGone)
  try {
    return await client.query(...(asked as [pg.QueryConfig]))
  } catch (error) {
    unusable = error as Error
    throw error
  } finally {
    gone.removeEventListener('abort', onGone)
    clearTimeout(timer)
    client.release(unusable)
  }
}

/**
 * Statements of the pool end with the request that only reads (`Requester.gone`). Transactions always finish. One that begins
 * after its caller left is not his: a timer or a listener that his request has started.
 */
export const endWithCaller = (pool: pg.Pool): void => {
  const query = pool.query.bind(pool) as (...asked: Asked) => Promise<pg.QueryResult>
  pool.query = ((...asked: Asked) => {
    const { gone } = currentRequester()
    return gone && !gone.aborted ? queryUntilGone(pool, gone, asked) : query(...asked)
  }) as never
}
