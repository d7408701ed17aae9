// Parking's front door: quote, start, extend, stop, and what a driver may read of their sessions.

import type * as contract from '@parkit/contract/parking/sessions'
import type { Quote, Session, SessionDetail } from '@parkit/contract/parking/sessions'
import type { Answer, Input } from '@parkit/contract/platform/call'
import { longestCardStayMinutes, longestStayMinutes, regretSeconds } from '@parkit/contract/platform/limits'
import { cents, toDollars } from '@parkit/contract/platform/money'
import type { Places } from '#city/places/places.ts'
import { unusedCents } from '#city/tariff/tariff.ts'
import type { Cards, Hold } from '#money/cards/cards.ts'
import { entries } from '#money/ledger/ledger.ts'
import { isFeeWaived } from '#money/subscription/subscription.ts'
import { type Priced, priceExtension, priceStart, quoteAnswer, requireQuoted } from '#parking/quotes/quotes.ts'
import { parkingLines, usedMinutes } from '#parking/quotes/stay.ts'
import { createBatchLoader } from '#platform/batch-loader.ts'
import type { Clock } from '#platform/clock.ts'
import { type Database, isTransient, type Queryable, selectSecret } from '#platform/db.ts'
import { Refusal, refuse, refuseField } from '#platform/errors.ts'
import { findAnswer, type IdempotencyKey } from '#platform/idempotency.ts'
import { createRunning } from './active-session-counts.ts'
import { type Answered, createByCard } from './card-payments.ts'
import { findParker, nobody } from './parker-store.ts'
import { createPast } from './past.ts'
import { receiptPdf } from './receipt.ts'
import { isRunning, paidMinutes, type SessionRow, sessionAnswer } from './session.ts'
import { createStarting, fareOf, requireReturnAllowed, type StartBody } from './session-start.ts'
import * as store from './store.ts'

type Deps = {
  db: Database
  clock: Clock
  places: Places
  cards: Cards
}
type QuoteBody = Input<typeof contract.quote>['body']
type ExtendBody = Input<typeof contract.extend>['body']

/** A start or a step that nobody pressed a button for: written by this transaction, which may tell the driver too. */
type Unasked = { tx: Queryable; hold?: Hold | null }

/** A clock that was set back, or another server's that is behind, ends nothing before it began. */
const notBefore = (earliest: Temporal.Instant, now: Temporal.Instant) =>
  Temporal.Instant.compare(now, earliest) < 0 ? earliest : now

const payerOf = (row: SessionRow) => (row.method_id ? 'card_receivable' : 'wallet')

/** A change that lost a race is priced again this often before it is given up as a fault. */
const attempts = 5

