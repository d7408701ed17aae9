// The SQL of places: reading them and the names beside them, reports of occupancy, and the changes of both.
import { type Queryable, sql } from '#platform/db.ts'
import type { CityName, CityPlace } from './city.ts'

/** Places that share their terms, their own in lists side by side. */
export type PlaceGroup = {
  city: number
  time_zone: string
  payable: boolean
  /** as text, so that groups can be compared */
  rates_text: string | null
  rule_book_id: string | null
  refunds_unused: boolean
  attribution: string
  /** the index of each in the page */
  at: number[]
  zone_number: string[]
  name: string[]
  kind: CityPlace['kind'][]
  address: string[]
  neighbourhood: string[]
  latitude: number[]
  longitude: number[]
  capacity: number[]
  features: CityPlace['features'][]
  ev_chargers: number[]
  accessible_spaces: number[]
  clearance_metres: (number | null)[]
  source_ref: (string | null)[]
  side: (string | null)[]
  withdrawn: boolean[]
  taken: (number | null)[]
  observed_ms: (number | null)[]
  /** the highest zone number among them */
  last: string
}
export type ZoneRef = [city: number, zoneNumber: string]

const own = `zone_number, name, kind, address, neighborhood as neighbourhood, latitude, longitude, capacity, features, ev_chargers,
  accessible_spaces, clearance_cm / 100.0::double precision as clearance_metres,
  case when source_ref <> zone_number then source_ref end as source_ref,
  case when source_ref <> zone_number then side end as side, state <> 'live' as withdrawn`
const shared = 'city, time_zone, rule_book_id, payable, rates_text, refunds_unused, attribution'
const listed = [...own.split(/,\s*/).map(column => column.split(' ').at(-1)), 'at', 'taken', 'observed_ms']

/**
 * The next places by city and zone number, after the one named: reports too are read from there on, not from the first. Outlines stay
 * in the database. A list of a thousand numbers is read many times sooner than a thousand rows of one.
 */
export const selectPlaces = sql.list<PlaceGroup, [...after: ZoneRef, limit: number]>(
  'place_page',
  `select city, time_zone, rule_book_id, payable, rates_text::text, refunds_unused, attribution, ${listed.map(column => `json_agg(${column}) as ${column}`).join(', ')},
                  max(zone_number) as last
             from (select ${own}, ${shared}, row_number() over (order by city, zone_number) - 1 as at,
                          taken, extract(epoch from observed_at)::double precision * 1000 as observed_ms
                     from zone
                     left join (select city, zone_number, taken, observed_at from zone_count
                                 where (city, zone_number) > ($1, $2) and space_kind = 'general') as reported using (city, zone_number)
                    where (city, zone_number) > ($1, $2) order by city, zone_number limit $3) as page
            group by ${shared}`,
)

export const selectOutlines = sql.list<
  { city: number; zone_number: string; outline: [number, number][] },
  [cities: readonly number[], zoneNumbers: readonly string[]]
>(
  'place_outlines',
  `select city, zone_number, outline from unnest($1::integer[], $2::text[]) as asked (city, zone_number)
     join zone using (city, zone_number)`,
)

type NameKey = [city: string, kind: string, name: string, nth: number]
/** `also` and the like are null where there is nothing, which makes a row smaller. */
export type NameRow = Omit<CityName, 'also'> & { city: string; nth: number; also: string[] | null }
const namePage = sql.list<NameRow, [...after: NameKey, limit: number]>(
  'name_page',
  `select city, kind, name, nth, nullif(also, '{}') as also, latitude, longitude, lines, numbers from place_name
    where (city, kind, name, nth) > ($1, $2, $3, $4) order by city, kind, name, nth limit $5`,
)
const namesAtOnce = 5_000
/** Page by page, so that the process can answer calls in between. */
export const selectNames = async (db: Queryable): Promise<NameRow[]> => {
  const names: NameRow[] = []
  let after: NameKey | null = ['', '', '', 0]
  while (after) {
    const page: NameRow[] = await namePage(db, ...after, namesAtOnce)
    for (const row of page) names.push(row)
    const last = page.at(-1)
    after = last && page.length === namesAtOnce ? [last.city, last.kind, last.name, last.nth] : null
  }
  return names
}

const rowsAtOnce = 2_000

/** Where names come from: the data of a city that came with them, or the tiles of its map. */
export type NameSource = 'import' | 'map'
const nameDelete = sql('name_delete', 'delete from place_name where city = $1 and source_id = $2')
const nameInsert = sql(
  'name_insert',
  `insert into place_name (city, source_id, kind, name, nth, also, latitude, longitude, lines, numbers)
     select $1, $2, kind, name, nth + coalesce(others.count, 0), coalesce(also, '{}'), latitude, longitude, lines, numbers
       from jsonb_to_recordset($3::jsonb) as given (kind text, name text, nth integer, also text[],
              latitude double precision, longitude double precision, lines jsonb, numbers jsonb)
       left join (select kind, name, max(nth) + 1 as count from place_name where city = $1 and source_id <> $2 group by kind, name) as others
            using (kind, name)`,
)
/** Those of one source; the others stay. */
export const replaceNames = async (
  tx: Queryable,
  city: string,
  source: NameSource,
  names: CityName[],
): Promise<void> => {
  await nameDelete(tx, [city, source])
  const counts = new Map<string, number>()
  for (let from = 0; from < names.length; from += rowsAtOnce) {
    const rows = names.slice(from, from + rowsAtOnce).map(name => {
      const key = `${name.kind} ${name.name}`
      const nth = counts.get(key) ?? 0
      counts.set(key, nth + 1)
      return { ...name, nth }
    })
    await nameInsert(tx, [city, source, JSON.stringify(rows)])
  }
}

/** [zone number, taken, observed at in epoch ms, city's id]: what travels to every server process. */
export type Count = [zoneNumber: string, taken: number, observedMs: number, city: number]

const occupancyUpsert = sql(
  'occupancy_upsert',
  `insert into zone_count as known (zone_number, taken, observed_at, city)
     select zone_number, taken, to_timestamp(observed_ms / 1000), city
       from unnest($1::text[], $2::integer[], $3::double precision[], $4::integer[]) as given (zone_number, taken, observed_ms, city)
     on conflict (city, zone_number, space_kind) do update set taken = excluded.taken, observed_at = excluded.observed_at
      where known.observed_at < excluded.observed_at`,
)
const countChange = sql('count_change_insert', `insert into change (topic, ref) values ('count', $1)`)
/** Keeps the newest report of each zone and records the change, which carries them to every server process. One report per zone. */
export const upsertReports = async (tx: Queryable, counts: Count[]): Promise<void> => {
  // in one order, so that two batches never wait for each other crosswise
  const sorted = counts.toSorted((a, b) => a[3] - b[3] || (a[0] < b[0] ? -1 : 1))
  await occupancyUpsert(tx, [
    sorted.map(([zone]) => zone),
    sorted.map(([, taken]) => taken),
    sorted.map(([, , at]) => at),
    sorted.map(([, , , city]) => city),
  ])
  await countChange(tx, [JSON.stringify(sorted)])
}
