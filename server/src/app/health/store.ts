// The SQL of health and metrics, on a connection of its own: it neither waits for drivers' connections nor takes them.
import pg from 'pg'
import { connectionConfig, sql } from '#platform/db.ts'

/** One connection, opened when first asked. */
export const openWatch = (connectionString: string): pg.Pool => {
  const watch = new pg.Pool({ ...connectionConfig(connectionString, 'parkit_app'), max: 1, allowExitOnIdle: true })
  // the next question opens another
  watch.on('error', () => {})
  return watch
}

export type Applied = { number: number; checksum: string }
const migrationList = sql<Applied>('migration_list', 'select number::float8 as number, checksum from migration')
export const listApplied = async (watch: pg.Pool): Promise<Applied[]> => migrationList(watch)

export type Queue = { kind: string; waiting: number; late_seconds: number; retried: number }
const jobCountByKind = sql<Queue>(
  'job_count_by_kind',
  `select kind, count(*)::integer as waiting, count(*) filter (where attempts > 2)::integer as retried,
          extract(epoch from $1 - min(run_at))::float8 as late_seconds
     from job where run_at <= $1 group by kind`,
)
/** Jobs that are due at `now` and not done, by kind. A lease that runs is not due. */
export const listQueues = async (watch: pg.Pool, now: Temporal.Instant): Promise<Queue[]> =>
  jobCountByKind(watch, [now])

export type Standing = {
  running_sessions: number
  ledger_entries: number
  pending_charges: number
  oldest_pending_seconds: number
  outbox: number
  last_event_seconds: number | null
}
const metricsSelect = sql<Standing>(
  'metrics_select',
  `select (select count(*)::integer from session where status = 'running') as running_sessions,
     (select coalesce(max(entry_id), 0)::float8 from entry) as ledger_entries,
     (select count(*)::integer from charge where state = 'pending') as pending_charges,
     (select coalesce(extract(epoch from $1 - min(asked_at)), 0)::float8
        from charge where state = 'pending') as oldest_pending_seconds,
     (select count(*)::integer from outbox) as outbox,
     (select extract(epoch from $1 - max(taken_at))::float8 from card_event) as last_event_seconds`,
)
/** The figures of the database for /metrics. Each uses an index: it is read every few seconds. */
export const selectStanding = async (watch: pg.Pool, now: Temporal.Instant): Promise<Standing> =>
  (await metricsSelect(watch, [now]))[0]!
