// SQL of the wallet that fills itself: its settings, its runs of this month, and what is open.
import { type Queryable, sql } from '#platform/db.ts'

export type TopUpRow = {
  is_on: boolean
  min_balance_cents: number
  /** none: never set, then it is the minimum balance */
  default_add_cents: number | null
  ceiling_cents: number
  paused: 'declined' | 'no_card' | 'disputed' | null
  paused_at: Temporal.Instant | null
}

const columns = `coalesce(is_on, false) as is_on, min_balance_cents, default_add_cents,
  coalesce(ceiling_cents, 20000) as ceiling_cents, paused, paused_at`

const topUpGet = sql<TopUpRow>(
  'top_up_get',
  `select ${columns} from driver left join top_up using (driver_id) where driver_id = $1`,
)
/** Throws where there is no such driver. */
export const getTopUp = async (db: Queryable, driverId: string): Promise<TopUpRow> => {
  const rows = await topUpGet(db, [driverId])
  if (!rows[0]) throw new Error(`There is no driver ${driverId}`)
  return rows[0]
}

const topUpInsert = sql('top_up_insert', 'insert into top_up (driver_id) values ($1) on conflict do nothing')
const topUpLock = sql('top_up_lock', 'select from top_up where driver_id = $1 for update')
/** The same, held until the transaction ends. Makes the row where there is none. */
export const lockTopUp = async (tx: Queryable, driverId: string): Promise<TopUpRow> => {
  await topUpInsert(tx, [driverId])
  await topUpLock(tx, [driverId])
  return getTopUp(tx, driverId)
}

const topUpUpdate = sql(
  'top_up_update',
  `update top_up set is_on = $2, ceiling_cents = $3,
          paused = case when not $4 then paused end, paused_at = case when not $4 then paused_at end
    where driver_id = $1`,
)
const driverSetTopUpAmounts = sql(
  'driver_set_top_up_amounts',
  'update driver set min_balance_cents = $2, default_add_cents = $3 where driver_id = $1',
)
export const saveTopUp = async (
  tx: Queryable,
  driverId: string,
  row: Pick<TopUpRow, 'is_on' | 'min_balance_cents' | 'default_add_cents' | 'ceiling_cents'>,
  /** whether the driver turned it on or off: that clears a pause */
  turned: boolean,
): Promise<void> => {
  await topUpUpdate(tx, [driverId, row.is_on, row.ceiling_cents, turned])
  await driverSetTopUpAmounts(tx, [driverId, row.min_balance_cents, row.default_add_cents])
}

/** Does nothing where the driver turned it off meanwhile. */
export const pause = sql.run<[driverId: string, because: NonNullable<TopUpRow['paused']>, at: Temporal.Instant]>(
  'top_up_pause',
  'update top_up set is_on = false, paused = $2, paused_at = $3 where driver_id = $1 and is_on',
)

export type RunRow = {
  run_id: string
  driver_id: string
  amount_cents: number
  state: 'open' | 'added' | 'declined' | 'ceiling' | 'dropped'
}

export const findRun = sql.first<RunRow, [runId: string]>(
  'top_up_run_find',
  'select run_id, driver_id, amount_cents, state from top_up_run where run_id = $1',
)

type NewRun = RunRow & { month: string; begun_at: Temporal.Instant }

const topUpRunInsert = sql(
  'top_up_run_insert',
  `insert into top_up_run (run_id, driver_id, amount_cents, month, state, begun_at, ended_at)
     values ($1, $2, $3, $4, $5, $6, case when $5 <> 'open' then $6::timestamptz end) on conflict do nothing`,
)
/** Whether it is the only one that is open; of those that met the ceiling, whether it is the first of the month. */
export const insertRun = async (tx: Queryable, run: NewRun): Promise<boolean> =>
  (await topUpRunInsert.count(tx, [
    run.run_id,
    run.driver_id,
    run.amount_cents,
    run.month,
    run.state,
    run.begun_at,
  ])) === 1

/** Whether this call ended it. */
export const endRun = sql.matches<
  [runId: string, state: Exclude<RunRow['state'], 'open' | 'ceiling'>, at: Temporal.Instant]
>('top_up_run_end', `update top_up_run set state = $2, ended_at = $3 where run_id = $1 and state = 'open'`)

/** What was taken in a month, and what is being taken. */
export const monthCents = sql.value<number, [driverId: string, month: string]>(
  'top_up_run_sum_month',
  `select coalesce(sum(amount_cents), 0)::integer as cents from top_up_run
    where driver_id = $1 and month = $2 and state in ('open', 'added')`,
)
