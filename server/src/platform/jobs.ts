// What is due: claimed by one server, done once, its effect and its removal in one transaction.
import { setTimeout as wait } from 'node:timers/promises'
import type { Clock } from './clock.ts'
import { type Database, type Log, type Queryable, sql } from './db.ts'
import { spanned } from './spans.ts'
import { currentTrace, type Trace, traced, traceOfJob } from './trace.ts'

/** May be run again after a failure, so all it does is in `tx`. To run again later it schedules itself, later than `now`. */
export type Handler = (tx: Queryable, ref: string, now: Temporal.Instant) => Promise<void>
/** For what talks to the network: outside any transaction, at least once, so it must bear being run twice. */
export type OutsideHandler = (ref: string, now: Temporal.Instant) => Promise<void>

export type Jobs = {
  start(): void
  /** Begins nothing more, and resolves when what is being done is done: the rest is another server's. */
  stop(): Promise<void>
  /** Runs all that is due at `now`; answers how many were done. For tests. */
  runDue(now?: Temporal.Instant): Promise<number>
}

/** Hears of each job that was done or failed here. */
export type Watch = (kind: string, outcome: 'done' | 'failed', seconds: number) => void

type Job = { kind: string; ref: string; attempts: number; request_id: string | null }
/** Under the name of the request that scheduled it, or one of its own. */
const named = <Claimed extends Job>(job: Claimed): Claimed & { trace: Trace } => ({
  ...job,
  trace: traceOfJob(job.request_id),
})

const batch = 50
/** transactions that do jobs at a time */
const batchesAtOnce = 2
/** of one kind at a time: a mail server that hangs leaves room for the others */
const mostOfKind = 4
/** what an outside handler may take before another server tries it */
const leaseSeconds = 60
const pollMs = 1_000
const othersMs = 100
/** how long what falls due is gathered: of many servers that are told of a job, the first does it and few others ask for it */
const gatherMs = 40
const waitAfter = (attempts: number) => ({ seconds: Math.min(2 ** Math.min(attempts, 12), 3_600) })

const upsert = sql(
  'job_schedule',
  `insert into job (kind, ref, run_at, request_id) values ($1, $2, $3, $4)
   on conflict (kind, ref) do update set run_at = excluded.run_at, attempts = 0, request_id = excluded.request_id`,
)
// one that is being done now is locked: waiting for it would wait for the doer, who may be the caller
const remove = sql(
  'job_cancel',
  `delete from job where (kind, ref) in
     (select kind, ref from job where kind = $1 and ref = $2 for update skip locked)`,
)
// of one kind, so that the index leads to the oldest, past no others that wait. They are chosen once and for all, for a
// choice that is made again while others take theirs takes more than it is asked for
const claim = (most: number) =>
  sql<Job>(
    `job_claim_${most}`,
    `with taken as materialized
       (select ref from job where kind = $1 and run_at <= $2 order by run_at limit ${most} for update skip locked)
     delete from job using taken where job.kind = $1 and job.ref = taken.ref
     returning job.kind, job.ref, attempts, request_id`,
  )
const claimBatch = claim(batch)
const claimOne = claim(1)
const lease = sql<Job & { run_at: Temporal.Instant }>(
  'job_lease_kind',
  `with taken as materialized
     (select ref from job where kind = $1 and run_at <= $2 order by run_at limit 1 for update skip locked)
   update job set run_at = $3, attempts = attempts + 1 from taken where job.kind = $1 and job.ref = taken.ref
   returning job.kind, job.ref, attempts, request_id, run_at`,
)
const finish = sql('job_finish', 'delete from job where kind = $1 and ref = $2 and run_at = $3')
const postpone = sql('job_postpone', 'update job set run_at = $4 where kind = $1 and ref = $2 and run_at = $3')
const putBack = sql(
  'job_put_back',
  'insert into job (kind, ref, run_at, attempts, request_id) values ($1, $2, $3, $4, $5)',
)
const selectNext = sql<{ kind: string; next: Temporal.Instant }>(
  'job_next_kinds',
  `select kind, next from unnest($1::text[]) as kind,
     lateral (select run_at as next from job where job.kind = kind.kind order by run_at limit 1) as first`,
)

/** One per kind and ref: a second call moves it. Waits where it is being done just now, and then it is to be done again. */
export const schedule = async (tx: Queryable, kind: string, ref: string, runAt: Temporal.Instant): Promise<void> => {
  await upsert(tx, [kind, ref, runAt, currentTrace()?.requestId])
}

/** Does nothing where there is none, or where it is being done just now. */
export const cancel = async (tx: Queryable, kind: string, ref: string): Promise<void> => {
  await remove(tx, [kind, ref])
}

