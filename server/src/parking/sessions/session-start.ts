// Starting a session: its price and the place's rules, then one transaction that takes the money and starts the clock.

import type * as contract from '@parkit/contract/parking/sessions'
import type { Started } from '@parkit/contract/parking/sessions'
import type { Input } from '@parkit/contract/platform/call'
import { longestCardStayMinutes } from '@parkit/contract/platform/limits'
import type { Place, Places } from '#city/places/places.ts'
import type { Authorization, Cards } from '#money/cards/cards.ts'
import { type Entry, entries } from '#money/ledger/ledger.ts'
import { isFeeWaived } from '#money/subscription/subscription.ts'
import { factsAt, hasPlacardAt, type PricedStart, priceStart, requireQuoted } from '#parking/quotes/quotes.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database, Queryable } from '#platform/db.ts'
import { refuse } from '#platform/errors.ts'
import type { IdempotencyKey } from '#platform/idempotency.ts'
import { newReadableId } from '#platform/readable-id.ts'
import type { CardPayments } from './card-payments.ts'
import { payerOf, type SessionRow, type SystemInitiated, sessionAnswer } from './session.ts'
import type { SessionAccess } from './session-access.ts'
import { noReturnMinutes, requireReturnAllowed } from './session-pricing.ts'
import { findDriverForStart } from './start-store.ts'
import * as store from './store.ts'

type StartBody = Input<typeof contract.start>['body']
type Start = { row: SessionRow; priced: PricedStart }

type Deps = {
  db: Database
  clock: Clock
  places: Places
  cards: Cards
  payments: CardPayments
  access: SessionAccess
  secret: Buffer
}

/** Null if it costs nothing. */
const fareEntry = ({ row, priced }: Start): Entry | null =>
  priced.totalCents > 0
    ? entries.fare(row.driver_id, row.session_id, priced.parkingCents, priced.feeCents, payerOf(row))
    : null

/** The same start, paid by a card. Throws `over_max_stay` if an authorization would expire before its end. */
const payByCard = ({ row, priced }: Start, card: { methodId: string; methodName: string }): Start => {
  if (priced.minutes > longestCardStayMinutes) refuse('over_max_stay')
  const place = { ...row.place, maxMinutes: Math.min(row.place.maxMinutes ?? Infinity, longestCardStayMinutes) }
  const payment = priced.totalCents > 0 ? 'pending' : 'paid'
  return { priced, row: { ...row, place, paid_via: card.methodName, method_id: card.methodId, payment } }
}

/** A start that was cut short says so. */
const startedAnswer = ({ row, priced }: Start, now: Temporal.Instant): Started => {
  const cuts = priced.warnings.filter(warning => warning.startsWith('cut_to_'))
  return { ...sessionAnswer(row, now), ...(cuts.length > 0 && { Warnings: cuts }) }
}

