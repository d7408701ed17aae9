// Each night the partitions of changes are made for the next days, and those that are two days old are dropped.
import { rollChanges } from './change-store.ts'
import { dailyJob } from './daily-job.ts'
import type { Database } from './db.ts'
import type { OutsideHandler } from './jobs.ts'

const kind = 'change-days'
const nightly = dailyJob({ kind, ref: 'all', hour: 3, minute: 45 })

export const startChangeDays = nightly.start

/** Outside any transaction: payments wait for the lock of this one. */
export const changeDays = (db: Database): Record<string, OutsideHandler> => ({
  [kind]: async (_ref, now) => {
    await rollChanges(db.pool)
    await nightly.reschedule(db.pool, now)
  },
})
