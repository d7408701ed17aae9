// The SQL of call-backs.
import type { Callback } from '@parkit/contract/support/callbacks'
import { type Queryable, sql } from '#platform/db.ts'
import { writer } from '#support/writers/store.ts'
import type { WriterRow } from '#support/writers/writers.ts'

export type CallbackRow = {
  callback_id: string
  state: Callback['State']
  phone: string
  /** the city's own */
  date: string
  time: string
  /** its code and name */
  city: string
  city_name: string
  requested_at: Temporal.Instant
}

const columns = `callback_id, callback.state, callback.phone, to_char(call_date, 'YYYY-MM-DD') as date, to_char(call_time, 'HH24:MI') as time,
  requested_at, city.code as city, city.name as city_name`
// one of before, or of a server of the version before, is in the time of the first city
const ofCity = 'join city on city_id = coalesce(callback.city, (select min(city_id) from city))'

export const countCallbacks = sql.one<{ open: number; recent: number }, [driverId: string, since: Temporal.Instant]>(
  'callback_count',
  `select count(*) filter (where state = 'requested')::integer as open,
          count(*) filter (where requested_at > $2)::integer as recent
     from callback where driver_id = $1`,
)

type New = { callbackId: string; driverId: string; phone: string; date: string; time: string; cityId: number }

const callbackInsert = sql<CallbackRow>(
  'callback_insert',
  `with callback as (
     insert into callback (callback_id, driver_id, phone, call_date, call_time, requested_at, changed_at, city)
       values ($1, $2, $3, $4, $5, $6, $6, $7) returning *)
   select ${columns} from callback ${ofCity}`,
)
export const insertCallback = async (tx: Queryable, callback: New, now: Temporal.Instant): Promise<CallbackRow> => {
  const { callbackId, driverId, phone, date, time, cityId } = callback
  return (await callbackInsert(tx, [callbackId, driverId, phone, date, time, now, cityId]))[0]!
}

/** Those to come first, the next one on top; then the others, the latest on top. */
export const listCallbacks = sql.list<CallbackRow, [driverId: string, most: number]>(
  'callback_list',
  `select ${columns} from callback ${ofCity} where driver_id = $1
    order by callback.state = 'requested' desc, case when callback.state = 'requested' then call_date + call_time end,
             call_date + call_time desc, callback_id limit $2`,
)

type ListedRow = CallbackRow & WriterRow & { rank: number; place: string }

/** Those to be made, the next one on top; then the others, the latest on top; after the last one read. */
export const listAll = sql.list<
  ListedRow,
  [most: number, rank: string | null, place: string | null, callbackId: string | null]
>(
  'callback_list_all',
  `select *, key::text as place from (
     select ${columns}, ${writer}, (not is_open)::integer as rank, case when is_open then at else -at end as key
       from callback ${ofCity} join driver using (driver_id)
            cross join lateral (select callback.state in ('requested', 'called') as is_open,
                                       extract(epoch from (call_date + call_time) at time zone city.time_zone) as at) as placed) as listed
    where $2::integer is null or (rank, key, callback_id) > ($2, $3::numeric, $4::uuid)
    order by rank, key, callback_id limit $1`,
)

/** None where it is not this driver's. */
export const findCallback = sql.first<CallbackRow, [driverId: string, callbackId: string]>(
  'callback_lock',
  `select ${columns} from callback ${ofCity} where driver_id = $1 and callback_id = $2 for update of callback`,
)

const callbackUpdate = sql<CallbackRow>(
  'callback_update',
  `with callback as (
     update callback set phone = $2, call_date = $3, call_time = $4, changed_at = $5, city = $6 where callback_id = $1 returning *)
   select ${columns} from callback ${ofCity}`,
)
export const updateCallback = async (
  tx: Queryable,
  callbackId: string,
  { phone, date, time, cityId }: Pick<New, 'phone' | 'date' | 'time' | 'cityId'>,
  now: Temporal.Instant,
): Promise<CallbackRow> => (await callbackUpdate(tx, [callbackId, phone, date, time, now, cityId]))[0]!

/** Returns whether it was in one of the states it may come from. */
export const moveCallback = sql.matches<
  [callbackId: string, from: readonly Callback['State'][], to: Callback['State'], now: Temporal.Instant]
>('callback_set_state', 'update callback set state = $3, changed_at = $4 where callback_id = $1 and state = any($2)')
