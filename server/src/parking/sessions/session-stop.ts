// Stopping a session: free within the first minute a few times a day, else a refund of unused minutes where the place grants it.

import type * as contract from '@parkit/contract/parking/sessions'
import type { Session } from '@parkit/contract/parking/sessions'
import type { Answer } from '@parkit/contract/platform/call'
import { freeCancelSeconds, freeCancelsPerDay } from '@parkit/contract/platform/limits'
import { cents, toDollars } from '@parkit/contract/platform/money'
import { unusedCents } from '#city/tariff/tariff.ts'
import { entries } from '#money/ledger/ledger.ts'
import { paidMinutes, usedMinutes } from '#parking/quotes/quotes.ts'
import type { Database, Queryable } from '#platform/db.ts'
import type { IdempotencyKey } from '#platform/idempotency.ts'
import { payerOf, type SessionRow, type SystemInitiated, sessionAnswer } from './session.ts'
import type { SessionAccess } from './session-access.ts'
import type { SessionPricing } from './session-pricing.ts'
import * as store from './store.ts'

type Deps = { db: Database; access: SessionAccess; pricing: SessionPricing }

/** Null if nothing is refunded. */
const refundEntry = (row: SessionRow, { isFreeCancel, refundCents }: store.Refund) => {
  const { driver_id, session_id, parking_cents, fee_cents } = row
  if (refundCents === 0) return null
  return isFreeCancel
    ? entries.cancelled(driver_id, session_id, cents(parking_cents), cents(fee_cents), payerOf(row))
    : entries.unusedMinutes(driver_id, session_id, cents(refundCents), payerOf(row))
}

const isEarly = (row: SessionRow, now: Temporal.Instant): boolean =>
  now.since(row.started_at).total('seconds') < freeCancelSeconds

/** Free cancels are counted by the day of the place (D-102). */
const mayCancelFree = async (row: SessionRow, now: Temporal.Instant, from: Queryable): Promise<boolean> => {
  const startOfDay = now.toZonedDateTimeISO(row.place.timeZone).startOfDay().toInstant()
  const { driver_id, plate_key, zone_number } = row
  const { by_driver, by_plate } = await store.countFreeCancels(from, driver_id, plate_key, zone_number, startOfDay)
  return by_driver < freeCancelsPerDay.account && by_plate < freeCancelsPerDay.plateInZone
}

export const createSessionStop = ({ db, access, pricing }: Deps) => {
  const priceRefund = async (
    row: SessionRow,
    now: Temporal.Instant,
    from: Queryable = db.pool,
  ): Promise<store.Refund> => {
    const paid = paidMinutes(row)
    const used = Math.min(usedMinutes(row.started_at, now), paid)
    const isFreeCancel = isEarly(row, now) && (await mayCancelFree(row, now, from))
    if (isFreeCancel) return { usedMinutes: used, isFreeCancel, refundCents: row.parking_cents + row.fee_cents }
    if (!row.place.refundsUnused) return { usedMinutes: used, isFreeCancel, refundCents: 0 }
    const tariff = await pricing.findTariff(row, from)
    const unused = unusedCents(tariff, row.started_at, paid, used, row.place.timeZone)
    return { usedMinutes: used, isFreeCancel, refundCents: Math.min(unused, row.parking_cents) }
  }

  return {
    stop: (
      idempotencyKey: IdempotencyKey,
      sessionId: string,
      requestedAt: Temporal.Instant,
      systemInitiated?: SystemInitiated,
    ): Promise<Session> => {
      const write = (row: SessionRow): Promise<Session> => {
        // a server's clock may be behind that of the server that started it
        const now = Temporal.Instant.compare(requestedAt, row.started_at) < 0 ? row.started_at : requestedAt
        const stopIn = async (tx: Queryable): Promise<Session> => {
          if (isEarly(row, now)) await store.lockFreeCancels(tx, row.driver_id, `${row.plate_key} ${row.zone_number}`)
          const refund = await priceRefund(row, now, tx)
          const stopped: SessionRow = { ...row, status: 'ended', ended_at: now, refunded_cents: refund.refundCents }
          const change = {
            idempotencyKey,
            answer: sessionAnswer(stopped, now),
            row,
            now,
            entry: refundEntry(row, refund),
          }
          const session = await store.stopSession(tx, change, refund)
          if (systemInitiated) await store.markLastStepAuto(tx, session.SessionId)
          return session
        }
        if (systemInitiated) return stopIn(systemInitiated.tx)
        return isEarly(row, now) ? db.transaction(stopIn) : stopIn(db.pool)
      }
      return access.retryOnConflict(idempotencyKey, sessionId, requestedAt, write, systemInitiated?.tx)
    },

    stopQuote: async (
      driverId: string,
      sessionId: string,
      now: Temporal.Instant,
    ): Promise<Answer<typeof contract.stopQuote>> => {
      const row = await access.requireRunning(driverId, sessionId, now)
      const { usedMinutes, refundCents } = await priceRefund(row, now)
      return {
        Refund: toDollars(refundCents),
        AmountPaid: toDollars(row.parking_cents + row.fee_cents - refundCents),
        Minutes: usedMinutes,
      }
    },
  }
}
