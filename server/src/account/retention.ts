// Each night what has had its time is deleted: sign-ins that ended, codes, keys of calls, where cars were seen.
import { cityTimeZone } from '@parkit/contract/time'
import type { Queryable } from '#platform/db.ts'
import { type Handler, schedule } from '#platform/jobs.ts'
import { deleteOld, insertJob, type Retained, retained } from './retention-store.ts'

const kind = 'retention'
/** of a table in one transaction */
const batch = 1_000

/** The next half past three, in the city: when least is asked. */
const nextNight = (now: Temporal.Instant): Temporal.Instant => {
  const here = now.toZonedDateTimeISO(cityTimeZone)
  const night = here.withPlainTime({ hour: 3, minute: 30 })
  return (Temporal.ZonedDateTime.compare(night, here) > 0 ? night : night.add({ days: 1 })).toInstant()
}

const run: Handler = async (tx, ref, now) => {
  let full = false
  for (const table of Object.keys(retained) as Retained[])
    full = (await deleteOld(tx, table, batch, now)) === batch || full
  await schedule(tx, kind, ref, full ? now.add({ seconds: 1 }) : nextNight(now))
}

/** Any number of servers may begin it, as often as they start: there is one. */
export const beginRetention = (db: Queryable, now: Temporal.Instant): Promise<void> =>
  insertJob(db, kind, nextNight(now))

export const retentionHandlers = { [kind]: run }
