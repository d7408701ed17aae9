// The SQL of imports: runs and their rows, the zones they write, and what zones were before.
import type { RuleBook } from '@parkit/contract/city/calendar-schemas'
import type { CityName } from '#city/places/places.ts'
import { type Queryable, sql } from '#platform/db.ts'
import type { Compared, ComparedRow, KeptPlace } from './compare.ts'
import type { ReadList } from './shape.ts'

export type RunRow = {
  import_id: string
  city: number
  source_id: string
  format: string
  state: 'read' | 'checking' | 'checked' | 'published' | 'undone' | 'failed'
  counters: Compared['counters']
  rules: { books: KeptBook[]; lists: ReadList[] }
  base: string | null
  made_by: string
  read_at: Temporal.Instant
  published_at: Temporal.Instant | null
  published_by: string | null
  undone_at: Temporal.Instant | null
}
/** `inForceFrom` as text, null: from its publication on. */
export type KeptBook = { bookId: string; name: string; inForceFrom: string | null; book: RuleBook }

const run = `import_id, city, source_id, format, state, counters, rules, base, made_by, read_at, published_at, published_by, undone_at`
export const findRun = sql.first<RunRow, [importId: string]>(
  'import_run_find',
  `select ${run} from import_run where import_id = $1`,
)
export const listRuns = sql.list<RunRow, [city: number, at: string | null, importId: string | null, limit: number]>(
  'import_run_list',
  `select ${run} from import_run
    where city = $1 and ($2::timestamptz is null or (read_at, import_id) < ($2, $3::uuid)) order by read_at desc, import_id desc limit $4`,
)
export const lockCityPlaces = sql.run<[city: number]>(
  'import_lock',
  `select pg_advisory_xact_lock(hashtext('imports.city'), $1)`,
)

export const insertSource = sql.run<[city: number, sourceId: string, format: string, attribution: string]>(
  'source_insert',
  `insert into source (city, source_id, format, attribution) values ($1, $2, $3, $4)
   on conflict (city, source_id) do update set attribution = excluded.attribution
    where source.attribution <> excluded.attribution and excluded.attribution <> ''`,
)
export const selectSourceFormat = sql.value<string, [city: number, sourceId: string]>(
  'source_format',
  'select format from source where city = $1 and source_id = $2',
)
export const insertRun = sql.run<
  [importId: string, city: number, sourceId: string, format: string, hash: string, by: string, at: Temporal.Instant]
>(
  'import_run_insert',
  `insert into import_run (import_id, city, source_id, format, file_hash, state, made_by, read_at)
     values ($1, $2, $3, $4, $5, 'read', $6, $7)`,
)
/** Whether the check is still the caller's: of an uploaded file by its claim, else null. */
export const setChecked = sql.matches<
  [importId: string, counters: string, rules: string, base: string, claim: string | null]
>(
  'import_run_checked',
  `update import_run set state = 'checked', counters = $2::jsonb, rules = $3::jsonb, base = $4, claim = null, claimed_until = null
    where import_id = $1 and claim is not distinct from $5::uuid`,
)
export const setNames = sql.run<[importId: string, names: string]>(
  'import_run_names',
  'update import_run set names = $2::jsonb where import_id = $1',
)
/** Null where its file says nothing of names. */
export const findNames = sql.value<CityName[] | null, [importId: string]>(
  'import_run_find_names',
  'select names from import_run where import_id = $1',
)
/** Those that the city had before an import was published, where an import brought them. */
export const findNamesBefore = sql.value<CityName[], [city: number, importId: string]>(
  'import_run_names_before',
  `select names from import_run
    where city = $1 and import_id <> $2 and state = 'published' and names is not null order by published_at desc limit 1`,
)
/** Whether a place of the city is left on which a name could matter. */
export const hasPlaces = sql.matches<[city: number]>(
  'import_has_places',
  `select from zone where city = $1 and state = 'live' limit 1`,
)
export const setFailed = sql.run<[importId: string]>(
  'import_run_failed',
  `update import_run set state = 'failed' where import_id = $1 and state in ('read', 'checked')`,
)
export const setPublished = sql.run<[importId: string, by: string, at: Temporal.Instant]>(
  'import_run_published',
  `update import_run set state = 'published', published_by = $2, published_at = $3 where import_id = $1`,
)
export const setUndone = sql.run<[importId: string, by: string, at: Temporal.Instant]>(
  'import_run_undone',
  `update import_run set state = 'undone', undone_by = $2, undone_at = $3 where import_id = $1`,
)

