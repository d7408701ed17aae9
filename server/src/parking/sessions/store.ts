// SQL of parking: the three one-trip functions of start, extend and stop, and the reads.
import type { Session } from '@parkit/contract/parking/sessions'
import type { Entry } from '#money/ledger/ledger.ts'
import type { Queryable } from '#platform/db.ts'
import type { IdempotencyKey } from '#platform/idempotency.ts'
import type { SessionRow } from './session.ts'

export const columns = `session_id, driver_id, vehicle_id, plate_key, vehicle, place, zone_number, tariff_id, tariff_version,
  status, started_at, ends_at, ended_at, parking_cents, fee_cents, refunded_cents, paid_via, auto_session, auto_extended,
  method_id, payment`

const onceValues = (once: IdempotencyKey, answer: Session) => [
  once.callerId,
  once.key,
  once.call,
  once.inputHash,
  JSON.stringify(answer),
]
const entryValues = (entry: Entry | null) => [entry?.accounts ?? [], entry?.amountsCents ?? []]

/** Parks; answers what was stored for the key. Throws `already_parked`, `insufficient_funds`, `idempotency_conflict` (PK000). */
export const startSession = async (
  db: Queryable,
  once: IdempotencyKey,
  answer: Session,
  row: SessionRow,
  fare: Entry | null,
): Promise<Session> => {
  const { rows } = await db.query<{ answer: Session }>({
    name: 'parking_start',
    text: 'select parking_start($1, $2, $3, $4, $5, $6, $7, $8) as answer',
    values: [...onceValues(once, answer), JSON.stringify(row), ...entryValues(fare)],
  })
  return rows[0]!.answer
}

type Change = { once: IdempotencyKey; answer: Session; row: SessionRow; now: Temporal.Instant; entry: Entry | null }

/** Throws `session moved` (PK001) where the session changed since `row` was read. */
export const extendSession = async (
  db: Queryable,
  change: Change,
  minutes: number,
  amountCents: number,
): Promise<Session> => {
  const { rows } = await db.query<{ answer: Session }>({
    name: 'parking_extend',
    text: 'select parking_extend($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) as answer',
    values: [
      ...onceValues(change.once, change.answer),
      change.row.session_id,
      change.row.ends_at.toString(),
      change.now.toString(),
      minutes,
      amountCents,
      ...entryValues(change.entry),
    ],
  })
  return rows[0]!.answer
}

/** Throws `session moved` (PK001) where the session changed since `row` was read. */
export const stopSession = async (
  db: Queryable,
  change: Change,
  minutes: number,
  refundCents: number,
): Promise<Session> => {
  const { rows } = await db.query<{ answer: Session }>({
    name: 'parking_stop',
    text: 'select parking_stop($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) as answer',
    values: [
      ...onceValues(change.once, change.answer),
      change.row.session_id,
      change.row.ends_at.toString(),
      change.now.toString(),
      minutes,
      refundCents,
      change.entry?.kind ?? 'unusedMinutes',
      ...entryValues(change.entry),
    ],
  })
  return rows[0]!.answer
}

/** Waits for whatever changes it just now. What is due of its end comes first, as the job of its end has it. */
export const lockSession = async (tx: Queryable, sessionId: string): Promise<SessionRow | null> => {
  await tx.query(`select from job where kind = 'session-end' and ref = $1 for update`, [sessionId])
  const { rows } = await tx.query<SessionRow>(`select ${columns} from session where session_id = $1 for update`, [
    sessionId,
  ])
  return rows[0] ?? null
}

export const lockStartedByGate = async (
  tx: Queryable,
  plateKey: string,
  zoneNumber: string,
): Promise<SessionRow | null> => {
  const { rows } = await tx.query<{ session_id: string }>(
    `select session_id from session
      where plate_key = $1 and zone_number = $2 and status = 'running' and auto_session`,
    [plateKey, zoneNumber],
  )
  return rows[0] ? lockSession(tx, rows[0].session_id) : null
}

export const markLastStepAuto = async (tx: Queryable, sessionId: string): Promise<void> => {
  await tx.query(
    `update step set auto = true
      where session_id = $1 and seq = (select max(seq) from step where session_id = $1)`,
    [sessionId],
  )
}

export const markAutoExtended = async (tx: Queryable, sessionId: string): Promise<void> => {
  await tx.query('update session set auto_extended = true where session_id = $1', [sessionId])
  await markLastStepAuto(tx, sessionId)
}

