// Changing a running session, once each: its plate, which costs nothing, and its zone, where the difference is paid or returned.

import type * as contract from '@parkit/contract/parking/changes'
import type { MoveQuote } from '@parkit/contract/parking/changes'
import type { Change, Session, Started } from '@parkit/contract/parking/sessions'
import type { Input } from '@parkit/contract/platform/call'
import type { Places } from '#city/places/places.ts'
import type { Authorization, Cards } from '#money/cards/cards.ts'
import { entries } from '#money/ledger/ledger.ts'
import { isFeeWaived } from '#money/subscription/subscription.ts'
import { moveQuoteAnswer, type PricedMove, partOf, priceMove, readMoveQuote, usedAt } from '#parking/quotes/quotes.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database, Queryable } from '#platform/db.ts'
import { Refusal, refuse } from '#platform/errors.ts'
import type { IdempotencyKey } from '#platform/idempotency.ts'
import type { CardPayments } from './card-payments.ts'
import { changeSession } from './change-store.ts'
import { isRunning, payerOf, type SessionRow, sessionAnswer } from './session.ts'
import type { SessionAccess } from './session-access.ts'
import { noReturnMinutes, requireReturnAllowed, type SessionPricing } from './session-pricing.ts'
import { findDriverForStart } from './start-store.ts'

type MoveBody = Input<typeof contract.moveZone>['body']
type PlateBody = Input<typeof contract.changePlate>['body']

type Deps = {
  db: Database
  clock: Clock
  places: Places
  cards: Cards
  payments: CardPayments
  access: SessionAccess
  pricing: SessionPricing
  secret: Buffer
}

/** Throws `change_used`, and `change_gate` where a gate started it: it ends where the gate sees that plate leave. */
const requireChangeable = (row: SessionRow, kind: Change['Kind']): void => {
  const done = row.changes?.filter(change => change.Kind === kind).length ?? 0
  if (done > (kind === 'moved' ? row.moves_given : 0)) refuse('change_used')
  if (row.auto_session) refuse('change_gate')
}

const changed = (row: SessionRow, change: Omit<Change, 'At'>, now: Temporal.Instant) => [
  ...(row.changes ?? []),
  { At: now.toString(), ...change },
]

