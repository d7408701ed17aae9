// The SQL of closures that come from imports: those of a source that are to come, and the zones that its rows name.
import { sql } from '#platform/db.ts'

/** As a row of an import keeps it; instants as text. */
export type KeptClosure = { name: string; zones: string[]; from: string; to: string; tow: boolean }

export type CurrentClosure = {
  override_id: string
  source_ref: string
  name: string
  tow: boolean
  starts_at: Temporal.Instant
  ends_at: Temporal.Instant
  zone_numbers: string[]
}
/** Published ones that are not over. */
export const selectCurrent = sql.list<CurrentClosure, [city: number, sourceId: string, now: Temporal.Instant]>(
  'closure_source_list',
  `select override_id, source_ref, name, tow, starts_at, ends_at,
          array(select zone_number from override_zone where override_zone.override_id = override.override_id order by 1) as zone_numbers
     from override where city = $1 and source_id = $2 and state = 'published' and ends_at > $3 order by override_id`,
)

/** Live zones by their numbers, or by what their source calls them; of a zone that was split, its parts. */
export const selectNamed = sql.list<{ called: string; zone_number: string }, [city: number, called: readonly string[]]>(
  'closure_zone_named',
  `select called, zone_number from zone, lateral (values (zone_number), (regexp_replace(source_ref, '/[0-9a-f]{8}$', ''))) as name (called)
    where zone.city = $1 and state = 'live' and called = any($2)`,
)

export const setOverride = sql.run<[importId: string, key: string, overrideId: string]>(
  'import_row_override',
  `update import_row set after = after || jsonb_build_object('overrideId', $3::text) where import_id = $1 and key = $2 and after is not null`,
)
