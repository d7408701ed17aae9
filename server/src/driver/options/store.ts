// SQL of drivers' parking options; who has no row has the table's defaults.
import { type Queryable, sql } from '#platform/db.ts'

export type OptionsRow = {
  auto_start: boolean
  auto_extend: boolean
  max_payment_on: boolean
  max_payment_cents: number
}
const columns = 'auto_start, auto_extend, max_payment_on, max_payment_cents'

export const findOptions = sql.first<OptionsRow, [driverId: string]>(
  'options_find',
  `select ${columns} from parking_options where driver_id = $1`,
)

const parkingOptionsInsert = sql.run<[driverId: string]>(
  'parking_options_insert',
  'insert into parking_options (driver_id) values ($1) on conflict do nothing',
)
const parkingOptionsUpdate = sql.one<OptionsRow, unknown[]>(
  'parking_options_update',
  `update parking_options
      set auto_start = coalesce($2, auto_start), auto_extend = coalesce($3, auto_extend),
          max_payment_on = coalesce($4, max_payment_on), max_payment_cents = coalesce($5, max_payment_cents)
    where driver_id = $1 returning ${columns}`,
)
/** What is null stays as it is. */
export const upsertOptions = async (
  tx: Queryable,
  driverId: string,
  change: { [Name in keyof OptionsRow]: OptionsRow[Name] | null },
): Promise<OptionsRow> => {
  const { auto_start, auto_extend, max_payment_on, max_payment_cents } = change
  await parkingOptionsInsert(tx, driverId)
  return parkingOptionsUpdate(tx, driverId, auto_start, auto_extend, max_payment_on, max_payment_cents)
}

/** Has the driver's running sessions looked at again, for what they wait for may be allowed now. */
export const planExtensions = sql.run<[driverId: string]>(
  'auto_extend_plan_of_driver',
  `select auto_extend_plan(session) from parking_right as live join session on session_id = ref and started_at = starts_at
    where live.driver_id = $1 and kind = 'session' and state = 'live' and auto_extend_wanted(session)`,
)

const parkingOptionsListAutoStart = sql<{ driver_id: string }>(
  'parking_options_list_auto_start',
  'select driver_id from parking_options where driver_id = any($1) and auto_start',
)
export const listAutoStart = async (db: Queryable, driverIds: string[]): Promise<string[]> =>
  (await parkingOptionsListAutoStart(db, [driverIds])).map(row => row.driver_id)