export const createParking = async ({ db, clock, places, cards }: Deps) => {
  const secret = await selectSecret(db.pool, 'quote')
  const running = await createRunning({ db, clock })
  // every screen asks for it
  const findActive = createBatchLoader(driverIds => store.listActive(db.pool, driverIds, clock.now()))

  /** Throws `not_found`, also for somebody else's. */
  const getSession = async (driverId: string, sessionId: string, from: Queryable = db.pool): Promise<SessionRow> =>
    (await store.findSession(from, driverId, sessionId)) ?? refuse('not_found')

  const requireRunning = async (
    driverId: string,
    sessionId: string,
    now: Temporal.Instant,
    from: Queryable = db.pool,
  ): Promise<SessionRow> => {
    const row = await getSession(driverId, sessionId, from)
    if (!isRunning(row, now)) throw new Refusal('session_ended', { extra: { Session: sessionAnswer(row, now) } })
    return row
  }

  /** The place and the tariff as the session started with them. */
  const pricing = async (row: SessionRow, from: Queryable = db.pool) => {
    const place = places.requirePlace(row.zone_number)
    return { place, tariff: await places.requireTariff(row.tariff_id, row.tariff_version, from) }
  }

  const priceMore = async (row: SessionRow, minutes: number, from: Queryable = db.pool) => {
    const { place, tariff } = await pricing(row, from)
    const priced = priceExtension(place, tariff, row, minutes)
    if (row.method_id && priced.minutes > longestCardStayMinutes) refuse('over_max_stay')
    return priced
  }

  const starting = createStarting({ places, secret })
  const byCard = createByCard({ db, clock, cards, starting, secret })

  /**
   * The write claims the key and answers a repeated one itself. What is refused before it is looked up here: a repeated
   * call is answered as it first was, whatever has changed since. Whoever holds a transaction reads by it alone: one who
   * waited for a second connection with the first in hand would wait for ever where all do.
   */
  const answerOnce = async (
    once: IdempotencyKey,
    work: () => Promise<Answered>,
    from: Queryable = db.pool,
  ): Promise<Answered> => {
    try {
      return await work()
    } catch (error) {
      const first = error instanceof Refusal && (await findAnswer<Session>(from, once))
      if (first) return first
      throw error
    }
  }

  /** A card is not asked for what was done already. */
  const firstOf = async (once: IdempotencyKey, work: () => Promise<Answered>): Promise<Answered> =>
    (await findAnswer<Session>(db.pool, once)) ?? work()

  /** Prices and writes until the session did not move in between. In a transaction, that one is repeated after a deadlock. */
  const change = (
    once: IdempotencyKey,
    sessionId: string,
    now: Temporal.Instant,
    write: (row: SessionRow) => Promise<Answered>,
    from: Queryable = db.pool,
  ): Promise<Answered> => {
    const work = async () => {
      for (let attempt = 1; ; attempt++) {
        try {
          return await write(await requireRunning(once.callerId, sessionId, now, from))
        } catch (error) {
          // all take their locks in one order; a process of a version before may not
          const mayTryAgain = store.isMoved(error) || (from === db.pool && isTransient(error))
          if (!mayTryAgain || attempt === attempts) throw error
        }
      }
    }
    return answerOnce(once, work, from)
  }

  const refundAt = async (row: SessionRow, now: Temporal.Instant, from: Queryable = db.pool) => {
    const used = Math.min(usedMinutes(row.started_at, now), paidMinutes(row))
    const regretted = now.since(row.started_at).total('seconds') < regretSeconds
    if (regretted) return { used, regretted, refundCents: row.parking_cents + row.fee_cents }
    if (!row.place.refundsUnused) return { used, regretted, refundCents: 0 }
    const { tariff } = await pricing(row, from)
    const refundCents = unusedCents(tariff, row.started_at, paidMinutes(row), used, row.place.timeZone)
    return { used, regretted, refundCents: Math.min(refundCents, row.parking_cents) }
  }

  /** What a stay costs as it would be asked for. Throws what the rules refuse. */
  const price = async (
    driverId: string | null,
    body: QuoteBody,
    now: Temporal.Instant,
    from: Queryable = db.pool,
  ): Promise<Priced> => {
    if (body.SessionId) {
      const row = await requireRunning(driverId ?? refuse('unauthorized'), body.SessionId, now, from)
      if (row.zone_number !== body.ZoneNumber) refuseField('ZoneNumber', 'invalid')
      return priceMore(row, body.Minutes, from)
    }
    const start = body.StartAt ? Temporal.Instant.from(body.StartAt) : now
    // a minute's grace, so that "now" on the driver's watch is no past
    if (Temporal.Instant.compare(start, now.subtract({ minutes: 1 })) < 0) refuseField('StartAt', 'not_past')
    const place = places.requirePlace(body.ZoneNumber)
    if (body.VehicleId && driverId === null) refuse('unauthorized')
    const { vehicle, plan } = driverId ? await findParker(from, driverId, body.VehicleId ?? null) : nobody
    if (body.VehicleId) await requireReturnAllowed(from, place, (vehicle ?? refuse('not_found')).plate_key, now)
    return priceStart(place, start, body.Minutes, isFeeWaived(plan, start))
  }

  return {
    /** For anyone; with a session, for its driver alone. Throws what the rules refuse. */
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

    /** The same for a transaction that goes on with it, which has nobody to warn. */
    price,

    /** Parks: the wallet or a card pays and the clock starts in one transaction; the same key answers the same session. */
    start: (once: IdempotencyKey, body: StartBody, now: Temporal.Instant, unasked?: Unasked): Promise<Answered> => {
      const { tx = db.pool } = unasked ?? {}
      const work = async () => {
        if (body.PayWith !== 'wallet') {
          const session = await firstOf(once, () => byCard.start(once, body, now))
          running.forget(session.ZoneNumber)
          return session
        }
        const planned = await starting.plan(tx, once.callerId, body, now)
        const start = { ...planned, row: { ...planned.row, auto_session: unasked !== undefined } }
        const answer = sessionAnswer(start.row, now)
        const session = await store.startSession(tx, once, answer, start.row, fareOf(start))
        if (unasked) await store.markLastStepAuto(tx, session.SessionId)
        running.forget(session.ZoneNumber)
        return session
      }
      return answerOnce(once, work, tx)
    },

    /** With `unasked`, the session must be locked by its transaction. */
    extend: (once: IdempotencyKey, body: ExtendBody, now: Temporal.Instant, unasked?: Unasked): Promise<Answered> => {
      const write = async (row: SessionRow): Promise<Answered> => {
        const isCards = row.method_id !== null
        if (isCards && !unasked) {
          // a card is not asked for what was done already, and may have cost nothing then
          const first = await findAnswer<Session>(db.pool, once)
          if (first) return first
        }
        const priced = await priceMore(row, body.Minutes, unasked?.tx)
        if (body.QuoteId && !(isCards && (await byCard.isUnderWay(once))))
          requireQuoted(body.QuoteId, priced, now, secret)
        const hold = unasked ? unasked.hold : isCards ? await byCard.holdExtension(once, row, priced, { now }) : null
        if (hold?.action) return { ...sessionAnswer(row, now), RequiresAction: hold.action }
        const extended: SessionRow = {
          ...row,
          ends_at: row.started_at.add({ minutes: priced.minutes }),
          parking_cents: row.parking_cents + priced.totalCents,
          auto_extended: row.auto_extended || unasked !== undefined,
          payment: hold ? 'pending' : row.payment,
        }
        const entry =
          priced.totalCents > 0
            ? entries.extension(once.callerId, row.session_id, priced.totalCents, payerOf(row))
            : null
        const at = hold && !unasked ? clock.now() : now
        if (!isRunning(row, at)) refuse('session_ended')
        const change = { once, answer: sessionAnswer(extended, at), row, now: at, entry }
        const into = async (tx: Queryable) => {
          const session = await store.extendSession(tx, change, priced.minutes, priced.totalCents)
          // answered meanwhile, from another end and without this card: the sweep gives it up
          if (hold && session.EndsAt === change.answer.EndsAt) await byCard.attach(tx, hold)
          if (unasked) await store.markAutoExtended(tx, session.SessionId)
          return session
        }
        return unasked ? into(unasked.tx) : hold ? db.transaction(into) : into(db.pool)
      }
      const work = () => change(once, body.SessionId, now, write, unasked?.tx)
      return unasked ? work() : byCard.orGiveUp(once, work)
    },

    /** For a session that a card pays and nobody is there: to be handed to `extend`, or let go. Throws `card_declined`. */
    holdExtension: async (once: IdempotencyKey, row: SessionRow, minutes: number, now: Temporal.Instant) =>
      byCard.holdExtension(once, row, await priceMore(row, minutes), { now, offSession: true }),
    letGo: (hold: Hold) => byCard.letGo(hold.chargeId),

    stop: (once: IdempotencyKey, sessionId: string, asked: Temporal.Instant, unasked?: Unasked): Promise<Session> => {
      const { tx = db.pool } = unasked ?? {}
      const write = async (row: SessionRow): Promise<Session> => {
        const now = notBefore(row.started_at, asked)
        const { used, regretted, refundCents } = await refundAt(row, now, tx)
        const { driver_id, session_id } = row
        const stopped: SessionRow = { ...row, status: 'ended', ended_at: now, refunded_cents: refundCents }
        const entry =
          refundCents === 0
            ? null
            : regretted
              ? entries.cancelled(driver_id, session_id, cents(row.parking_cents), cents(row.fee_cents), payerOf(row))
              : entries.unusedMinutes(driver_id, session_id, cents(refundCents), payerOf(row))
        const answer = sessionAnswer(stopped, now)
        const session = await store.stopSession(tx, { once, answer, row, now, entry }, used, refundCents)
        if (unasked) await store.markLastStepAuto(tx, session.SessionId)
        running.forget(session.ZoneNumber)
        return session
      }
      return change(once, sessionId, asked, write, tx)
    },

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
      ((await findActive(driverId)) ?? []).map(row => sessionAnswer(row, now)),

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
    countRunning: running.count,
    countRunningNow: running.countNow,
  }
}
export type Parking = Awaited<ReturnType<typeof createParking>>
export { payBack } from './paid-back-store.ts'
export { paidMinutes, type SessionRow }
