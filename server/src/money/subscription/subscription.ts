// Subscription's front door: the plans, a driver's own, having it charged and ended, and whether it waives the service fee.
import { randomUUID } from 'node:crypto'
import type { RequiresAction } from '@parkit/contract/money/cards'
import type * as contract from '@parkit/contract/money/subscription'
import type { Answer } from '@parkit/contract/platform/call'
import { plan, serviceFeeCents } from '@parkit/contract/platform/limits'
import { toDollars } from '@parkit/contract/platform/money'
import type { CardProvider, Cards } from '#money/cards/cards.ts'
import type { Queryable } from '#platform/db.ts'
import { refuse } from '#platform/errors.ts'
import { type IdempotencyKey, requireSameInput } from '#platform/idempotency.ts'
import { schedule } from '#platform/jobs.ts'
import { graceUntil, isCoveredAt, isLive, shownAt } from './state.ts'
import * as store from './store.ts'
import { createLooking, type LookDeps, lookJob } from './sync.ts'

/** What of a driver's plan decides whether a start costs its fee. */
export type Plan = Pick<store.SubscriptionRow, 'state' | 'paid_until'>
/** Whether a start at `at` costs no service fee. */
export const isFeeWaived = (plan: Plan | null, at: Temporal.Instant): boolean => plan !== null && isCoveredAt(plan, at)

const sweepSeconds = 30

type Payment = Awaited<ReturnType<CardProvider['payMonth']>>
type Deps = LookDeps & { cards: Pick<Cards, 'getCustomer' | 'requireMethod'> }
type Asked = Answer<typeof contract.subscribe>

