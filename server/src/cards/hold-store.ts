// SQL of authorisations that sessions use: attached to a session, let go, captured, and what the session's payment came to.
import type { Queryable } from '#platform/db.ts'
import { type ChargeRow, columns } from './store.ts'

/** Whether the session may use it: not where it was let go meanwhile. In the transaction that starts or extends. */
export const attach = async (tx: Queryable, chargeId: string, at: Temporal.Instant): Promise<boolean> => {
  const { rows } = await tx.query<{ session_id: string }>(
    `update charge set state = 'held', settled_at = $2 where charge_id = $1 and state = 'pending' returning session_id`,
    [chargeId, at],
  )
  if (!rows[0]) return false
  await tx.query(`update session set payment = 'pending' where session_id = $1`, [rows[0].session_id])
  return true
}

/** Whether it is to be released from now on: not where a session uses it. */
export const letGo = async (db: Queryable, chargeId: string, at: Temporal.Instant): Promise<boolean> => {
  const { rowCount } = await db.query(
    `update charge set state = 'capturing', capture_cents = 0, settled_at = $2
      where charge_id = $1 and state = 'pending' and purpose = 'session'`,
    [chargeId, at],
  )
  return rowCount === 1
}

/** The session's row comes first, as where a session ends: else two could wait for each other. */
export const lockSession = async (tx: Queryable, sessionId: string): Promise<void> => {
  await tx.query('select from session where session_id = $1 for update', [sessionId])
}

/** The charge where this call settled it. */
export const settleCapture = async (
  tx: Queryable,
  chargeId: string,
  state: 'captured' | 'released' | 'lost',
): Promise<ChargeRow | null> => {
  const { rows } = await tx.query<ChargeRow>(
    `update charge set state = $2 where charge_id = $1 and state = 'capturing' returning ${columns}`,
    [chargeId, state],
  )
  return rows[0] ?? null
}

/** What an ended session's payment has come to, as its authorisations stand. */
export const keepPayment = async (tx: Queryable, sessionId: string): Promise<void> => {
  await tx.query(
    `update session set payment = (
       select case when bool_or(state = 'lost') then 'failed'
                   when bool_or(state = 'capturing' and capture_cents > 0) then 'pending' else 'paid' end
         from charge where charge.session_id = session.session_id)
      where session_id = $1 and status = 'ended' and method_id is not null`,
    [sessionId],
  )
}

export const findHold = async (db: Queryable, driverId: string, keys: string[]): Promise<ChargeRow | null> => {
  const { rows } = await db.query<ChargeRow>(
    `select ${columns} from charge where driver_id = $1 and key = any($2) and purpose = 'session'
      order by asked_at desc, key desc limit 1`,
    [driverId, keys],
  )
  return rows[0] ?? null
}
