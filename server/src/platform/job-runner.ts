// Runs the jobs of one kind that are due: in the transaction that removes them, or outside any, under a lease.
import { createBatchLoader } from './batch-loader.ts'
import type { Clock } from './clock.ts'
import { type Database, type Queryable, sql } from './db.ts'
import {
  batchSize,
  bigBatchSize,
  claimBatch,
  claimBigBatch,
  claimOne,
  extendLease,
  finish,
  type Job,
  type Leased,
  lease,
  postpone,
  putBack,
} from './job-store.ts'
import type { Log } from './log.ts'
import { spanned } from './spans.ts'
import { type Trace, traced, traceOfJob } from './trace.ts'

/** May run again after a failure, so all it does is in `tx`. To run again later it schedules itself, later than `now`. */
export type Handler = (tx: Queryable, ref: string, now: Temporal.Instant) => Promise<void>
/**
 * Of a kind that falls due by the thousand: all of `refs` in a few statements. Where it throws, each is run alone, so that one that
 * fails keeps none of the others.
 */
export type BatchHandler = (tx: Queryable, refs: string[], now: Temporal.Instant) => Promise<void>
/**
 * For what talks to the network or takes long: outside any transaction, at least once, so running it twice must do no harm.
 * One that may take longer than its lease calls `renew` now and then, which throws where the server stops or another
 * has taken the job over.
 */
export type OutsideHandler = (ref: string, now: Temporal.Instant, renew: () => Promise<void>) => Promise<void>

/** Is called after each job that succeeded or failed here. */
export type Watch = (kind: string, outcome: 'done' | 'failed', seconds: number) => void

/** Until nothing of the kind is due or `isStopped`; answers how many jobs ran. `clock` is asked anew for each. */
type RunKind = (kind: string, clock: Clock, isStopped: () => boolean) => Promise<number>

/** transactions that run jobs at a time */
const maxBatches = 2
/** of one kind at a time: a mail server that hangs leaves room for the others */
const maxOfKind = 4
/** what an outside handler may take before another server tries it, and when it asks for more */
const leaseSeconds = 60
const renewAfterSeconds = 20
const retryDelay = (attempts: number) => ({ seconds: Math.min(2 ** Math.min(attempts, 12), 3_600) })

const savepointJob = sql('savepoint_job', 'savepoint job')
const rollbackToJob = sql('rollback_to_job', 'rollback to savepoint job')

/** A semaphore with priorities: of those that wait, the one of the lowest rank is next. */
const createSemaphore = (most: number) => {
  let free = most
  const waiting: { rank: number; go: () => void }[] = []
  const startNext = () => {
    if (free === 0 || waiting.length === 0) return
    waiting.sort((a, b) => a.rank - b.rank)
    free--
    waiting.shift()!.go()
  }
  return async <Result>(rank: number, work: () => Promise<Result>): Promise<Result> => {
    await new Promise<void>(go => {
      waiting.push({ rank, go })
      startNext()
    })
    try {
      return await work()
    } finally {
      free++
      // the one that ends may want another turn, and may be first again
      setImmediate(startNext)
    }
  }
}

/** Under the id of the request that scheduled it, or one of its own. */
const withTrace = <Claimed extends Job>(job: Claimed): Claimed & { trace: Trace } => ({
  ...job,
  trace: traceOfJob(job.request_id),
})

type Deps = {
  db: Database
  /** the more urgent first */
  kinds: string[]
  handlers: Record<string, Handler>
  batches: Record<string, BatchHandler>
  outside: Record<string, OutsideHandler>
  /** kinds of which fewer run at a time than of others */
  most: Record<string, number>
  log: Log
  watch: Watch
}

export const createJobRunner = (deps: Deps): RunKind => {
  const runInside = createInside(deps)
  const runOutside = createOutside(deps)
  return (kind, clock, isStopped) => (deps.outside[kind] ? runOutside : runInside)(kind, clock, isStopped)
}

/** The span and measurement of one job, or of `count` that run at once. Throws what `work` threw. */
const measured = async (
  watch: Watch,
  { kind, trace }: { kind: string; trace: Trace },
  work: () => Promise<void>,
  count = 1,
) => {
  const began = performance.now()
  const report = (outcome: 'done' | 'failed') => {
    const seconds = (performance.now() - began) / 1_000 / count
    for (let job = 0; job < count; job++) watch(kind, outcome, seconds)
  }
  try {
    await spanned(trace, kind, 'CONSUMER', {}, work)
    report('done')
  } catch (error) {
    // of several, each runs again alone and reports itself
    if (count === 1) report('failed')
    throw error
  }
}

