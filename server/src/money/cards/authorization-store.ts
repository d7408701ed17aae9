// SQL of authorizations for sessions: attached to a session, released, captured, and the state of the session's payment.
import { type Queryable, sql } from '#platform/db.ts'
import { type ChargeRow, columns } from './store.ts'

const chargeHold = sql<{ session_id: string }>(
  'charge_hold',
  `update charge set state = 'held', settled_at = $2 where charge_id = $1 and state = 'pending' returning session_id`,
)
const sessionSetPaymentPending = sql(
  'session_set_payment_pending',
  `update session set payment = 'pending' where session_id = $1 and started_at = session_started_at($1)`,
)
/** Whether the session may use it: not if it was released meanwhile. In the transaction that starts or extends. */
export const attach = async (tx: Queryable, chargeId: string, at: Temporal.Instant): Promise<boolean> => {
  const rows = await chargeHold(tx, [chargeId, at])
  if (!rows[0]) return false
  await sessionSetPaymentPending(tx, [rows[0].session_id])
  return true
}

/** Whether it is to be released from now on: not where a session uses it. */
export const release = sql.matches<[chargeId: string, at: Temporal.Instant]>(
  'charge_release',
  `update charge set state = 'capturing', capture_cents = 0, settled_at = $2
    where charge_id = $1 and state = 'pending' and purpose = 'session'`,
)

/** The session's row comes first, as where a session ends: else two could wait for each other. */
export const lockSession = sql.run<[sessionId: string]>(
  'session_lock_for_charge',
  'select from session where session_id = $1 and started_at = session_started_at($1) for update',
)

/** The charge where this call settled it. */
export const settleCapture = sql.first<ChargeRow, [chargeId: string, state: 'captured' | 'released' | 'lost']>(
  'charge_settle_capture',
  `update charge set state = $2 where charge_id = $1 and state = 'capturing' returning ${columns}`,
)

const chargeReplaceLost = sql(
  'charge_replace_lost',
  `update charge set state = 'replaced' where charge_id = $1 and state = 'lost'`,
)
const chargeCaptureReplacement = sql(
  'charge_capture_replacement',
  `update charge set state = 'capturing', capture_cents = $2, settled_at = $3
    where charge_id = $1 and state = 'pending'`,
)
const sessionSetPaidVia = sql(
  'session_set_paid_via',
  'update session set paid_via = $2 where session_id = $1 and started_at = session_started_at($1)',
)
/** Captures the other authorization in its place. Throws if either changed meanwhile: the job then runs again. */
export const replaceLost = async (
  tx: Queryable,
  lost: Pick<ChargeRow, 'charge_id' | 'session_id' | 'capture_cents'>,
  hold: { chargeId: string; methodName: string },
  at: Temporal.Instant,
): Promise<void> => {
  await lockSession(tx, lost.session_id!)
  const gone = await chargeReplaceLost.count(tx, [lost.charge_id])
  const taken = await chargeCaptureReplacement.count(tx, [hold.chargeId, lost.capture_cents, at])
  if (gone !== 1 || taken !== 1) throw new Error(`Charge ${lost.charge_id} has moved on`)
  await sessionSetPaidVia(tx, [lost.session_id, hold.methodName])
  await keepPayment(tx, lost.session_id!)
}

/** The first end of an authorization that the session has; null where none is known. */
export const capturableUntil = sql.value<Temporal.Instant | null, [sessionId: string]>(
  'charge_min_capture_before',
  `select min(capture_before) from charge where session_id = $1 and state in ('pending', 'held')`,
)

export const getSession = sql.one<{ placeName: string; cityName: string; zoneNumber: string }, [sessionId: string]>(
  'session_get_place_name',
  `select place ->> 'name' as "placeName", coalesce((select name from city where city_id = session.city), '') as "cityName",
          zone_number as "zoneNumber" from session
    where session_id = $1 and started_at = session_started_at($1)`,
)

/** Sets an ended session's payment state from the states of its authorizations. */
export const keepPayment = sql.run<[sessionId: string]>(
  'session_update_payment',
  `update session set payment = (
     select case when bool_or(state = 'lost') then 'failed'
                 when bool_or(state = 'capturing' and capture_cents > 0) then 'pending' else 'paid' end
       from charge where charge.session_id = session.session_id)
    where session_id = $1 and started_at = session_started_at($1)
      and status = 'ended' and method_id is not null`,
)

export const findHold = sql.first<ChargeRow, [driverId: string, keys: string[]]>(
  'charge_find_hold',
  `select ${columns} from charge where driver_id = $1 and key = any($2) and purpose = 'session'
    order by asked_at desc, key desc limit 1`,
)