/** So many at a time; of those that wait, the one of the lowest rank is next. */
const limitTo = (most: number) => {
  let free = most
  const waiting: { rank: number; go: () => void }[] = []
  const goOn = () => {
    if (free === 0 || waiting.length === 0) return
    waiting.sort((a, b) => a.rank - b.rank)
    free--
    waiting.shift()!.go()
  }
  return async <Result>(rank: number, work: () => Promise<Result>): Promise<Result> => {
    await new Promise<void>(go => {
      waiting.push({ rank, go })
      goOn()
    })
    try {
      return await work()
    } finally {
      free++
      // whoever ends may want another turn, and may be first again
      setImmediate(goOn)
    }
  }
}

const savepointJob = sql('savepoint_job', 'savepoint job')
const rollbackToJob = sql('rollback_to_job', 'rollback to savepoint job')
/**
 * Any number of servers may run beside each other. Kinds that have no handler here are left to others. Where much is due at
 * a time, kinds are served in their order.
 */
export const createJobs = ({
  db,
  clock,
  handlers,
  outside = {},
  log = (message, error) => console.error(message, error),
  watch = () => {},
}: {
  db: Database
  clock: Clock
  handlers: Record<string, Handler>
  outside?: Record<string, OutsideHandler>
  log?: Log
  watch?: Watch
}): Jobs => {
  let stopping = new AbortController()
  const kinds = [...Object.keys(handlers), ...Object.keys(outside)]

  const doOne = async ({ kind, trace }: { kind: string; trace: Trace }, work: () => Promise<void>) => {
    const began = performance.now()
    const told = (outcome: 'done' | 'failed') => watch(kind, outcome, (performance.now() - began) / 1_000)
    try {
      await spanned(trace, kind, 'CONSUMER', {}, work)
      told('done')
    } catch (error) {
      told('failed')
      throw error
    }
  }

  const runBatch = (kind: string, now: Temporal.Instant) =>
    db.transaction(async tx => {
      const claimed = (await claimBatch(tx, [kind, now])).map(named)
      for (const job of claimed) await doOne(job, () => handlers[kind]!(tx, job.ref, now))
      return claimed.length
    })

  /** A failing one is put off, in the transaction that claimed it. */
  const runOne = (kind: string, now: Temporal.Instant) =>
    db.transaction(async tx => {
      const [job] = (await claimOne(tx, [kind, now])).map(named)
      if (!job) return false
      const { ref } = job
      await savepointJob(tx)
      try {
        await doOne(job, () => handlers[kind]!(tx, ref, now))
      } catch (error) {
        await rollbackToJob(tx)
        const attempts = job.attempts + 1
        await putBack(tx, [kind, ref, now.add(waitAfter(attempts)), attempts, job.request_id])
        traced(job.trace, () => log(`Job ${kind} ${ref} failed, attempt ${attempts}`, error))
      }
      return true
    })

  const rank = (kind: string) => kinds.indexOf(kind)
  const batchInTurn = limitTo(batchesAtOnce)
  const runInside = async (kind: string, clock: Clock, isStopped: () => boolean): Promise<number> => {
    let done = 0
    for (let count = batch; count === batch && !isStopped(); done += count) {
      // one that fails takes its whole batch back, so then they are done one by one
      count = await batchInTurn(rank(kind), () =>
        runBatch(kind, clock.now()).catch(async () => {
          let one = 0
          while (one < batch && !isStopped() && (await runOne(kind, clock.now()))) one++
          return one
        }),
      )
    }
    return done
  }

  // one may hold a connection and need another: those that drivers' calls need are not theirs
  const outsideAtOnce = Math.max(1, Math.floor(0.4 * db.pool.options.max))
  const outsideInTurn = limitTo(outsideAtOnce)
  const runOutside = async (kind: string, clock: Clock, isStopped: () => boolean): Promise<number> => {
    let done = 0
    let failure: unknown = null
    const workers: Promise<void>[] = []
    const begin = () => {
      if (workers.length < Math.min(mostOfKind, outsideAtOnce)) workers.push(work())
    }
    const doNext = async (): Promise<boolean> => {
      const now = clock.now()
      const [job] = (await lease(db.pool, [kind, now, now.add({ seconds: leaseSeconds })])).map(named)
      if (!job) return false
      // there may be more
      begin()
      const { ref, attempts, run_at: leasedUntil } = job
      try {
        await doOne(job, () => outside[kind]!(ref, now))
        await finish(db.pool, [kind, ref, leasedUntil])
      } catch (error) {
        await postpone(db.pool, [kind, ref, leasedUntil, now.add(waitAfter(attempts))])
        traced(job.trace, () => log(`Job ${kind} ${ref} failed, attempt ${attempts}`, error))
      }
      return true
    }
    const work = async () => {
      try {
        while (!isStopped() && (await outsideInTurn(rank(kind), doNext))) done++
      } catch (error) {
        failure = error
      }
    }
    begin()
    // they become more meanwhile
    for (const worker of workers) await worker
    if (failure) throw failure
    return done
  }

  /** Those among `some` that something is due of, and in how long the first of each other is. */
  const look = async (some: string[], now: Temporal.Instant) => {
    const waiting = some.length > 0 ? await selectNext(db.pool, [some]) : []
    const inMs = waiting.map(({ kind, next }) => ({ kind, inMs: now.until(next).total('milliseconds') }))
    return {
      due: inMs.filter(({ inMs }) => inMs <= 0).map(({ kind }) => kind),
      later: inMs.filter(({ inMs }) => inMs > 0),
    }
  }

  /** By the clock and not as of its beginning: it goes on for as long as something is due, and a lease counts from its own moment. */
  const runKind = (kind: string, clock: Clock, isStopped = () => false): Promise<number> =>
    (outside[kind] ? runOutside : runInside)(kind, clock, isStopped)

  const runDue = async (now = clock.now()): Promise<number> => {
    const runAll = async (some: string[]) => {
      const { due } = await look(some, now)
      const counts = await Promise.all(due.map(kind => runKind(kind, { now: () => now })))
      return counts.reduce((sum, count) => sum + count, 0)
    }
    const runAllOutside = async () => {
      let done = 0
      // what one of them scheduled is done too
      for (let count = 1; count > 0; done += count) count = await runAll(Object.keys(outside))
      return done
    }
    const counts = await Promise.all([runAll(Object.keys(handlers)), runAllOutside()])
    return counts[0] + counts[1]
  }

  let loop: Promise<void> = Promise.resolve()

  /** Each kind by itself: mail that goes out slowly keeps no session from being extended. */
  const run = async () => {
    // a look at one kind reads past what was done of it lately, so all are looked at each second, and at once those that
    // something fell due of
    const told = new Set<string>()
    let wake = () => {}
    const tell = (some: string[]) => {
      for (const kind of some) told.add(kind)
      if (some.length > 0) wake()
    }
    // without a name: notifications were lost, or the version before says them
    const deaf = db
      .listen('job', name => tell(name ? kinds.filter(kind => kind === name) : kinds))
      .catch(error => log('Jobs are not woken by notifications', error))
    const running = new Map<string, Promise<void>>()
    const isStopped = () => stopping.signal.aborted
    const pauseFor = (ms: number, ...ends: AbortSignal[]) =>
      wait(ms, undefined, { signal: AbortSignal.any([stopping.signal, ...ends]) }).catch(() => {})
    let lookAtAllAt = 0
    /** when the first of a kind falls due, of those looked at */
    const firstAt = new Map<string, number>()
    while (!isStopped()) {
      const woken = new Promise<void>(resolve => {
        wake = resolve
      })
      const pause = new AbortController()
      try {
        const nowMs = performance.now()
        if (nowMs >= lookAtAllAt) {
          for (const kind of kinds) told.add(kind)
          lookAtAllAt = nowMs + pollMs
        }
        for (const [kind, ms] of firstAt) if (ms <= nowMs) told.add(kind)
        const idle = kinds.filter(kind => told.has(kind) && !running.has(kind))
        told.clear()
        for (const kind of idle) firstAt.delete(kind)
        const { due, later } = await look(idle, clock.now())
        for (const kind of due) {
          const work = runKind(kind, clock, isStopped)
            // what is due is being done by another server
            .then(done => (done === 0 ? pauseFor(othersMs) : undefined))
            .catch(error => {
              log(`Jobs of ${kind} could not run and are tried again`, error)
              return pauseFor(pollMs)
            })
            .then(() => {
              running.delete(kind)
              tell([kind])
            })
          running.set(kind, work)
        }
        for (const { kind, inMs } of later) firstAt.set(kind, performance.now() + inMs)
        const nextMs = Math.min(lookAtAllAt, ...firstAt.values()) - performance.now()
        await Promise.race([woken, pauseFor(Math.max(Math.ceil(nextMs), 1), pause.signal)])
        await pauseFor(Math.random() * gatherMs)
      } catch (error) {
        log('Jobs could not run and are tried again', error)
        lookAtAllAt = 0
        await pauseFor(pollMs)
      }
      pause.abort()
    }
    await Promise.all(running.values())
    await (await deaf)?.().catch(() => {})
  }

  return {
    runDue: now => runDue(now),
    start: () => {
      stopping = new AbortController()
      loop = run()
    },
    stop: () => {
      stopping.abort()
      return loop
    },
  }
}
