// The SQL of looking up a driver.
import { type Queryable, sql } from '#platform/db.ts'

export type DriverRow = {
  driver_id: string
  name: string
  email: string | null
  phone: string
  language: 'en' | 'es' | 'hi'
  created_at: Temporal.Instant
}
const columns = `driver.driver_id, trim(first_name || ' ' || last_name) as name, driver.email, driver.phone, driver.language,
  driver.created_at`

type Keys = { email: string; phone: string | null; plate: string | null; sessionId: string | null }

const deskDriverSearch = sql<DriverRow>(
  'desk_driver_search',
  `select ${columns} from driver
    where erased_at is null and driver_id in (
      select driver_id from driver where email = $1
      union select driver_id from driver where phone = $2
      union select driver_id from vehicle where substring(plate_key from '[A-Z0-9]+$') = $3
      union select driver_id from session where session_id = $4 and started_at = session_started_at($4)
      union select driver_id from archived_session where session_id = $4 and started_at = session_started_at($4))
    order by name, driver_id limit $5`,
)
/** By any of the keys, by name. */
export const findDrivers = async (db: Queryable, keys: Keys, most: number): Promise<DriverRow[]> =>
  deskDriverSearch(db, [keys.email, keys.phone, keys.plate, keys.sessionId, most])

/** Whose call it is. */
export const findCaller = sql.value<string | null, [callbackId: string]>(
  'callback_find_driver',
  'select driver_id from callback where callback_id = $1',
)

/** None where there is no such driver, or the account is gone. */
export const findDriver = sql.first<DriverRow, [driverId: string]>(
  'desk_driver_find',
  `select ${columns} from driver where driver_id = $1 and erased_at is null`,
)
