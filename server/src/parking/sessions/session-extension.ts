// Extending a session, paid by what pays for the session, by the rules it started with.

import type * as contract from '@parkit/contract/parking/sessions'
import type { Started } from '@parkit/contract/parking/sessions'
import type { Input } from '@parkit/contract/platform/call'
import { cents } from '@parkit/contract/platform/money'
import type { Authorization, Cards } from '#money/cards/cards.ts'
import { entries } from '#money/ledger/ledger.ts'
import { type Priced, requireQuoted } from '#parking/quotes/quotes.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database, Queryable } from '#platform/db.ts'
import { refuse } from '#platform/errors.ts'
import type { IdempotencyKey } from '#platform/idempotency.ts'
import type { CardPayments } from './card-payments.ts'
import { isRunning, payerOf, type SessionRow, type SystemInitiated, sessionAnswer } from './session.ts'
import type { SessionAccess } from './session-access.ts'
import type { SessionPricing } from './session-pricing.ts'
import * as store from './store.ts'

type ExtendBody = Input<typeof contract.extend>['body']

type Deps = {
  db: Database
  clock: Clock
  cards: Cards
  payments: CardPayments
  access: SessionAccess
  pricing: SessionPricing
  secret: Buffer
}

type Extension = {
  idempotencyKey: IdempotencyKey
  row: SessionRow
  priced: Priced
  authorization: Authorization | null
  now: Temporal.Instant
  isAuto: boolean
}

export const createSessionExtension = ({ db, clock, cards, payments, access, pricing, secret }: Deps) => {
  /** With an authorization, only in a transaction. */
  const write = async (tx: Queryable, extension: Extension): Promise<Started> => {
    const { idempotencyKey, row, priced, authorization, now, isAuto } = extension
    if (!isRunning(row, now)) refuse('session_ended')
    const extended: SessionRow = {
      ...row,
      ends_at: row.started_at.add({ minutes: priced.minutes }),
      parking_cents: row.parking_cents + priced.totalCents - priced.feeCents,
      fee_cents: row.fee_cents + priced.feeCents,
      auto_extended: row.auto_extended || isAuto,
      payment: authorization ? 'pending' : row.payment,
    }
    const entry =
      priced.totalCents > 0
        ? entries.extension(
            idempotencyKey.callerId,
            row.session_id,
            cents(priced.totalCents - priced.feeCents),
            payerOf(row),
            priced.feeCents,
          )
        : null
    const answer = sessionAnswer(extended, now)
    const session = await store.extendSession(
      tx,
      { idempotencyKey, answer, row, now, entry },
      priced.minutes,
      priced.totalCents,
    )
    // a twin was answered first, from another end and without this card: the sweep releases the authorization
    if (authorization && session.EndsAt === answer.EndsAt) await cards.attach(tx, authorization)
    if (isAuto) await store.markAutoExtended(tx, session.SessionId)
    return session
  }

  /** Once an authorization is under way, its amount is compared with the price instead of the quote. */
  const isQuoteOpen = async (idempotencyKey: IdempotencyKey, row: SessionRow) =>
    row.method_id === null || (await cards.findReserved(idempotencyKey)) === null

  const extendRow = async (
    idempotencyKey: IdempotencyKey,
    row: SessionRow,
    body: ExtendBody,
    now: Temporal.Instant,
  ): Promise<Started> => {
    const priced = await pricing.priceMore(row, body.Minutes, now)
    if (body.QuoteId && (await isQuoteOpen(idempotencyKey, row))) requireQuoted(body.QuoteId, priced, now, secret)
    const authorization = row.method_id && (await payments.authorizeExtension(idempotencyKey, row, priced, { now }))
    const extension = { idempotencyKey, row, priced, isAuto: false }
    if (!authorization) return write(db.pool, { ...extension, authorization: null, now })
    if (authorization.action) return { ...sessionAnswer(row, now), RequiresAction: authorization.action }
    return db.transaction(tx => write(tx, { ...extension, authorization, now: clock.now() }))
  }

  const extendByDriver = (idempotencyKey: IdempotencyKey, body: ExtendBody, now: Temporal.Instant) =>
    payments.releaseIfRefused(idempotencyKey, () =>
      access.retryOnConflict(idempotencyKey, body.SessionId, now, row =>
        row.method_id === null
          ? extendRow(idempotencyKey, row, body, now)
          : access.replayOr(idempotencyKey, () => extendRow(idempotencyKey, row, body, now)),
      ),
    )

  const extendBySystem = (
    idempotencyKey: IdempotencyKey,
    body: ExtendBody,
    now: Temporal.Instant,
    { tx, authorization = null }: SystemInitiated,
  ) =>
    access.retryOnConflict(
      idempotencyKey,
      body.SessionId,
      now,
      async row => {
        const priced = await pricing.priceMore(row, body.Minutes, now, tx)
        return write(tx, { idempotencyKey, row, priced, authorization, now, isAuto: true })
      },
      tx,
    )

  return {
    /** With `systemInitiated`, its transaction must have locked the session. */
    extend: (
      idempotencyKey: IdempotencyKey,
      body: ExtendBody,
      now: Temporal.Instant,
      systemInitiated?: SystemInitiated,
    ): Promise<Started> =>
      systemInitiated
        ? extendBySystem(idempotencyKey, body, now, systemInitiated)
        : extendByDriver(idempotencyKey, body, now),

    /** Off session, for a card session: to be passed to `extend`, or released. Throws `card_declined`. */
    authorizeExtension: async (
      idempotencyKey: IdempotencyKey,
      row: SessionRow,
      minutes: number,
      now: Temporal.Instant,
    ) =>
      payments.authorizeExtension(idempotencyKey, row, await pricing.priceMore(row, minutes, now), {
        now,
        offSession: true,
      }),
  }
}
