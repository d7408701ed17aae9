// Subscriptions: the plans, a driver's own, charging and canceling it, and whether it waives the service fee.
import { randomUUID } from 'node:crypto'
import type { RequiresAction } from '@parkit/contract/money/cards'
import type * as contract from '@parkit/contract/money/subscription'
import type { Answer } from '@parkit/contract/platform/call'
import { plan } from '@parkit/contract/platform/limits'
import { toDollars } from '@parkit/contract/platform/money'
import { type Cards, noteDecline, orUnavailable, type Payment, requireTheseKeys } from '#money/cards/cards.ts'
import type { Queryable } from '#platform/db.ts'
import { refuse } from '#platform/errors.ts'
import { type IdempotencyKey, requireSameInput } from '#platform/idempotency.ts'
import { schedule } from '#platform/jobs.ts'
import { graceUntil, isCoveredAt, isLive, shownAt } from './state.ts'
import * as store from './store.ts'
import { createSync, type SyncDeps, syncJob } from './sync.ts'

/** What of a driver's plan decides whether a start costs its fee. */
export type Plan = Pick<store.SubscriptionRow, 'state' | 'paid_until'>
/** Whether a start at `at` costs no service fee. */
export const isFeeWaived = (plan: Plan | null, at: Temporal.Instant): boolean => plan !== null && isCoveredAt(plan, at)

const sweepSeconds = 30

/** Of all cities, in cents, and whether they all have it. */
type HighestFee = { cents: number; isEverywhere: boolean }

type Deps = SyncDeps & {
  highestFee: (at: Temporal.Instant) => HighestFee
  cards: Pick<Cards, 'getCustomer' | 'requireMethod' | 'requireTry'>
}
type PlanAnswer = Answer<typeof contract.subscribe>

const plans = ({ cents, isEverywhere }: HighestFee): Answer<typeof contract.plans> => [
  {
    PlanId: 'free',
    Name: 'Free',
    Price: 0,
    WaivesServiceFee: false,
    ServiceFee: toDollars(cents),
    ServiceFeeVaries: !isEverywhere,
  },
  {
    PlanId: 'deluxe',
    Name: 'Deluxe',
    Price: toDollars(plan.deluxeCents),
    WaivesServiceFee: true,
    ServiceFee: 0,
    ServiceFeeVaries: false,
  },
]

const answer = (row: store.SubscriptionRow | null, now: Temporal.Instant): contract.Subscription => {
  const State = shownAt(row, now)
  const goesOn = State === 'active' || State === 'grace' || State === 'cancelling'
  const until = row?.paid_until ?? null
  return {
    PlanId: goesOn ? 'deluxe' : 'free',
    State,
    Price: goesOn ? toDollars(row!.price_cents) : 0,
    RenewsOn: State === 'active' ? until!.toString() : null,
    EndsOn: State === 'cancelling' || State === 'ended' ? until!.toString() : null,
    GraceUntil: State === 'grace' ? graceUntil(until!).toString() : null,
    PaymentMethodId: goesOn ? row!.method_id : null,
    ServiceFeeWaived: goesOn,
  }
}

