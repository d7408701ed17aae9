// The SQL of refunding an ended session: the amounts on it and its timeline.
import { type Queryable, sql } from '#platform/db.ts'
import { refuse } from '#platform/errors.ts'
import { endSession } from './store.ts'

type Row = {
  driver_id: string
  status: string
  parking_cents: number
  fee_cents: number
  refunded_cents: number
  method_id: string | null
  payment: string | null
  place_name: string
}

type PaidBack = {
  driverId: string
  placeName: string
  /** a card paid, not the wallet */
  byCard: boolean
  /** parking is refunded before the service fee */
  parkingCents: number
  feeCents: number
}

const sessionLockToRefund = sql<Row>(
  'session_lock_to_refund',
  `select driver_id, status, parking_cents, fee_cents, refunded_cents, method_id, payment, place ->> 'name' as place_name
     from session where session_id = $1 and started_at = session_started_at($1) for update`,
)
const sessionAddRefunded = sql(
  'session_add_refunded',
  'update session set refunded_cents = refunded_cents + $2 where session_id = $1 and started_at = session_started_at($1)',
)
const stepInsertRefunded = sql(
  'step_insert_refunded',
  `insert into step (session_id, started_at, seq, at, kind, minutes, amount_cents)
     select session_id, session_started_at($1), max(seq) + 1, $3, 'refunded', (array_agg(minutes order by seq desc))[1], -$2::integer
       from step where session_id = $1 and started_at in (session_started_at($1), '-infinity') group by session_id`,
)
/**
 * Holds the session until the transaction ends. Throws `not_found`, `session_running` before its end,
 * `payment_pending` while its card is not charged yet, and `over_paid` where that is more than is left of what was paid.
 */
export const payBack = async (
  tx: Queryable,
  sessionId: string,
  amountCents: number,
  at: Temporal.Instant,
): Promise<PaidBack> => {
  // it is over by the clock, though the job that writes it may be late
  await endSession(tx, sessionId, at)
  const rows = await sessionLockToRefund(tx, [sessionId])
  const session = rows[0] ?? refuse('not_found')
  if (session.status !== 'ended') refuse('session_not_over')
  if (session.payment === 'pending') refuse('payment_pending')
  const parkingLeft = Math.max(0, session.parking_cents - session.refunded_cents)
  const left = session.parking_cents + session.fee_cents - session.refunded_cents
  if (amountCents > left) refuse('over_paid')
  await sessionAddRefunded(tx, [sessionId, amountCents])
  await stepInsertRefunded(tx, [sessionId, amountCents, at])
  const parkingCents = Math.min(amountCents, parkingLeft)
  return {
    driverId: session.driver_id,
    placeName: session.place_name,
    byCard: session.method_id !== null,
    parkingCents,
    feeCents: amountCents - parkingCents,
  }
}
