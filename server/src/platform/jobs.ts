// What is due: claimed by one server, done once, its effect and its removal in one transaction.
import { setTimeout as wait } from 'node:timers/promises'
import type { Clock } from './clock.ts'
import { type Database, type Log, type Queryable, sql } from './db.ts'
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

type Due = { kind: string; ref: string; attempts: number; request_id: string | null }
/** Under the name of the request that scheduled it, or one of its own. */
const named = <Job extends Due>(job: Job): Job & { trace: Trace } => ({ ...job, trace: traceOfJob(job.request_id) })

const batch = 50
/** so many talk to the network at once: a slow one keeps few others waiting */
const together = 8
/** what an outside handler may take before another server tries it */
const leaseSeconds = 60
const pollMs = 1_000
const waitAfter = (attempts: number) => ({ seconds: Math.min(2 ** Math.min(attempts, 12), 3_600) })

const upsert = sql(
  'due_schedule',
  `insert into due (kind, ref, run_at, request_id) values ($1, $2, $3, $4)
   on conflict (kind, ref) do update set run_at = excluded.run_at, attempts = 0, request_id = excluded.request_id`,
)
// one that is being done now is locked: waiting for it would wait for the doer, who may be the caller
const remove = sql(
  'due_cancel',
  `delete from due where (kind, ref) in
     (select kind, ref from due where kind = $1 and ref = $2 for update skip locked)`,
)
const claim = sql<Due>(
  'due_claim',
  `delete from due where (kind, ref) in
     (select kind, ref from due where kind = any($1) and run_at <= $2
       order by run_at limit $3 for update skip locked)
   returning kind, ref, attempts, request_id`,
)
const lease = sql<Due & { run_at: Temporal.Instant }>(
  'due_lease',
  `update due set run_at = $3, attempts = attempts + 1 where (kind, ref) in
     (select kind, ref from due where kind = any($1) and run_at <= $2
       order by run_at limit $4 for update skip locked)
   returning kind, ref, attempts, request_id, run_at`,
)
const finish = sql('due_finish', 'delete from due where kind = $1 and ref = $2 and run_at = $3')
const postpone = sql('due_postpone', 'update due set run_at = $4 where kind = $1 and ref = $2 and run_at = $3')
const putBack = sql(
  'due_put_back',
  'insert into due (kind, ref, run_at, attempts, request_id) values ($1, $2, $3, $4, $5)',
)
const selectNext = sql<{ next: Temporal.Instant | null }>(
  'due_next',
  'select min(run_at) as next from due where kind = any($1)',
)

/** One per kind and ref: a second call moves it. Waits where it is being done just now, and then it is to be done again. */
export const schedule = async (tx: Queryable, kind: string, ref: string, runAt: Temporal.Instant): Promise<void> => {
  await upsert(tx, [kind, ref, runAt, currentTrace()?.requestId])
}

/** Does nothing where there is none, or where it is being done just now. */
export const cancel = async (tx: Queryable, kind: string, ref: string): Promise<void> => {
  await remove(tx, [kind, ref])
}

/** Any number of servers may run beside each other. Kinds that have no handler here are left to others. */
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
  const inside = Object.keys(handlers)
  const kinds = [...inside, ...Object.keys(outside)]

  const doOne = async ({ kind, trace }: { kind: string; trace: Trace }, work: () => Promise<void>) => {
    const began = performance.now()
    const told = (outcome: 'done' | 'failed') => watch(kind, outcome, (performance.now() - began) / 1_000)
    try {
      await traced(trace, work)
      told('done')
    } catch (error) {
      told('failed')
      throw error
    }
  }

  const runBatch = (now: Temporal.Instant) =>
    db.transaction(async tx => {
      const claimed = (await claim(tx, [inside, now, batch])).map(named)
      for (const job of claimed) await doOne(job, () => handlers[job.kind]!(tx, job.ref, now))
      return claimed.length
    })

  /** A failing one is put off, in the transaction that claimed it. */
  const runOne = (now: Temporal.Instant) =>
    db.transaction(async tx => {
      const [job] = (await claim(tx, [inside, now, 1])).map(named)
      if (!job) return false
      const { kind, ref } = job
      await tx.query('savepoint job')
      try {
        await doOne(job, () => handlers[kind]!(tx, ref, now))
      } catch (error) {
        await tx.query('rollback to savepoint job')
        const attempts = job.attempts + 1
        await putBack(tx, [kind, ref, now.add(waitAfter(attempts)), attempts, job.request_id])
        traced(job.trace, () => log(`Job ${kind} ${ref} failed, attempt ${attempts}`, error))
      }
      return true
    })

  const runInside = async (now: Temporal.Instant, isStopped: () => boolean): Promise<number> => {
    let done = 0
    for (let count = batch; count === batch && !isStopped(); done += count) {
      // one that fails takes its whole batch back, so then they are done one by one
      count = await runBatch(now).catch(async () => {
        let one = 0
        while (one < batch && !isStopped() && (await runOne(now))) one++
        return one
      })
    }
    return done
  }

  const doLeased = async (now: Temporal.Instant, job: Due & { trace: Trace; run_at: Temporal.Instant }) => {
    const { kind, ref, attempts, run_at: leasedUntil } = job
    try {
      await doOne(job, () => outside[kind]!(ref, now))
      await finish(db.pool, [kind, ref, leasedUntil])
    } catch (error) {
      await postpone(db.pool, [kind, ref, leasedUntil, now.add(waitAfter(attempts))])
      traced(job.trace, () => log(`Job ${kind} ${ref} failed, attempt ${attempts}`, error))
    }
  }

  const runOutside = async (now: Temporal.Instant, isStopped: () => boolean): Promise<number> => {
    const names = Object.keys(outside)
    for (let done = 0; ; ) {
      if (isStopped()) return done
      const leased = await lease(db.pool, [names, now, now.add({ seconds: leaseSeconds }), together])
      if (leased.length === 0) return done
      await Promise.all(leased.map(job => doLeased(now, named(job))))
      done += leased.length
    }
  }

  const runDue = async (now = clock.now(), isStopped = () => false): Promise<number> => {
    const counts = await Promise.all([runInside(now, isStopped), runOutside(now, isStopped)])
    return counts[0] + counts[1]
  }

  let loop: Promise<void> = Promise.resolve()
  let wake = () => {}

  const untilNext = async () => {
    const woken = new Promise<void>(resolve => {
      wake = resolve
    })
    const [row] = await selectNext(db.pool, [kinds])
    const leftMs = row?.next ? clock.now().until(row.next).total('milliseconds') : pollMs
    const pause = new AbortController()
    const signal = AbortSignal.any([pause.signal, stopping.signal])
    await Promise.race([
      woken,
      wait(Math.min(Math.max(Math.ceil(leftMs), 1), pollMs), undefined, { signal }).catch(() => {}),
    ])
    pause.abort()
  }

  const run = async () => {
    const deaf = db.listen('due', () => wake()).catch(error => log('Jobs are not woken by notifications', error))
    while (!stopping.signal.aborted) {
      try {
        await runDue(clock.now(), () => stopping.signal.aborted)
        await untilNext()
      } catch (error) {
        log('Jobs could not run and are tried again', error)
        await wait(pollMs, undefined, { signal: stopping.signal }).catch(() => {})
      }
    }
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