export const createSubscription = (deps: Deps) => {
  const { db, clock, provider, cards } = deps
  const { syncSubscription, onProviderEvent } = createSync(deps)

  const orPending = <Result>(work: Promise<Result>): Promise<Result> => work.catch(() => refuse('payment_pending'))

  const keys = { provider: provider.name, mode: provider.mode }
  const findLatest = (driverId: string) => store.findLatest(db.pool, driverId, keys.provider, keys.mode)

  const current = async (driverId: string) => answer(await findLatest(driverId), clock.now())

  /** Throws `not_found`, and `payment_pending` while the first payment has no outcome. */
  const requireActive = async (driverId: string): Promise<store.SubscriptionRow> => {
    const row = await findLatest(driverId)
    const shown = shownAt(row, clock.now())
    if (shown === 'pending') refuse('payment_pending')
    if (!row?.provider_reference || shown === 'free' || shown === 'ended') return refuse('not_found')
    return row
  }

  /** Cancels a first payment that waits for the bank's challenge when the driver starts over, perhaps with another card. */
  const cancelUnpaid = async (driverId: string): Promise<void> => {
    const row = await findLatest(driverId)
    if (!row || !isLive(row.state)) return
    const shown = shownAt(row, clock.now())
    if (shown !== 'pending' && shown !== 'ended') refuse('already_subscribed')
    const paymentId = shown === 'pending' && row.payment_reference
    const isChallenged = paymentId && (await orPending(provider.getPayment(paymentId))).status === 'challenge'
    if (isChallenged) await orPending(provider.endPlan(row.provider_reference!, false))
    await orPending(syncSubscription(row.subscription_id))
  }

  /** Stores our own row first, with the sync that settles it if this process dies before the answer. */
  const begin = async (idempotencyKey: IdempotencyKey, methodId: string): Promise<store.SubscriptionRow> => {
    const insert = () =>
      db.transaction(async tx => {
        const now = clock.now()
        const row = await store.insert(tx, {
          subscription_id: randomUUID(),
          driver_id: idempotencyKey.callerId,
          key: idempotencyKey.key,
          input_hash: idempotencyKey.inputHash,
          method_id: methodId,
          price_cents: plan.deluxeCents,
          asked_at: now,
          ...keys,
        })
        if (row) await schedule(tx, syncJob, row.subscription_id, now.add({ seconds: sweepSeconds }))
        return row ?? store.findByKey(tx, idempotencyKey.callerId, idempotencyKey.key)
      })
    const row = await insert()
    if (row) return row
    await cancelUnpaid(idempotencyKey.callerId)
    return (await insert()) ?? refuse('payment_pending')
  }

  /** The ids of the plan and its payment, stored before it may be paid; null if the card was refused or it was settled meanwhile. */
  const prepare = async (row: store.SubscriptionRow) => {
    const id = row.subscription_id
    const customerId = await cards.getCustomer(row.driver_id)
    const prepared = await provider.preparePlan({
      id,
      customerId,
      methodId: row.method_id,
      amountCents: row.price_cents,
    })
    if (!prepared) {
      await db.transaction(async tx => {
        const now = clock.now()
        if (await store.voidUnsent(tx, id, now)) await noteDecline(tx, { driverId: row.driver_id }, now)
      })
      return null
    }
    if (await store.keepReferences(db.pool, id, prepared)) return prepared
    const stored = await store.find(db.pool, id)
    if (stored?.provider_reference !== prepared.planId) await provider.endPlan(prepared.planId, false)
    return null
  }

  /** Continues from whichever step the first payment is at. Throws where no answer came. */
  const payFirstMonth = async (row: store.SubscriptionRow): Promise<Payment | null> => {
    const { provider_reference, payment_reference } = row
    const known = provider_reference && payment_reference
    const ids = known ? { planId: provider_reference, paymentId: payment_reference } : await prepare(row)
    if (!ids) return null
    const found: Payment = known ? await provider.getPayment(ids.paymentId) : { status: 'open' }
    const payment = found.status === 'open' ? await provider.payMonth(ids.paymentId, row.method_id) : found
    // ends a plan whose first payment was declined
    await syncSubscription(row.subscription_id)
    return payment
  }

  const reasonOf = (payment: Payment | null) => (payment?.status === 'declined' ? payment.reason : null)

  const actionOf = (payment: Payment | null, paymentId: string | null): RequiresAction | null =>
    payment?.status === 'challenge' ? { intentId: paymentId!, ClientSecret: payment.clientSecret } : null

  /** Throws `card_declined`, and `payment_pending` while the outcome is unknown. */
  const advance = async (row: store.SubscriptionRow): Promise<PlanAnswer> => {
    if (row.state === 'pending') requireTheseKeys(provider, row)
    const payment = row.state === 'pending' ? await orPending(payFirstMonth(row)) : null
    const now = (await store.find(db.pool, row.subscription_id))!
    if (now.state === 'void') return refuse('card_declined', { because: reasonOf(payment) })
    const RequiresAction = actionOf(payment, now.payment_reference)
    if (now.state === 'pending' && !RequiresAction) return refuse('payment_pending')
    return { Subscription: answer(now, clock.now()), RequiresAction }
  }

  /** Of a month after the first. */
  const answerPayment = async (
    row: store.SubscriptionRow,
    paymentId: string,
    payment: Payment,
  ): Promise<PlanAnswer> => {
    await orPending(syncSubscription(row.subscription_id))
    if (payment.status === 'declined' || payment.status === 'canceled')
      refuse('card_declined', { because: reasonOf(payment) })
    if (payment.status !== 'succeeded' && payment.status !== 'challenge') refuse('payment_pending')
    return { Subscription: await current(row.driver_id), RequiresAction: actionOf(payment, paymentId) }
  }

  const beginPaced = async (idempotencyKey: IdempotencyKey, methodId: string | undefined) => {
    await cards.requireTry(idempotencyKey.callerId)
    return begin(idempotencyKey, (await cards.requireMethod(idempotencyKey.callerId, methodId)).Id)
  }

  /** Charges the month that a declined renewal left open. */
  const payOpenMonth = async (row: store.SubscriptionRow, paymentId: string, methodId: string): Promise<PlanAnswer> => {
    const payment = await orPending(provider.payMonth(paymentId, methodId))
    if (payment.status === 'declined') await noteDecline(db.pool, { driverId: row.driver_id }, clock.now())
    return answerPayment(row, paymentId, payment)
  }

  return {
    plans: async () => plans(deps.highestFee(clock.now())),

    current,

    /** Charges the first month; the same key charges once and answers the same again. */
    subscribe: async (idempotencyKey: IdempotencyKey, methodId: string | undefined): Promise<PlanAnswer> => {
      // a repeat answers as before, even if the card was deleted since
      const row =
        (await store.findByKey(db.pool, idempotencyKey.callerId, idempotencyKey.key)) ??
        (await beginPaced(idempotencyKey, methodId))
      requireSameInput(idempotencyKey, row.input_hash)
      return advance(row)
    },

    /** Charges the open month, if there is one, to the new card at once. */
    changeCard: async (driverId: string, methodId: string): Promise<PlanAnswer> => {
      const row = await requireActive(driverId)
      if (row.state === 'grace') await cards.requireTry(driverId)
      const method = (await cards.requireMethod(driverId, methodId)).Id
      const planId = row.provider_reference!
      await orUnavailable(provider.choosePlanCard(planId, method))
      const open = row.state === 'grace' ? (await orUnavailable(provider.getPlan(planId))).openPaymentId : null
      await store.keepCard(db.pool, row.subscription_id, method, open)
      if (open) return payOpenMonth(row, open, method)
      await orUnavailable(syncSubscription(row.subscription_id))
      return { Subscription: await current(driverId), RequiresAction: null }
    },

    /** The outcome of a payment of the driver's after the bank's challenge. */
    confirm: async (driverId: string, intentId: string): Promise<PlanAnswer> => {
      const row = (await store.findOfPayment(db.pool, driverId, intentId)) ?? refuse('not_found')
      requireTheseKeys(provider, row)
      if (row.state === 'pending' || row.state === 'void') return advance(row)
      return answerPayment(row, intentId, await orPending(provider.getPayment(intentId)))
    },

    cancel: async (driverId: string): Promise<contract.Subscription> => {
      const row = await requireActive(driverId)
      const id = row.subscription_id
      if (row.state === 'active') await orUnavailable(provider.endWithPeriod(row.provider_reference!, true))
      // no paid time is left: it ends at once
      if (row.state === 'grace')
        await db.transaction(async tx => {
          const { paid_until: until } = row
          if (await store.settle(tx, row, { state: 'ending', until }, clock.now()))
            await schedule(tx, syncJob, id, clock.now())
        })
      await orUnavailable(syncSubscription(id))
      return current(driverId)
    },

    resume: async (driverId: string): Promise<contract.Subscription> => {
      const row = await requireActive(driverId)
      if (row.state === 'cancelling') await orUnavailable(provider.endWithPeriod(row.provider_reference!, false))
      await orUnavailable(syncSubscription(row.subscription_id))
      return current(driverId)
    },

    onProviderEvent,

    /** For a deleted account: ends the plan at once, even in a paid month. Throws `payment_pending`. */
    leave: async (tx: Queryable, driverId: string, now: Temporal.Instant): Promise<void> => {
      const left = await store.leave(tx, driverId)
      const isPaying = left.some(
        row => row.before === 'pending' && row.provider === keys.provider && row.mode === keys.mode,
      )
      if (isPaying) refuse('payment_pending')
      for (const { subscription_id, before } of left)
        if (isLive(before)) await schedule(tx, syncJob, subscription_id, now)
    },

    jobs: { [syncJob]: syncSubscription },
  }
}
export type Subscription = ReturnType<typeof createSubscription>
