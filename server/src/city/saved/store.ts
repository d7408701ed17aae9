// The SQL of saved places; every statement is scoped to the driver.
import type { SavedPlace } from '@parkit/contract/city/saved'
import { type Queryable, sql } from '#platform/db.ts'

export type SavedRow = {
  city: number
  zone_number: string
  kind: SavedPlace['Kind']
  label: string
  name: string
  time_zone: string
}

/** Home, Work, then the others, oldest first; none that the city has withdrawn. */
export const listSaved = sql.list<SavedRow, [driverId: string]>(
  'saved_place_list',
  `select city, zone_number, saved_place.kind, label, name, time_zone from saved_place join zone using (city, zone_number)
    where driver_id = $1 and state = 'live'
    order by array_position(array['home', 'work', 'other'], saved_place.kind), saved_at, zone_number`,
)

const lock = sql('saved_place_lock', `select pg_advisory_xact_lock(hashtextextended($1, 0))`)
/** One change of a driver's saved places at a time, until the transaction ends. */
export const lockSaved = async (tx: Queryable, driverId: string): Promise<void> => {
  await lock(tx, [`saved ${driverId}`])
}

export const countOthers = sql.value<number, [driverId: string, zoneNumber: string, city: number]>(
  'saved_place_count_others',
  'select count(*)::integer as count from saved_place where driver_id = $1 and (zone_number, city) <> ($2, $3)',
)

/** Another that had this kind, of which there is one. */
export const removeKind = sql.run<[driverId: string, kind: string, zoneNumber: string, city: number]>(
  'saved_place_remove_kind',
  `delete from saved_place where driver_id = $1 and kind = $2 and kind <> 'other' and (zone_number, city) <> ($3, $4)`,
)

export const upsertSaved = sql.run<
  [driverId: string, zoneNumber: string, kind: string, label: string, now: Temporal.Instant, city: number]
>(
  'saved_place_upsert',
  `insert into saved_place (driver_id, zone_number, kind, label, saved_at, city) values ($1, $2, $3, $4, $5, $6)
     on conflict (driver_id, city, zone_number) do update set kind = excluded.kind, label = excluded.label`,
)

/** Without a city's code: of all cities. */
export const removeSaved = sql.run<[driverId: string, zoneNumber: string, city: string | null]>(
  'saved_place_remove',
  `delete from saved_place where driver_id = $1 and zone_number = $2
      and ($3::text is null or city = (select city_id from city where code = $3))`,
)
