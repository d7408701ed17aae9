// Card payments of sessions: the price is authorized before a session starts or is extended, and released if it does not.
import type * as contract from '@parkit/contract/money/cards'
import type { Method } from '@parkit/contract/money/cards'
import type { Database, Queryable } from '#platform/db.ts'
import { refuse, refuseField } from '#platform/errors.ts'
import type { IdempotencyKey } from '#platform/idempotency.ts'
import * as holds from './authorization-store.ts'
import { type Card, type ChargeCards, cardName, chargeKeys, chooseCard } from './card-fallback.ts'
import type { BeforeCharge, Charges } from './charges.ts'
import * as store from './store.ts'

/** the provider's minimum; what is not used is not captured */
const leastCents = 50
/** a card's statement shows 22 characters, of which `PARKIT* ` are the account's */
const statementLength = 14
/** before the end of an authorization: it is captured when the session ends, and the provider may be unreachable then */
const captureHours = 1

/** City and zone, as the card's statement shows them after the account's name. */
const statementOf = (cityName: string, zoneNumber: string): string => {
  // a statement has no other letters
  const plain =
    cityName
      .normalize('NFKD')
      .toUpperCase()
      .replace(/[^A-Z0-9 ]/g, '') || 'ZONE'
  return `${plain.slice(0, statementLength - 1 - zoneNumber.length).trim()} ${zoneNumber}`
}

/** in the key of the second attempt of an off-session authorization */
const retrySuffix = ' again'

/** An authorization for a session; with `action` it does not hold until the driver has answered the bank's challenge. */
export type Authorization = {
  chargeId: string
  sessionId: string
  methodId: string
  methodName: string
  amountCents: number
  action: contract.RequiresAction | null
}

type Request = {
  sessionId: string
  cityName: string
  zoneNumber: string
  methodId: string
  totalCents: number
  /** the next saved card may pay if this one is the default and is declined */
  mayFallBack: boolean
  /** no driver is there to answer the bank */
  offSession?: boolean
  beforeCharge?: BeforeCharge
}

type Deps = {
  db: Database
  authorizations: Charges['authorizations']
  charge: ChargeCards
  listMethods: (driverId: string) => Promise<Method[]>
  findCard: (driverId: string, methodId: string) => Promise<Card | null>
}

export const createSessionPayments = ({ db, authorizations, charge, listMethods, findCard }: Deps) => {
  const authorize = async (idempotencyKey: IdempotencyKey, request: Request): Promise<Authorization> => {
    const {
      sessionId,
      cityName,
      zoneNumber,
      methodId,
      totalCents,
      mayFallBack,
      offSession = false,
      beforeCharge,
    } = request
    const status = await charge(idempotencyKey, {
      first: async () => (await findCard(idempotencyKey.callerId, methodId)) ?? refuse('card_declined'),
      mayFallBack: async declined =>
        mayFallBack && chooseCard(await listMethods(idempotencyKey.callerId))?.Id === declined,
      purpose: 'session',
      amountCents: Math.max(totalCents, leastCents),
      sessionId,
      offSession,
      statement: statementOf(cityName, zoneNumber),
      beforeCharge,
    })
    const { charge: row, clientSecret, isAuthorized } = status
    if (clientSecret !== null && offSession) {
      await authorizations.release(row.charge_id)
      refuse('card_declined')
    }
    // released by the sweep, though the card was not declined
    const isReleased = row.state === 'capturing' || row.state === 'released' || row.state === 'void'
    if (offSession && isReleased && !idempotencyKey.key.endsWith(retrySuffix))
      return authorize({ ...idempotencyKey, key: idempotencyKey.key + retrySuffix }, request)
    if (row.state !== 'pending' && row.state !== 'held') refuse('card_declined', { because: row.decline_reason })
    if (row.state === 'pending' && !isAuthorized && clientSecret === null) refuse('payment_pending')
    return {
      chargeId: row.charge_id,
      sessionId: row.session_id!,
      methodId: row.method_id,
      methodName: row.method_name!,
      amountCents: row.amount_cents,
      action: clientSecret === null ? null : { intentId: row.provider_reference!, ClientSecret: clientSecret },
    }
  }

  return {
    /** A saved card of the driver's, or one of a wallet. Throws at `PayWith` if there is none of that id. */
    requireCard: async (driverId: string, methodId: string): Promise<{ methodId: string; methodName: string }> => {
      const card = (await findCard(driverId, methodId)) ?? refuseField('PayWith', 'from_list')
      return { methodId: card.Id, methodName: cardName(card) }
    },

    /** The session that an earlier call with this key was about to start; null if it did not get that far. */
    findReserved: async (idempotencyKey: IdempotencyKey): Promise<string | null> =>
      (await holds.findHold(db.pool, idempotencyKey.callerId, chargeKeys(idempotencyKey.key)))?.session_id ?? null,

    /**
     * Once per key. Throws `card_declined`, also if it was released meanwhile; `payment_pending` while the outcome is
     * unknown.
     */
    authorize,

    /** Whether it was authorized for this price. */
    isFor: ({ amountCents }: Authorization, totalCents: number): boolean =>
      amountCents === Math.max(totalCents, leastCents),

    /** Throws `over_max_stay` if an authorization of the session ends before the session can be charged. */
    requireCapturable: async (sessionId: string, endsAt: Temporal.Instant): Promise<void> => {
      const until = await holds.capturableUntil(db.pool, sessionId)
      if (until && Temporal.Instant.compare(endsAt.add({ hours: captureHours }), until) > 0) refuse('over_max_stay')
    },

    /** In the transaction that starts or extends. Throws `card_declined` if it was released meanwhile. */
    attach: async (tx: Queryable, { chargeId }: Authorization): Promise<void> => {
      if (await authorizations.attach(tx, chargeId)) return
      if ((await store.getCharge(tx, chargeId)).state !== 'held') refuse('card_declined')
    },

    /** Releases what a refused call had authorized. One whose payment has no id yet is left to the sweep. */
    releaseOf: async (idempotencyKey: IdempotencyKey): Promise<void> => {
      const row = await holds.findHold(db.pool, idempotencyKey.callerId, chargeKeys(idempotencyKey.key))
      if (row?.state === 'pending' && row.provider_reference) await authorizations.release(row.charge_id)
    },

    /** Does nothing if a session uses it. */
    release: ({ chargeId }: Authorization): Promise<void> => authorizations.release(chargeId),
  }
}
export type SessionPayments = ReturnType<typeof createSessionPayments>