export const createSessionStart = ({ db, clock, places, cards, payments, access, secret }: Deps) => {
  const cityOf = (place: Place) => {
    const { City: city, CityName: cityName } = places.inCity(place)
    return { city, ...(cityName && { cityName }) }
  }

  /** The start as it would be at `now`. Throws what the rules refuse, and if the quote does not hold. */
  const planStart = async (
    from: Queryable,
    driverId: string,
    body: StartBody,
    now: Temporal.Instant,
  ): Promise<Start> => {
    const driver = await findDriverForStart(from, driverId, body.VehicleId)
    const { vehicle: named, plan, placardUntil } = driver
    const vehicle = named ?? refuse('not_found')
    const place = places.resolvePlace(body)
    const facts = factsAt(place, { placardUntil, spaceKind: body.SpaceKind }, now)
    await requireReturnAllowed(from, place, facts, driverId, vehicle.plate_key, now)
    const priced = priceStart(place, facts, now, body.Minutes, {
      isFeeWaived: isFeeWaived(plan, now),
      hasPlacard: hasPlacardAt(driver, now),
    })
    if (body.QuoteId) requireQuoted(body.QuoteId, priced, now, secret)
    const { name, kind, address, latitude, longitude, timeZone, refundsUnused } = place
    const maxMinutes = priced.isLimited ? priced.maxMinutes : null
    const { rules } = priced
    const row: SessionRow = {
      session_id: newReadableId('P', 10),
      driver_id: driverId,
      vehicle_id: body.VehicleId,
      plate_key: vehicle.plate_key,
      vehicle: {
        VehicleMake: vehicle.make,
        VehicleModel: vehicle.model,
        PlateNumber: vehicle.plate,
        PlateState: vehicle.state,
      },
      place: { name, kind, address, latitude, longitude, timeZone, refundsUnused, maxMinutes, ...cityOf(place) },
      city: place.cityId,
      zone_number: place.zoneNumber,
      tariff_id: rules.tariff?.id ?? null,
      tariff_version: rules.tariff?.version ?? null,
      rule_book_id: rules.bookId,
      rule_book_version: rules.version,
      rules_as_of: rules.rulesAsOf,
      facts,
      status: 'running',
      started_at: now,
      ends_at: now.add({ minutes: priced.minutes }),
      ended_at: null,
      part_from_at: null,
      parking_cents: priced.parkingCents,
      fee_cents: priced.feeCents,
      refunded_cents: 0,
      paid_via: 'wallet',
      auto_session: false,
      auto_extended: false,
      method_id: null,
      payment: null,
      moves_given: 0,
      changes: null,
    }
    return { row, priced }
  }

  const insertSession = (tx: Queryable, idempotencyKey: IdempotencyKey, start: Start, now: Temporal.Instant) => {
    const row = { ...start.row, no_return_minutes: noReturnMinutes(start.priced.place, start.priced.facts, now) }
    return store.startSession(tx, idempotencyKey, startedAnswer(start, now), row, fareEntry(start))
  }

  const startByWallet = async (
    idempotencyKey: IdempotencyKey,
    body: StartBody,
    now: Temporal.Instant,
    systemInitiated?: SystemInitiated,
  ): Promise<Started> => {
    const { tx = db.pool } = systemInitiated ?? {}
    const { row, priced } = await planStart(tx, idempotencyKey.callerId, body, now)
    row.auto_session = systemInitiated !== undefined
    const session = await insertSession(tx, idempotencyKey, { row, priced }, now)
    if (systemInitiated) await store.markLastStepAuto(tx, session.SessionId)
    return session
  }

  /** Priced again at the moment of the authorization, when the clock starts. */
  const startAuthorized = async (
    idempotencyKey: IdempotencyKey,
    body: StartBody,
    authorization: Authorization,
  ): Promise<Started> => {
    const now = clock.now()
    const { row, priced } = payByCard(await planStart(db.pool, idempotencyKey.callerId, body, now), authorization)
    row.session_id = authorization.sessionId
    payments.requireAuthorized(authorization, priced, now)
    await cards.requireCapturable(authorization.sessionId, row.ends_at)
    return db.transaction(async tx => {
      const session = await insertSession(tx, idempotencyKey, { row, priced }, now)
      // a twin was answered first, when the stay cost nothing: the sweep releases this authorization
      if (session.SessionId === authorization.sessionId) await cards.attach(tx, authorization)
      return session
    })
  }

  const startByCard = (idempotencyKey: IdempotencyKey, body: StartBody, now: Temporal.Instant): Promise<Started> =>
    payments.releaseIfRefused(idempotencyKey, async () => {
      const reserved = await cards.findReserved(idempotencyKey)
      // the quote may expire during the bank's challenge: from then on the authorized amount is compared with the price
      const { QuoteId, ...unquoted } = body
      const planned = await planStart(db.pool, idempotencyKey.callerId, reserved === null ? body : unquoted, now)
      const isFree = planned.priced.totalCents === 0
      const isNew = reserved === null || isFree
      const chosen = isNew
        ? await cards.requireCard(idempotencyKey.callerId, body.PayWith)
        : { methodId: body.PayWith, methodName: '' }
      const { row, priced } = payByCard(planned, chosen)
      await store.requireNotParked(db.pool, idempotencyKey.callerId, row.plate_key, now)
      // again: the plate may have been stopped between the two
      await requireReturnAllowed(db.pool, priced.place, priced.facts, idempotencyKey.callerId, row.plate_key, now)
      if (isFree) return insertSession(db.pool, idempotencyKey, { row, priced }, now)

      const authorization = await cards.authorize(idempotencyKey, {
        sessionId: reserved ?? row.session_id,
        cityName: places.cityName(row.city),
        zoneNumber: row.zone_number,
        methodId: body.PayWith,
        totalCents: priced.totalCents,
        mayFallBack: true,
        beforeCharge: (tx, chargeKey) =>
          store.notePending(tx, chargeKey, { ...row, session_id: reserved ?? row.session_id }, now),
      })
      if (!authorization.action) return startAuthorized(idempotencyKey, unquoted, authorization)
      const { row: pending } = payByCard(planned, authorization)
      const held = { ...pending, session_id: authorization.sessionId, status: 'pending' as const }
      return { ...startedAnswer({ row: held, priced: planned.priced }, now), RequiresAction: authorization.action }
    })

  /** One transaction; the same key answers the same session. */
  return (
    idempotencyKey: IdempotencyKey,
    body: StartBody,
    now: Temporal.Instant,
    systemInitiated?: SystemInitiated,
  ): Promise<Started> => {
    const work = () =>
      body.PayWith === 'wallet'
        ? startByWallet(idempotencyKey, body, now, systemInitiated)
        : access.replayOr(idempotencyKey, () => startByCard(idempotencyKey, body, now))
    return access.replayIfRefused(idempotencyKey, work, systemInitiated?.tx)
  }
}
