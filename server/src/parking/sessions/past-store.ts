// SQL of past sessions: a page in one of four orders, the rows of the table, the months, the places.
import type { PastFilter, PastSort } from '@parkit/contract/parking/past'
import { type Queryable, sql } from '#platform/db.ts'
import type { SessionRow } from './session.ts'
import { changesColumn, columns } from './store.ts'

export type Narrowed = PastFilter & { driverId: string; now: Temporal.Instant }
export type PastRow = SessionRow & { metres: number | null }
/** Where the page before ended. */
export type After = { metres: number; startedAt: string; sessionId: string }
export type Spot = { latitude: number; longitude: number }

const startedThere = `(started_at at time zone (place ->> 'timeZone'))`
const paidCents = 'parking_cents + fee_cents - refunded_cents'

// a session whose end is over has ended, though the job that writes it may be late
const statusNow = `case when status = 'running' and ends_at <= $2 then 'ended' else status end`
const filter = `driver_id = $1
  and ($3::date is null or ${startedThere}::date >= $3)
  and ($4::date is null or ${startedThere}::date <= $4)
  -- in no time zone: finds the months to look into
  and started_at between coalesce($3::date - interval '1 day', '-infinity') and coalesce($4::date + interval '2 days', 'infinity')
  and ($5::uuid is null or vehicle_id = $5)
  and ($6::text is null or ${statusNow} = $6)
  and ($7::text[] = '{}' or not exists (
    select from unnest($7::text[]) as word
     where strpos(lower(concat_ws(' ', place ->> 'name', place ->> 'address', zone_number)), lower(word)) = 0))`

const filterValues = ({ driverId, now, From, To, VehicleId, Status, Query }: Narrowed) => [
  driverId,
  now.toString(),
  From ?? null,
  To ?? null,
  VehicleId ?? null,
  Status ?? null,
  Query?.split(/\s+/).filter(Boolean) ?? [],
]

// the radius is the earth's mean one, in metres
const metres = `case when $8::float8 is not null then round(2 * 6371008.8 * asin(least(1, sqrt(
    sin(radians((place ->> 'latitude')::float8 - $8) / 2) ^ 2
    + cos(radians($8)) * cos(radians((place ->> 'latitude')::float8))
    * sin(radians((place ->> 'longitude')::float8 - $9) / 2) ^ 2))))::integer end`

type Key = { column: string; type: string; of: (after: After) => string | number }
const byTime: Key[] = [
  { column: 'started_at', type: 'timestamptz', of: after => after.startedAt },
  { column: 'session_id', type: 'text', of: after => after.sessionId },
]

/** What is compared, and which way it runs; at the same distance the newer comes first. */
const orders: Record<PastSort, { keys: Key[]; way: 'asc' | 'desc' }> = {
  newest: { keys: byTime, way: 'desc' },
  oldest: { keys: byTime, way: 'asc' },
  'less-distance': {
    keys: [{ column: '-metres', type: 'integer', of: after => -after.metres }, ...byTime],
    way: 'desc',
  },
  'more-distance': { keys: [{ column: 'metres', type: 'integer', of: after => after.metres }, ...byTime], way: 'desc' },
}

const sessionListPast = (sort: PastSort, isNext: boolean) => {
  const { keys, way } = orders[sort]
  const names = keys.map(key => key.column).join(', ')
  const begin = keys.map((key, i) => `$${11 + i}::${key.type}`).join(', ')
  return sql<PastRow>(
    `session_list_past_${sort.replace('-', '_')}${isNext ? '_next' : ''}`,
    `select * from (select ${columns}, ${metres} as metres from session where ${filter}) as narrowed
            ${isNext ? `where (${names}) ${way === 'asc' ? '>' : '<'} (${begin})` : ''}
            order by ${keys.map(key => `${key.column} ${way}`).join(', ')} limit $10`,
  )
}
const sorts = Object.keys(orders) as PastSort[]
const firstPages = new Map(sorts.map(sort => [sort, sessionListPast(sort, false)]))
const nextPages = new Map(sorts.map(sort => [sort, sessionListPast(sort, true)]))

export const listPast = async (
  db: Queryable,
  narrowed: Narrowed,
  page: { sort: PastSort; spot: Spot | null; after: After | null; limit: number },
): Promise<PastRow[]> => {
  const { sort, spot, after, limit } = page
  const values = [...filterValues(narrowed), spot?.latitude ?? null, spot?.longitude ?? null, limit]
  return after
    ? nextPages.get(sort)!(db, [...values, ...orders[sort].keys.map(key => key.of(after))])
    : firstPages.get(sort)!(db, values)
}