export const createSessionChange = (deps: Deps) => {
  const { db, clock, places, cards, payments, access, pricing, secret } = deps

  /** With what it costs or returns at the minute of the quote, else now. Throws what the rules refuse. */
  const planMove = async (
    row: SessionRow,
    { ZoneNumber, QuoteId }: MoveBody,
    now: Temporal.Instant,
    isAuthorized = false,
  ): Promise<PricedMove> => {
    requireChangeable(row, 'moved')
    const place = places.requirePlace({ city: row.city, zone_number: ZoneNumber })
    await requireReturnAllowed(db.pool, place, row.facts, row.driver_id, row.plate_key, now)
    const [calendar, { plan }] = await Promise.all([
      pricing.calendarOf(row, now),
      findDriverForStart(db.pool, row.driver_id, null),
    ])
    const priceAt = (used: number) =>
      priceMove(row, calendar, place, used, { isFeeWaived: row.moves_given > 0 || isFeeWaived(plan, now) })
    const fresh = () => moveQuoteAnswer(row, priceAt(usedAt(row, now)), false, now, secret)
    const promised = readMoveQuote(QuoteId, row, { zoneNumber: ZoneNumber, now, isAuthorized, fresh }, secret)
    const priced = priceAt(promised.usedMinutes)
    if (promised.totalCents !== null && promised.totalCents !== priced.totalCents)
      throw new Refusal('price_changed', { extra: { Quote: fresh() } })
    // it closes in the minute that is under way
    if (Temporal.Instant.compare(priced.endsAt, now) <= 0) refuse('zone_closed')
    return priced
  }

  const movedRow = (row: SessionRow, priced: PricedMove, isAuthorized: boolean, now: Temporal.Instant): SessionRow => {
    const { name, kind, address, latitude, longitude, timeZone, zoneNumber } = priced.place
    const { refundsUnused, maxMinutes, rules, used } = priced
    return {
      ...row,
      place: { ...row.place, name, kind, address, latitude, longitude, timeZone, refundsUnused, maxMinutes, used },
      zone_number: zoneNumber,
      tariff_id: rules.tariff?.id ?? null,
      tariff_version: rules.tariff?.version ?? null,
      rule_book_id: rules.bookId,
      rule_book_version: rules.version,
      rules_as_of: rules.rulesAsOf,
      facts: priced.facts,
      part_from_at: priced.from,
      ends_at: priced.endsAt,
      parking_cents: row.parking_cents - priced.backCents + priced.parkingCents,
      fee_cents: row.fee_cents + priced.feeCents,
      payment: isAuthorized ? 'pending' : row.payment,
      changes: changed(row, { Kind: 'moved', From: row.zone_number, To: zoneNumber }, now),
    }
  }

  /** With an authorization, only in a transaction. */
  const writeMove = async (
    tx: Queryable,
    idempotencyKey: IdempotencyKey,
    row: SessionRow,
    priced: PricedMove,
    authorization: Authorization | null,
    now: Temporal.Instant,
  ): Promise<Started> => {
    if (!isRunning(row, now)) refuse('session_ended')
    const after = movedRow(row, priced, authorization !== null, now)
    const { driver_id, session_id } = row
    const { backCents, parkingCents, feeCents } = priced
    const cuts = priced.warnings.filter(warning => warning.startsWith('cut_to_'))
    const answer = { ...sessionAnswer(after, now), ...(cuts.length > 0 && { Warnings: cuts }) }
    const session = await changeSession(
      tx,
      { idempotencyKey, answer, row, now, entry: entries.movedOut(driver_id, session_id, backCents, payerOf(row)) },
      {
        after,
        kind: 'moved',
        minutes: priced.usedMinutes - partOf(row).before,
        parkingCents: row.parking_cents - backCents,
        noReturnMinutes: priced.limits.noReturnMinutes,
        amountCents: priced.totalCents,
        entry: entries.movedIn(driver_id, session_id, parkingCents, feeCents, payerOf(row)),
      },
    )
    // a twin was answered first, at another price and without this card: the sweep releases the authorization
    if (authorization && session.Parking === answer.Parking) await cards.attach(tx, authorization)
    return session
  }

  const moveRow = async (
    idempotencyKey: IdempotencyKey,
    row: SessionRow,
    body: MoveBody,
    now: Temporal.Instant,
  ): Promise<Started> => {
    const isAuthorized = row.method_id !== null && (await cards.findReserved(idempotencyKey)) !== null
    const priced = await planMove(row, body, now, isAuthorized)
    if (row.method_id === null || priced.totalCents <= 0)
      return writeMove(db.pool, idempotencyKey, row, priced, null, now)
    const { totalCents, endsAt } = priced
    const authorization = await payments.authorizeMore(idempotencyKey, row, {
      totalCents,
      endsAt,
      zoneNumber: body.ZoneNumber,
      quote: () => moveQuoteAnswer(row, priced, false, now, secret),
    })
    if (authorization?.action) return { ...sessionAnswer(row, now), RequiresAction: authorization.action }
    return db.transaction(tx => writeMove(tx, idempotencyKey, row, priced, authorization, clock.now()))
  }

  return {
    moveQuote: async (
      driverId: string,
      body: Input<typeof contract.moveQuote>['body'],
      now: Temporal.Instant,
    ): Promise<MoveQuote> => {
      const row = await access.requireRunning(driverId, body.SessionId, now)
      const priced = await planMove(row, body, now)
      const isFull = (await places.availability(priced.place, now)).Availability === 'full'
      return moveQuoteAnswer(row, priced, isFull, now, secret)
    },

    /** All of it happens or none: a card that refuses the difference changes nothing. */
    moveZone: (idempotencyKey: IdempotencyKey, body: MoveBody, now: Temporal.Instant): Promise<Started> =>
      payments.releaseIfRefused(idempotencyKey, () =>
        access.retryOnConflict(idempotencyKey, body.SessionId, now, row =>
          row.method_id === null
            ? moveRow(idempotencyKey, row, body, now)
            : access.replayOr(idempotencyKey, () => moveRow(idempotencyKey, row, body, now)),
        ),
      ),

    changePlate: (idempotencyKey: IdempotencyKey, body: PlateBody, now: Temporal.Instant): Promise<Session> =>
      access.retryOnConflict(idempotencyKey, body.SessionId, now, async row => {
        requireChangeable(row, 'plateChanged')
        const { vehicle: named } = await findDriverForStart(db.pool, row.driver_id, body.VehicleId)
        const vehicle = named ?? refuse('not_found')
        const { make, model, plate, state, plate_key } = vehicle
        if (plate_key === row.plate_key) refuse('bad_input', { fields: { VehicleId: 'invalid' } })
        const isSame = plate === row.vehicle.PlateNumber
        const text = (number: string, ofState: string) => (isSame ? `${number}, ${ofState}` : number)
        const after: SessionRow = {
          ...row,
          vehicle_id: body.VehicleId,
          plate_key,
          vehicle: { VehicleMake: make, VehicleModel: model, PlateNumber: plate, PlateState: state },
          changes: changed(
            row,
            {
              Kind: 'plateChanged',
              From: text(row.vehicle.PlateNumber, row.vehicle.PlateState),
              To: text(plate, state),
            },
            now,
          ),
        }
        return changeSession(
          db.pool,
          { idempotencyKey, answer: sessionAnswer(after, now), row, now, entry: null },
          {
            after,
            kind: 'plateChanged',
            minutes: 0,
            parkingCents: 0,
            noReturnMinutes: noReturnMinutes(places.requirePlace(row), row.facts, now),
            amountCents: 0,
            entry: null,
          },
        )
      }),
  }
}