const rowInsert = sql.matches<[importId: string, rows: string, claim: string | null]>(
  'import_row_insert',
  `with own as (select import_id from import_run where import_id = $1 and claim is not distinct from $3::uuid for share)
   insert into import_row (import_id, row_no, nth, key, change, before, after, field, reason)
     select import_id, "rowNo", nth, key, change, nullif(before, 'null'), nullif(after, 'null'), field, reason
       from own cross join jsonb_to_recordset($2::jsonb) as given ("rowNo" integer, nth smallint, key text, change text, before jsonb, after jsonb,
              field text, reason text)`,
)
/** Some rows at least. Whether the check is still the caller's: of an uploaded file by its claim, else null. */
export const insertRows = (
  db: Queryable,
  importId: string,
  rows: (ComparedRow & { nth: number })[],
  claim: string | null,
): Promise<boolean> => rowInsert(db, importId, JSON.stringify(rows), claim)

type RowRef = [rowNo: number, nth: number]
export type StoredRow = ComparedRow & { nth: number; version: number | null }
export const selectRows = sql.list<StoredRow, [importId: string, changes: string[], ...after: RowRef, limit: number]>(
  'import_row_page',
  `select row_no as "rowNo", nth, key, change, before, after, field, reason, version from import_row
    where import_id = $1 and change = any($2) and (row_no, nth) > ($3, $4) order by row_no, nth limit $5`,
)
const rowsAtOnce = 2_000
/** All rows of places that are added, changed, or withdrawn, page by page. */
export async function* changedPages(db: Queryable, importId: string): AsyncGenerator<StoredRow[]> {
  for (let last: StoredRow | undefined, more = true; more; ) {
    const [rowNo, nth] = [last?.rowNo ?? -1, last?.nth ?? 0]
    const page = await selectRows(db, importId, ['added', 'changed', 'withdrawn'], rowNo, nth, rowsAtOnce)
    last = page.at(-1)
    more = page.length === rowsAtOnce
    yield page
  }
}
export const selectReasons = sql.list<
  { field: string; reason: string; count: number },
  [importId: string, areRefused: boolean]
>(
  'import_row_reasons',
  `select field, reason, count(*)::integer as count from import_row
    where import_id = $1 and (change = 'refused') = $2 and reason is not null group by field, reason order by 3 desc, 1, 2`,
)

/** What the city's places are: changes with any of them. */
export const selectBase = sql.value<string, [city: number]>(
  'zone_base',
  `select coalesce(max(changed_at), 'epoch')::text || ' ' || count(*) from zone where city = $1`,
)

/** Versions of these books. */
export const selectBookState = sql.value<string, [city: number, bookIds: readonly string[]]>(
  'import_book_state',
  `select coalesce(string_agg(book_id || ' ' || version || ' ' || state, ',' order by book_id, version), '')
     from rule_book where city = $1 and book_id = any($2)`,
)

/** Places that an import gives other rules, or lets be paid. */
export const countRepriced = sql.value<number, [importId: string]>(
  'import_repriced',
  `select count(*)::integer from import_row
    where import_id = $1 and change = 'changed' and (after ? 'bookId' or after ? 'refundsUnused' or after -> 'payable' = 'true')`,
)

export type ZonePlace = {
  zoneNumber: string
  sourceId: string | null
  ref: string | null
  version: number
  place: KeptPlace | null
}
const zonePlaces = sql.list<
  {
    zone_number: string
    source_id: string | null
    source_ref: string | null
    version: number
    place: KeptPlace | null
  },
  [city: number, sourceId: string, after: string, limit: number]
>(
  'zone_places',
  `select zone_number, source_id, source_ref, version,
          case when source_id = $2 then jsonb_build_object('zoneNumber', zone_number, 'ref', source_ref, 'name', name, 'kind', kind,
            'side', side, 'address', address, 'neighborhood', neighborhood, 'latitude', latitude, 'longitude', longitude,
            'outline', outline, 'spaces', spaces, 'clearanceCm', clearance_cm, 'features', features, 'evChargers', ev_chargers,
            'refundsUnused', refunds_unused, 'bookId', rule_book_id, 'ratesText', rates_text, 'attribution', attribution,
            'payable', payable, 'state', case state when 'live' then 'live' else 'withdrawn' end) end as place
     from zone where city = $1 and zone_number > $3 order by zone_number limit $4`,
)
const pageRows = 10_000
/** All of the city; what is written of them where they are of the source. */
export const selectZones = async (db: Queryable, city: number, sourceId: string): Promise<ZonePlace[]> => {
  const zones: ZonePlace[] = []
  for (let after: string | null = ''; after !== null; ) {
    const page = await zonePlaces(db, city, sourceId, after, pageRows)
    for (const row of page)
      zones.push({
        zoneNumber: row.zone_number,
        sourceId: row.source_id,
        ref: row.source_ref,
        version: row.version,
        place: row.place,
      })
    after = page.length === pageRows ? page.at(-1)!.zone_number : null
  }
  return zones
}

export const selectCapacities = sql.list<
  { zone_number: string; source_ref: string; capacity: number; counted_at: Temporal.Instant | null },
  [city: number, sourceId: string]
