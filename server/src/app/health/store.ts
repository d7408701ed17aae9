// The SQL of health and metrics, on a connection of its own: it neither waits for drivers' connections nor takes them.
import pg from 'pg'
import { connectionConfig, sql } from '#platform/db.ts'
import { createPrimaryCheck } from '#platform/primary.ts'

/** One connection to the primary, opened on first use. */
export const openWatch = (connectionString: string): pg.Pool => {
  const { verify } = createPrimaryCheck()
  const config = { ...connectionConfig(connectionString, 'parkit_app'), verify }
  const watch = new pg.Pool({ ...config, max: 1, allowExitOnIdle: true })
  // the next query opens another
  watch.on('error', () => {})
  return watch
}

export type Applied = { number: number; checksum: string }
export const listApplied = sql.list<Applied>(
  'migration_list',
  'select number::float8 as number, checksum from migration',
)

export type Queue = { kind: string; waiting: number; late_seconds: number; retried: number }
/** Jobs that are due and not done, by kind. A lease that runs is not due. */
export const listQueues = sql.list<Queue, [now: Temporal.Instant]>(
  'job_count_by_kind',
  `select kind, count(*)::integer as waiting, count(*) filter (where attempts > 2)::integer as retried,
          extract(epoch from $1 - min(run_at))::float8 as late_seconds
     from job where run_at <= $1 group by kind`,
)

export type Standing = {
  running_sessions: number
  ledger_entries: number
  pending_charges: number
  oldest_pending_seconds: number
  outbox: number
  last_event_seconds: number | null
  silent_feeds: number
}
/** The figures of the database for /metrics. Each uses an index: it is read every few seconds. */
export const selectStanding = sql.one<Standing, [now: Temporal.Instant]>(
  'metrics_select',
  `select (select count(*)::integer from parking_right where kind = 'session' and state = 'live') as running_sessions,
     (select coalesce(max(entry_id), 0)::float8 from entry) as ledger_entries,
     (select count(*)::integer from charge join card_keys using (provider, mode) where state = 'pending') as pending_charges,
     (select coalesce(extract(epoch from $1 - min(asked_at)), 0)::float8
        from charge join card_keys using (provider, mode) where state = 'pending') as oldest_pending_seconds,
     (select count(*)::integer from outbox) as outbox,
     (select extract(epoch from $1 - max(taken_at))::float8 from card_event) as last_event_seconds,
     (select count(*)::integer from source
       where greatest(feed_since, last_ok_at) + make_interval(secs => silent_after_seconds) < $1) as silent_feeds`,
)
