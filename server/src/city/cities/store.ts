// The SQL of cities.
import type { Placard } from '@parkit/contract/city/cities-schemas'
import { type Queryable, sql } from '#platform/db.ts'
import type { CityFacts } from './facts.ts'
import { CityTerms, type TermsVersion } from './terms.ts'

export type CityRow = Omit<CityFacts, 'terms' | 'placard'> & {
  /** all versions, the first one first */
  terms: TermsVersion[]
  placard: Placard
  /** 1 is the first one loaded: Chicago, where nothing else is said */
  id: number
  /** in links */
  code: string
  /** in setup its prices need one person, and two once it is live */
  state: 'setup' | 'live' | 'paused'
  /** of the data that was last imported; null before the first import */
  hash: string | null
  /** when it was imported; null before the first import */
  importedAt: Temporal.Instant | null
  /** west, south, east, north of its places; null where it has none */
  bounds: [west: number, south: number, east: number, north: number] | null
  /** places have names such as A007 on their signs */
  namedPlaces: boolean
}

const columns = `city_id as id, code, hash, imported_at as "importedAt", name, time_zone as "timeZone", country, region, currency, units, languages, centre_lat as latitude,
  centre_lon as longitude, support_hours as "supportHours", most_withdrawn_percent as "mostWithdrawnPercent", bounds, placard, state, named_places as "namedPlaces",
  (select jsonb_agg(jsonb_build_object(
            'version', version, 'inForceMs', extract(epoch from in_force_from) * 1000, 'serviceFeeCents', service_fee_cents,
            'freeCancelSeconds', free_cancel_seconds, 'freeCancelsPlateZoneDay', free_cancels_plate_zone_day,
            'freeCancelsAccountDay', free_cancels_account_day, 'autoExtendMinutes', auto_extend_minutes, 'historyDays', history_days) order by version)
     from city_terms where city = city_id) as terms`

export const listCities = sql.list<CityRow>('city_list', `select ${columns} from city order by name, code`)

export const findCity = sql.first<CityRow, [code: string]>('city_find', `select ${columns} from city where code = $1`)

/** One at a time changes a city's facts, terms, or map. */
export const lockCity = sql.run<[code: string]>(
  'city_lock',
  `select pg_advisory_xact_lock(hashtext('places.city'), hashtext($1))`,
)

const cityUpsert = sql.one<{ id: number }, [code: string, at: string, facts: string]>(
  'city_upsert',
  `insert into city as known (code, hash, state, imported_at, name, time_zone, country, region, currency, units, languages, centre_lat,
                              centre_lon, support_hours, most_withdrawn_percent, placard)
   select $1, 'import', 'setup', $2::timestamptz, name, "timeZone", country, region, currency, units, languages, latitude, longitude,
          "supportHours", "mostWithdrawnPercent", coalesce(placard, 'none')
     from jsonb_to_record($3::jsonb) as given (name text, "timeZone" text, country text, region text, currency text, units text,
            languages text[], latitude double precision, longitude double precision, "supportHours" jsonb, "mostWithdrawnPercent" integer, placard text)
   on conflict (code) do update
      set (imported_at, name, time_zone, country, region, currency, units, languages, centre_lat, centre_lon, support_hours, most_withdrawn_percent,
           placard)
        = row (excluded.imported_at, excluded.name, excluded.time_zone, excluded.country, excluded.region,
               excluded.currency, excluded.units, excluded.languages, excluded.centre_lat, excluded.centre_lon,
               excluded.support_hours, excluded.most_withdrawn_percent, excluded.placard)
   returning city_id as id`,
)
const termsInsert = sql<{ version: number }>(
  'city_terms_insert',
  `insert into city_terms (city, version, in_force_from, service_fee_cents, free_cancel_seconds, free_cancels_plate_zone_day,
                           free_cancels_account_day, auto_extend_minutes, history_days, made_by, made_at, proposal_id)
   select $1, known.version + 1, case known.version when 0 then 'epoch' else $2::timestamptz end, "serviceFeeCents", "freeCancelSeconds",
          "freeCancelsPlateZoneDay", "freeCancelsAccountDay", "autoExtendMinutes", "historyDays", $4, $5, $6
     from jsonb_to_record($3::jsonb) as given ("serviceFeeCents" integer, "freeCancelSeconds" integer, "freeCancelsPlateZoneDay" integer,
            "freeCancelsAccountDay" integer, "autoExtendMinutes" integer, "historyDays" integer),
          (select coalesce(max(version), 0) as version from city_terms where city = $1) as known
   returning version`,
)
/**
 * A new version, to be written under `lockCity`; a city's first one has always held. Later ones hold from `from`, at least a minute from now,
 * so that every server knows them by then.
 */
export const insertTerms = async (
  tx: Queryable,
  cityId: number,
  terms: CityTerms,
  {
    from,
    by,
    now,
    proposalId,
  }: { from: Temporal.Instant; by: string; now: Temporal.Instant; proposalId?: string | undefined },
): Promise<number> =>
  (await termsInsert(tx, [cityId, from, JSON.stringify(terms), by, now, proposalId ?? null]))[0]!.version

const cityHasTerms = sql.value<boolean, [cityId: number]>(
  'city_has_terms',
  'select exists (select from city_terms where city = $1)',
)

const cityChange = sql('city_change_insert', `insert into change (topic, city, ref) values ('zone', $1, $2)`)
/** Every server reads the city's places and map again. */
export const recordCityChange = async (tx: Queryable, id: number, code: string): Promise<void> => {
  await cityChange(tx, [id, code])
}
/** Makes a city, in setup, or gives a known one these facts. Returns its id. */
export const upsertCity = async (
  tx: Queryable,
  code: string,
  facts: CityFacts,
  at: Temporal.Instant,
): Promise<number> => {
  const { id } = await cityUpsert(tx, code, at.toString(), JSON.stringify(facts))
  if (!(await cityHasTerms(tx, id)))
    await insertTerms(tx, id, facts.terms ?? CityTerms.parse({}), { from: at, by: 'import', now: at })
  await recordCityChange(tx, id, code)
  return id
}

/** As it is in this transaction. */
export const cityState = sql.value<CityRow['state'] | null, [id: number]>(
  'city_state',
  'select state from city where city_id = $1',
)
const stateUpdate = sql.run<[id: number, state: CityRow['state']]>(
  'city_set_state',
  'update city set state = $2 where city_id = $1',
)
/** In a transaction; every server reads the city again. */
export const setCityState = async (
  tx: Queryable,
  { id, code }: Pick<CityRow, 'id' | 'code'>,
  state: CityRow['state'],
): Promise<void> => {
  await stateUpdate(tx, id, state)
  await recordCityChange(tx, id, code)
}
