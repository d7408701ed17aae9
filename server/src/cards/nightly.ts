// Each night the two days before are held against the card provider's books; what differs is logged, by name.
import { cityTimeZone } from '@parkit/contract/time'
import type { Clock } from '#platform/clock.ts'
import type { Database, Queryable } from '#platform/db.ts'
import { schedule } from '#platform/jobs.ts'
import type { CardProvider } from './provider.ts'
import { insertJob } from './reconcile-store.ts'
import { type Difference, reconcile } from './reconciling.ts'

const kind = 'reconcile'
const ref = 'nightly'

/** The next half past four, in the city: what began the day before has been answered. */
const nextNight = (now: Temporal.Instant): Temporal.Instant => {
  const here = now.toZonedDateTimeISO(cityTimeZone)
  const night = here.withPlainTime({ hour: 4, minute: 30 })
  return (Temporal.ZonedDateTime.compare(night, here) > 0 ? night : night.add({ days: 1 })).toInstant()
}

type Deps = {
  db: Database
  clock: Clock
  provider: CardProvider
  log: { error: (what: { differences: (Difference & { day: string })[] }, message: string) => void }
  /** how many there are, also where there is none */
  note: (found: number) => void
}

export const createNightly = ({ db, clock, provider, log, note }: Deps) => ({
  /** The job. Throws where the provider does not answer; then it is run again. */
  [kind]: async (): Promise<void> => {
    const now = clock.now()
    const today = now.toZonedDateTimeISO(cityTimeZone).toPlainDate()
    const days = await reconcile({ db: db.pool, provider }, today.subtract({ days: 2 }), today.subtract({ days: 1 }))
    const differences = days.flatMap(({ day, differences }) => differences.map(found => ({ day, ...found })))
    note(differences.length)
    if (differences.length > 0) log.error({ differences }, 'the books and the card provider differ')
    await schedule(db.pool, kind, ref, nextNight(now))
  },
})

/** Any number of servers may begin it, as often as they start: there is one. */
export const beginReconciling = (db: Queryable, now: Temporal.Instant): Promise<void> =>
  insertJob(db, kind, ref, nextNight(now))