const plans = (): Answer<typeof contract.plans> => [
  {
    PlanId: 'free',
    Name: 'Free',
    Price: 0,
    WaivesServiceFee: false,
    ServiceFee: toDollars(serviceFeeCents),
  },
  {
    PlanId: 'deluxe',
    Name: 'Deluxe',
    Price: toDollars(plan.deluxeCents),
    WaivesServiceFee: true,
    ServiceFee: 0,
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
  const { look, hear } = createLooking(deps)

  const asked = <Result>(work: Promise<Result>): Promise<Result> => work.catch(() => refuse('unavailable'))
  const unanswered = <Result>(work: Promise<Result>): Promise<Result> => work.catch(() => refuse('payment_pending'))

  const current = async (driverId: string) => answer(await store.findLatest(db.pool, driverId), clock.now())

  /** Throws `not_found`, and `payment_pending` while the first payment has no outcome. */
  const requireBegun = async (driverId: string): Promise<store.SubscriptionRow> => {
    const row = await store.findLatest(db.pool, driverId)
    const shown = shownAt(row, clock.now())
    if (shown === 'pending') refuse('payment_pending')
    if (!row?.provider_reference || shown === 'free' || shown === 'ended') return refuse('not_found')
    return row
  }

  /** A first payment that waits for the bank's question makes way where the driver begins anew, with another card perhaps. */
  const makeWay = async (driverId: string): Promise<void> => {
    const row = await store.findLatest(db.pool, driverId)
    if (!row || !isLive(row.state)) return
    const shown = shownAt(row, clock.now())
    if (shown !== 'pending' && shown !== 'ended') refuse('already_subscribed')
    const waits = shown === 'pending' && row.payment_reference
    const isAsked = waits && (await unanswered(provider.getPayment(waits))).is === 'challenge'
    if (isAsked) await unanswered(provider.endPlan(row.provider_reference!, false))
    await unanswered(look(row.subscription_id))
  }

  /** Our own row first, with the look that settles it should we die before the answer. */
  const begin = async (once: IdempotencyKey, methodId: string): Promise<store.SubscriptionRow> => {
    const insert = () =>
      db.transaction(async tx => {
        const now = clock.now()
        const row = await store.insert(tx, {
          subscription_id: randomUUID(),
          driver_id: once.callerId,
          key: once.key,
          input_hash: once.inputHash,
          method_id: methodId,
          price_cents: plan.deluxeCents,
          asked_at: now,
        })
        if (row) await schedule(tx, lookJob, row.subscription_id, now.add({ seconds: sweepSeconds }))
        return row ?? store.findByKey(tx, once.callerId, once.key)
      })
    const row = await insert()
    if (row) return row
    await makeWay(once.callerId)
    return (await insert()) ?? refuse('payment_pending')
  }

  /** The plan's names, kept before it may be paid; none where the card was refused, or it was settled meanwhile. */
  const prepare = async (row: store.SubscriptionRow) => {
    const id = row.subscription_id
    const customerId = await cards.getCustomer(row.driver_id)
    const made = await provider.preparePlan({ id, customerId, methodId: row.method_id, amountCents: row.price_cents })
    if (!made) {
      await store.voidUnsent(db.pool, id, clock.now())
      return null
    }
    if (await store.keepReferences(db.pool, id, made)) return made
    const kept = await store.find(db.pool, id)
    if (kept?.provider_reference !== made.planId) await provider.endPlan(made.planId, false)
    return null
  }

  /** Goes on wherever the first payment stands. Throws where no answer came. */
  const collect = async (row: store.SubscriptionRow): Promise<Payment | null> => {
    const { provider_reference, payment_reference } = row
    const known = provider_reference && payment_reference
    const names = known ? { planId: provider_reference, paymentId: payment_reference } : await prepare(row)
    if (!names) return null
    const found: Payment = known ? await provider.getPayment(names.paymentId) : { is: 'open' }
    const payment = found.is === 'open' ? await provider.payMonth(names.paymentId, row.method_id) : found
    // what was declined is ended for good before it counts so
    await look(row.subscription_id)
    return payment
  }

  const reasonOf = (payment: Payment | null) => (payment?.is === 'declined' ? payment.because : null)

  const actionOf = (payment: Payment | null, paymentId: string | null): RequiresAction | null =>
    payment?.is === 'challenge' ? { intentId: paymentId!, ClientSecret: payment.clientSecret } : null

  /** Throws `card_declined`, and `payment_pending` while the outcome is unknown. */
  const advance = async (row: store.SubscriptionRow): Promise<Asked> => {
    const payment = row.state === 'pending' ? await unanswered(collect(row)) : null
    const now = (await store.find(db.pool, row.subscription_id))!
    if (now.state === 'void') return refuse('card_declined', { because: reasonOf(payment) })
    const RequiresAction = actionOf(payment, now.payment_reference)
    if (now.state === 'pending' && !RequiresAction) return refuse('payment_pending')
    return { Subscription: answer(now, clock.now()), RequiresAction }
  }

  /** Of a month after the first. */
  const standing = async (row: store.SubscriptionRow, paymentId: string, payment: Payment): Promise<Asked> => {
    await unanswered(look(row.subscription_id))
    if (payment.is === 'declined' || payment.is === 'canceled') refuse('card_declined', { because: reasonOf(payment) })
    if (payment.is !== 'succeeded' && payment.is !== 'challenge') refuse('payment_pending')
    return { Subscription: await current(row.driver_id), RequiresAction: actionOf(payment, paymentId) }
  }

  return {
    plans: async () => plans(),

    current,

    /** Charges the first month; the same key charges once and answers the same again. */
    subscribe: async (once: IdempotencyKey, methodId: string | undefined): Promise<Asked> => {
      // a repeat answers as before, also when the card is gone by now
      const row =
        (await store.findByKey(db.pool, once.callerId, once.key)) ??
        (await begin(once, await cards.requireMethod(once.callerId, methodId)))
      requireSameInput(once, row.input_hash)
      return advance(row)
    },

    /** Which card is charged from now on; a month that could not be charged is charged to it at once. */
    changeCard: async (driverId: string, methodId: string): Promise<Asked> => {
      const row = await requireBegun(driverId)
      const method = await cards.requireMethod(driverId, methodId)
      const planId = row.provider_reference!
      await asked(provider.choosePlanCard(planId, method))
      const open = row.state === 'grace' ? (await asked(provider.getPlan(planId))).openPaymentId : null
      await store.keepCard(db.pool, row.subscription_id, method, open)
      if (open) return standing(row, open, await unanswered(provider.payMonth(open, method)))
      await asked(look(row.subscription_id))
      return { Subscription: await current(driverId), RequiresAction: null }
    },

    /** What a payment of the driver's came to, after the bank's question. */
    confirm: async (driverId: string, intentId: string): Promise<Asked> => {
      const row = (await store.findOfPayment(db.pool, driverId, intentId)) ?? refuse('not_found')
      if (row.state === 'pending' || row.state === 'void') return advance(row)
      return standing(row, intentId, await unanswered(provider.getPayment(intentId)))
    },

    cancel: async (driverId: string): Promise<contract.Subscription> => {
      const row = await requireBegun(driverId)
      const id = row.subscription_id
      if (row.state === 'active') await asked(provider.endWithPeriod(row.provider_reference!, true))
      // nothing is paid that could be used up
      if (row.state === 'grace')
        await db.transaction(async tx => {
          const { paid_until: until } = row
          if (await store.settle(tx, row, { state: 'ending', until }, clock.now()))
            await schedule(tx, lookJob, id, clock.now())
        })
      await asked(look(id))
      return current(driverId)
    },

    resume: async (driverId: string): Promise<contract.Subscription> => {
      const row = await requireBegun(driverId)
      if (row.state === 'cancelling') await asked(provider.endWithPeriod(row.provider_reference!, false))
      await asked(look(row.subscription_id))
      return current(driverId)
    },

    hear,

    /** The account is deleted: nothing is charged any more, also where a month is still paid for. Throws `payment_pending`. */
    leave: async (tx: Queryable, driverId: string, now: Temporal.Instant): Promise<void> => {
      const left = await store.leave(tx, driverId)
      if (left.some(({ before }) => before === 'pending')) refuse('payment_pending')
      for (const { subscription_id, before } of left)
        if (isLive(before)) await schedule(tx, lookJob, subscription_id, now)
    },

    jobs: { [lookJob]: look },
  }
}
export type Subscription = ReturnType<typeof createSubscription>
