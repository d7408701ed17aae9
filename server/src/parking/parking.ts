// Parking's front door: quote, start, extend, stop, and what a driver may read of their sessions.
import type { Answer, Input } from '@parkit/contract/call'
import { longestStayMinutes, regretSeconds } from '@parkit/contract/limits'
import { cents, toDollars } from '@parkit/contract/money'
import type * as contract from '@parkit/contract/parking'
import type { Quote, Session, SessionDetail } from '@parkit/contract/parking'
import { entries } from '#ledger/ledger.ts'
import { type Place, type Places, stayLimit } from '#places/places.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database, Queryable } from '#platform/db.ts'
import { Refusal, refuse, refuseField } from '#platform/errors.ts'
import { firstAnswer, type OnceKey } from '#platform/once.ts'
import { unusedCents } from '#tariff/tariff.ts'
import { plateKey, type Vehicles } from '#vehicles/vehicles.ts'
import { createPast } from './past.ts'
import { priceExtension, priceStart, quoteAnswer, requireQuoted } from './quoting.ts'
import { receiptPdf } from './receipt.ts'
import { isRunning, paidMinutes, type SessionRow, sessionAnswer } from './session.ts'
import { newSessionId } from './session-id.ts'
import { parkingLines, usedMinutes } from './stay.ts'
import * as store from './store.ts'

type Deps = {
  db: Database
  clock: Clock
  places: Places
  vehicles: Vehicles
  /** whether the driver's plan waives the service fee of a start at that time */
  isFeeWaived: (driverId: string, at: Temporal.Instant) => Promise<boolean>
}
type QuoteBody = Input<typeof contract.quote>['body']
type StartBody = Input<typeof contract.start>['body']
type ExtendBody = Input<typeof contract.extend>['body']

/** A start or a step that nobody pressed a button for: written by this transaction, which may tell the driver too. */
type Unasked = { tx: Queryable }

/** A change that lost a race is priced again this often before it is given up as a fault. */
const attempts = 5

