// A charge from our own row to its settling, whatever is lost on the way: prepared, its payment's id kept, confirmed, settled.
import { randomUUID } from 'node:crypto'
import { wallet } from '@parkit/contract/platform/limits'
import { cents } from '@parkit/contract/platform/money'
import { enqueueNotice } from '#messaging/notices/notices.ts'
import { entries, lockBalanceCents, post } from '#money/ledger/ledger.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database, Queryable } from '#platform/db.ts'
import { refuse } from '#platform/errors.ts'
import type { IdempotencyKey } from '#platform/idempotency.ts'
import { cancel, schedule } from '#platform/jobs.ts'
import { createHolding } from './authorizations.ts'
import type { Payment } from './payment.ts'
import type { CardProvider, ProviderDispute, ProviderEvent, ProviderRefund } from './provider.ts'
import { createSingleFlight } from './single-flight.ts'
import * as store from './store.ts'

/** how long a charge may stay without an answer before the sweep asks for its outcome */
const sweepSeconds = 30
/** how long a driver may take to answer the bank's question */
const challengeMinutes = 15

type Final = Extract<Payment, { is: 'succeeded' | 'declined' | 'canceled' }>
const isFinal = (payment: Payment): payment is Final => ['succeeded', 'declined', 'canceled'].includes(payment.is)

const isDriverThere = ({ purpose, off_session }: store.ChargeRow) => purpose !== 'autoTopUp' && !off_session

const stateAfter = (payment: Final): Exclude<store.ChargeRow['state'], 'pending'> => {
  if (payment.is === 'canceled') return payment.wasHeld ? 'released' : 'void'
  return payment.is
}

/** Where a charge stands; the secret where the driver's bank asks the driver first. `isHeld`: it stands, and may be used. */
export type Standing = { charge: store.ChargeRow; clientSecret: string | null; isHeld?: true }

/** The same of a disputed payment. */
export type TakeDispute = (tx: Queryable, dispute: ProviderDispute, now: Temporal.Instant) => Promise<void>

/** What becomes of a refund, in the transaction that takes the event. */
export type TakeRefund = (tx: Queryable, refund: ProviderRefund, now: Temporal.Instant) => Promise<void>

/** Something may have changed about a plan: in the transaction that takes the event. */
export type HearOfPlan = (tx: Queryable, planId: string, now: Temporal.Instant) => Promise<void>

type Deps = {
  onRefund: TakeRefund
  onDispute: TakeDispute
  onPlan: HearOfPlan
  db: Database
  clock: Clock
  provider: CardProvider
  getCustomer: (driverId: string) => Promise<string>
}

