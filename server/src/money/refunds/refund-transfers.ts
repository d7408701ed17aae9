// Refunds sent to cards through the provider, followed until they have arrived or failed.
import { cents } from '@parkit/contract/platform/money'
import { enqueueNotice } from '#messaging/notices/notices.ts'
import { type ProviderRefund, type WaitDeps, waitForKeys } from '#money/cards/cards.ts'
import { entries, owedTo, post } from '#money/ledger/ledger.ts'
import type { Queryable } from '#platform/db.ts'
import { schedule } from '#platform/jobs.ts'
import * as store from './store.ts'

/** The kind of the job that sends a refund, and looks up later what became of it. */
export const refundJob = 'refund'
/** between two lookups of an overdue refund */
const overdueHours = 24

const moved = ({ driver_id, refund_id, amount_cents }: store.RefundRow) => ({
  driverId: driver_id,
  refundId: refund_id,
  amountCents: cents(amount_cents),
})

export const createRefundTransfers = (deps: WaitDeps) => {
  const { db, clock, provider } = deps

  const notify = (tx: Queryable, row: store.RefundRow, to: 'card' | 'wallet', now: Temporal.Instant) => {
    // only a decision about a session has a reason to show
    const data = { amountCents: row.amount_cents, to, ...(row.purpose === 'session' && { reason: row.reason }) }
    return enqueueNotice(tx, { driverId: row.driver_id, kind: 'refund', data, at: now })
  }

  const fail = async (tx: Queryable, row: store.RefundRow, now: Temporal.Instant) => {
    await store.settle(tx, row.refund_id, 'failed', now)
    const owed = await owedTo(tx, row.driver_id)
    await post(tx, entries.refundFailed(moved(row), row.state !== 'requested', owed), now)
    if (owed === 'wallet') await notify(tx, row, 'wallet', now)
  }

  /** Events may come in any order; a failed refund stays failed. */
  const takeEvent = async (tx: Queryable, found: ProviderRefund, now: Temporal.Instant): Promise<void> => {
    const row = await store.lockRefund(tx, { refundId: found.refundId, reference: found.id })
    if (!row || row.state === 'failed') return
    if (row.state === 'requested') {
      await store.markSent(tx, row.refund_id, found.id, now)
      await post(tx, entries.refundSent(moved(row)), now)
      if (found.status !== 'failed') await notify(tx, row, 'card', now)
      row.state = 'sent'
    }
    if (found.status === 'failed') return fail(tx, row, now)
    if (row.state === 'arrived') return
    const isDue = Temporal.Instant.compare(now, row.due_at) >= 0
    if (isDue && found.status === 'succeeded') return store.settle(tx, row.refund_id, 'arrived', now)
    await schedule(tx, refundJob, row.refund_id, isDue ? now.add({ hours: overdueHours }) : row.due_at)
  }

  return {
    /** The job. Throws where no answer came, to be run again. */
    send: async (refundId: string): Promise<void> => {
      const row = await store.findRefund(db.pool, refundId)
      // null: refunded to the wallet
      const payment = row && (await store.findPayment(db.pool, row))
      if (!payment || row.state === 'failed' || (await waitForKeys(deps, payment, refundJob, refundId))) return
      const found = row.provider_reference
        ? await provider.getRefund(row.provider_reference)
        : await provider.refund({ refundId, paymentId: payment.payment_id, amountCents: row.amount_cents })
      const now = clock.now()
      await db.transaction(async tx => {
        if (found) return takeEvent(tx, found, now)
        const locked = await store.lockRefund(tx, { refundId, reference: '' })
        if (locked?.state === 'requested') await fail(tx, locked, now)
      })
    },

    takeEvent,
  }
}
