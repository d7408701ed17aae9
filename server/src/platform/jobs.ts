// Jobs: one server runs what is due, its effect and its removal in one transaction (docs/decisions/0010-jobs.md).
import type { Clock } from './clock.ts'
import type { Database } from './db.ts'
import { createJobLoop } from './job-loop.ts'
import { type BatchHandler, createJobRunner, type Handler, type OutsideHandler, type Watch } from './job-runner.ts'
import { findDue } from './job-store.ts'
import type { Log } from './log.ts'

export type { BatchHandler, Handler, OutsideHandler } from './job-runner.ts'
export { cancel, schedule } from './job-store.ts'

export type Jobs = {
  start(): void
  /** Begins nothing more, and resolves when what is running has ended: the rest is another server's. */
  stop(): Promise<void>
  /** Runs all that is due at `now`; answers how many were done. For tests. */
  runDue(now?: Temporal.Instant): Promise<number>
}

type Deps = {
  db: Database
  clock: Clock
  handlers?: Record<string, Handler>
  batches?: Record<string, BatchHandler>
  outside?: Record<string, OutsideHandler>
  /** kinds of which fewer run at a time on a server than of others */
  most?: Record<string, number>
  log?: Log
  watch?: Watch
}

/**
 * Any number of servers may run beside each other. Kinds that have no handler here are left to others. Where much is due,
 * kinds are served in their order.
 */
export const createJobs = ({
  db,
  clock,
  handlers = {},
  batches = {},
  outside = {},
  most = {},
  log = (message, error) => console.error(message, error),
  watch = () => {},
}: Deps): Jobs => {
  const inside = [...Object.keys(batches), ...Object.keys(handlers)]
  const kinds = [...inside, ...Object.keys(outside)]
  const runKind = createJobRunner({ db, kinds, handlers, batches, outside, most, log, watch })
  const { start, stop } = createJobLoop({ db, clock, kinds, runKind, log })

  const runDue = async (now = clock.now()): Promise<number> => {
    const runAll = async (some: string[]) => {
      const { due } = await findDue(db.pool, some, now)
      const counts = await Promise.all(due.map(kind => runKind(kind, { now: () => now }, () => false)))
      return counts.reduce((sum, count) => sum + count, 0)
    }
    let done = await runAll(inside)
    // what they scheduled outside, and one of those in turn, is done too
    for (let count = 1; count > 0; done += count) count = await runAll(Object.keys(outside))
    return done
  }

  return { start, stop, runDue }
}
