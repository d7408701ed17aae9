// What parking asks of cards: the price authorised before a session starts or is extended, and given up where it does not.
import type * as contract from '@parkit/contract/money/cards'
import type { Method } from '@parkit/contract/money/cards'
import type { Database, Queryable } from '#platform/db.ts'
import { refuse, refuseField } from '#platform/errors.ts'
import type { IdempotencyKey } from '#platform/idempotency.ts'
import { type ChargeCards, keysOf, methodName } from './card-fallback.ts'
import type { createCharging } from './charges.ts'
import * as holds from './hold-store.ts'
import * as store from './store.ts'

/** the provider charges no less; what is not used is not captured */
const leastCents = 50
/** the second try of what nobody is there to try again, in its key */
const again = ' again'

/** An authorisation for a session; with `action`, the driver's bank asks first and it does not stand yet. */
export type Hold = {
  chargeId: string
  sessionId: string
  methodId: string
  methodName: string
  amountCents: number
  action: contract.RequiresAction | null
}

type Asked = {
  sessionId: string
  methodId: string
  totalCents: number
  /** the next saved card may pay where this one is the default and is declined */
  mayFallBack: boolean
  /** nobody is there to answer the bank */
  offSession?: boolean
}

type Deps = {
  db: Database
  charging: ReturnType<typeof createCharging>
  charge: ChargeCards
  listMethods: (driverId: string) => Promise<Method[]>
}

export const createSessionPayments = ({ db, charging, charge, listMethods }: Deps) => {
  const { holding } = charging

  const authorize = async (once: IdempotencyKey, asked: Asked): Promise<Hold> => {
    const standing = await charge(once, {
      first: async () => {
        const method = (await listMethods(once.callerId)).find(({ Id }) => Id === asked.methodId)
        return method ?? refuse('card_declined')
      },
      mayTryNext: async methodId => asked.mayFallBack && (await listMethods(once.callerId))[0]?.Id === methodId,
      purpose: 'session',
      amountCents: Math.max(asked.totalCents, leastCents),
      sessionId: asked.sessionId,
      offSession: asked.offSession ?? false,
    })
    const { charge: row, clientSecret, isHeld } = standing
    if (clientSecret !== null && asked.offSession) {
      // nobody is there to answer: as good as a no
      await holding.letGo(row.charge_id)
      refuse('card_declined')
    }
    // the sweep gave it up, and the card has not said no
    const isGivenUp = row.state === 'capturing' || row.state === 'released' || row.state === 'void'
    if (asked.offSession && isGivenUp && !once.key.endsWith(again))
      return authorize({ ...once, key: once.key + again }, asked)
    if (row.state !== 'pending' && row.state !== 'held') refuse('card_declined', { because: row.decline_reason })
    if (row.state === 'pending' && !isHeld && clientSecret === null) refuse('payment_pending')
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
    /** A saved card of the driver's. Names the field where there is none of that id. */
    requireCard: async (driverId: string, methodId: string): Promise<{ methodId: string; methodName: string }> => {
      const method = (await listMethods(driverId)).find(({ Id }) => Id === methodId)
      return method ? { methodId: method.Id, methodName: methodName(method) } : refuseField('PayWith', 'from_list')
    },

    /** The session that a call with this key was about to start; none where it has not come that far. */
    findReserved: async (once: IdempotencyKey): Promise<string | null> =>
      (await holds.findHold(db.pool, once.callerId, keysOf(once.key)))?.session_id ?? null,

    /**
     * Authorises; the same key authorises once. Throws `card_declined`, also where it was given up meanwhile;
     * `payment_pending` while the outcome is unknown.
     */
    authorize,

    /** Whether it was authorised for this price. */
    isFor: ({ amountCents }: Hold, totalCents: number): boolean => amountCents === Math.max(totalCents, leastCents),

    /** In the transaction that starts or extends. Throws `card_declined` where it was given up meanwhile. */
    attach: async (tx: Queryable, { chargeId }: Hold): Promise<void> => {
      if (await holding.attach(tx, chargeId)) return
      if ((await store.getCharge(tx, chargeId)).state !== 'held') refuse('card_declined')
    },

    /** What a refused call had authorised is released. One that is not asked for yet is the sweep's. */
    giveUp: async (once: IdempotencyKey): Promise<void> => {
      const row = await holds.findHold(db.pool, once.callerId, keysOf(once.key))
      if (row?.state === 'pending' && row.provider_reference) await holding.letGo(row.charge_id)
    },

    /** Given up: released. Does nothing where a session uses it. */
    letGo: (chargeId: string): Promise<void> => holding.letGo(chargeId),
  }
}
export type SessionPayments = ReturnType<typeof createSessionPayments>
