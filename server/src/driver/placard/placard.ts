// The disability placard that a driver states: until the day it expires, and for nobody else to see.
import type * as contract from '@parkit/contract/driver/placard'
import type { Answer, Input } from '@parkit/contract/platform/call'
import { placard as limits } from '@parkit/contract/platform/limits'
import type { Database } from '#platform/db.ts'
import { refuseField } from '#platform/errors.ts'
import * as store from './store.ts'

type Instant = Temporal.Instant

/** Where a day ends last: it holds until the day is over everywhere, so that no city's clock cuts it short. */
const lastZone = 'Etc/GMT+12'
const endOf = (day: Temporal.PlainDate): Instant => day.add({ days: 1 }).toZonedDateTime(lastZone).toInstant()
const dayOf = (untilAt: Instant): string =>
  untilAt.subtract({ seconds: 1 }).toZonedDateTimeISO(lastZone).toPlainDate().toString()

const readDay = (text: string): Temporal.PlainDate => {
  try {
    return Temporal.PlainDate.from(text, { overflow: 'reject' })
  } catch {
    return refuseField('Until', 'date_unknown')
  }
}

export const createPlacard = ({ db }: { db: Pick<Database, 'pool'> }) => ({
  get: async (driverId: string, now: Instant): Promise<Answer<typeof contract.placard>> => {
    const untilAt = await store.findUntil(db.pool, driverId, now)
    return { Until: untilAt && dayOf(untilAt) }
  },

  /** Throws at a day that doesn't exist, is over, or is further away than any placard is valid. */
  state: async (
    driverId: string,
    { Until }: Input<typeof contract.statePlacard>['body'],
    now: Instant,
  ): Promise<Answer<typeof contract.statePlacard>> => {
    const untilAt = endOf(readDay(Until))
    if (Temporal.Instant.compare(untilAt, now) <= 0) refuseField('Until', 'placard_expired')
    if (Temporal.Instant.compare(untilAt, now.add({ hours: 24 * limits.mostDays })) > 0)
      refuseField('Until', 'placard_far')
    await store.upsertPlacard(db.pool, driverId, untilAt)
    return { Until: dayOf(untilAt) }
  },

  remove: async (driverId: string): Promise<Answer<typeof contract.removePlacard>> => {
    await store.deletePlacard(db.pool, driverId)
    return { Until: null }
  },
})
export type Placard = ReturnType<typeof createPlacard>
