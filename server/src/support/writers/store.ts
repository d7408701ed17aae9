// The SQL of the driver who writes to support: locked while his sendings are counted, and named in the desk's lists.
import { sql } from '#platform/db.ts'

/** Locks the driver until the transaction ends: what the driver sends is counted one at a time. */
export const lockWriter = sql.run<[driverId: string]>(
  'driver_lock_for_feedback',
  'select from driver where driver_id = $1 for no key update',
)

/** Columns of a `WriterRow`. */
export const writer = `driver.driver_id, trim(first_name || ' ' || last_name) as driver_name`