>(
  'import_capacities',
  `select zone_number, source_ref, capacity, observed_at as counted_at
     from zone left join zone_count using (city, zone_number)
    where city = $1 and zone.source_id = $2 and state = 'live' and source_ref is not null
      and coalesce(space_kind, 'general') = 'general'`,
)
export const addHeard = sql.run<
  [city: number, sourceId: string, isGood: boolean, refused: string, at: Temporal.Instant]
>(
  'source_heard',
  `update source set polled_at = $5, last_ok_at = case when $3 then $5 else last_ok_at end,
          refused = (select coalesce(jsonb_object_agg(reason, count), '{}')
                       from (select key as reason, sum(value::integer) as count
                               from (select * from jsonb_each_text(source.refused) union all select * from jsonb_each_text($4::jsonb)) as each
                              group by key) as summed)
    where city = $1 and source_id = $2`,
)

const zoneRowOf = (place: KeptPlace, city: number, timeZone: string, sourceId: string) => ({
  city,
  zone_number: place.zoneNumber,
  state: place.state,
  name: place.name,
  kind: place.kind,
  side: place.side,
  address: place.address,
  neighborhood: place.neighborhood,
  latitude: place.latitude,
  longitude: place.longitude,
  time_zone: timeZone,
  capacity: Object.values(place.spaces).reduce((sum, count) => sum + count, 0),
  accessible_spaces: place.spaces.accessible ?? 0,
  ev_chargers: place.evChargers,
  features: place.features,
  clearance_cm: place.clearanceCm,
  outline: place.outline,
  spaces: place.spaces,
  payable: place.payable,
  rule_book_id: place.bookId,
  rates_text: place.ratesText,
  refunds_unused: place.refundsUnused,
  attribution: place.attribution,
  source_id: sourceId,
  source_ref: place.ref,
})
const zoneColumns = Object.keys(zoneRowOf({ spaces: {} } as KeptPlace, 0, '', ''))
/** All but the key. */
const restored = zoneColumns.filter(column => !['city', 'zone_number'].includes(column))
const restoredColumns = restored.join(', ')
/** A zone that was not there before stays as it is, withdrawn. */
const restoredValues = restored
  .map(column =>
    column === 'state' ? 'was.state' : `case when was.city is null then zone.${column} else was.${column} end`,
  )
  .join(', ')
const zoneWrite = sql.list<{ zone_number: string; version: number }, [rows: string]>(
  'import_zone_write',
  `insert into zone (${zoneColumns}, changed_at)
     select ${zoneColumns}, clock_timestamp() from jsonb_populate_recordset(null::zone, $1::jsonb)
   on conflict (city, zone_number) do update set (${zoneColumns}) = row (${zoneColumns.map(column => `excluded.${column}`)})
   returning zone_number, version`,
)
export const writeZones = (
  tx: Queryable,
  places: KeptPlace[],
  { city, timeZone, sourceId }: { city: number; timeZone: string; sourceId: string },
): Promise<{ zone_number: string; version: number }[]> =>
  zoneWrite(tx, JSON.stringify(places.map(place => zoneRowOf(place, city, timeZone, sourceId))))

export const setVersions = sql.run<[importId: string, zones: readonly string[], versions: readonly number[]]>(
  'import_row_versions',
  `update import_row set version = given.version
     from unnest($2::text[], $3::integer[]) as given (zone, version)
    where import_id = $1 and key = zone and (after is not null or change = 'withdrawn')`,
)

/** Gives each zone back what it was before the version that is named; an added one is withdrawn. Returns those that are still of that version. */
export const restoreZones = sql.list<
  { zone_number: string },
  [city: number, zones: readonly string[], versions: readonly number[]]
>(
  'import_zone_restore',
  `with made as (select zone, made from unnest($2::text[], $3::integer[]) as given (zone, made)),
        was as (
          select zone, made, (jsonb_populate_record(null::zone, coalesce(row, jsonb_build_object('state', 'withdrawn')))).*
            from made left join zone_history on city = $1 and zone_number = zone and zone_history.version = made - 1)
   update zone set (${restoredColumns}) = row (${restoredValues})
     from was where zone.city = $1 and zone.zone_number = was.zone and zone.version = was.made
   returning zone.zone_number`,
)

const cityChanged = sql.run<[city: number, code: string, hash: string]>(
  'import_city_changed',
  `with bounds as (
     select array[min(longitude), min(latitude), max(longitude), max(latitude)] as bounds from zone where city = $1 and state = 'live'),
        written as (
          update city set hash = 'import ' || $3,
                          bounds = case when bounds.bounds[1] is null then null else bounds.bounds end,
                          named_places = exists (select from zone where zone.city = $1 and state = 'live'
                            and source_ref <> zone_number and source_ref ~ '^[[:alnum:] .-]{1,20}$')
            from bounds where city_id = $1)
   insert into change (topic, city, ref) values ('zone', $1, $2)`,
)
/** What its places cover, and that every server reads them again. */
export const tellChanged = cityChanged
