// Parking sessions: quotes, start, extension, stop, and what a driver may read of them.

import type { Session, SessionDetail } from '@parkit/contract/parking/sessions'
import type { Language } from '@parkit/contract/platform/errors'
import { longestStayMinutes } from '@parkit/contract/platform/limits'
import { toDollars } from '@parkit/contract/platform/money'
import type { Places } from '#city/places/places.ts'
import type { Cards } from '#money/cards/cards.ts'
import { feeLine, paidMinutes, parkingLines, partLine, partOf } from '#parking/quotes/quotes.ts'
import { createBatchLoader } from '#platform/batch-loader.ts'
import type { Clock } from '#platform/clock.ts'
import { type Database, type Queryable, selectSecret } from '#platform/db.ts'
import { createActiveSessionCounts } from './active-session-counts.ts'
import { createCardPayments } from './card-payments.ts'
import { findCutClosure } from './closure-store.ts'
import { findDriverCity } from './driver-city-store.ts'
import { payBack } from './paid-back-store.ts'
import { createPast } from './past.ts'
import { type Print, receiptPdf } from './receipt.ts'
import { isRunning, type SessionRow, sessionAnswer } from './session.ts'
import { createSessionAccess } from './session-access.ts'
import { createSessionChange } from './session-change.ts'
import { createSessionClosure } from './session-closure.ts'
import { createSessionExtension } from './session-extension.ts'
import { createSessionPricing } from './session-pricing.ts'
import { createSessionStart } from './session-start.ts'
import { createSessionStop } from './session-stop.ts'
import { type StayRow, selectStays } from './stays-store.ts'
import * as store from './store.ts'

type Deps = { db: Database; clock: Clock; places: Places; cards: Cards }

export const createParking = async ({ db, clock, places, cards }: Deps) => {
  const secret = await selectSecret(db.pool, 'quote')
  const counts = await createActiveSessionCounts({ db, clock })
  const access = createSessionAccess(db)
  const pricing = createSessionPricing({ db, places, secret, access })
  const payments = createCardPayments({ db, clock, places, cards, secret })
  const start = createSessionStart({ db, clock, places, cards, payments, access, secret })
  const { extend, authorizeExtension } = createSessionExtension({
    db,
    clock,
    cards,
    payments,
    access,
    pricing,
    secret,
  })
  const change = createSessionChange({ db, clock, places, cards, payments, access, pricing, secret })
  const { stop, stopQuote } = createSessionStop({ db, access, pricing })
  // loaded by every screen
  const findActive = createBatchLoader(driverIds => store.listActive(db.pool, driverIds, clock.now()))

  /** A session is cut before each server has read the closure that cuts it. */
  const cutClosure = async (row: SessionRow, now: Temporal.Instant): Promise<Session['Closure']> => {
    const found =
      row.moves_given > 0 ? await findCutClosure(db.pool, row.session_id, row.city, row.zone_number, now) : null
    if (!found) return undefined
    const { name: Name, starts_at, ends_at, tow: Tow } = found
    return { Name, StartsAt: starts_at.toString(), EndsAt: ends_at.toString(), Tow }
  }

  const withClosure = async (row: SessionRow, now: Temporal.Instant): Promise<Session> => {
    const answer = sessionAnswer(row, now)
    const { city: cityId, zone_number: zoneNumber } = row
    if (answer.Status !== 'running') return answer
    const Closure = places.closureAhead({ cityId, zoneNumber }, now) ?? (await cutClosure(row, now))
    return { ...answer, ...(Closure && { Closure }) }
  }

  const isRunningRow = (row: SessionRow | null, now: Temporal.Instant) => (row && isRunning(row, now) ? row : null)

  return {
    quote: pricing.quote,
    price: pricing.price,
    termsOf: pricing.termsOf,

    start,
    extend,
    authorizeExtension,
    releaseAuthorization: cards.release,
    stop,
    stopQuote,
    ...change,
    ...createSessionClosure({ db, pricing }),

    active: async (driverId: string, now: Temporal.Instant): Promise<Session[]> =>
      Promise.all(((await findActive(driverId)) ?? []).map(row => withClosure(row, now))),

    ...createPast(db),

    /** With its timeline; its lines are priced again by the rules it started with. */
    session: async (driverId: string, sessionId: string, now: Temporal.Instant): Promise<SessionDetail> => {
      const row = await access.requireSession(driverId, sessionId)
      const [calendar, steps, pastParts] = await Promise.all([
        pricing.calendarOf(row, row.started_at),
        store.listSteps(db.pool, sessionId),
        row.part_from_at ? store.listPastParts(db.pool, sessionId) : [],
      ])
      const { from, minutes } = partOf(row)
      const { lines: present } = parkingLines(calendar, row.facts, from, Math.min(minutes, longestStayMinutes))
      const lines = [...pastParts.map(part => partLine(part.name, part.minutes, part.parking_cents)), ...present]
      return {
        ...(await withClosure(row, now)),
        Steps: steps.map(step => ({
          At: step.at.toString(),
          Kind: step.kind,
          Minutes: step.minutes,
          Amount: toDollars(step.amount_cents),
          Auto: step.auto,
        })),
        Lines: row.fee_cents ? [...lines, feeLine(row.fee_cents)] : lines,
      }
    },

    receiptPdf: async (
      driverId: string,
      sessionId: string,
      now: Temporal.Instant,
      language: Language,
      print?: Print,
    ): Promise<Buffer> =>
      receiptPdf(sessionAnswer(await access.requireSession(driverId, sessionId), now), language, print),

    requireRunning: access.requireRunning,
    requireSession: async (driverId: string, sessionId: string): Promise<void> => {
      await access.requireSession(driverId, sessionId)
    },

    /** Locks the session until the transaction ends; null if it has ended. */
    lockRunning: async (tx: Queryable, sessionId: string, now: Temporal.Instant): Promise<SessionRow | null> =>
      isRunningRow(await store.lockSession(tx, sessionId), now),

    /** Which of these accounts last paid for this plate and was not paid back; null if none did. */
    findLastPayer: store.findLastPayer,

    /** The running session that a gate started there for this plate, locked. */
    lockStartedByGate: async (tx: Queryable, sighting: store.PlateInZone, now: Temporal.Instant) =>
      isRunningRow(await store.lockStartedByGate(tx, sighting), now),

    /** The job at a session's end. */
    endSessions: store.endSessions,
    refundSession: payBack,

    isParked: store.isVehicleParked,
    driverCity: findDriverCity,
    /** A city's that began in [from, to), without anything of who parked. */
    listStays: (cityId: number, from: Temporal.Instant, to: Temporal.Instant): Promise<StayRow[]> =>
      selectStays(db.pool, cityId, from.toString(), to.toString()),
    placeNames: (sessionIds: string[]) => store.selectPlaceNames(db.pool, sessionIds),
    countRunning: counts.count,
    countRunningNow: counts.countNow,
  }
}
export type Parking = Awaited<ReturnType<typeof createParking>>
export type { Closure } from './session-closure.ts'
export { paidMinutes, type SessionRow }
