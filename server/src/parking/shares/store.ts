// The SQL of shared links; every statement is scoped to the driver, but the one that opens a link.
import { sql } from '#platform/db.ts'

type Own = [driverId: string, sessionId: string]

/** The one there is, or this one. */
export const insertShare = sql.value<string, [...Own, shareId: string, now: Temporal.Instant]>(
  'session_share_insert',
  `insert into session_share (session_id, driver_id, share_id, made_at) values ($2, $1, $3, $4)
     on conflict (session_id) do update set made_at = session_share.made_at returning share_id`,
)

export const findShare = sql.value<string | null, Own>(
  'session_share_find',
  'select share_id from session_share where driver_id = $1 and session_id = $2',
)

export const deleteShare = sql.run<Own>(
  'session_share_delete',
  'delete from session_share where driver_id = $1 and session_id = $2',
)

export type SharedRow = {
  zone_number: string
  name: string
  city_name: string | null
  address: string
  time_zone: string
  ends_at: Temporal.Instant
}

/** While the session runs, and never more of it than this. */
export const openShare = sql.first<SharedRow, [shareId: string, now: Temporal.Instant]>(
  'session_share_open',
  `select zone_number, place ->> 'name' as name, place ->> 'cityName' as city_name, place ->> 'address' as address,
          place ->> 'timeZone' as time_zone, ends_at
     from session_share join session_key using (session_id) join session using (session_id, started_at)
    where share_id = $1 and status = 'running' and ends_at > $2`,
)
