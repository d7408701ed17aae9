// Cards' front door: charging one exactly once, and settling a charge whose answer was lost.
import { randomUUID } from 'node:crypto'
import type { Answer } from '@parkit/contract/call'
import type * as contract from '@parkit/contract/cards'
import { wallet } from '@parkit/contract/limits'
import { cents } from '@parkit/contract/money'
import { entries, lockBalanceCents, post } from '#ledger/ledger.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db.ts'
import { Refusal, refuse, refuseField } from '#platform/errors.ts'
import { cancel, schedule } from '#platform/jobs.ts'
import type { OnceKey } from '#platform/once.ts'
import type { CardProvider, ChargeOutcome } from './provider.ts'
import { type ChargeRow, findCharge, insertCharge, pendingCents, settleCharge } from './store.ts'

export type { CardProvider } from './provider.ts'

/** how long a charge may stay without an answer before the sweep asks for its outcome */
const sweepSeconds = 30

export const createCards = ({ db, clock, provider }: { db: Database; clock: Clock; provider: CardProvider }) => {
  /** Our own row first, with the sweep that settles it should we die before the answer. */
  const begin = (once: OnceKey, methodId: string, amountCents: number): Promise<ChargeRow> =>
    db.transaction(async tx => {
      // one at a time per wallet: two top-ups at once may not fill it past its limit
      const held = await lockBalanceCents(tx, once.driverId)
      const twin = await findCharge(tx, once.driverId, once.key)
      if (twin) return twin
      if (held + (await pendingCents(tx, once.driverId)) + amountCents > wallet.mostCents) refuse('wallet_full')
      const now = clock.now()
      const charge = {
        charge_id: randomUUID(),
        driver_id: once.driverId,
        input_hash: once.inputHash,
        method_id: methodId,
        amount_cents: amountCents,
      }
      await insertCharge(tx, { ...charge, key: once.key, at: now })
      await schedule(tx, 'charge', charge.charge_id, now.add({ seconds: sweepSeconds }))
      return { ...charge, state: 'pending' }
    })

  /** Credits the wallet in the transaction that settles the charge; does nothing where it is settled already. */
  const settle = (chargeId: string, outcome: ChargeOutcome | 'void') =>
    db.transaction(async tx => {
      const now = clock.now()
      const charge = await settleCharge(tx, chargeId, outcome, now)
      if (!charge) return
      if (outcome === 'succeeded')
        await post(tx, entries.topUp(charge.driver_id, chargeId, cents(charge.amount_cents)), now)
      await cancel(tx, 'charge', chargeId)
    })

  /** The named card of the driver, or the first. Throws `no_card`, or names the field. */
  const requireMethod = async (driverId: string, methodId: string | undefined): Promise<string> => {
    const methods = await provider.listMethods(driverId)
    const method = methodId ? methods.find(({ Id }) => Id === methodId) : methods[0]
    if (!method) return methodId ? refuseField('PaymentMethodId', 'from_list') : refuse('no_card')
    return method.Id
  }

  return {
    config: async (): Promise<Answer<typeof contract.config>> => ({
      Provider: provider.name,
      PublishableKey: null,
      ScriptUrl: null,
      Sandbox: provider.name === 'sandbox',
    }),

    listMethods: provider.listMethods,

    /**
     * Charges a card and credits the wallet; the same key charges once and answers the same again.
     * Throws `no_card`, `wallet_full`, `card_declined`; `payment_pending` while the outcome is unknown.
     */
    chargeToWallet: async (once: OnceKey, methodId: string | undefined, amountCents: number): Promise<string> => {
      // a repeat answers as before, also when the card is gone by now
      const charge =
        (await findCharge(db.pool, once.driverId, once.key)) ??
        (await begin(once, await requireMethod(once.driverId, methodId), amountCents))
      if (!charge.input_hash.equals(once.inputHash)) refuse('idempotency_conflict')
      if (charge.state === 'pending') {
        const asked = { chargeId: charge.charge_id, methodId: charge.method_id, amountCents: charge.amount_cents }
        const outcome = await provider.charge(asked).catch(() => refuse('payment_pending'))
        await settle(charge.charge_id, outcome)
        if (outcome === 'declined') throw new Refusal('card_declined')
      }
      if (charge.state === 'declined' || charge.state === 'void') throw new Refusal('card_declined')
      return charge.charge_id
    },

    /** The sweep's job: learns from the provider what became of a charge that was never answered. */
    sweep: async (chargeId: string) => settle(chargeId, await provider.resolve(chargeId)),
  }
}
export type Cards = ReturnType<typeof createCards>
