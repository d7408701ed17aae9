// The SQL of usual stays: the sessions they are learned from, and since when.
import { sql } from '#platform/db.ts'

export type StayRow = {
  city: number
  city_code: string
  zone_number: string
  name: string
  latitude: number
  longitude: number
  time_zone: string
  vehicle_id: string
  plate: string
  started_at: Temporal.Instant
  minutes: number
}

/**
 * Newest first. Not those that started by themselves or were canceled for free, and none of a place or vehicle that is gone.
 * The length is what was paid for, though the driver may have left earlier.
 */
export const listStays = sql.list<StayRow, [driverId: string, since: Temporal.Instant, limit: number]>(
  'usual_list_stays',
  `select session.city, city.code as city_code, session.zone_number, zone.name, zone.latitude, zone.longitude, zone.time_zone, vehicle_id, plate, started_at,
          round(extract(epoch from ends_at - started_at) / 60)::integer as minutes
     from session join zone on zone.city = session.city and zone.zone_number = session.zone_number
     join city on city_id = zone.city join vehicle using (driver_id, vehicle_id)
    where driver_id = $1 and status in ('running', 'ended') and not auto_session and not free_cancel
      and zone.state = 'live' and not vehicle.removed
      and started_at > greatest($2, coalesce((select cleared_at from usual_cleared where driver_id = $1), '-infinity'))
    order by started_at desc, session_id desc limit $3`,
)

export const clear = sql.run<[driverId: string, now: Temporal.Instant]>(
  'usual_clear',
  `insert into usual_cleared (driver_id, cleared_at) values ($1, $2)
     on conflict (driver_id) do update set cleared_at = greatest(usual_cleared.cleared_at, excluded.cleared_at)`,
)
