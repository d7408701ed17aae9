// The button of a push that extends a session: a signed token for one end and one price, used once, or refused.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { extendFromPush, type Push, pushExtensionMinutes } from '@parkit/contract/messaging/notices'
import type { Quote } from '@parkit/contract/parking/sessions'
import { moneyText, toCents, toDollars } from '@parkit/contract/platform/money'
import { type Database, type Queryable, selectSecret } from '#platform/db.ts'
import { Refusal, refuse } from '#platform/errors.ts'
import { findAnswer, type IdempotencyKey, systemKey } from '#platform/idempotency.ts'
import { timeText } from '#platform/time-text.ts'
import * as store from './store.ts'
import { en, type Words } from './words.en.ts'
import { es } from './words.es.ts'
import { hi } from './words.hi.ts'

/** Of parking, handed in: messaging knows no feature above it. */
export type SessionExtension = {
  quote: (
    driverId: string,
    body: { ZoneNumber: string; SessionId: string; Minutes: number },
    now: Temporal.Instant,
    from?: Queryable,
  ) => Promise<Quote>
  extend: (
    idempotencyKey: IdempotencyKey,
    body: { SessionId: string; Minutes: number; QuoteId: string },
    now: Temporal.Instant,
  ) => Promise<unknown>
}

/** Permits extending `sessionId` until `endsAt` (epoch milliseconds) for exactly so many cents. */
type Offer = { sessionId: string; endsAt: number; cents: number }

const sign = (text: string, secret: Buffer) => createHmac('sha256', secret).update(`tap ${text}`).digest('base64url')

const signOffer = ({ sessionId, endsAt, cents }: Offer, secret: Buffer): string => {
  const text = `${sessionId}.${endsAt}.${cents}`
  return `${text}.${sign(text, secret)}`
}

/** None where this ParkIt did not sign it. */
const readOffer = (token: string, secret: Buffer): Offer | null => {
  const [, text = '', signature = ''] = /^(P-\w+\.\d+\.\d+)\.([\w-]+)$/.exec(token) ?? []
  const expected = Buffer.from(sign(text, secret))
  const given = Buffer.from(signature)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  const [sessionId, endsAt, cents] = text.split('.')
  return { sessionId: sessionId!, endsAt: Number(endsAt), cents: Number(cents) }
}

const keyOf = (driverId: string, { sessionId, endsAt }: Offer) =>
  systemKey(driverId, `tap ${sessionId} ${endsAt}`, extendFromPush.path)

export const createPushAction = async ({ db, parking }: { db: Database; parking: SessionExtension }) => {
  const secret = await selectSecret(db.pool, 'signing')
  const isUsed = async (idempotencyKey: IdempotencyKey) => (await findAnswer(db.pool, idempotencyKey)) !== null

  const quoteFor = (row: store.Parked, now: Temporal.Instant, from?: Queryable) =>
    parking.quote(
      row.driver_id,
      { ZoneNumber: row.zone_number, SessionId: row.session_id, Minutes: pushExtensionMinutes },
      now,
      from,
    )

  const offerOf = (row: store.Parked, quote: Quote): Offer => ({
    sessionId: row.session_id,
    endsAt: Temporal.Instant.from(quote.EndsAt).epochMilliseconds,
    cents: toCents(quote.Total),
  })

  /** The quote names the session's present end, so an extension in between makes it fail. */
  const extendOnce = async (idempotencyKey: IdempotencyKey, row: store.Parked, offer: Offer, now: Temporal.Instant) => {
    const quote = await quoteFor(row, now)
    const { endsAt, cents } = offerOf(row, quote)
    if (endsAt !== offer.endsAt) refuse('quote_expired')
    if (cents !== offer.cents) refuse('price_changed')
    await parking.extend(
      idempotencyKey,
      { SessionId: offer.sessionId, Minutes: pushExtensionMinutes, QuoteId: quote.QuoteId },
      now,
    )
  }

  return {
    /** None where the session cannot be longer. */
    offerExtension: async (
      tx: Queryable,
      row: store.Parked,
      words: Words,
      now: Temporal.Instant,
    ): Promise<Push['Extend']> => {
      try {
        const quote = await quoteFor(row, now, tx)
        const more = row.ends_at.until(Temporal.Instant.from(quote.EndsAt)).total('minutes')
        return {
          Button: words.extend({ minutes: Math.round(more), amount: moneyText(quote.Total) }),
          Call: extendFromPush.path,
          Token: signOffer(offerOf(row, quote), secret),
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
    extendFromPush: async (token: string, now: Temporal.Instant) => {
      const offer = readOffer(token, secret) ?? refuse('not_found')
      const row = (await store.findParked(db.pool, offer.sessionId)) ?? refuse('not_found')
      const listener = (await store.findListener(db.pool, row.driver_id, now)) ?? refuse('not_found')
      const idempotencyKey = keyOf(row.driver_id, offer)
      if (!(await isUsed(idempotencyKey))) {
        try {
          await extendOnce(idempotencyKey, row, offer, now)
        } catch (error) {
          // a simultaneous second tap finds the session moved by the first
          if (!(error instanceof Refusal) || !(await isUsed(idempotencyKey))) throw error
        }
      }
      const { language } = listener
      const { title, body } = { en, es, hi }[language].extended({
        name: row.name,
        plate: row.plate,
        until: timeText(Temporal.Instant.fromEpochMilliseconds(offer.endsAt), row.time_zone, language),
        amount: moneyText(toDollars(offer.cents)),
      })
      return { Title: title, Body: body }
    },
  }
}
