// The SQL of cities.
import type { Placard } from '@parkit/contract/city/cities-schemas'
import { type Queryable, sql } from '#platform/db.ts'
import type { CityFacts } from './facts.ts'

export type CityRow = Omit<CityFacts, 'placard'> & {
  placard: Placard
  /** 1 is the first one loaded: Chicago, where nothing else is said */
  id: number
  /** in links */
  code: string
  /** of the data that was last imported; null before the first import */
  hash: string | null
  /** when it was imported; null before the first import */
  importedAt: Temporal.Instant | null
  /** west, south, east, north of its places; null where it has none */
  bounds: [west: number, south: number, east: number, north: number] | null
}

const columns = `city_id as id, code, hash, imported_at as "importedAt", name, time_zone as "timeZone", country, region, currency, units, languages, centre_lat as latitude,
  centre_lon as longitude, support_hours as "supportHours", bounds, placard`

export const listCities = sql.list<CityRow>('city_list', `select ${columns} from city order by name, code`)

export const findCity = sql.first<CityRow, [code: string]>('city_find', `select ${columns} from city where code = $1`)

const cityLock = sql('city_lock', `select pg_advisory_xact_lock(hashtext('places.city'), hashtext($1))`)
const cityFindHash = sql.value<string | null, [code: string]>('city_find_hash', 'select hash from city where code = $1')
/** Lets one import of a city run at a time; returns the hash of its last one. */
export const lockCity = async (tx: Queryable, code: string): Promise<string | null> => {
  await cityLock(tx, [code])
  return cityFindHash(tx, code)
}

const cityUpsert = sql.one<
  { id: number },
  [code: string, hash: string, at: string, facts: string, bounds: CityRow['bounds']]
>(
  'city_upsert',
  `insert into city as known (code, hash, imported_at, name, time_zone, country, region, currency, units, languages, centre_lat,
                              centre_lon, support_hours, bounds, placard)
   select $1, $2, $3::timestamptz, name, "timeZone", country, region, currency, units, languages, latitude, longitude, "supportHours",
          $5::double precision[], coalesce(placard, 'none')
     from jsonb_to_record($4::jsonb) as given (name text, "timeZone" text, country text, region text, currency text, units text,
            languages text[], latitude double precision, longitude double precision, "supportHours" jsonb, placard text)
   on conflict (code) do update
      set (hash, imported_at, name, time_zone, country, region, currency, units, languages, centre_lat, centre_lon, support_hours, bounds, placard)
        = row (excluded.hash, excluded.imported_at, excluded.name, excluded.time_zone, excluded.country, excluded.region,
               excluded.currency, excluded.units, excluded.languages, excluded.centre_lat, excluded.centre_lon,
               excluded.support_hours, excluded.bounds, excluded.placard)
   returning city_id as id`,
)
const cityChange = sql('city_change_insert', `insert into change (topic, city, ref) values ('zone', $1, $2)`)
/** Every server reads the city's places and map again. */
export const recordCityChange = async (tx: Queryable, id: number, code: string): Promise<void> => {
  await cityChange(tx, [id, code])
}
/** What the city is from now on, by its newest data. Returns its id. */
export const upsertCity = async (
  tx: Queryable,
  code: string,
  { hash, at, facts, bounds }: { hash: string; at: Temporal.Instant; facts: CityFacts; bounds: CityRow['bounds'] },
): Promise<number> => {
  const { id } = await cityUpsert(tx, code, hash, at.toString(), JSON.stringify(facts), bounds)
  await recordCityChange(tx, id, code)
  return id
}
