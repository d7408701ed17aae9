// Asks the provider what a plan came to and takes it in: months paid go to the ledger, and the driver is told.
import { cents } from '@parkit/contract/platform/money'
import { enqueueNotice } from '#messaging/notices/notices.ts'
import type { CardProvider, PlanStanding } from '#money/cards/cards.ts'
import { entries, post } from '#money/ledger/ledger.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database, Queryable } from '#platform/db.ts'
import { cancel, schedule } from '#platform/jobs.ts'
import { graceUntil, isOverdue, type News, nextLook, take } from './state.ts'
import * as store from './store.ts'

export const lookJob = 'subscription'

/** how long a first payment may stay without an answer before it is given up */
const unansweredSeconds = 30
/** how long a driver may take to answer the bank's question */
const challengeMinutes = 15
/** a look that lost the race against another one is made again this often */
const attempts = 5

/** The provider tells time in whole seconds. */
const isSince = (at: Temporal.Instant, since: Temporal.Instant) =>
  Temporal.Instant.compare(at, since.round({ smallestUnit: 'second', roundingMode: 'floor' })) >= 0

/** In the transaction that books the month. */
type PayBackMonth = (
  tx: Queryable,
  month: { driverId: string; paymentId: string; amountCents: number },
  now: Temporal.Instant,
) => Promise<void>

export type LookDeps = { db: Database; clock: Clock; provider: CardProvider; payBackMonth: PayBackMonth }

export const createLooking = ({ db, clock, provider, payBackMonth }: LookDeps) => {
  const sayNews = (tx: Queryable, row: store.SubscriptionRow, news: News, until: Temporal.Instant) => {
    const { epochMilliseconds: untilMs } = news === 'failed' ? graceUntil(until) : until
    const data = { news, priceCents: row.price_cents, untilMs }
    return enqueueNotice(tx, { driverId: row.driver_id, kind: 'plan', data, at: clock.now() })
  }

  /** Whether it was taken in: not where the row has moved on since it was read. */
  const takeIn = (row: store.SubscriptionRow, standing: PlanStanding): Promise<boolean> =>
    db.transaction(async tx => {
      const now = clock.now()
      const { state, until, news } = take(row, standing)
      if (!(await store.settle(tx, row, { state, until }, now))) return false
      for (const month of standing.paid)
        if (await store.insertPayment(tx, row.subscription_id, month)) {
          await post(tx, entries.planFee(row.driver_id, month.invoiceId, cents(month.amountCents)), now)
          // the provider had not heard yet that nothing more is to be charged
          if (row.erased_at && isSince(month.paidAt, row.erased_at))
            await payBackMonth(tx, { driverId: row.driver_id, ...month }, now)
        }
      const next = nextLook({ state, paid_until: until }, now)
      await (next ? schedule(tx, lookJob, row.subscription_id, next) : cancel(tx, lookJob, row.subscription_id))
      if (news && until && !row.erased_at) await sayNews(tx, row, news, until)
      return true
    })

  /** Whether the first payment may still come about, so that it is waited for. */
  const mayCome = async (row: store.SubscriptionRow): Promise<boolean> => {
    const payment = await provider.getPayment(row.payment_reference!)
    const age = clock.now().since(row.asked_at)
    if (payment.is === 'succeeded' || payment.is === 'processing') return true
    if (payment.is === 'open') return age.total('seconds') < unansweredSeconds
    return payment.is === 'challenge' && age.total('minutes') < challengeMinutes
  }

  /** Ends at the provider what is to be ended. */
  const endWhatIsOver = async (row: store.SubscriptionRow, planId: string): Promise<void> => {
    const isOver =
      row.state === 'pending' ? !(await mayCome(row)) : row.state === 'ending' || isOverdue(row, clock.now())
    // whoever deleted his account has no use for a month that was paid at the last moment
    if (isOver) await provider.endPlan(planId, row.erased_at !== null)
  }

  /** Throws where the provider does not answer. */
  const look = async (subscriptionId: string): Promise<void> => {
    for (let attempt = 1; attempt <= attempts; attempt++) {
      const row = await store.find(db.pool, subscriptionId)
      if (!row) return
      const planId = row.provider_reference
      if (!planId) {
        const left = row.asked_at.add({ seconds: unansweredSeconds })
        if (Temporal.Instant.compare(clock.now(), left) < 0) return schedule(db.pool, lookJob, subscriptionId, left)
        // lost the race against its name: look again
        if (row.state !== 'pending' || (await store.voidUnsent(db.pool, subscriptionId, clock.now()))) return
        continue
      }
      await endWhatIsOver(row, planId)
      if (await takeIn(row, await provider.getPlan(planId))) return
    }
    throw new Error(`Subscription ${subscriptionId} did not stand still`)
  }

  return {
    look,

    /** A message came: look at once, in a transaction of its own. What is not known yet is looked at anyway. */
    hear: async (tx: Queryable, planId: string, now: Temporal.Instant): Promise<void> => {
      const subscriptionId = await store.findIdOfPlan(tx, planId)
      if (subscriptionId) await schedule(tx, lookJob, subscriptionId, now)
    },
  }
}
