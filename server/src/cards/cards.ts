// Cards' front door: charging one exactly once, and settling a charge whose answer was lost.
import { randomUUID } from 'node:crypto'
import type { Answer } from '@parkit/contract/call'
import type * as contract from '@parkit/contract/cards'
import { wallet } from '@parkit/contract/limits'
import { cents } from '@parkit/contract/money'
import { entries, lockBalanceCents, post } from '#ledger/ledger.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database, Queryable } from '#platform/db.ts'
import { Refusal, refuse, refuseField } from '#platform/errors.ts'
import { cancel, schedule } from '#platform/jobs.ts'
import type { OnceKey } from '#platform/once.ts'
import type { CardProvider, Payment, ProviderEvent } from './provider.ts'
import * as store from './store.ts'

export type { CardProvider } from './provider.ts'
export { createStripe } from './stripe.ts'

/** how long a charge may stay without an answer before the sweep asks for its outcome */
const sweepSeconds = 30
/** how long a driver may take to answer the bank's question */
const challengeMinutes = 15
const scriptUrl = 'https://js.stripe.com/endive/stripe.js'

const stateAfter = { succeeded: 'succeeded', declined: 'declined', canceled: 'void' } as const
type Final = Extract<Payment, { is: keyof typeof stateAfter }>
const isFinal = (payment: Payment): payment is Final => payment.is in stateAfter

/** The charge with its wallet credited, or the bank's question that the driver has to answer first. */
export type Charged = { chargeId: string; clientSecret: string | null }

