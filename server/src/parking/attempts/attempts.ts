// Evidence of what drivers tried while offline: when by their device, when it reached ParkIt, and the outcome.

import type * as contract from '@parkit/contract/parking/attempts'
import type { Answer, Input } from '@parkit/contract/platform/call'
import { toCents, toDollars } from '@parkit/contract/platform/money'
import type { Places } from '#city/places/places.ts'
import type { Database } from '#platform/db.ts'
import { refuse } from '#platform/errors.ts'
import * as store from './store.ts'

const listLimit = 100

type Body = Input<typeof contract.tellAttempt>['body']

const omitNulls = <T extends object>(fields: T) =>
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
      ...omitNulls({
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
    /** Repeated, it adds the outcome. Throws `unknown_zone`, and `not_found` for another driver's attempt or session. */
    save: async (driverId: string, attemptId: string, body: Body, now: Temporal.Instant): Promise<contract.Attempt> => {
      places.requirePlace(body.ZoneNumber)
      if (body.SessionId && !(await store.ownsSession(db.pool, driverId, body.SessionId))) refuse('not_found')
      const row = await store.upsertAttempt(db.pool, driverId, {
        attempt_id: attemptId,
        kind: body.Kind,
        tried_at: Temporal.Instant.from(body.TriedAt),
        zone_number: body.ZoneNumber,
        plate: body.PlateNumber,
        plate_state: body.PlateState,
        session_id: body.SessionId ?? null,
        minutes: body.Minutes ?? null,
        agreed_cents: body.Agreed === undefined ? null : toCents(body.Agreed),
        latitude: body.Latitude ?? null,
        longitude: body.Longitude ?? null,
        accuracy_metres: body.AccuracyMetres ?? null,
        lost: body.Lost,
        outcome: body.Outcome,
        answered_at: body.AnsweredAt === undefined ? null : Temporal.Instant.from(body.AnsweredAt),
        refusal: body.Refusal ?? null,
        received_at: now,
      })
      return row ? answer(row) : refuse('not_found')
    },

    list: async (driverId: string): Promise<Answer<typeof contract.attempts>> => ({
      Items: (await store.listAttempts(db.pool, driverId, listLimit)).map(answer),
    }),
  }
}
export type Attempts = ReturnType<typeof createAttempts>
