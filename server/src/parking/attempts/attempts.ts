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
  places: Pick<Places, 'requirePlace' | 'resolvePlace' | 'inCity'>
}) => {
  const answer = (row: store.AttemptRow): contract.Attempt => {
    const place = places.requirePlace(row)
    const { name, timeZone } = place
    return {
      AttemptId: row.attempt_id,
      Kind: row.kind,
      TriedAt: row.tried_at.toString(),
      ZoneNumber: row.zone_number,
      ...places.inCity(place),
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

  /** Of its session, where it names one; else the zone that the body names. */
  const placeOf = async (driverId: string, { SessionId, ...named }: Body) => {
    if (!SessionId) return places.resolvePlace(named)
    const city = (await store.findSessionCity(db.pool, SessionId, driverId)) ?? refuse('not_found')
    return places.requirePlace({ city, zone_number: named.ZoneNumber })
  }

  return {
    /** Repeated, it adds the outcome. Throws `unknown_zone`, `zone_ambiguous`, `zone_parts`, and `not_found` for another driver's attempt or session. */
    save: async (driverId: string, attemptId: string, body: Body, now: Temporal.Instant): Promise<contract.Attempt> => {
      const { cityId: city } = await placeOf(driverId, body)
      const row = await store.upsertAttempt(db.pool, driverId, {
        attempt_id: attemptId,
        kind: body.Kind,
        tried_at: Temporal.Instant.from(body.TriedAt),
        city,
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
