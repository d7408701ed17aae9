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

/** The other authorisation is to be captured in its place. Throws where either has moved on: then it is looked at anew. */
export const replaceLost = async (
  tx: Queryable,
  lost: Pick<ChargeRow, 'charge_id' | 'session_id' | 'capture_cents'>,
  hold: { chargeId: string; methodName: string },
  at: Temporal.Instant,
): Promise<void> => {
  await lockSession(tx, lost.session_id!)
  const gone = await tx.query(`update charge set state = 'replaced' where charge_id = $1 and state = 'lost'`, [
    lost.charge_id,
  ])
  const taken = await tx.query(
    `update charge set state = 'capturing', capture_cents = $2, settled_at = $3
      where charge_id = $1 and state = 'pending'`,
    [hold.chargeId, lost.capture_cents, at],
  )
  if (gone.rowCount !== 1 || taken.rowCount !== 1) throw new Error(`Charge ${lost.charge_id} has moved on`)
  await tx.query('update session set paid_via = $2 where session_id = $1', [lost.session_id, hold.methodName])
  await keepPayment(tx, lost.session_id!)
}

export const getSession = async (db: Queryable, sessionId: string): Promise<{ placeName: string }> => {
  const { rows } = await db.query<{ placeName: string }>(
    `select place ->> 'name' as "placeName" from session where session_id = $1`,
    [sessionId],
  )
  return rows[0]!
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
