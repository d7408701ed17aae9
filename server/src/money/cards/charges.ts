// A card charge from our own row to its settlement: prepared, the payment's id stored, confirmed, settled; each step can be repeated.
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
import { createAuthorizations } from './authorizations.ts'
import { noteDecline } from './decline-limit.ts'
import { requireTheseKeys, type WarningLog, waitForKeys } from './other-keys.ts'
import {
  type CardProvider,
  type FinalPayment,
  isFinal,
  type Payment,
  type ProviderDispute,
  type ProviderEvent,
  type ProviderRefund,
} from './provider.ts'
import { createSingleFlight } from './single-flight.ts'
import * as store from './store.ts'

/** how long a charge may stay without an answer before the sweep looks its outcome up */
const sweepSeconds = 30
/** The kind of the job that keeps a saved card once if the answer to its authorization didn't come to it. */
export const keepOnceJob = 'card-once'
/** how long a driver has to answer the bank's challenge */
const challengeMinutes = 15

const isOnSession = ({ purpose, off_session }: store.ChargeRow) => purpose !== 'autoTopUp' && !off_session

/** of all cities */
const walletStatement = 'WALLET'

const intents = { authorize: 'verify', session: 'authorize', topUp: 'charge', autoTopUp: 'charge' } as const

const stateAfter = (payment: FinalPayment): Exclude<store.ChargeRow['state'], 'pending'> => {
  if (payment.status === 'canceled') return payment.wasAuthorized ? 'released' : 'void'
  return payment.status
}

/** What changes together with a new charge, in its transaction. */
export type BeforeCharge = (tx: Queryable, chargeKey: string) => Promise<void>

/** `clientSecret`: the driver's bank has a challenge for the driver. `isAuthorized`: the authorization may be used. */
export type ChargeStatus = { charge: store.ChargeRow; clientSecret: string | null; isAuthorized?: true }

/** Each is called in the transaction that records the event. */
export type ProviderEventHandlers = {
  onRefund: (tx: Queryable, refund: ProviderRefund, now: Temporal.Instant) => Promise<void>
  onDispute: (tx: Queryable, dispute: ProviderDispute, now: Temporal.Instant) => Promise<void>
  /** something may have changed about the plan */
  onPlan: (tx: Queryable, planId: string, now: Temporal.Instant) => Promise<void>
}

type Deps = ProviderEventHandlers & {
  db: Database
  clock: Clock
  provider: CardProvider
  log: WarningLog
  getCustomer: (driverId: string) => Promise<string>
}

