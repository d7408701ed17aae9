// Stopping a session: free within the first minute, later a refund of unused minutes where the place grants it.

import type * as contract from '@parkit/contract/parking/sessions'
import type { Session } from '@parkit/contract/parking/sessions'
import type { Answer } from '@parkit/contract/platform/call'
import { freeCancelSeconds } from '@parkit/contract/platform/limits'
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
type Refund = { usedMinutes: number; isFreeCancel: boolean; refundCents: number }

/** Null if nothing is refunded. */
const refundEntry = (row: SessionRow, { isFreeCancel, refundCents }: Refund) => {
  const { driver_id, session_id, parking_cents, fee_cents } = row
  if (refundCents === 0) return null
  return isFreeCancel
    ? entries.cancelled(driver_id, session_id, cents(parking_cents), cents(fee_cents), payerOf(row))
    : entries.unusedMinutes(driver_id, session_id, cents(refundCents), payerOf(row))
}

export const createSessionStop = ({ db, access, pricing }: Deps) => {
  const priceRefund = async (row: SessionRow, now: Temporal.Instant, from: Queryable = db.pool): Promise<Refund> => {
    const paid = paidMinutes(row)
    const used = Math.min(usedMinutes(row.started_at, now), paid)
    const isFreeCancel = now.since(row.started_at).total('seconds') < freeCancelSeconds
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
      const { tx = db.pool } = systemInitiated ?? {}
      const write = async (row: SessionRow): Promise<Session> => {
        // a server's clock may be behind that of the server that started it
        const isEarly = Temporal.Instant.compare(requestedAt, row.started_at) < 0
        const now = isEarly ? row.started_at : requestedAt
        const refund = await priceRefund(row, now, tx)
        const stopped: SessionRow = { ...row, status: 'ended', ended_at: now, refunded_cents: refund.refundCents }
        const change = {
          idempotencyKey,
          answer: sessionAnswer(stopped, now),
          row,
          now,
          entry: refundEntry(row, refund),
        }
        const session = await store.stopSession(tx, change, refund.usedMinutes, refund.refundCents)
        if (systemInitiated) await store.markLastStepAuto(tx, session.SessionId)
        return session
      }
      return access.retryOnConflict(idempotencyKey, sessionId, requestedAt, write, tx)
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
