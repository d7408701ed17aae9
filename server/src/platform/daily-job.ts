// A job that runs once a day at a local time of the city: one for all servers, which schedules its own next run.

import { type Queryable, sql } from './db.ts'
import { houseTimeZone } from './house-time.ts'
import { schedule } from './jobs.ts'

type Daily = { kind: string; ref: string; hour: number; minute: number }

const insert = sql('job_begin', 'insert into job (kind, ref, run_at) values ($1, $2, $3) on conflict do nothing')

export const dailyJob = ({ kind, ref, ...time }: Daily) => {
  const next = (now: Temporal.Instant): Temporal.Instant => {
    const here = now.toZonedDateTimeISO(houseTimeZone)
    const today = here.withPlainTime(time)
    return (Temporal.ZonedDateTime.compare(today, here) > 0 ? today : today.add({ days: 1 })).toInstant()
  }
  return {
    /** Does nothing where it is scheduled already: every server calls this when it starts. */
    start: async (db: Queryable, now: Temporal.Instant): Promise<void> => {
      await insert(db, [kind, ref, next(now)])
    },
    /** For the job itself: the next day. */
    reschedule: (db: Queryable, now: Temporal.Instant): Promise<void> => schedule(db, kind, ref, next(now)),
  }
}