export const createCharges = ({ db, clock, provider, log, getCustomer, onRefund, onDispute, onPlan }: Deps) => {
  const authorizations = createAuthorizations({ db, clock, provider, log })

  /** Stores our own row first, with the sweep that settles it if this process dies before the answer. Throws `wallet_full`. */
  const begin = (
    idempotencyKey: Omit<IdempotencyKey, 'call'>,
    purpose: store.ChargeRow['purpose'],
    methodId: string,
    amountCents: number,
    more: Partial<
      Pick<store.ChargeRow, 'session_id' | 'method_name' | 'off_session' | 'statement' | 'saves_card'>
    > = {},
    beforeCharge?: BeforeCharge,
  ): Promise<store.ChargeRow> =>
    db.transaction(async tx => {
      await beforeCharge?.(tx, idempotencyKey.key)
      // one at a time per wallet: two top-ups at once may not fill it past its limit
      const balance = await lockBalanceCents(tx, idempotencyKey.callerId)
      const existing = await store.findCharge(tx, idempotencyKey.callerId, idempotencyKey.key)
      if (existing) return existing
      if (
        intents[purpose] === 'charge' &&
        balance + (await store.pendingCents(tx, idempotencyKey.callerId)) + amountCents > wallet.mostCents
      )
        refuse('wallet_full')
      const now = clock.now()
      const charge = await store.insertCharge(tx, {
        charge_id: randomUUID(),
        driver_id: idempotencyKey.callerId,
        key: idempotencyKey.key,
        input_hash: idempotencyKey.inputHash,
        method_id: methodId,
        amount_cents: amountCents,
        purpose,
        asked_at: now,
        provider: provider.name,
        mode: provider.mode,
        ...more,
      })
      await schedule(tx, 'charge', charge.charge_id, now.add({ seconds: sweepSeconds }))
      return charge
    })

  /** Credits the wallet in the transaction that settles the charge; does nothing if it is settled already. */
  const settle = async (tx: Queryable, chargeId: string, payment: FinalPayment): Promise<void> => {
    const now = clock.now()
    const reason = payment.status === 'declined' ? payment.reason : null
    const charge = await store.settleCharge(tx, chargeId, stateAfter(payment), now, reason)
    if (!charge) return
    if (payment.status === 'declined' && isOnSession(charge)) await noteDecline(tx, { driverId: charge.driver_id }, now)
    if (payment.status === 'succeeded') {
      const auto = charge.purpose === 'autoTopUp'
      const { driver_id: driverId, amount_cents: amountCents } = charge
      const entry = (auto ? entries.autoTopUp : entries.topUp)(driverId, chargeId, cents(amountCents))
      const balanceCents = await post(tx, entry, now)
      await enqueueNotice(tx, { driverId, kind: 'topUp', data: { amountCents, balanceCents, auto }, at: now })
    }
    if (charge.purpose === 'authorize' && charge.state === 'released')
      await schedule(tx, keepOnceJob, chargeId, now.add({ seconds: sweepSeconds }))
    await cancel(tx, 'charge', chargeId)
  }

  /** The payment's id, stored before it may move money; null if the card was refused or the charge settled meanwhile. */
  const prepare = async (charge: store.ChargeRow): Promise<string | null> => {
    const { charge_id, driver_id, method_id, amount_cents, purpose, statement, saves_card } = charge
    const paymentId = await provider.prepare({
      id: charge_id,
      customerId: await getCustomer(driver_id),
      methodId: method_id,
      amountCents: amount_cents,
      intent: intents[purpose],
      statement: statement ?? (intents[purpose] === 'charge' ? walletStatement : null),
      saves: saves_card,
    })
    if (paymentId) return (await store.keepReference(db.pool, charge_id, paymentId)) ? paymentId : null
    await db.transaction(async tx => {
      await settle(tx, charge_id, { status: 'canceled', wasAuthorized: false })
      if (isOnSession(charge)) await noteDecline(tx, { driverId: driver_id }, clock.now())
    })
    return null
  }

  /** Continues from whichever step the charge is at; null if it is settled. Throws if no answer came. */
  const pay = async (charge: store.ChargeRow): Promise<Payment | null> => {
    const before = charge.provider_reference
    const paymentId = before ?? (await prepare(charge))
    if (!paymentId) return null
    const found: Payment = before ? await provider.getPayment(before) : { status: 'open' }
    const payment = found.status === 'open' ? await provider.confirm(paymentId, isOnSession(charge)) : found
    // a browser may have the secret of a declined payment: it counts as declined once it is closed for good
    const isToBeClosed =
      (payment.status === 'authorized' && charge.purpose !== 'session') ||
      (payment.status === 'declined' && found.status === 'declined')
    return isToBeClosed ? provider.close(paymentId) : payment
  }

  const proceed = async (charge: store.ChargeRow): Promise<ChargeStatus> => {
    if (charge.state !== 'pending') return { charge, clientSecret: null }
    requireTheseKeys(provider, charge)
    const chargeId = charge.charge_id
    const payment = await pay(charge).catch(() => refuse('payment_pending'))
    if (payment?.status === 'authorized' && payment.captureBefore)
      await store.keepCaptureBefore(db.pool, chargeId, payment.captureBefore)
    if (payment && isFinal(payment)) await db.transaction(tx => settle(tx, chargeId, payment))
    const now = await store.getCharge(db.pool, chargeId)
    if (now.state !== 'pending') return { charge: now, clientSecret: null }
    if (payment?.status === 'authorized') return { charge: now, clientSecret: null, isAuthorized: true }
    if (payment?.status === 'challenge') {
      await store.markBankAsked(db.pool, chargeId)
      return { charge: { ...now, bank_asked: true }, clientSecret: payment.clientSecret }
    }
    return refuse('payment_pending')
  }

  const singleFlight = createSingleFlight<ChargeStatus>()
  /**
   * Throws `payment_pending` while the outcome is unknown; the same call then continues where it stopped. Throws
   * `other_keys` where it can't continue with these.
   */
  const advance = (charge: store.ChargeRow): Promise<ChargeStatus> =>
    singleFlight(charge.charge_id, () => proceed(charge))

  /** The job: looks up at the provider what became of a charge that got no answer. */
  const sweep = async (chargeId: string): Promise<void> => {
    const charge = await store.getCharge(db.pool, chargeId)
    if (charge.state !== 'pending' || (await waitForKeys({ db, clock, provider, log }, charge, 'charge', chargeId)))
      return
    const paymentId = charge.provider_reference
    // if it fails, the payment's id was stored meanwhile
    if (!paymentId) return (await store.voidUnsent(db.pool, chargeId, clock.now())) ? undefined : sweep(chargeId)
    const payment = await provider.getPayment(paymentId)
    const now = clock.now()
    const mayAnswer = Temporal.Instant.compare(now, charge.asked_at.add({ minutes: challengeMinutes })) < 0
    const isChallenged = payment.status === 'challenge' || (payment.status === 'authorized' && charge.bank_asked)
    if (payment.status === 'processing' || (isChallenged && mayAnswer))
      return schedule(db.pool, 'charge', chargeId, now.add({ seconds: sweepSeconds }))
    // a start may be about to use it: whoever changes the row first has it
    if (charge.purpose === 'session') return authorizations.release(chargeId)
    const closed = payment.status === 'succeeded' ? payment : await provider.close(paymentId)
    if (!isFinal(closed)) throw new Error(`Payment ${paymentId} is still ${closed.status}`)
    await db.transaction(tx => settle(tx, chargeId, closed))
  }

  /** Applies an event once, in one transaction with its effect; a replay does nothing. */
  const takeEvent = ({ id, type, paymentId, payment, refund, dispute, planId }: ProviderEvent): Promise<void> =>
    db.transaction(async tx => {
      const now = clock.now()
      if (!(await store.takeEvent(tx, id, type, now))) return
      if (refund) return onRefund(tx, refund, now)
      if (dispute) return onDispute(tx, dispute, now)
      if (planId) return onPlan(tx, planId, now)
      if (!paymentId || !payment) return
      const charge = await store.findChargeOfPayment(tx, paymentId)
      if (charge?.state === 'capturing') return authorizations.settle(tx, charge, payment)
      if (charge?.state !== 'pending') return
      // any other outcome is not final: the sweep runs while the charge is pending
      if (payment.status === 'succeeded' || payment.status === 'canceled') await settle(tx, charge.charge_id, payment)
    })

  return { begin, advance, sweep, takeEvent, authorizations }
}
export type Charges = ReturnType<typeof createCharges>
