// The SQL of attempts.
import type { Attempt } from '@parkit/contract/parking/attempts'
import { type Queryable, sql } from '#platform/db.ts'

export type AttemptRow = {
  attempt_id: string
  kind: Attempt['Kind']
  tried_at: Temporal.Instant
  city: number
  zone_number: string
  plate: string
  plate_state: string
  session_id: string | null
  minutes: number | null
  agreed_cents: number | null
  latitude: number | null
  longitude: number | null
  accuracy_metres: number | null
  lost: number
  outcome: Attempt['Outcome']
  answered_at: Temporal.Instant | null
  refusal: string | null
  received_at: Temporal.Instant
}

const columns = `attempt_id, kind, tried_at, city, zone_number, plate, plate_state, session_id, minutes, agreed_cents, latitude,
  longitude, accuracy_metres, lost, outcome, answered_at, refusal, received_at`

const attemptUpsert = sql(
  'attempt_upsert',
  `insert into attempt (driver_id, ${columns})
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)
     on conflict (attempt_id) do update
        set outcome = excluded.outcome, lost = excluded.lost, answered_at = excluded.answered_at, refusal = excluded.refusal,
            session_id = coalesce(attempt.session_id, excluded.session_id),
            latitude = coalesce(attempt.latitude, excluded.latitude),
            longitude = coalesce(attempt.longitude, excluded.longitude),
            accuracy_metres = coalesce(attempt.accuracy_metres, excluded.accuracy_metres)
      where attempt.driver_id = $1 and attempt.outcome in ('waiting', 'asks')`,
)
const attemptFind = sql<AttemptRow>(
  'attempt_find',
  `select ${columns} from attempt where attempt_id = $1 and driver_id = $2`,
)
/**
 * When and what was tried stays as first saved; the outcome and a late position are added while it
 * is open. Null where the id is another driver's.
 */
export const upsertAttempt = async (db: Queryable, driverId: string, row: AttemptRow): Promise<AttemptRow | null> => {
  await attemptUpsert(db, [
    driverId,
    row.attempt_id,
    row.kind,
    row.tried_at,
    row.city,
    row.zone_number,
    row.plate,
    row.plate_state,
    row.session_id,
    row.minutes,
    row.agreed_cents,
    row.latitude,
    row.longitude,
    row.accuracy_metres,
    row.lost,
    row.outcome,
    row.answered_at,
    row.refusal,
    row.received_at,
  ])
  return attemptFind.first(db, [row.attempt_id, driverId])
}

/** Null where the driver has no such session. */
export const findSessionCity = sql.value<number | null, [sessionId: string, driverId: string]>(
  'session_find_city',
  `select max(city) from session where session_id = $1 and started_at = session_started_at($1) and driver_id = $2`,
)

export const listAttempts = sql.list<AttemptRow, [driverId: string, most: number]>(
  'attempt_list',
  `select ${columns} from attempt where driver_id = $1 order by tried_at desc, attempt_id limit $2`,
)
