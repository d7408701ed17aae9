// The entry of operators: their credentials, and the counts of taken spaces they report.
import { randomUUID } from 'node:crypto'
import type * as contract from '@parkit/contract/city/operators'
import type { Answer, Input } from '@parkit/contract/platform/call'
import type { Places } from '#city/places/places.ts'
import { type Operator as Caller, hashToken, makeToken } from '#platform/auth.ts'
import type { Database } from '#platform/db.ts'
import * as store from './store.ts'

/**
 * Makes an operator's credential for zones of a city, by its id, or for all of it, and stores its hash alone. A known name gets a new
 * one; the old one of that city ends.
 */
export const inviteOperator = async (
  db: Database,
  name: string,
  now: Temporal.Instant,
  city = 1,
  zones: readonly string[] | null = null,
): Promise<string> => {
  const token = makeToken()
  const invited = { name, tokenHash: hashToken(token), city, zones }
  await db.transaction(tx => store.insertCredential(tx, invited, randomUUID, now.toString()))
  return token
}

export const createOperator = ({ db, places }: { db: Database; places: Places }) => ({
  findOperator: (token: string): Promise<Caller | null> => store.findOperator(db.pool, hashToken(token)),

  /** Rows that cannot be are refused one by one, with a reason; the others count. */
  reportOccupancy: async (
    { city: cityId, zones }: Pick<Caller, 'city' | 'zones'>,
    { Reports }: Input<typeof contract.occupancy>['body'],
    now: Temporal.Instant,
  ): Promise<Answer<typeof contract.occupancy>> => {
    const reports = Reports.map(({ ZoneNumber, Taken, ObservedAt }) => ({
      cityId,
      zoneNumber: ZoneNumber,
      taken: Taken,
      observedAt: Temporal.Instant.from(ObservedAt),
    }))
    const { accepted, refused } = await places.reportOccupancy(reports, now, zones)
    return {
      Accepted: accepted,
      Refused: refused.map(({ zoneNumber, reason }) => ({ ZoneNumber: zoneNumber, Reason: reason })),
    }
  },
})
export type Operator = ReturnType<typeof createOperator>
