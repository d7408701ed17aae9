// Card payments of a start or an extension: the authorized amount must be the price, and is released if the call is refused.
import type { Started } from '@parkit/contract/parking/sessions'
import type { ErrorCode } from '@parkit/contract/platform/errors'
import type { Places } from '#city/places/places.ts'
import type { Authorization, Cards } from '#money/cards/cards.ts'
import { type Priced, quoteAnswer } from '#parking/quotes/quotes.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db.ts'
import { expectedRefusal, Refusal } from '#platform/errors.ts'
import type { IdempotencyKey } from '#platform/idempotency.ts'
import type { SessionRow } from './session.ts'
import { voidPending } from './store.ts'

const repeatable: ReadonlySet<ErrorCode> = new Set(['payment_pending', 'idempotency_conflict', 'unavailable'])

type More = {
  totalCents: number
  /** of the session then */
  endsAt: Temporal.Instant
  zoneNumber: string
  /** for `price_changed` */
  quote: () => unknown
  offSession?: boolean
}

type Deps = { db: Database; clock: Clock; places: Pick<Places, 'cityName'>; cards: Cards; secret: Buffer }

export const createCardPayments = ({ db, clock, places, cards, secret }: Deps) => {
  /** Throws `price_changed`. */
  const requireFor = (authorization: Authorization, { totalCents, quote }: Pick<More, 'totalCents' | 'quote'>) => {
    if (!cards.isFor(authorization, totalCents)) throw new Refusal('price_changed', { extra: { Quote: quote() } })
  }

  /** For a running session; null if it costs nothing. Throws `card_declined`, `price_changed`, `over_max_stay`. */
  const authorizeMore = async (idempotencyKey: IdempotencyKey, row: SessionRow, more: More) => {
    const { totalCents, endsAt, zoneNumber, offSession = false } = more
    await cards.requireCapturable(row.session_id, endsAt)
    if (totalCents === 0) return null
    const authorization = await cards.authorize(idempotencyKey, {
      sessionId: row.session_id,
      cityName: places.cityName(row.city),
      zoneNumber,
      methodId: row.method_id!,
      totalCents,
      mayFallBack: false,
      offSession,
    })
    requireFor(authorization, more)
    await cards.requireCapturable(row.session_id, endsAt)
    return authorization
  }

  return {
    authorizeMore,

    requireAuthorized: (authorization: Authorization, priced: Priced, now: Temporal.Instant) =>
      requireFor(authorization, { ...priced, quote: () => quoteAnswer(priced, false, now, secret) }),

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

    authorizeExtension: (
      idempotencyKey: IdempotencyKey,
      row: SessionRow,
      priced: Priced,
      { now, offSession = false }: { now: Temporal.Instant; offSession?: boolean },
    ): Promise<Authorization | null> =>
      authorizeMore(idempotencyKey, row, {
        totalCents: priced.totalCents,
        endsAt: priced.start.add({ minutes: priced.minutes }),
        zoneNumber: row.zone_number,
        quote: () => quoteAnswer(priced, false, now, secret),
        offSession,
      }),
  }
}
export type CardPayments = ReturnType<typeof createCardPayments>
