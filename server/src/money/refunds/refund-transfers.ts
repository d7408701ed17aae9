// A refund's way back to the card: our row, the provider, and what became of it, whatever is lost between them.
import { cents } from '@parkit/contract/platform/money'
import { enqueueNotice } from '#messaging/notices/notices.ts'
import type { CardProvider, ProviderRefund } from '#money/cards/cards.ts'
import { entries, owedTo, post } from '#money/ledger/ledger.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database, Queryable } from '#platform/db.ts'
import { schedule } from '#platform/jobs.ts'
import * as store from './store.ts'

/** The kind of the job that sends a refund, and asks later what became of it. */
export const refundJob = 'refund'
/** one that is overdue and not refused is asked for again after this */
const overdueHours = 24

export const createSending = ({ db, clock, provider }: { db: Database; clock: Clock; provider: CardProvider }) => {
  const tell = (tx: Queryable, row: store.RefundRow, to: 'card' | 'wallet', now: Temporal.Instant) => {
    // only a decision about a session has a reason in words
    const data = { amountCents: row.amount_cents, to, ...(row.purpose === 'session' && { reason: row.reason }) }
    return enqueueNotice(tx, { driverId: row.driver_id, kind: 'refund', data, at: now })
  }

  const fail = async (tx: Queryable, row: store.RefundRow, now: Temporal.Instant) => {
    await store.settle(tx, row.refund_id, 'failed', now)
    const owed = await owedTo(tx, row.driver_id)
    const failed = { driverId: row.driver_id, refundId: row.refund_id, amountCents: cents(row.amount_cents) }
    await post(tx, entries.refundFailed(failed, row.state !== 'requested', owed), now)
    if (owed === 'wallet') await tell(tx, row, 'wallet', now)
  }

  /** What the provider says of it, in whichever order that comes; once failed it stays so. */
  const take = async (tx: Queryable, found: ProviderRefund, now: Temporal.Instant): Promise<void> => {
    const row = await store.lockRefund(tx, { refundId: found.refundId, reference: found.id })
    if (!row || row.state === 'failed') return
    if (row.state === 'requested') {
      await store.markSent(tx, row.refund_id, found.id, now)
      const sent = { driverId: row.driver_id, refundId: row.refund_id, amountCents: cents(row.amount_cents) }
      await post(tx, entries.refundSent(sent), now)
      if (found.is !== 'failed') await tell(tx, row, 'card', now)
      row.state = 'sent'
    }
    if (found.is === 'failed') return fail(tx, row, now)
    if (row.state === 'arrived') return
    const isDue = Temporal.Instant.compare(now, row.due_at) >= 0
    if (isDue && found.is === 'succeeded') return store.settle(tx, row.refund_id, 'arrived', now)
    await schedule(tx, refundJob, row.refund_id, isDue ? now.add({ hours: overdueHours }) : row.due_at)
  }

  return {
    /** The job. Throws where no answer came; then it is run again. */
    send: async (refundId: string): Promise<void> => {
      const row = await store.findRefund(db.pool, refundId)
      // none: it went to the wallet
      const paymentId = row && (await store.findPaymentId(db.pool, row))
      if (!paymentId || row.state === 'failed') return
      const found = row.provider_reference
        ? await provider.getRefund(row.provider_reference)
        : await provider.refund({
            refundId,
            paymentId,
            amountCents: row.amount_cents,
          })
      const now = clock.now()
      await db.transaction(async tx => {
        if (found) return take(tx, found, now)
        const refused = await store.lockRefund(tx, { refundId, reference: '' })
        if (refused?.state === 'requested') await fail(tx, refused, now)
      })
    },

    take,
  }
}
