// Each night what has had its time goes: sign-ins that ended, codes, keys of calls, where cars were seen, plates of long ago.

import { dailyJob } from '#platform/daily-job.ts'
import { type Handler, schedule } from '#platform/jobs.ts'
import { deleteOld, hashPlates, type Retained, retained } from './retention-store.ts'

const kind = 'retention'
/** of a table in one transaction */
const batch = 1_000

// when least is asked
const night = dailyJob({ kind, ref: 'all', hour: 3, minute: 30 })

const run: Handler = async (tx, ref, now) => {
  let full = (await hashPlates(tx, batch, now)) === batch
  for (const table of Object.keys(retained) as Retained[])
    full = (await deleteOld(tx, table, batch, now)) === batch || full
  await (full ? schedule(tx, kind, ref, now.add({ seconds: 1 })) : night.again(tx, now))
}

export const beginRetention = night.begin

export const retentionHandlers = { [kind]: run }
