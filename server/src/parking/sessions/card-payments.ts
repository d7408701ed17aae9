// Starts and extensions that a card pays: authorised first, then parked in the transaction that takes the authorisation.
import type { Session } from '@parkit/contract/parking/sessions'
import type { Cards, Hold } from '#money/cards/cards.ts'
import { type Priced, quoteAnswer } from '#parking/quotes/quotes.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db.ts'
import { expectedRefusal, Refusal } from '#platform/errors.ts'
import type { IdempotencyKey } from '#platform/idempotency.ts'
import { requireNotParked } from './by-card-store.ts'
import { type SessionRow, sessionAnswer } from './session.ts'
import { byCard, fareOf, type StartBody, type Starting } from './session-start.ts'
import * as store from './store.ts'

/** With `RequiresAction`: the driver's bank asks first, and the same call goes on after it. */
export type Answered = Session & { RequiresAction?: NonNullable<Hold['action']> }

type Deps = { db: Database; clock: Clock; cards: Cards; starting: Starting; secret: Buffer }

export const createByCard = ({ db, clock, cards, starting, secret }: Deps) => {
  /** What was authorised is what is charged. */
  const requireAuthorized = (hold: Hold, priced: Priced, now: Temporal.Instant) => {
    if (cards.isFor(hold, priced.totalCents)) return
    throw new Refusal('price_changed', { extra: { Quote: quoteAnswer(priced, false, now, secret) } })
  }

  /** What was authorised for a call that was refused is given up. A fault leaves it to a repeat, or to the sweep. */
  const orGiveUp = async (once: IdempotencyKey, work: () => Promise<Answered>): Promise<Answered> => {
    try {
      return await work()
    } catch (error) {
      const refusal = expectedRefusal(error)
      if (refusal && refusal.code !== 'payment_pending' && refusal.code !== 'idempotency_conflict')
        await cards.giveUp(once)
      throw error
    }
  }

  return {
    start: (once: IdempotencyKey, body: StartBody, now: Temporal.Instant): Promise<Answered> =>
      orGiveUp(once, async () => {
        const reserved = await cards.findReserved(once)
        // the driver may have had to answer the bank meanwhile: what was authorised is held against the price instead
        const { QuoteId, ...unquoted } = body
        const wish = reserved === null && QuoteId !== undefined ? { ...unquoted, QuoteId } : unquoted
        const planned = await starting.plan(db.pool, once.callerId, wish, now)
        const isFree = planned.priced.totalCents === 0
        const named = reserved === null || isFree ? await cards.requireCard(once.callerId, body.PayWith) : null
        const first = byCard(planned, named ?? { methodId: body.PayWith, methodName: '' })
        await requireNotParked(db.pool, once.callerId, first.row.plate_key, now)
        if (isFree) return store.startSession(db.pool, once, sessionAnswer(first.row, now), first.row, null)

        const hold = await cards.authorize(once, {
          sessionId: reserved ?? first.row.session_id,
          methodId: body.PayWith,
          totalCents: first.priced.totalCents,
          mayFallBack: true,
        })
        if (hold.action) {
          const row: SessionRow = { ...first.row, session_id: hold.sessionId, status: 'pending' }
          return { ...sessionAnswer({ ...row, paid_via: hold.methodName }, now), RequiresAction: hold.action }
        }
        // the clock starts when the authorisation stands, not when it was asked for
        const startedAt = clock.now()
        const again = byCard(await starting.plan(db.pool, once.callerId, unquoted, startedAt), hold)
        const start = { ...again, row: { ...again.row, session_id: hold.sessionId } }
        requireAuthorized(hold, start.priced, startedAt)
        return db.transaction(async tx => {
          const answer = sessionAnswer(start.row, startedAt)
          const session = await store.startSession(tx, once, answer, start.row, fareOf(start))
          // answered meanwhile, when it cost nothing: the sweep gives the card up
          if (session.SessionId === hold.sessionId) await cards.attach(tx, hold)
          return session
        })
      }),

    orGiveUp,

    /** Whether an authorisation for this call stands or is asked for, so that its quote did its work. */
    isUnderWay: async (once: IdempotencyKey): Promise<boolean> => (await cards.findReserved(once)) !== null,

    /** None where more time costs nothing. Throws `price_changed` where another price was authorised. */
    holdExtension: async (
      once: IdempotencyKey,
      row: SessionRow,
      priced: Priced,
      { now, offSession = false }: { now: Temporal.Instant; offSession?: boolean },
    ): Promise<Hold | null> => {
      if (priced.totalCents === 0) return null
      const hold = await cards.authorize(once, {
        sessionId: row.session_id,
        methodId: row.method_id!,
        totalCents: priced.totalCents,
        mayFallBack: false,
        offSession,
      })
      requireAuthorized(hold, priced, now)
      return hold
    },

    attach: cards.attach,
    letGo: cards.letGo,
  }
}
