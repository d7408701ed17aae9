// The SQL of a city's stays as its exports count them: where, when, and for how much; of nobody.
import { sql } from '#platform/db.ts'

export type StayRow = {
  zoneNumber: string
  startedAt: Temporal.Instant
  /** null while it runs */
  endedAt: Temporal.Instant | null
  /** what was paid and not given back */
  paidCents: number
}

/** Those that began in [from, to), the first first. Failed and pending ones are none. */
export const selectStays = sql.list<StayRow, [city: number, from: string, to: string]>(
  'stay_list',
  `select zone_number as "zoneNumber", started_at as "startedAt", ended_at as "endedAt",
          parking_cents + fee_cents - refunded_cents as "paidCents"
     from session
    where city = $1 and started_at >= $2 and started_at < $3 and status in ('running', 'ended')
    order by started_at, session_id`,
)
