// Reading a driver's session for a change: repeated calls get the first answer again, and a lost race is retried.

import type { Session, Started } from '@parkit/contract/parking/sessions'
import { type Database, isTransient, type Queryable } from '#platform/db.ts'
import { Refusal, refuse } from '#platform/errors.ts'
import { findAnswer, type IdempotencyKey } from '#platform/idempotency.ts'
import { isRunning, type SessionRow, sessionAnswer } from './session.ts'
import * as store from './store.ts'

/** how often a change is priced again after it lost a race */
const attempts = 5

export const createSessionAccess = ({ pool }: Pick<Database, 'pool'>) => {
  /** Throws `not_found`, also for another driver's. */
  const requireSession = async (driverId: string, sessionId: string, from: Queryable = pool): Promise<SessionRow> =>
    (await store.findSession(from, driverId, sessionId)) ?? refuse('not_found')

  /** Throws `not_found`, `session_ended`. */
  const requireRunning = async (
    driverId: string,
    sessionId: string,
    now: Temporal.Instant,
    from: Queryable = pool,
  ): Promise<SessionRow> => {
    const row = await requireSession(driverId, sessionId, from)
    if (!isRunning(row, now)) throw new Refusal('session_ended', { extra: { Session: sessionAnswer(row, now) } })
    return row
  }

  /** The first answer to this key, or `work`'s. */
  const replayOr = async (idempotencyKey: IdempotencyKey, work: () => Promise<Started>): Promise<Started> =>
    (await findAnswer<Session>(pool, idempotencyKey)) ?? work()

  /**
   * Answers a repeated call as the first time even if it would be refused now. (One that is not refused finds the first
   * answer when it claims its key.) A caller in a transaction must pass it: waiting for a second connection while holding
   * one can deadlock the pool.
   */
  const replayIfRefused = async (
    idempotencyKey: IdempotencyKey,
    work: () => Promise<Started>,
    from: Queryable = pool,
  ): Promise<Started> => {
    try {
      return await work()
    } catch (error) {
      const first = error instanceof Refusal && (await findAnswer<Session>(from, idempotencyKey))
      if (first) return first
      throw error
    }
  }

  /** Reads, prices and writes again if the session was changed in between. Deadlocks are retried outside a transaction only. */
  const retryOnConflict = (
    idempotencyKey: IdempotencyKey,
    sessionId: string,
    now: Temporal.Instant,
    write: (row: SessionRow) => Promise<Started>,
    from: Queryable = pool,
  ): Promise<Started> => {
    const work = async () => {
      for (let attempt = 1; ; attempt++) {
        try {
          return await write(await requireRunning(idempotencyKey.callerId, sessionId, now, from))
        } catch (error) {
          // a server of an earlier version may lock rows in another order
          const mayRetry = store.isMoved(error) || (from === pool && isTransient(error))
          if (!mayRetry) throw error
          // a job puts itself off; a caller is told when to come back, and that nothing was changed
          if (attempt === attempts) throw from === pool ? new Refusal('unavailable', { retryAfterSeconds: 1 }) : error
        }
      }
    }
    return replayIfRefused(idempotencyKey, work, from)
  }

  return { requireSession, requireRunning, replayOr, replayIfRefused, retryOnConflict }
}
export type SessionAccess = ReturnType<typeof createSessionAccess>