export const createCards = ({ db, clock, provider }: { db: Database; clock: Clock; provider: CardProvider }) => {
  /** Our own row first, with the sweep that settles it should we die before the answer. */
  const begin = (once: OnceKey, methodId: string, amountCents: number): Promise<store.ChargeRow> =>
    db.transaction(async tx => {
      // one at a time per wallet: two top-ups at once may not fill it past its limit
      const held = await lockBalanceCents(tx, once.driverId)
      const twin = await store.findCharge(tx, once.driverId, once.key)
      if (twin) return twin
      if (held + (await store.pendingCents(tx, once.driverId)) + amountCents > wallet.mostCents) refuse('wallet_full')
      const now = clock.now()
      const charge = await store.insertCharge(tx, {
        charge_id: randomUUID(),
        driver_id: once.driverId,
        key: once.key,
        input_hash: once.inputHash,
        method_id: methodId,
        amount_cents: amountCents,
        asked_at: now,
      })
      await schedule(tx, 'charge', charge.charge_id, now.add({ seconds: sweepSeconds }))
      return charge
    })

  /** Credits the wallet in the transaction that settles the charge; does nothing where it is settled already. */
  const settle = async (tx: Queryable, chargeId: string, payment: Final): Promise<void> => {
    const now = clock.now()
    const charge = await store.settleCharge(tx, chargeId, stateAfter[payment.is], now)
    if (!charge) return
    if (payment.is === 'succeeded')
      await post(tx, entries.topUp(charge.driver_id, chargeId, cents(charge.amount_cents)), now)
    await cancel(tx, 'charge', chargeId)
  }

  // made at the provider when a driver first looks at cards: its key makes it the same one from however many servers
  const getCustomer = async (driverId: string): Promise<string> => {
    const known = await store.findCustomer(db.pool, driverId, provider.name)
    if (known) return known
    const customerId = await provider.createCustomer(driverId)
    await store.keepCustomer(db.pool, driverId, provider.name, customerId)
    return customerId
  }

  /** Throws `unavailable` where the provider does not answer. */
  const listMethods = async (driverId: string): Promise<contract.Method[]> =>
    getCustomer(driverId)
      .then(provider.listMethods)
      .catch(() => refuse('unavailable'))

  /** The named card of the driver, or the first. Throws `no_card`, or names the field. */
  const requireMethod = async (driverId: string, methodId: string | undefined): Promise<string> => {
    const methods = await listMethods(driverId)
    const method = methodId ? methods.find(({ Id }) => Id === methodId) : methods[0]
    if (!method) return methodId ? refuseField('PaymentMethodId', 'from_list') : refuse('no_card')
    return method.Id
  }

  /** Goes on wherever the charge stands. Throws where no answer came; `open` where somebody else settled it meanwhile. */
  const collect = async (charge: store.ChargeRow): Promise<Payment> => {
    const { charge_id, driver_id, method_id, amount_cents, provider_reference } = charge
    if (provider_reference) {
      const payment = await provider.getPayment(provider_reference)
      if (payment.is === 'open') return provider.confirm(provider_reference)
      // the browser holds this payment's secret: ended for good before it counts as declined
      return payment.is === 'declined' ? provider.close(provider_reference) : payment
    }
    const customerId = await getCustomer(driver_id)
    const asked = { id: charge_id, customerId, methodId: method_id, amountCents: amount_cents }
    const paymentId = await provider.prepare(asked)
    if (!paymentId) return { is: 'canceled' }
    if (!(await store.keepReference(db.pool, charge_id, paymentId))) return { is: 'open' }
    return provider.confirm(paymentId)
  }

  const sweep = async (chargeId: string): Promise<void> => {
    const charge = await store.getCharge(db.pool, chargeId)
    if (charge.state !== 'pending') return
    const paymentId = charge.provider_reference
    // lost the race against its reference: look again
    if (!paymentId) return (await store.voidUnsent(db.pool, chargeId, clock.now())) ? undefined : sweep(chargeId)
    const payment = await provider.getPayment(paymentId)
    const now = clock.now()
    const mayAnswer = Temporal.Instant.compare(now, charge.asked_at.add({ minutes: challengeMinutes })) < 0
    if (payment.is === 'processing' || (payment.is === 'challenge' && mayAnswer))
      return schedule(db.pool, 'charge', chargeId, now.add({ seconds: sweepSeconds }))
    const ended = payment.is === 'succeeded' ? payment : await provider.close(paymentId)
    if (!isFinal(ended)) throw new Error(`Payment ${paymentId} is still ${ended.is}`)
    await db.transaction(tx => settle(tx, chargeId, ended))
  }

  return {
    config: async (): Promise<Answer<typeof contract.config>> => ({
      Provider: provider.name,
      PublishableKey: provider.publishableKey,
      ScriptUrl: provider.name === 'stripe' ? scriptUrl : null,
      Sandbox: provider.name === 'sandbox',
    }),

    listMethods,

    /**
     * Charges a card and credits the wallet; the same key charges once and answers the same again.
     * Throws `no_card`, `wallet_full`, `card_declined`; `payment_pending` while the outcome is unknown.
     */
    chargeToWallet: async (once: OnceKey, methodId: string | undefined, amountCents: number): Promise<Charged> => {
      // a repeat answers as before, also when the card is gone by now
      const charge =
        (await store.findCharge(db.pool, once.driverId, once.key)) ??
        (await begin(once, await requireMethod(once.driverId, methodId), amountCents))
      if (!charge.input_hash.equals(once.inputHash)) refuse('idempotency_conflict')
      const chargeId = charge.charge_id
      if (charge.state === 'pending') {
        const payment = await collect(charge).catch(() => refuse('payment_pending'))
        if (payment.is === 'challenge') return { chargeId, clientSecret: payment.clientSecret }
        if (isFinal(payment)) await db.transaction(tx => settle(tx, chargeId, payment))
      }
      const { state } = await store.getCharge(db.pool, chargeId)
      if (state === 'pending') refuse('payment_pending')
      if (state !== 'succeeded') throw new Refusal('card_declined')
      return { chargeId, clientSecret: null }
    },

    /** The sweep's job: learns from the provider what became of a charge that was never answered. */
    sweep,

    /** Throws unless the provider signed it just now. */
    readEvent: (payload: Buffer, signature: string): ProviderEvent =>
      provider.readEvent(payload, signature, clock.now()),

    /** Takes an event once, in the transaction of its effect; a replay does nothing. */
    takeEvent: ({ id, type, paymentId, payment }: ProviderEvent): Promise<void> =>
      db.transaction(async tx => {
        const now = clock.now()
        if (!(await store.takeEvent(tx, id, type, now)) || !paymentId) return
        const charge = await store.findChargeOfPayment(tx, paymentId)
        if (charge?.state !== 'pending' || !payment) return
        if (payment.is === 'succeeded' || payment.is === 'canceled') await settle(tx, charge.charge_id, payment)
        // it may still be confirmed with another card: the sweep ends it first
        else if (payment.is === 'declined') await schedule(tx, 'charge', charge.charge_id, now)
      }),
  }
}
export type Cards = ReturnType<typeof createCards>
