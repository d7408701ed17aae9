// What is done once a night, at a time of the city's own: one job for all servers, which plans the next night itself.
import { cityTimeZone } from '@parkit/contract/platform/time'
import { type Queryable, sql } from './db.ts'
import { schedule } from './jobs.ts'

type Nightly = { kind: string; ref: string; hour: number; minute: number }

const insert = sql('job_begin', 'insert into job (kind, ref, run_at) values ($1, $2, $3) on conflict do nothing')

export const dailyJob = ({ kind, ref, ...time }: Nightly) => {
  const next = (now: Temporal.Instant): Temporal.Instant => {
    const here = now.toZonedDateTimeISO(cityTimeZone)
    const night = here.withPlainTime(time)
    return (Temporal.ZonedDateTime.compare(night, here) > 0 ? night : night.add({ days: 1 })).toInstant()
  }
  return {
    /** Any number of servers may begin it, as often as they start: there is one. */
    begin: async (db: Queryable, now: Temporal.Instant): Promise<void> => {
      await insert(db, [kind, ref, next(now)])
    },
    /** For the job itself: the next night. */
    again: (db: Queryable, now: Temporal.Instant): Promise<void> => schedule(db, kind, ref, next(now)),
  }
}
