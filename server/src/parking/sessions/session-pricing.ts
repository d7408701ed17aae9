// The price of a start or an extension for a driver: his plan, his vehicle and the place's rules.

import type * as contract from '@parkit/contract/parking/sessions'
import type { Quote } from '@parkit/contract/parking/sessions'
import type { Input } from '@parkit/contract/platform/call'
import { longestCardStayMinutes } from '@parkit/contract/platform/limits'
import { type Cents, cents } from '@parkit/contract/platform/money'
import type { Place, Places } from '#city/places/places.ts'
import { unusedCents } from '#city/tariff/tariff.ts'
import { isFeeWaived } from '#money/subscription/subscription.ts'
import { type Priced, partOf, priceExtension, priceStart, quoteAnswer } from '#parking/quotes/quotes.ts'
import type { Database, Queryable } from '#platform/db.ts'
import { Refusal, refuse, refuseField } from '#platform/errors.ts'
import type { SessionRow } from './session.ts'
import type { SessionAccess } from './session-access.ts'
import { anonymous, findDriverForStart } from './start-store.ts'
import { findLastLeft } from './store.ts'

type QuoteBody = Input<typeof contract.quote>['body']
type Deps = { db: Database; places: Places; secret: Buffer; access: SessionAccess }

/** Throws `no_return` if this account's plate left the place too recently to park there again. */
export const requireReturnAllowed = async (
  from: Queryable,
  place: Place,
  driverId: string,
  plateKey: string,
  now: Temporal.Instant,
): Promise<void> => {
  if (!place.noReturnMinutes) return
  const left = await findLastLeft(from, driverId, plateKey, place.zoneNumber, now, place.noReturnMinutes, place.cityId)
  const allowedFrom = left?.add({ minutes: place.noReturnMinutes })
  if (allowedFrom && Temporal.Instant.compare(allowedFrom, now) > 0)
    throw new Refusal('no_return', { extra: { AllowedFrom: allowedFrom.toString() } })
}

export const createSessionPricing = ({ db, places, secret, access }: Deps) => {
  /** The tariff that the session started with. */
  const findTariff = (row: SessionRow, from: Queryable = db.pool) =>
    places.requireTariff(row.tariff_id, row.tariff_version, from)

  const priceMore = async (row: SessionRow, minutes: number, from: Queryable = db.pool): Promise<Priced> => {
    const priced = priceExtension(places.requirePlace(row), await findTariff(row, from), row, minutes)
    if (row.method_id && priced.minutes > longestCardStayMinutes) refuse('over_max_stay')
    return priced
  }

  const priceNew = async (
    driverId: string | null,
    body: QuoteBody,
    now: Temporal.Instant,
    from: Queryable,
  ): Promise<Priced> => {
    const start = body.StartAt ? Temporal.Instant.from(body.StartAt) : now
    // the driver's clock may be a minute behind
    if (Temporal.Instant.compare(start, now.subtract({ minutes: 1 })) < 0) refuseField('StartAt', 'not_past')
    const place = places.resolvePlace(body)
    if (body.VehicleId && driverId === null) refuse('unauthorized')
    const { vehicle, plan } = driverId ? await findDriverForStart(from, driverId, body.VehicleId ?? null) : anonymous
    if (driverId && body.VehicleId)
      await requireReturnAllowed(from, place, driverId, (vehicle ?? refuse('not_found')).plate_key, now)
    return priceStart(place, start, body.Minutes, isFeeWaived(plan, start))
  }

  /** Of a start, or of an extension if the body names a session. Throws what the rules refuse. */
  const price = async (
    driverId: string | null,
    body: QuoteBody,
    now: Temporal.Instant,
    from: Queryable = db.pool,
  ): Promise<Priced> => {
    if (!body.SessionId) return priceNew(driverId, body, now, from)
    const row = await access.requireRunning(driverId ?? refuse('unauthorized'), body.SessionId, now, from)
    if (row.zone_number !== body.ZoneNumber) refuseField('ZoneNumber', 'invalid')
    return priceMore(row, body.Minutes, from)
  }

  return {
    findTariff,
    priceMore,
    price,

    /** What was paid for the minutes after the first `used` of the session, by the prices of its present zone. */
    unusedCents: async (row: SessionRow, used: number, from: Queryable = db.pool): Promise<Cents> => {
      const tariff = await findTariff(row, from)
      const part = partOf(row)
      const unused = unusedCents(tariff, part.from, part.minutes, Math.max(0, used - part.before), row.place.timeZone)
      return cents(Math.min(unused, row.parking_cents))
    },

    /** For anyone; for a session, for its driver only. Throws what the rules refuse. */
    quote: async (
      driverId: string | null,
      body: QuoteBody,
      now: Temporal.Instant,
      from: Queryable = db.pool,
    ): Promise<Quote> => {
      const priced = await price(driverId, body, now, from)
      const isFull = !body.SessionId && (await places.availability(priced.place, now)).Availability === 'full'
      return quoteAnswer(priced, isFull, now, secret)
    },
  }
}
export type SessionPricing = ReturnType<typeof createSessionPricing>
