// Stopping a session: free within the first minute a few times a day, else a refund of unused minutes where the place grants it.

import type * as contract from '@parkit/contract/parking/sessions'
import type { Session } from '@parkit/contract/parking/sessions'
import type { Answer } from '@parkit/contract/platform/call'
import { cents, toDollars } from '@parkit/contract/platform/money'
import type { CityTerms } from '#city/cities/cities.ts'
import { entries } from '#money/ledger/ledger.ts'
import { usedAt } from '#parking/quotes/quotes.ts'
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

/** None after a change: it would be one for each zone and plate. */
const isEarly = (row: SessionRow, { freeCancelSeconds }: CityTerms, now: Temporal.Instant): boolean =>
  row.changes === null && now.since(row.started_at).total('seconds') < freeCancelSeconds

/** Free cancels are counted by the day of the place (D-102). */
const startOfDay = (row: SessionRow, now: Temporal.Instant): Temporal.Instant =>
  now.toZonedDateTimeISO(row.place.timeZone).startOfDay().toInstant()

const freeCancel = (row: SessionRow, now: Temporal.Instant): store.Refund => ({
  usedMinutes: usedAt(row, now),
  isFreeCancel: true,
  refundCents: row.parking_cents + row.fee_cents,
})

export const createSessionStop = ({ db, access, pricing }: Deps) => {
  const unusedMinutes = async (row: SessionRow, now: Temporal.Instant, from: Queryable): Promise<store.Refund> => {
    const used = usedAt(row, now)
    const refund = { usedMinutes: used, isFreeCancel: false }
    if (!row.place.refundsUnused) return { ...refund, refundCents: 0 }
    return { ...refund, refundCents: await pricing.unusedCents(row, used, from) }
  }

  return {
    stop: (
      idempotencyKey: IdempotencyKey,
      sessionId: string,
      requestedAt: Temporal.Instant,
      systemInitiated?: SystemInitiated,
    ): Promise<Session> => {
      const tx = systemInitiated?.tx ?? db.pool
      const write = async (row: SessionRow): Promise<Session> => {
        // a server's clock may be behind that of the server that started it
        const now = Temporal.Instant.compare(requestedAt, row.started_at) < 0 ? row.started_at : requestedAt
        const changeFor = (refund: store.Refund) => {
          const stopped: SessionRow = { ...row, status: 'ended', ended_at: now, refunded_cents: refund.refundCents }
          return { idempotencyKey, answer: sessionAnswer(stopped, now), row, now, entry: refundEntry(row, refund) }
        }
        const terms = pricing.termsOf(row)
        const stopFree = () => {
          const refund = freeCancel(row, now)
          return store.stopSessionFree(tx, changeFor(refund), refund, startOfDay(row, now), terms)
        }
        const stop = async () => {
          const refund = await unusedMinutes(row, now, tx)
          return store.stopSession(tx, changeFor(refund), refund)
        }
        const session = (isEarly(row, terms, now) ? await stopFree() : null) ?? (await stop())
        if (systemInitiated) await store.markLastStepAuto(tx, session.SessionId)
        return session
      }
      return access.retryOnConflict(idempotencyKey, sessionId, requestedAt, write, systemInitiated?.tx)
    },

    stopQuote: async (
      driverId: string,
      sessionId: string,
      now: Temporal.Instant,
    ): Promise<Answer<typeof contract.stopQuote>> => {
      const row = await access.requireRunning(driverId, sessionId, now)
      const terms = pricing.termsOf(row)
      const isFree =
        isEarly(row, terms, now) && (await store.isFreeCancelLeft(db.pool, row, startOfDay(row, now), terms))
      const { usedMinutes, refundCents } = isFree ? freeCancel(row, now) : await unusedMinutes(row, now, db.pool)
      return {
        Refund: toDollars(refundCents),
        AmountPaid: toDollars(row.parking_cents + row.fee_cents - refundCents),
        Minutes: usedMinutes,
      }
    },
  }
}
