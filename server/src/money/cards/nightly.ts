// Each night the two days before are held against the card provider's books; what differs is logged, by name.
import { cityTimeZone } from '@parkit/contract/platform/time'
import type { Clock } from '#platform/clock.ts'
import { dailyJob } from '#platform/daily-job.ts'
import type { Database } from '#platform/db.ts'
import type { CardProvider } from './provider.ts'
import { type Difference, reconcile } from './reconciliation.ts'

const kind = 'reconcile'
// what began the day before has been answered by then
const daily = dailyJob({ kind, ref: 'nightly', hour: 4, minute: 30 })

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
    await daily.reschedule(db.pool, now)
  },
})

export const startReconciliation = daily.start
