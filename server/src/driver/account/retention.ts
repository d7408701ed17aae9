// Deletes each night what has passed its retention time: ended sign-ins, codes, idempotency keys, sightings, old plates, rows of imports.
import { dailyJob } from '#platform/daily-job.ts'
import { type Handler, schedule } from '#platform/jobs.ts'
import {
  clearImportNames,
  deleteImportRows,
  deleteOld,
  hashPlates,
  mostAtOnce,
  type Retained,
  retained,
} from './retention-store.ts'

const kind = 'retention'

// the hour with the least traffic
const nightly = dailyJob({ kind, ref: 'all', hour: 3, minute: 30 })

const run: Handler = async (tx, ref, now) => {
  let full = (await hashPlates(tx, now)) === mostAtOnce
  full = (await deleteImportRows(tx, now)) === mostAtOnce || full
  await clearImportNames(tx, now)
  for (const table of Object.keys(retained) as Retained[])
    full = (await deleteOld(tx, table, now)) === mostAtOnce || full
  await (full ? schedule(tx, kind, ref, now.add({ seconds: 1 })) : nightly.reschedule(tx, now))
}

export const startRetention = nightly.start

export const retentionHandlers = { [kind]: run }
