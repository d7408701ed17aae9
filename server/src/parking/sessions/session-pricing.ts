// The price of a start or an extension for a driver: his plan, his vehicle and the place's rules.

import type { Facts } from '@parkit/contract/city/calendar-schemas'
import type * as contract from '@parkit/contract/parking/sessions'
import type { Quote } from '@parkit/contract/parking/sessions'
import type { Input } from '@parkit/contract/platform/call'
import { longestCardStayMinutes } from '@parkit/contract/platform/limits'
import { type Cents, cents } from '@parkit/contract/platform/money'
import { differenceCents, limitsAt } from '#city/calendar/calendar.ts'
import type { CityTerms } from '#city/cities/cities.ts'
import type { Place, Places } from '#city/places/places.ts'
import { isFeeWaived } from '#money/subscription/subscription.ts'
import {
  factsAt,
  hasPlacardAt,
  type Priced,
  partOf,
  priceExtension,
  priceStart,
  quoteAnswer,
} from '#parking/quotes/quotes.ts'
import type { Database, Queryable } from '#platform/db.ts'
import { Refusal, refuse, refuseField } from '#platform/errors.ts'
import type { SessionRow } from './session.ts'
import type { SessionAccess } from './session-access.ts'
import { anonymous, findDriverForStart } from './start-store.ts'
import { findLastLeft } from './store.ts'

type QuoteBody = Input<typeof contract.quote>['body']
type Deps = { db: Database; places: Places; secret: Buffer; access: SessionAccess }

/** How long a car that has left may not park there again, in minutes; null: it may at once. */
export const noReturnMinutes = (place: Place, facts: Facts, now: Temporal.Instant): number | null => {
  const calendar = place.calendarAt(now)
  return calendar && limitsAt(calendar, facts, now).noReturnMinutes
}

/** Throws `no_return` if this account's plate left the place too recently to park there again. */
export const requireReturnAllowed = async (
  from: Queryable,
  place: Place,
  facts: Facts,
  driverId: string,
  plateKey: string,
  now: Temporal.Instant,
): Promise<void> => {
  const minutes = noReturnMinutes(place, facts, now)
  if (!minutes) return
  const left = await findLastLeft(from, driverId, plateKey, place.zoneNumber, now, minutes, place.cityId)
  const allowedFrom = left?.add({ minutes })
  if (allowedFrom && Temporal.Instant.compare(allowedFrom, now) > 0)
    throw new Refusal('no_return', { extra: { AllowedFrom: allowedFrom.toString() } })
}

export const createSessionPricing = ({ db, places, secret, access }: Deps) => {
  /** What it is priced by; closures and other bans as they are known at `bansAsOf`. */
  const calendarOf = (row: SessionRow, bansAsOf: Temporal.Instant, from: Queryable = db.pool) =>
    places.sessionCalendar(row, bansAsOf, from)

  const priceMore = async (
    row: SessionRow,
    minutes: number,
    now: Temporal.Instant,
    from: Queryable = db.pool,
  ): Promise<Priced> => {
    // sessions of a version of ParkIt without rule books never pay the fee later
    const isFeeDue = row.rule_book_id !== null && row.parking_cents + row.fee_cents === 0
    const plan = isFeeDue ? (await findDriverForStart(from, row.driver_id, null)).plan : null
    const fee = { isFeeDue, isFeeWaived: isFeeWaived(plan, now) }
    const priced = priceExtension(places.requirePlace(row), await calendarOf(row, now, from), row, minutes, fee)
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
    const driver = driverId ? await findDriverForStart(from, driverId, body.VehicleId ?? null) : anonymous
    const { vehicle, plan, placardUntil } = driver
    const facts = factsAt(place, { placardUntil, spaceKind: body.SpaceKind }, start)
    if (driverId && body.VehicleId)
      await requireReturnAllowed(from, place, facts, driverId, (vehicle ?? refuse('not_found')).plate_key, now)
    return priceStart(place, facts, start, body.Minutes, {
      isFeeWaived: isFeeWaived(plan, start),
      hasPlacard: hasPlacardAt(driver, start),
    })
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
    return priceMore(row, body.Minutes, now, from)
  }

  return {
    /** Of the session's city, as they were at its start. */
    termsOf: (row: SessionRow): CityTerms => places.requirePlace(row).termsAt(row.started_at),
    calendarOf,
    priceMore,
    price,

    /** What was paid for the minutes after the first `used` of the session, by the prices of its present zone. */
    unusedCents: async (row: SessionRow, used: number, from: Queryable = db.pool): Promise<Cents> => {
      const calendar = await calendarOf(row, row.started_at, from)
      const part = partOf(row)
      const usedOfPart = Math.max(0, used - part.before)
      const unused = differenceCents(calendar, row.facts, part.from, usedOfPart * 60, part.minutes * 60)
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
