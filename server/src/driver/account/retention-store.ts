// The SQL of what is deleted when its retention period is over: a few rows at a time, so that nothing waits long.
import { history, trusted } from '@parkit/contract/platform/limits'
import { type Queryable, sql } from '#platform/db.ts'

const day = 24
/** Of a table in one go. In the text of a statement: planned for an unknown number of rows, it would read the whole table. */
export const mostAtOnce = 1_000
/**
 * What is deleted, by table: rows whose column is older than so many hours. docs/privacy.md lists the same.
 * A device that had no signal may repeat an idempotency key after weeks; a provider repeats an event for three days.
 */
export const retained = {
  token: { key: 'token_hash', column: 'expires_at', hours: 0 },
  staff_token: { key: 'token_hash', column: 'expires_at', hours: 0 },
  challenge: { key: 'challenge_id', column: 'expires_at', hours: 1 },
  recovery: { key: 'recovery_id', column: 'expires_at', hours: 0 },
  staff_challenge: { key: 'challenge_id', column: 'expires_at', hours: 1 },
  push_message: { key: 'message_id', column: 'expires_at', hours: day },
  notice: { key: 'notice_id', column: 'at', hours: 30 * day },
  plate_sighting: { key: 'sighting_id', column: 'seen_at', hours: day },
  plate_presence: { key: 'city, zone_number, plate_key', column: 'seen_at', hours: day },
  parking_right: { key: 'kind, ref', column: 'ends_at', hours: day, only: `state <> 'live'` },
  session_share: { key: 'session_id', column: 'made_at', hours: 30 * day },
  benefit: { key: 'driver_id, class', column: 'until_at', hours: 0 },
  // an invitation that nobody answered
  trusted_person: { key: 'driver_id', column: 'invited_at', hours: trusted.openDays * day, only: 'agreed_at is null' },
  trusted_invitation: { key: 'who_hash', column: 'kept_until', hours: 0 },
  sandbox_message: { key: 'message_id', column: 'sent_at', hours: day },
  idempotency: { key: 'caller_id, key', column: 'at', hours: 90 * day },
  attempt: { key: 'attempt_id', column: 'received_at', hours: history.days * day },
  texted_number: { key: 'number_hash', column: 'first_at', hours: 365 * day },
  card_event: { key: 'event_id', column: 'taken_at', hours: 90 * day },
} as const
type Rule = { key: string; column: string; hours: number; only?: string }
export type Retained = keyof typeof retained

const statements = new Map(
  Object.entries<Rule>(retained).map(([table, { key, column, hours, only = 'true' }]) => {
    const text = `delete from ${table} where (${key}) in
       (select ${key} from ${table} where ${column} < $1 and ${only} order by ${column} limit ${mostAtOnce} for update skip locked)`
    return [table, { statement: sql(`retention_delete_${table}`, text), hours }]
  }),
)

/** Returns how many were deleted, `mostAtOnce` at most. */
export const deleteOld = async (tx: Queryable, table: Retained, now: Temporal.Instant): Promise<number> => {
  const { statement, hours } = statements.get(table)!
  return statement.count(tx, [now.subtract({ hours })])
}

/** An import is undone within 30 days of its publication (imports.ts), and its rows go 30 days after that; never published, after it was read. */
const importRowDelete = sql(
  'retention_delete_import_row',
  `delete from import_row where (import_id, row_no, nth) in
     (select import_id, row_no, nth from import_row join import_run using (import_id)
       where coalesce(undone_at, published_at + interval '30 days', read_at) < $1 limit ${mostAtOnce} for update of import_row skip locked)`,
)
/** Returns how many were deleted, `mostAtOnce` at most. */
export const deleteImportRows = async (tx: Queryable, now: Temporal.Instant): Promise<number> =>
  importRowDelete.count(tx, [now.subtract({ hours: 30 * day })])

/**
 * Names of imports that were not published, were undone, or were followed by another that can't be undone any more: undoing brings back
 * the newest ones of before.
 */
const importNamesClear = sql(
  'retention_clear_import_names',
  `update import_run set names = null
    where names is not null and coalesce(undone_at, published_at + interval '30 days', read_at) < $1
      and (state <> 'published' or exists (select from import_run as later where later.city = import_run.city and later.state = 'published'
             and later.names is not null and later.published_at > import_run.published_at and later.published_at + interval '30 days' < $1))`,
)
export const clearImportNames = (tx: Queryable, now: Temporal.Instant): Promise<number> =>
  importNamesClear.count(tx, [now.subtract({ hours: 30 * day })])

const hashed = `plate_key = 'hashed ' || encode(sha256(secret.value || convert_to(plate_key, 'UTF8')), 'hex'),
  vehicle = vehicle || '{"PlateNumber": ""}'`
const sessionHashPlates = sql(
  'session_hash_plates',
  `with known as (
       select distinct on (city) city, $1::timestamptz - make_interval(days => history_days) as since from city_terms
        where in_force_from <= $1 order by city, in_force_from desc, version desc
     ), old as (
       select session_id, started_at from session join known using (city)
        where status = 'ended' and plate_key not like 'hashed %' and plate_key not like 'erased %'
          and started_at < (select max(since) from known) and started_at < since and ended_at < since
        order by started_at limit ${mostAtOnce} for update of session skip locked
     ), before as (
       update segment set ${hashed} from secret where secret.name = 'signing' and session_id in (select session_id from old)
     )
     update session set ${hashed} from secret
      where secret.name = 'signing' and (session_id, started_at) in (select session_id, started_at from old)`,
)
/**
 * Replaces the plates of sessions that ended longer ago than their city keeps them by their hashes: two sessions of one plate can still be matched.
 * Returns how many, `mostAtOnce` at most.
 */
export const hashPlates = async (tx: Queryable, now: Temporal.Instant): Promise<number> =>
  sessionHashPlates.count(tx, [now])