export type First = { driverId: string; limit: number }

const sessionListNewest = sql<PastRow & { nth: number }>(
  'session_list_newest',
  `select newest.*, nth::integer
      from unnest($1::uuid[], $2::integer[]) with ordinality as asked (asked_id, most, nth) cross join lateral
           (select ${columns}, null::integer as metres from session where driver_id = asked_id
             order by started_at desc, session_id desc limit most) as newest
     order by nth, started_at desc, session_id desc`,
)
/** The newest of all that each of these drivers has, in the given order. */
export const listNewest = async (db: Queryable, pages: First[]): Promise<PastRow[][]> => {
  const rows = await sessionListNewest(db, [pages.map(({ driverId }) => driverId), pages.map(({ limit }) => limit)])
  const found = Map.groupBy(rows, ({ nth }) => nth)
  return pages.map((_, i) => found.get(i + 1) ?? [])
}

/** `started_at` as text, and no instants: of these rows there are so many that what is kept of each counts. */
export type TableRow = Pick<
  SessionRow,
  'session_id' | 'status' | 'zone_number' | 'parking_cents' | 'fee_cents' | 'refunded_cents' | 'paid_via' | 'payment'
> & {
  name: string
  address: string
  time_zone: string
  started_at: string
  started_ms: number
  ended_ms: number
  has_ended: boolean
  vehicle: SessionRow['vehicle']
  changes: SessionRow['changes']
}

const epochMs = (column: string) => `floor(extract(epoch from ${column}) * 1000)::float8`
const sessionListTable = sql<TableRow>(
  'session_list_table',
  `select session_id, ${statusNow} as status, zone_number, parking_cents, fee_cents, refunded_cents, paid_via, payment,
          place ->> 'name' as name, place ->> 'address' as address, place ->> 'timeZone' as time_zone, vehicle,
          started_at::text, ${epochMs('started_at')} as started_ms, ${epochMs('coalesce(ended_at, ends_at)')} as ended_ms,
          ended_at is not null or ${statusNow} = 'ended' as has_ended, ${changesColumn}
     from session
    where ${filter} and (started_at, session_id) < (coalesce($8, 'infinity'::timestamptz), coalesce($9, ''))
    order by session.started_at desc, session_id desc limit $10`,
)
/** The newest first, those after `last`. */
export const listTable = (
  db: Queryable,
  narrowed: Narrowed,
  last: TableRow | undefined,
  limit: number,
): Promise<TableRow[]> =>
  sessionListTable(db, [...filterValues(narrowed), last?.started_at ?? null, last?.session_id ?? null, limit])

type MonthRow = { month: string; sessions: number; paid_cents: number }

const sessionListMonths = sql<MonthRow>(
  'session_list_months',
  `select to_char(month_start, 'YYYY-MM') as month, sessions, paid_cents from (
      select date_trunc('month', ${startedThere}) as month_start, count(*)::integer as sessions,
             sum(${paidCents})::integer as paid_cents
        from session where ${filter} group by month_start) as months
     order by month_start desc`,
)
export const listMonths = async (db: Queryable, narrowed: Narrowed): Promise<MonthRow[]> =>
  sessionListMonths(db, filterValues(narrowed))

type VisitRow = Pick<SessionRow, 'session_id' | 'zone_number' | 'place' | 'started_at'> & {
  visits: number
  last_cents: number
  paid_cents: number
}

const sessionListVisits = sql<VisitRow>(
  'session_list_visits',
  `with visited as materialized (
      select city, zone_number, max(started_at) as last_at, count(*)::integer as visits, sum(${paidCents})::integer as paid_cents
        from session where ${filter} group by city, zone_number order by last_at desc limit $8)
   select last.*, visits, paid_cents from visited cross join lateral (
      select session_id, zone_number, place, started_at, ${paidCents} as last_cents
        from session where started_at = last_at and city = visited.city and zone_number = visited.zone_number and ${filter}
       order by session_id desc limit 1) as last
    order by started_at desc, session_id desc`,
)
/** At most `most` places, those visited last. */
export const listVisits = async (db: Queryable, narrowed: Narrowed, most: number): Promise<VisitRow[]> =>
  sessionListVisits(db, [...filterValues(narrowed), most])
