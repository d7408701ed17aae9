// Syncs a plan with the provider: paid months are posted to the ledger, and the driver is notified of changes.
import { cents } from '@parkit/contract/platform/money'
import { enqueueNotice } from '#messaging/notices/notices.ts'
import { noteDecline, type Payment, type ProviderPlan, type WaitDeps, waitForKeys } from '#money/cards/cards.ts'
import { entries, post } from '#money/ledger/ledger.ts'
import type { Queryable } from '#platform/db.ts'
import { cancel, schedule } from '#platform/jobs.ts'
import { graceUntil, isLive, isOverdue, type News, nextState, nextSyncAt } from './state.ts'
import * as store from './store.ts'

export const syncJob = 'subscription'

/** how long a first payment may stay without an answer before it is canceled */
const unansweredSeconds = 30
/** how long a driver has to answer the bank's challenge */
const challengeMinutes = 15
/** of a sync that raced with another one */
const attempts = 5

/** The provider's times are in whole seconds. */
const isSince = (at: Temporal.Instant, since: Temporal.Instant) =>
  Temporal.Instant.compare(at, since.round({ smallestUnit: 'second', roundingMode: 'floor' })) >= 0

/** In the transaction that books the month. */
type RefundMonth = (
  tx: Queryable,
  month: { driverId: string; paymentId: string; amountCents: number },
  now: Temporal.Instant,
) => Promise<void>

export type SyncDeps = WaitDeps & { refundMonth: RefundMonth }

export const createSync = (deps: SyncDeps) => {
  const { db, clock, provider, refundMonth } = deps

  const notifyNews = (tx: Queryable, row: store.SubscriptionRow, news: News, until: Temporal.Instant) => {
    const { epochMilliseconds: untilMs } = news === 'failed' ? graceUntil(until) : until
    const data = { news, priceCents: row.price_cents, untilMs }
    return enqueueNotice(tx, { driverId: row.driver_id, kind: 'plan', data, at: clock.now() })
  }

  /** False if the row was changed since it was read. A declined first payment counts against card testing, once. */
  const applyChanges = (row: store.SubscriptionRow, found: ProviderPlan, isDeclined: boolean): Promise<boolean> =>
    db.transaction(async tx => {
      const now = clock.now()
      const { state, until, news } = nextState(row, found)
      if (!(await store.settle(tx, row, { state, until }, now))) return false
      if (isDeclined && state === 'void') await noteDecline(tx, { driverId: row.driver_id }, now)
      for (const month of found.paid)
        if (await store.insertPayment(tx, row.subscription_id, month)) {
          await post(tx, entries.planFee(row.driver_id, month.invoiceId, cents(month.amountCents)), now)
          // charged before the provider learned that the plan is canceled
          if (row.erased_at && isSince(month.paidAt, row.erased_at))
            await refundMonth(tx, { driverId: row.driver_id, ...month }, now)
        }
      const next = nextSyncAt({ state, paid_until: until }, now)
      await (next ? schedule(tx, syncJob, row.subscription_id, next) : cancel(tx, syncJob, row.subscription_id))
      if (news && until && !row.erased_at) await notifyNews(tx, row, news, until)
      return true
    })

  /** Whether the first payment may still succeed. */
  const mayStillBePaid = (row: store.SubscriptionRow, payment: Payment): boolean => {
    const age = clock.now().since(row.asked_at)
    if (payment.status === 'succeeded' || payment.status === 'processing') return true
    if (payment.status === 'open') return age.total('seconds') < unansweredSeconds
    return payment.status === 'challenge' && age.total('minutes') < challengeMinutes
  }

  /** Ends the plan at the provider if it is over. Returns whether the first payment was declined. */
  const endIfOver = async (row: store.SubscriptionRow, planId: string): Promise<boolean> => {
    const first = row.state === 'pending' ? await provider.getPayment(row.payment_reference!) : null
    const isOver = first ? !mayStillBePaid(row, first) : row.state === 'ending' || isOverdue(row, clock.now())
    // after the account was deleted, also a month that was paid just now is refunded
    if (isOver) await provider.endPlan(planId, row.erased_at !== null)
    return first?.status === 'declined'
  }

  /** Throws where the provider does not answer. */
  const syncSubscription = async (subscriptionId: string): Promise<void> => {
    for (let attempt = 1; attempt <= attempts; attempt++) {
      const row = await store.find(db.pool, subscriptionId)
      if (!row || (isLive(row.state) && (await waitForKeys(deps, row, syncJob, subscriptionId)))) return
      const planId = row.provider_reference
      if (!planId) {
        const left = row.asked_at.add({ seconds: unansweredSeconds })
        if (Temporal.Instant.compare(clock.now(), left) < 0) return schedule(db.pool, syncJob, subscriptionId, left)
        // if it fails, the plan's id was stored meanwhile
        if (row.state !== 'pending' || (await store.voidUnsent(db.pool, subscriptionId, clock.now()))) return
        continue
      }
      const isDeclined = await endIfOver(row, planId)
      if (await applyChanges(row, await provider.getPlan(planId), isDeclined)) return
    }
    throw new Error(`Subscription ${subscriptionId} kept changing during its sync`)
  }

  return {
    syncSubscription,

    /** Schedules a sync at once. A plan whose id is not stored yet has its sync scheduled already. */
    onProviderEvent: async (tx: Queryable, planId: string, now: Temporal.Instant): Promise<void> => {
      const subscriptionId = await store.findIdOfPlan(tx, planId)
      if (subscriptionId) await schedule(tx, syncJob, subscriptionId, now)
    },
  }
}
