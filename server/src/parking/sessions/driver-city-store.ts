// The SQL of the city where a driver is parked, or last was.
import { sql } from '#platform/db.ts'

/** The city's id of the running session, else of the last one; null where there was none. */
export const findDriverCity = sql.first<
  { city: number; isRunning: boolean },
  [driverId: string, now: Temporal.Instant]
>(
  'driver_city_find',
  `select city, running as "isRunning" from (
     (select city, true as running from parking_right
       where driver_id = $1 and kind = 'session' and state = 'live' and ends_at > $2 order by starts_at desc limit 1)
     union all
     (select city, false from session where driver_id = $1 order by started_at desc limit 1)) as found
    order by running desc limit 1`,
)
