// Evidence of what drivers tried without a signal: when by their device, when it reached ParkIt, and what came of it.

import type * as contract from '@parkit/contract/parking/attempts'
import type { Answer, Input } from '@parkit/contract/platform/call'
import { toCents, toDollars } from '@parkit/contract/platform/money'
import type { Places } from '#city/places/places.ts'
import type { Database } from '#platform/db.ts'
import { refuse } from '#platform/errors.ts'
import * as store from './store.ts'

const mostListed = 100

type Told = Input<typeof contract.tellAttempt>['body']

const present = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as {
    [Name in keyof T]?: NonNullable<T[Name]>
  }

export const createAttempts = ({
  db,
  places,
}: {
  db: Pick<Database, 'pool'>
  places: Pick<Places, 'requirePlace'>
}) => {
  const answer = (row: store.AttemptRow): contract.Attempt => {
    const { name, timeZone } = places.requirePlace(row.zone_number)
    return {
      AttemptId: row.attempt_id,
      Kind: row.kind,
      TriedAt: row.tried_at.toString(),
      ZoneNumber: row.zone_number,
      Name: name,
      TimeZone: timeZone,
      PlateNumber: row.plate,
      PlateState: row.plate_state,
      Lost: row.lost,
      Outcome: row.outcome,
      ReceivedAt: row.received_at.toString(),
      ...present({
        SessionId: row.session_id,
        Minutes: row.minutes,
        Agreed: row.agreed_cents === null ? null : toDollars(row.agreed_cents),
        Latitude: row.latitude,
        Longitude: row.longitude,
        AccuracyMetres: row.accuracy_metres,
        AnsweredAt: row.answered_at?.toString() ?? null,
        Refusal: row.refusal,
      }),
    }
  }

  return {
    /** Told again it adds what came of it. Throws `unknown_zone`, and `not_found` for another driver's, or of another's session. */
    tell: async (driverId: string, attemptId: string, told: Told, now: Temporal.Instant): Promise<contract.Attempt> => {
      places.requirePlace(told.ZoneNumber)
      if (told.SessionId && !(await store.ownsSession(db.pool, driverId, told.SessionId))) refuse('not_found')
      const row = await store.upsertAttempt(db.pool, driverId, {
        attempt_id: attemptId,
        kind: told.Kind,
        tried_at: Temporal.Instant.from(told.TriedAt),
        zone_number: told.ZoneNumber,
        plate: told.PlateNumber,
        plate_state: told.PlateState,
        session_id: told.SessionId ?? null,
        minutes: told.Minutes ?? null,
        agreed_cents: told.Agreed === undefined ? null : toCents(told.Agreed),
        latitude: told.Latitude ?? null,
        longitude: told.Longitude ?? null,
        accuracy_metres: told.AccuracyMetres ?? null,
        lost: told.Lost,
        outcome: told.Outcome,
        answered_at: told.AnsweredAt === undefined ? null : Temporal.Instant.from(told.AnsweredAt),
        refusal: told.Refusal ?? null,
        received_at: now,
      })
      return row ? answer(row) : refuse('not_found')
    },

    list: async (driverId: string): Promise<Answer<typeof contract.attempts>> => ({
      Items: (await store.listAttempts(db.pool, driverId, mostListed)).map(answer),
    }),
  }
}
export type Attempts = ReturnType<typeof createAttempts>