export const createParking = async ({ db, places, vehicles, isFeeWaived }: Deps) => {
  const secret = await store.selectSecret(db.pool, 'quote')

  /** Throws `not_found`, also for somebody else's. */
  const getSession = async (driverId: string, sessionId: string): Promise<SessionRow> =>
    (await store.findSession(db.pool, driverId, sessionId)) ?? refuse('not_found')

  const requireRunning = async (driverId: string, sessionId: string, now: Temporal.Instant): Promise<SessionRow> => {
    const row = await getSession(driverId, sessionId)
    if (!isRunning(row, now)) throw new Refusal('session_ended', { extra: { Session: sessionAnswer(row, now) } })
    return row
  }

  /** The place and the tariff as the session started with them. */
  const pricing = async (row: SessionRow) => {
    const place = places.requirePlace(row.zone_number)
    return { place, tariff: await places.requireTariff(row.tariff_id, row.tariff_version) }
  }

  const requireReturnAllowed = async (place: Place, key: string, now: Temporal.Instant) => {
    if (!place.noReturnMinutes) return
    const left = await store.findLastLeft(db.pool, key, place.zoneNumber)
    const from = left?.add({ minutes: place.noReturnMinutes })
    if (from && Temporal.Instant.compare(from, now) > 0)
      throw new Refusal('no_return', { extra: { AllowedFrom: from.toString() } })
  }

  /**
   * The write claims the key and answers a repeated one itself. What is refused before it is looked up here: a repeated
   * call is answered as it first was, whatever has changed since.
   */
  const answerOnce = async (once: OnceKey, work: () => Promise<Session>): Promise<Session> => {
    try {
      return await work()
    } catch (error) {
      const first = error instanceof Refusal && firstAnswer<Session>(once, await store.findAnswer(db.pool, once))
      if (first) return first
      throw error
    }
  }

  /** Prices and writes until the session did not move in between. */
  const change = (
    once: OnceKey,
    sessionId: string,
    now: Temporal.Instant,
    write: (row: SessionRow) => Promise<Session>,
  ): Promise<Session> =>
    answerOnce(once, async () => {
      for (let attempt = 1; ; attempt++) {
        try {
          return await write(await requireRunning(once.driverId, sessionId, now))
        } catch (error) {
          if (!store.isMoved(error) || attempt === attempts) throw error
        }
      }
    })

  const refundAt = async (row: SessionRow, now: Temporal.Instant) => {
    const used = Math.min(usedMinutes(row.started_at, now), paidMinutes(row))
    const regretted = now.since(row.started_at).total('seconds') < regretSeconds
    if (regretted) return { used, regretted, refundCents: row.parking_cents + row.fee_cents }
    if (!row.place.refundsUnused) return { used, regretted, refundCents: 0 }
    const { tariff } = await pricing(row)
    const refundCents = unusedCents(tariff, row.started_at, paidMinutes(row), used, row.place.timeZone)
    return { used, regretted, refundCents: Math.min(refundCents, row.parking_cents) }
  }

  return {
    /** For anyone; with a session, for its driver alone. Throws what the rules refuse. */
    quote: async (driverId: string | null, body: QuoteBody, now: Temporal.Instant): Promise<Quote> => {
      if (body.SessionId) {
        const row = await requireRunning(driverId ?? refuse('unauthorized'), body.SessionId, now)
        if (row.zone_number !== body.ZoneNumber) refuseField('ZoneNumber', 'invalid')
        const { place, tariff } = await pricing(row)
        return quoteAnswer(priceExtension(place, tariff, row, body.Minutes), false, now, secret)
      }
      const start = body.StartAt ? Temporal.Instant.from(body.StartAt) : now
      // a minute's grace, so that "now" on the driver's watch is no past
      if (Temporal.Instant.compare(start, now.subtract({ minutes: 1 })) < 0) refuseField('StartAt', 'not_past')
      const place = places.requirePlace(body.ZoneNumber)
      if (body.VehicleId) {
        const vehicle = await vehicles.requireVehicle(driverId ?? refuse('unauthorized'), body.VehicleId)
        await requireReturnAllowed(place, plateKey(vehicle.PlateState, vehicle.PlateNumber), now)
      }
      const { Availability } = await places.availability(place, now)
      const isWaived = driverId !== null && (await isFeeWaived(driverId, start))
      return quoteAnswer(priceStart(place, start, body.Minutes, isWaived), Availability === 'full', now, secret)
    },

    /** Parks: the wallet pays and the clock starts in one transaction; the same key answers the same session. */
    start: (once: OnceKey, body: StartBody, now: Temporal.Instant, unasked?: Unasked): Promise<Session> =>
      answerOnce(once, async () => {
        const vehicle = await vehicles.requireVehicle(once.driverId, body.VehicleId)
        if (body.PayWith !== 'wallet') refuseField('PayWith', 'from_list')
        const place = places.requirePlace(body.ZoneNumber)
        const key = plateKey(vehicle.PlateState, vehicle.PlateNumber)
        await requireReturnAllowed(place, key, now)
        const priced = priceStart(place, now, body.Minutes, await isFeeWaived(once.driverId, now))
        if (body.QuoteId) requireQuoted(body.QuoteId, priced, now, secret)

        const { VehicleMake, VehicleModel, PlateNumber, PlateState } = vehicle
        const { name, kind, address, latitude, longitude, timeZone, refundsUnused } = place
        const limit = stayLimit(place, now).maxMinutes
        const row: SessionRow = {
          session_id: newSessionId(),
          driver_id: once.driverId,
          vehicle_id: body.VehicleId,
          plate_key: key,
          vehicle: { VehicleMake, VehicleModel, PlateNumber, PlateState },
          place: { name, kind, address, latitude, longitude, timeZone, refundsUnused, maxMinutes: limit },
          zone_number: place.zoneNumber,
          tariff_id: priced.tariff.id,
          tariff_version: priced.tariff.version,
          status: 'running',
          started_at: now,
          ends_at: now.add({ minutes: priced.minutes }),
          ended_at: null,
          parking_cents: priced.parkingCents,
          fee_cents: priced.feeCents,
          refunded_cents: 0,
          paid_via: 'wallet',
          auto_session: unasked !== undefined,
          auto_extended: false,
        }
        const fare =
          priced.totalCents > 0
            ? entries.fare(once.driverId, row.session_id, priced.parkingCents, priced.feeCents)
            : null
        const session = await store.startSession(unasked?.tx ?? db.pool, once, sessionAnswer(row, now), row, fare)
        if (unasked) await store.markLastStepAuto(unasked.tx, session.SessionId)
        return session
      }),

    /** With `unasked`, the session must be locked by its transaction. */
    extend: (once: OnceKey, body: ExtendBody, now: Temporal.Instant, unasked?: Unasked): Promise<Session> =>
      change(once, body.SessionId, now, async row => {
        const { place, tariff } = await pricing(row)
        const priced = priceExtension(place, tariff, row, body.Minutes)
        if (body.QuoteId) requireQuoted(body.QuoteId, priced, now, secret)
        const extended: SessionRow = {
          ...row,
          ends_at: row.started_at.add({ minutes: priced.minutes }),
          parking_cents: row.parking_cents + priced.totalCents,
          auto_extended: row.auto_extended || unasked !== undefined,
        }
        const entry = priced.totalCents > 0 ? entries.extension(once.driverId, row.session_id, priced.totalCents) : null
        const answer = sessionAnswer(extended, now)
        const change = { once, answer, row, now, entry }
        const { tx = db.pool } = unasked ?? {}
        const session = await store.extendSession(tx, change, priced.minutes, priced.totalCents)
        if (unasked) await store.markAutoExtended(unasked.tx, session.SessionId)
        return session
      }),

    stop: (once: OnceKey, sessionId: string, now: Temporal.Instant, unasked?: Unasked): Promise<Session> =>
      change(once, sessionId, now, async row => {
        const { used, regretted, refundCents } = await refundAt(row, now)
        const stopped: SessionRow = { ...row, status: 'ended', ended_at: now, refunded_cents: refundCents }
        const entry =
          refundCents === 0
            ? null
            : regretted
              ? entries.cancelled(once.driverId, row.session_id, cents(row.parking_cents), cents(row.fee_cents))
              : entries.unusedMinutes(once.driverId, row.session_id, cents(refundCents))
        const answer = sessionAnswer(stopped, now)
        const { tx = db.pool } = unasked ?? {}
        const session = await store.stopSession(tx, { once, answer, row, now, entry }, used, refundCents)
        if (unasked) await store.markLastStepAuto(unasked.tx, session.SessionId)
        return session
      }),

    stopQuote: async (
      driverId: string,
      sessionId: string,
      now: Temporal.Instant,
    ): Promise<Answer<typeof contract.stopQuote>> => {
      const row = await requireRunning(driverId, sessionId, now)
      const { used, refundCents } = await refundAt(row, now)
      return {
        Refund: toDollars(refundCents),
        AmountPaid: toDollars(row.parking_cents + row.fee_cents - refundCents),
        Minutes: used,
      }
    },

    active: async (driverId: string, now: Temporal.Instant): Promise<Session[]> =>
      (await store.listActive(db.pool, driverId, now)).map(row => sessionAnswer(row, now)),

    ...createPast(db),

    /** One session with its time line; its lines are priced again from the tariff it started with. */
    session: async (driverId: string, sessionId: string, now: Temporal.Instant): Promise<SessionDetail> => {
      const row = await getSession(driverId, sessionId)
      const [{ tariff }, steps] = await Promise.all([pricing(row), store.listSteps(db.pool, sessionId)])
      const { lines } = parkingLines(row.place, tariff, row.started_at, Math.min(paidMinutes(row), longestStayMinutes))
      const fee = row.fee_cents
      return {
        ...sessionAnswer(row, now),
        Steps: steps.map(step => ({
          At: step.at.toString(),
          Kind: step.kind,
          Minutes: step.minutes,
          Amount: toDollars(step.amount_cents),
          Auto: step.auto,
        })),
        Lines: fee
          ? [...lines, { Kind: 'fee', Name: 'Service fee', Minutes: 0, HourlyRate: null, Amount: toDollars(fee) }]
          : lines,
      }
    },

    /** The receipt of a session as a PDF document. */
    receiptPdf: async (driverId: string, sessionId: string, now: Temporal.Instant): Promise<Buffer> =>
      receiptPdf(sessionAnswer(await getSession(driverId, sessionId), now)),

    requireRunning,

    /** Holds the session still until the transaction ends; none where it runs no more. */
    lockRunning: async (tx: Queryable, sessionId: string, now: Temporal.Instant): Promise<SessionRow | null> => {
      const row = await store.lockSession(tx, sessionId)
      return row && isRunning(row, now) ? row : null
    },

    /** The running session that a gate started there for this plate, held like `lockRunning`. */
    lockStartedByGate: async (tx: Queryable, key: string, zoneNumber: string, now: Temporal.Instant) => {
      const row = await store.lockStartedByGate(tx, key, zoneNumber)
      return row && isRunning(row, now) ? row : null
    },

    /** The job of a session's end. */
    endSession: (tx: Queryable, sessionId: string, now: Temporal.Instant) => store.endSession(tx, sessionId, now),

    /** Throws `not_found`, also for somebody else's. */
    requireSession: async (driverId: string, sessionId: string): Promise<void> => {
      await getSession(driverId, sessionId)
    },
    isParked: (tx: Queryable, vehicleId: string, now: Temporal.Instant) => store.isVehicleParked(tx, vehicleId, now),
    placeNames: (sessionIds: string[]) => store.selectPlaceNames(db.pool, sessionIds),
    countRunningSince: store.countRunningSince,
  }
}
export type Parking = Awaited<ReturnType<typeof createParking>>
export { payBack } from './paid-back-store.ts'
export { paidMinutes, type SessionRow }
