// The SQL of closures that come from imports: those of a source that are to come, and the zones that its rows name.
import { sql } from '#platform/db.ts'
import type { PlacedZone } from './zones-in-shape.ts'

/** As a row of an import keeps it; instants as text. */
export type KeptClosure = {
  name: string
  zones: string[]
  from: string
  to: string
  tow: boolean
  /** of an event rate */
  price?: { cents: number; stepSeconds: number }
}

export type CurrentClosure = {
  override_id: string
  source_ref: string
  name: string
  tow: boolean
  starts_at: Temporal.Instant
  ends_at: Temporal.Instant
  zone_numbers: string[]
  cents: number | null
  step_seconds: number | null
}
/** Those that are not over: published ones, and event rates that wait for a second person. */
export const selectCurrent = sql.list<CurrentClosure, [city: number, sourceId: string, now: Temporal.Instant]>(
  'closure_source_list',
  `select override_id, source_ref, name, tow, starts_at, ends_at,
          array(select zone_number from override_zone where override_zone.override_id = override.override_id order by 1) as zone_numbers,
          case when kind = 'rate' then (rule #>> '{price,lines,0,cents}')::integer end as cents,
          case when kind = 'rate' then (rule #>> '{price,lines,0,stepSeconds}')::integer end as step_seconds
     from override
    where city = $1 and source_id = $2 and ends_at > $3
      and (state = 'published' or state = 'draft' and exists (
        select from proposal where proposal.city = $1 and kind = 'rate' and subject = override_id::text
           and proposal.state = 'open' and expires_at > $3))
    order by override_id`,
)

/** Live zones by their numbers, or by what their source calls them; of a zone that was split, its parts. */
export const selectNamed = sql.list<{ called: string; zone_number: string }, [city: number, called: readonly string[]]>(
  'closure_zone_named',
  `select called, zone_number from zone, lateral (values (zone_number), (regexp_replace(source_ref, '/[0-9a-f]{8}$', ''))) as name (called)
    where zone.city = $1 and state = 'live' and called = any($2)`,
)

/** Live zones within bounds: west, south, east, north. */
export const selectWithin = sql.list<
  PlacedZone,
  [city: number, west: number, south: number, east: number, north: number]
>(
  'closure_zone_within',
  `select zone_number, longitude, latitude, outline from zone
    where city = $1 and state = 'live' and longitude between $2 and $4 and latitude between $3 and $5`,
)

export const setOverride = sql.run<[importId: string, key: string, overrideId: string]>(
  'import_row_override',
  `update import_row set after = after || jsonb_build_object('overrideId', $3::text) where import_id = $1 and key = $2 and after is not null`,
)
