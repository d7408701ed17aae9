// The one tap in a push that extends: offered with its price, done once for that price, or refused.

import { type Push, tapExtend, tapMinutes } from '@parkit/contract/messaging/notices'
import type { Quote } from '@parkit/contract/parking/sessions'
import { moneyText, toCents, toDollars } from '@parkit/contract/platform/money'
import { type Database, type Queryable, selectSecret } from '#platform/db.ts'
import { Refusal, refuse } from '#platform/errors.ts'
import { findAnswer, type OnceKey, ownKey } from '#platform/once.ts'
import { timeText } from '#platform/time-text.ts'
import * as store from './store.ts'
import { makeTap, readTap, type Tap } from './tap-token.ts'
import { en, type Words } from './words.en.ts'
import { hi } from './words.hi.ts'

/** What parking does for a tap. */
export type Extends = {
  quote: (
    driverId: string,
    body: { ZoneNumber: string; SessionId: string; Minutes: number },
    now: Temporal.Instant,
    from?: Queryable,
  ) => Promise<Quote>
  extend: (
    once: OnceKey,
    body: { SessionId: string; Minutes: number; QuoteId: string },
    now: Temporal.Instant,
  ) => Promise<unknown>
}

const keyOf = (driverId: string, { sessionId, endsAt }: Tap) =>
  ownKey(driverId, `tap ${sessionId} ${endsAt}`, tapExtend.path)

export const createTapping = async ({ db, parking }: { db: Database; parking: Extends }) => {
  const secret = await selectSecret(db.pool, 'signing')
  const isDone = async (once: OnceKey) => (await findAnswer(db.pool, once)) !== null

  const quoteFor = (row: store.Parked, now: Temporal.Instant, from?: Queryable) =>
    parking.quote(
      row.driver_id,
      { ZoneNumber: row.zone_number, SessionId: row.session_id, Minutes: tapMinutes },
      now,
      from,
    )

  const tapOf = (row: store.Parked, quote: Quote): Tap => ({
    sessionId: row.session_id,
    endsAt: Temporal.Instant.from(quote.EndsAt).epochMilliseconds,
    cents: toCents(quote.Total),
  })

  /** The quote holds the session to the end it has now. */
  const extendOnce = async (once: OnceKey, row: store.Parked, tap: Tap, now: Temporal.Instant) => {
    const quote = await quoteFor(row, now)
    const { endsAt, cents } = tapOf(row, quote)
    if (endsAt !== tap.endsAt) refuse('quote_expired')
    if (cents !== tap.cents) refuse('price_changed')
    await parking.extend(once, { SessionId: tap.sessionId, Minutes: tapMinutes, QuoteId: quote.QuoteId }, now)
  }

  return {
    /** None where the session cannot be longer. */
    offer: async (tx: Queryable, row: store.Parked, words: Words, now: Temporal.Instant): Promise<Push['Extend']> => {
      try {
        const quote = await quoteFor(row, now, tx)
        const more = row.ends_at.until(Temporal.Instant.from(quote.EndsAt)).total('minutes')
        return {
          Button: words.extend({ minutes: Math.round(more), amount: moneyText(quote.Total) }),
          Call: tapExtend.path,
          Token: makeTap(tapOf(row, quote), secret),
          Failed: words.notExtended,
        }
      } catch (error) {
        if (error instanceof Refusal) return null
        throw error
      }
    },

    /**
     * Whoever holds the token may do this one thing with it. A second tap is answered as the first was. Throws `not_found`
     * for what is no token, `quote_expired` where the session has moved since, and what parking refuses.
     */
    extend: async (token: string, now: Temporal.Instant) => {
      const tap = readTap(token, secret) ?? refuse('not_found')
      const row = (await store.findParked(db.pool, tap.sessionId)) ?? refuse('not_found')
      const listener = (await store.findListener(db.pool, row.driver_id, now)) ?? refuse('not_found')
      const once = keyOf(row.driver_id, tap)
      if (!(await isDone(once))) {
        try {
          await extendOnce(once, row, tap, now)
        } catch (error) {
          // a second tap that came at the same time finds the session moved by the first
          if (!(error instanceof Refusal) || !(await isDone(once))) throw error
        }
      }
      const { language } = listener
      const { title, body } = { en, hi }[language].extended({
        name: row.name,
        plate: row.plate,
        until: timeText(Temporal.Instant.fromEpochMilliseconds(tap.endsAt), row.time_zone, language),
        amount: moneyText(toDollars(tap.cents)),
      })
      return { Title: title, Body: body }
    },
  }
}
