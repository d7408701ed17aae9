// The SQL of overrides: closures and event rates of a city's zones between two instants.
import type { Rule } from '@parkit/contract/city/calendar-schemas'
import { type Queryable, sql } from '#platform/db.ts'

export type OverrideRow = {
  override_id: string
  /** the city's id */
  city: number
  city_name: string
  time_zone: string
  name: string
  kind: 'closed' | 'rate' | 'fewer'
  tow: boolean
  starts_at: Temporal.Instant
  ends_at: Temporal.Instant
  state: 'draft' | 'proposed' | 'published' | 'cancelled'
  published_at: Temporal.Instant | null
  zone_numbers: string[]
  /** none where there are only fewer spaces */
  rule: Rule | null
}

const selected = `select override_id, override.city, city.name as city_name, time_zone, override.name, kind, tow, starts_at, ends_at, override.state,
         published_at, rule,
         array(select zone_number from override_zone where override_zone.override_id = override.override_id order by zone_number) as zone_numbers
    from override join city on city_id = override.city`

export const findOverride = sql.first<OverrideRow, [overrideId: string]>(
  'override_find',
  `${selected} where override_id = $1`,
)

/** The same of one city, which until the transaction ends nobody else publishes or cancels. */
export const lockOverride = async (tx: Queryable, city: number, overrideId: string): Promise<OverrideRow | null> =>
  (await overrideLock(tx, [city, overrideId])).length > 0 ? findOverride(tx, overrideId) : null
const overrideLock = sql('override_lock', 'select from override where city = $1 and override_id = $2 for update')

/** Of a city, those that end after an instant, the first to begin first. */
export const listOverrides = sql.list<OverrideRow, [city: number, endingAfter: Temporal.Instant]>(
  'override_list_city',
  `${selected} where override.city = $1 and ends_at > $2 order by starts_at, override_id`,
)

export type NewOverride = Pick<
  OverrideRow,
  'override_id' | 'city' | 'name' | 'kind' | 'tow' | 'starts_at' | 'ends_at'
> & {
  rule: Rule
  zone_numbers: string[]
  /** of the import it came by, and its row's own id there */
  source_id: string | null
  source_ref: string | null
}

const overrideInsert = sql(
  'override_insert',
  `insert into override (override_id, city, name, reason, kind, rule, tow, starts_at, ends_at, state, source_id, source_ref)
     values ($1, $2, $3, $3, $4, $5, $6, $7, $8, 'draft', $9, $10) on conflict do nothing returning override_id`,
)
const zonesInsert = sql(
  'override_zone_insert',
  'insert into override_zone (city, zone_number, override_id) select $1, unnest($2::text[]), $3',
)
/** A draft. Answers false where it is there already: nothing was changed. */
export const insertOverride = async (tx: Queryable, made: NewOverride): Promise<boolean> => {
  const { override_id, city, name, kind, rule, tow, starts_at, ends_at, zone_numbers, source_id, source_ref } = made
  const values = [override_id, city, name, kind, JSON.stringify(rule), tow, starts_at, ends_at, source_id, source_ref]
  if ((await overrideInsert(tx, values)).length === 0) return false
  await zonesInsert(tx, [city, zone_numbers, override_id])
  return true
}

export const setPublished = sql.run<
  [city: number, overrideId: string, now: Temporal.Instant, proposalId: string | null]
>(
  'override_publish',
  `update override set state = 'published', published_at = $3, proposal_id = $4
    where city = $1 and override_id = $2 and state = 'draft'`,
)

/** Of these numbers those that are live zones of the city. */
export const listLive = sql.list<{ zone_number: string }, [city: number, zoneNumbers: readonly string[]]>(
  'override_zone_known',
  `select zone_number from zone where city = $1 and zone_number = any($2) and state = 'live'`,
)

const overrideCancel = sql(
  'override_cancel',
  `update override set state = 'cancelled', cancelled_at = $3 where override_id = $1 and city = $2 and state = 'published' and ends_at > $3`,
)
/** Answers false where it is over, cancelled, or another city's. */
export const cancelOverride = async (tx: Queryable, overrideId: string, city: number, now: Temporal.Instant) =>
  (await overrideCancel.count(tx, [overrideId, city, now])) === 1

const draftDrop = sql(
  'override_draft_drop',
  `with named as (delete from override_zone where override_id = $1 and city = $2)
   update override set source_id = null, source_ref = null where override_id = $1 and city = $2 and state = 'draft'`,
)
/**
 * A draft that names no zones any more, so that a proposal of it is of something else and can't be approved. The caller has locked it, and
 * knows that it is a draft.
 */
export const dropDraft = (tx: Queryable, overrideId: string, city: number) => draftDrop(tx, [overrideId, city])

/** Whether it is published; it stays so until the transaction ends. */
export const holdsPublished = async (tx: Queryable, overrideId: string): Promise<boolean> =>
  (await overrideHold(tx, [overrideId])).length > 0
const overrideHold = sql(
  'override_hold',
  `select from override where override_id = $1 and state = 'published' for share`,
)