const createInside = ({ db, kinds, handlers, batches, log, watch }: Deps): RunKind => {
  const semaphore = createSemaphore(maxBatches)
  const handle = (tx: Queryable, { kind, ref }: Job, now: Temporal.Instant) =>
    batches[kind]?.(tx, [ref], now) ?? handlers[kind]!(tx, ref, now)

  const runBatch = (kind: string, now: Temporal.Instant) =>
    db.transaction(async tx => {
      const batch = batches[kind]
      const jobs = (await (batch ? claimBigBatch : claimBatch)(tx, [kind, now])).map(withTrace)
      if (batch && jobs.length > 1) {
        const refs = jobs.map(({ ref }) => ref)
        await measured(watch, { kind, trace: traceOfJob(null) }, () => batch(tx, refs, now), jobs.length)
      } else for (const job of jobs) await measured(watch, job, () => handle(tx, job, now))
      return jobs.length
    })

  const mostOf = (kind: string) => (batches[kind] ? bigBatchSize : batchSize)

  /** A failing one is put off, in the transaction that claimed it. */
  const runOne = (kind: string, now: Temporal.Instant) =>
    db.transaction(async tx => {
      const [job] = (await claimOne(tx, [kind, now])).map(withTrace)
      if (!job) return false
      const { ref } = job
      await savepointJob(tx)
      try {
        await measured(watch, job, () => handle(tx, job, now))
      } catch (error) {
        await rollbackToJob(tx)
        const attempts = job.attempts + 1
        await putBack(tx, [kind, ref, now.add(retryDelay(attempts)), attempts, job.request_id])
        traced(job.trace, () => log(`Job ${kind} ${ref} failed, attempt ${attempts}`, error))
      }
      return true
    })

  const runOneByOne: RunKind = async (kind, clock, isStopped) => {
    let done = 0
    while (done < mostOf(kind) && !isStopped() && (await runOne(kind, clock.now()))) done++
    return done
  }

  return async (kind, clock, isStopped) => {
    let done = 0
    /** Answers whether more may be due. */
    const runNext = async (): Promise<boolean> => {
      // one that fails takes its whole batch back
      const count = await semaphore(kinds.indexOf(kind), () =>
        runBatch(kind, clock.now()).catch(() => runOneByOne(kind, clock, isStopped)),
      )
      done += count
      return count === mostOf(kind) && !isStopped()
    }
    const runRest = async () => {
      while (await runNext());
    }
    // of a kind that falls due by the thousand, batches run beside each other
    if (await runNext()) await Promise.all(Array.from({ length: batches[kind] ? maxBatches : 1 }, runRest))
    return done
  }
}

const createOutside = ({ db, kinds, outside, most, log, watch }: Deps): RunKind => {
  // a job may hold a connection and need another: drivers' calls have the rest of them
  const maxJobs = Math.max(1, Math.floor(0.4 * db.pool.options.max))
  const semaphore = createSemaphore(maxJobs)
  /** Those that end at once share a statement. */
  const finishDone = createBatchLoader(async (jobs: Leased[]) => {
    await finish(
      db.pool,
      jobs.map(({ kind }) => kind),
      jobs.map(({ ref }) => ref),
      jobs.map(job => job.run_at),
    )
    return new Map()
  })

  const run = async (job: Leased & { trace: Trace }, now: Temporal.Instant, clock: Clock, isStopped: () => boolean) => {
    const { kind, ref, attempts } = job
    let renewedAtMs = performance.now()
    const renew = async () => {
      if (isStopped()) throw new Error('The server stops')
      if (performance.now() - renewedAtMs < renewAfterSeconds * 1_000) return
      const until = clock.now().add({ seconds: leaseSeconds })
      if ((await extendLease.count(db.pool, [kind, ref, job.run_at, until])) === 0) throw new Error('The lease is over')
      job.run_at = until
      renewedAtMs = performance.now()
    }
    try {
      await measured(watch, job, () => outside[kind]!(ref, now, renew))
      await finishDone(job)
    } catch (error) {
      await postpone(db.pool, [kind, ref, job.run_at, now.add(retryDelay(attempts))])
      traced(job.trace, () => log(`Job ${kind} ${ref} failed, attempt ${attempts}`, error))
    }
  }

  return async (kind, clock, isStopped) => {
    let done = 0
    let isMoreDue = true
    /** For all places that are free at once, by their numbers. */
    const leaseNext = createBatchLoader(async (places: number[]) => {
      const now = clock.now()
      const jobs = await lease(db.pool, kind, now, now.add({ seconds: leaseSeconds }), places.length)
      isMoreDue = jobs.length === places.length
      return new Map(jobs.map((job, n) => [places[n]!, { job: withTrace(job), now }]))
    })
    const work = async (place: number) => {
      while (isMoreDue && !isStopped()) {
        await semaphore(kinds.indexOf(kind), async () => {
          const leased = await leaseNext(place)
          if (!leased) return
          await run(leased.job, leased.now, clock, isStopped)
          done++
        })
      }
    }
    const places = Array.from({ length: Math.min(most[kind] ?? maxOfKind, maxJobs) }, (_, place) => work(place))
    const failed = (await Promise.allSettled(places)).find(({ status }) => status === 'rejected')
    if (failed) throw (failed as PromiseRejectedResult).reason
    return done
  }
}