export const isMoved = (error: unknown): boolean => (error as { code?: string }).code === 'PK001'

/** Ends a session that is over; does nothing where it was extended or stopped meanwhile. */
export const endSession = async (tx: Queryable, sessionId: string, now: Temporal.Instant): Promise<void> => {
  await tx.query('select parking_end_expired(null, $1, $2)', [sessionId, now.toString()])
}

export const findSession = async (db: Queryable, driverId: string, sessionId: string): Promise<SessionRow | null> => {
  const { rows } = await db.query<SessionRow>({
    name: 'session_find',
    text: `select ${columns} from session where session_id = $1 and driver_id = $2`,
    values: [sessionId, driverId],
  })
  return rows[0] ?? null
}

/** What runs of each of these drivers, the first to end first; a driver without any is left out. */
export const listActive = async (
  db: Queryable,
  driverIds: string[],
  now: Temporal.Instant,
): Promise<Map<string, SessionRow[]>> => {
  const { rows } = await db.query<SessionRow>({
    name: 'session_active',
    text: `select ${columns} from session
            where driver_id = any($1::uuid[]) and status = 'running' and ends_at > $2 order by ends_at, session_id`,
    values: [driverIds, now.toString()],
  })
  return Map.groupBy(rows, row => row.driver_id)
}

type StepRow = {
  at: Temporal.Instant
  kind: 'started' | 'extended' | 'stopped' | 'ended' | 'refunded'
  minutes: number
  amount_cents: number
  auto: boolean
}

export const listSteps = async (db: Queryable, sessionId: string): Promise<StepRow[]> => {
  const { rows } = await db.query<StepRow>(
    'select at, kind, minutes, amount_cents, auto from step where session_id = $1 order by seq',
    [sessionId],
  )
  return rows
}

/** When this plate last left this zone, where it ever did: one that stands there has not. */
export const findLastLeft = async (
  db: Queryable,
  plateKey: string,
  zoneNumber: string,
  now: Temporal.Instant,
): Promise<Temporal.Instant | null> => {
  const { rows } = await db.query<{ left_at: Temporal.Instant | null }>(
    `select max(coalesce(ended_at, ends_at)) as left_at from session
      where plate_key = $1 and zone_number = $2 and not (status = 'running' and ends_at > $3)`,
    [plateKey, zoneNumber, now],
  )
  return rows[0]!.left_at
}

export const isVehicleParked = async (tx: Queryable, vehicleId: string, now: Temporal.Instant): Promise<boolean> => {
  const { rows } = await tx.query(
    `select from session where vehicle_id = $1 and status = 'running' and ends_at > $2 limit 1`,
    [vehicleId, now.toString()],
  )
  return rows.length > 0
}

export const selectPlaceNames = async (db: Queryable, sessionIds: string[]): Promise<Map<string, string>> => {
  if (sessionIds.length === 0) return new Map()
  const { rows } = await db.query<{ session_id: string; name: string }>(
    `select session_id, place ->> 'name' as name from session where session_id = any($1)`,
    [sessionIds],
  )
  return new Map(rows.map(row => [row.session_id, row.name]))
}

/** Hears the number of a zone where a session came to be, changed or ended: the rows of sessions tell it themselves. */
export const parkedChannel = 'parked'

/** Running sessions per zone that started after the instant asked for, and when the first of them ends as it is paid. */
export const countRunningSince = async (
  db: Queryable,
  asked: { zoneNumber: string; since: Temporal.Instant }[],
  now: Temporal.Instant,
): Promise<Map<string, { running: number; firstEndMs: number }>> => {
  if (asked.length === 0) return new Map()
  const { rows } = await db.query<{ zone_number: string; running: number; first_end: Temporal.Instant }>({
    name: 'session_count_since',
    text: `select asked.zone_number, count(*)::integer as running, min(session.ends_at) as first_end
             from unnest($1::text[], $2::timestamptz[]) as asked (zone_number, since)
             join session on session.zone_number = asked.zone_number
                         and session.status = 'running' and session.started_at > asked.since and session.ends_at > $3
            group by asked.zone_number`,
    values: [asked.map(zone => zone.zoneNumber), asked.map(zone => zone.since.toString()), now.toString()],
  })
  return new Map(
    rows.map(row => [row.zone_number, { running: row.running, firstEndMs: row.first_end.epochMilliseconds }]),
  )
}
