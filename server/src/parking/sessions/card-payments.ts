// Card payments of a start or an extension: the authorized amount must be the price, and is released if the call is refused.
import type { Started } from '@parkit/contract/parking/sessions'
import type { ErrorCode } from '@parkit/contract/platform/errors'
import type { Authorization, Cards } from '#money/cards/cards.ts'
import { type Priced, quoteAnswer } from '#parking/quotes/quotes.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db.ts'
import { expectedRefusal, Refusal } from '#platform/errors.ts'
import type { IdempotencyKey } from '#platform/idempotency.ts'
import type { SessionRow } from './session.ts'
import { voidPending } from './store.ts'

const repeatable: ReadonlySet<ErrorCode> = new Set(['payment_pending', 'idempotency_conflict', 'unavailable'])

type Deps = { db: Database; clock: Clock; cards: Cards; secret: Buffer }

export const createCardPayments = ({ db, clock, cards, secret }: Deps) => {
  /** Throws `price_changed`. */
  const requireAuthorized = (authorization: Authorization, priced: Priced, now: Temporal.Instant) => {
    if (cards.isFor(authorization, priced.totalCents)) return
    throw new Refusal('price_changed', { extra: { Quote: quoteAnswer(priced, false, now, secret) } })
  }

  return {
    requireAuthorized,

    /** Where a repeat of the call may still succeed, the authorization is left to it, or to the sweep. */
    releaseIfRefused: async (idempotencyKey: IdempotencyKey, work: () => Promise<Started>): Promise<Started> => {
      try {
        return await work()
      } catch (error) {
        const refusal = expectedRefusal(error)
        if (refusal && !repeatable.has(refusal.code)) {
          await cards.releaseOf(idempotencyKey)
          const sessionId = await cards.findReserved(idempotencyKey)
          if (sessionId) await voidPending(db.pool, sessionId, clock.now())
        }
        throw error
      }
    },

    /** Null if the extension costs nothing. Throws `card_declined`, `price_changed`, `over_max_stay`. */
    authorizeExtension: async (
      idempotencyKey: IdempotencyKey,
      row: SessionRow,
      priced: Priced,
      { now, offSession = false }: { now: Temporal.Instant; offSession?: boolean },
    ): Promise<Authorization | null> => {
      const endsAt = priced.start.add({ minutes: priced.minutes })
      await cards.requireCapturable(row.session_id, endsAt)
      if (priced.totalCents === 0) return null
      const authorization = await cards.authorize(idempotencyKey, {
        sessionId: row.session_id,
        zoneNumber: row.zone_number,
        methodId: row.method_id!,
        totalCents: priced.totalCents,
        mayFallBack: false,
        offSession,
      })
      requireAuthorized(authorization, priced, now)
      await cards.requireCapturable(row.session_id, endsAt)
      return authorization
    },
  }
}
export type CardPayments = ReturnType<typeof createCardPayments>