export const createCharging = ({ db, clock, provider, getCustomer, onRefund, onDispute, onPlan }: Deps) => {
  const holding = createHolding({ db, clock, provider })

  /** Our own row first, with the sweep that settles it should we die before the answer. Throws `wallet_full`. */
  const begin = (
    once: Omit<IdempotencyKey, 'call'>,
    purpose: store.ChargeRow['purpose'],
    methodId: string,
    amountCents: number,
    more: Partial<Pick<store.ChargeRow, 'session_id' | 'method_name' | 'off_session'>> = {},
  ): Promise<store.ChargeRow> =>
    db.transaction(async tx => {
      // one at a time per wallet: two top-ups at once may not fill it past its limit
      const held = await lockBalanceCents(tx, once.callerId)
      const twin = await store.findCharge(tx, once.callerId, once.key)
      if (twin) return twin
      if (
        purpose !== 'authorize' &&
        purpose !== 'session' &&
        held + (await store.pendingCents(tx, once.callerId)) + amountCents > wallet.mostCents
      )
        refuse('wallet_full')
      const now = clock.now()
      const charge = await store.insertCharge(tx, {
        charge_id: randomUUID(),
        driver_id: once.callerId,
        key: once.key,
        input_hash: once.inputHash,
        method_id: methodId,
        amount_cents: amountCents,
        purpose,
        asked_at: now,
        ...more,
      })
      await schedule(tx, 'charge', charge.charge_id, now.add({ seconds: sweepSeconds }))
      return charge
    })

  /** Credits the wallet in the transaction that settles the charge; does nothing where it is settled already. */
  const settle = async (tx: Queryable, chargeId: string, payment: Final): Promise<void> => {
    const now = clock.now()
    const because = payment.is === 'declined' ? payment.because : null
    const charge = await store.settleCharge(tx, chargeId, stateAfter(payment), now, because)
    if (!charge) return
    if (payment.is === 'succeeded') {
      const entry = charge.purpose === 'autoTopUp' ? entries.autoTopUp : entries.topUp
      const { driver_id: driverId, amount_cents: amountCents } = charge
      const balanceCents = await post(tx, entry(driverId, chargeId, cents(amountCents)), now)
      const data = { amountCents, balanceCents, auto: charge.purpose === 'autoTopUp' }
      await enqueueNotice(tx, { driverId, kind: 'topUp', data, at: now })
    }
    await cancel(tx, 'charge', chargeId)
  }

  /** The payment's id, kept before it may move money; none where the card was refused or the charge settled meanwhile. */
  const prepare = async (charge: store.ChargeRow): Promise<string | null> => {
    const { charge_id, driver_id, method_id, amount_cents, purpose } = charge
    const paymentId = await provider.prepare({
      id: charge_id,
      customerId: await getCustomer(driver_id),
      methodId: method_id,
      amountCents: amount_cents,
      what: purpose === 'authorize' ? 'hold' : purpose === 'session' ? 'reserve' : 'take',
    })
    if (paymentId) return (await store.keepReference(db.pool, charge_id, paymentId)) ? paymentId : null
    await db.transaction(tx => settle(tx, charge_id, { is: 'canceled', wasHeld: false }))
    return null
  }

  /** Goes on wherever the charge stands; none where it is settled. Throws where no answer came. */
  const collect = async (charge: store.ChargeRow): Promise<Payment | null> => {
    const before = charge.provider_reference
    const paymentId = before ?? (await prepare(charge))
    if (!paymentId) return null
    const found: Payment = before ? await provider.getPayment(before) : { is: 'open' }
    const payment = found.is === 'open' ? await provider.confirm(paymentId, isDriverThere(charge)) : found
    // a payment whose secret a browser may hold is ended for good before it counts as declined
    const toEnd =
      (payment.is === 'held' && charge.purpose !== 'session') || (payment.is === 'declined' && found.is === 'declined')
    return toEnd ? provider.close(paymentId) : payment
  }

  const singleFlight = createSingleFlight<Standing>()

  const goOn = async (charge: store.ChargeRow): Promise<Standing> => {
    if (charge.state !== 'pending') return { charge, clientSecret: null }
    const chargeId = charge.charge_id
    const payment = await collect(charge).catch(() => refuse('payment_pending'))
    if (payment && isFinal(payment)) await db.transaction(tx => settle(tx, chargeId, payment))
    const now = await store.getCharge(db.pool, chargeId)
    if (now.state !== 'pending') return { charge: now, clientSecret: null }
    if (payment?.is === 'held') return { charge: now, clientSecret: null, isHeld: true }
    if (payment?.is === 'challenge') {
      await store.markBankAsked(db.pool, chargeId)
      return { charge: { ...now, bank_asked: true }, clientSecret: payment.clientSecret }
    }
    return refuse('payment_pending')
  }

  /** Throws `payment_pending` while the outcome is unknown; afterwards the same call goes on where it stopped. */
  const advance = (charge: store.ChargeRow): Promise<Standing> => singleFlight(charge.charge_id, () => goOn(charge))

  /** The sweep's job: learns from the provider what became of a charge that was never answered. */
  const sweep = async (chargeId: string): Promise<void> => {
    const charge = await store.getCharge(db.pool, chargeId)
    if (charge.state !== 'pending') return
    const paymentId = charge.provider_reference
    // lost the race against its reference: look again
    if (!paymentId) return (await store.voidUnsent(db.pool, chargeId, clock.now())) ? undefined : sweep(chargeId)
    const payment = await provider.getPayment(paymentId)
    const now = clock.now()
    const mayAnswer = Temporal.Instant.compare(now, charge.asked_at.add({ minutes: challengeMinutes })) < 0
    const isAsked = payment.is === 'challenge' || (payment.is === 'held' && charge.bank_asked)
    if (payment.is === 'processing' || (isAsked && mayAnswer))
      return schedule(db.pool, 'charge', chargeId, now.add({ seconds: sweepSeconds }))
    // a start may be about to use it: whoever changes the row first has it
    if (charge.purpose === 'session') return holding.letGo(chargeId)
    const ended = payment.is === 'succeeded' ? payment : await provider.close(paymentId)
    if (!isFinal(ended)) throw new Error(`Payment ${paymentId} is still ${ended.is}`)
    await db.transaction(tx => settle(tx, chargeId, ended))
  }

  /** Takes an event once, in the transaction of its effect; a replay does nothing. */
  const takeEvent = ({ id, type, paymentId, payment, refund, dispute, planId }: ProviderEvent): Promise<void> =>
    db.transaction(async tx => {
      const now = clock.now()
      if (!(await store.takeEvent(tx, id, type, now))) return
      if (refund) return onRefund(tx, refund, now)
      if (dispute) return onDispute(tx, dispute, now)
      if (planId) return onPlan(tx, planId, now)
      if (!paymentId || !payment) return
      const charge = await store.findChargeOfPayment(tx, paymentId)
      if (charge?.state === 'capturing') return holding.settle(tx, charge, payment)
      if (charge?.state !== 'pending') return
      // anything else is not final: the sweep comes by while the charge is pending
      if (payment.is === 'succeeded' || payment.is === 'canceled') await settle(tx, charge.charge_id, payment)
    })

  return { begin, advance, sweep, takeEvent, holding }
}
