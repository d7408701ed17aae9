// The SQL of jobs: rows of `job`, scheduled, claimed or leased, put off and removed.
import { type Queryable, sql } from './db.ts'
import { currentTrace } from './trace.ts'

export type Job = { kind: string; ref: string; attempts: number; request_id: string | null }

/** Jobs that one transaction claims: of a kind that runs them one after the other, and of one that runs them at once. */
export const batchSize = 50
export const bigBatchSize = 500

const upsert = sql(
  'job_schedule',
  `insert into job (kind, ref, run_at, request_id) values ($1, $2, $3, $4)
   on conflict (kind, ref) do update set run_at = excluded.run_at, attempts = 0, request_id = excluded.request_id`,
)
// one that is running now is locked: waiting for it would wait for its runner, which may be the caller
const remove = sql(
  'job_cancel',
  `delete from job where (kind, ref) in
     (select kind, ref from job where kind = $1 and ref = $2 for update skip locked)`,
)
// Of one kind, so that the index leads to the oldest, past no others that wait. Materialized: a choice that is made again
// while others take theirs takes more than the limit.
const claim = (most: number) =>
  sql<Job>(
    `job_claim_${most}`,
    `with taken as materialized
       (select ref from job where kind = $1 and run_at <= $2 order by run_at limit ${most} for update skip locked)
     delete from job using taken where job.kind = $1 and job.ref = taken.ref
     returning job.kind, job.ref, attempts, request_id`,
  )
/** Removes the oldest that are due and answers them: a rollback puts them back. */
export const claimBatch = claim(batchSize)
export const claimBigBatch = claim(bigBatchSize)
export const claimOne = claim(1)
/** Leased until `run_at`. */
export type Leased = Job & { run_at: Temporal.Instant }
/** Puts the oldest that are due off until the lease ends, and answers them. */
export const lease = sql.list<Leased, [kind: string, now: Temporal.Instant, until: Temporal.Instant, most: number]>(
  'job_lease_many',
  `with taken as materialized
     (select ref from job where kind = $1 and run_at <= $2 order by run_at limit $4 for update skip locked)
   update job set run_at = $3, attempts = attempts + 1 where kind = $1 and ref = any(array(select ref from taken))
   returning kind, ref, attempts, request_id, run_at`,
)
export const extendLease = sql(
  'job_extend_lease',
  'update job set run_at = $4 where kind = $1 and ref = $2 and run_at = $3',
)
/** Both leave a job alone that was scheduled anew during its lease. */
export const finish = sql.run<[kinds: string[], refs: string[], leasedUntil: Temporal.Instant[]]>(
  'job_finish_many',
  `delete from job using unnest($1::text[], $2::text[], $3::timestamptz[]) as done (kind, ref, run_at)
    where (job.kind, job.ref, job.run_at) = (done.kind, done.ref, done.run_at)`,
)
export const postpone = sql('job_postpone', 'update job set run_at = $4 where kind = $1 and ref = $2 and run_at = $3')
export const putBack = sql(
  'job_put_back',
  'insert into job (kind, ref, run_at, attempts, request_id) values ($1, $2, $3, $4, $5)',
)
const selectNext = sql<{ kind: string; next: Temporal.Instant }>(
  'job_next_kinds',
  `select kind, next from unnest($1::text[]) as kind,
     lateral (select run_at as next from job where job.kind = kind.kind order by run_at limit 1) as first`,
)

/** One per kind and ref: a second call moves it. Where it is running, this waits, and then it runs again. */
export const schedule = async (tx: Queryable, kind: string, ref: string, runAt: Temporal.Instant): Promise<void> => {
  await upsert(tx, [kind, ref, runAt, currentTrace()?.requestId])
}

/** Does nothing where there is none, or where it is running. */
export const cancel = async (tx: Queryable, kind: string, ref: string): Promise<void> => {
  await remove(tx, [kind, ref])
}

/** Which of these kinds have a job that is due, and in how long the first one of each other kind is. */
export const findDue = async (db: Queryable, kinds: string[], now: Temporal.Instant) => {
  const first = kinds.length > 0 ? await selectNext(db, [kinds]) : []
  const inMs = first.map(({ kind, next }) => ({ kind, inMs: now.until(next).total('milliseconds') }))
  return {
    due: inMs.filter(({ inMs }) => inMs <= 0).map(({ kind }) => kind),
    later: inMs.filter(({ inMs }) => inMs > 0),
  }
}
