// Partitions ahead of time: at each start and each night those that tables need next are made, and old ones of changes dropped.
import { rollChanges } from './change-store.ts'
import { dailyJob } from './daily-job.ts'
import { type Database, type Queryable, sql } from './db.ts'
import type { OutsideHandler } from './jobs.ts'

const kind = 'partitions'
const nightly = dailyJob({ kind, ref: 'all', hour: 3, minute: 45 })

/** Does nothing where none is lacking. Throws where a table's lock was not had within half a second. */
const rollPartitions = sql.run<[now: Temporal.Instant]>('partitions_roll', 'select partitions_roll($1)')

const roll = async (db: Queryable, now: Temporal.Instant): Promise<void> => {
  await rollPartitions(db, now)
  await rollChanges(db)
}

/** For each start of a server. */
export const startPartitions = async (db: Queryable, now: Temporal.Instant): Promise<void> => {
  await nightly.start(db, now)
  await roll(db, now)
}

/** Outside any transaction: payments wait for the locks of this one. */
export const partitionJobs = (db: Database): Record<string, OutsideHandler> => ({
  [kind]: async (_ref, now) => {
    await roll(db.pool, now)
    await nightly.reschedule(db.pool, now)
  },
})
