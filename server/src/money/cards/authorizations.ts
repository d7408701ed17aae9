// What becomes of an authorisation that stands: a session uses it, or it is let go; in the end it is captured or released.
import { cents } from '@parkit/contract/platform/money'
import { entries, post } from '#money/ledger/ledger.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database, Queryable } from '#platform/db.ts'
import { cancel, schedule } from '#platform/jobs.ts'
import * as holds from './hold-store.ts'
import type { Payment } from './payment.ts'
import type { CardProvider } from './provider.ts'
import * as store from './store.ts'

/** The kind of the job that captures or releases, until the provider has answered. */
export const captureJob = 'capture'

/** The kind of the job that asks for a lost one once more, named by it and by which try it is. */
export const collectJob = 'collect'
const firstTry = (chargeId: string) => `${chargeId} 1`

type Deps = { db: Database; clock: Clock; provider: CardProvider }

export const createHolding = ({ db, clock, provider }: Deps) => {
  /** Changes nothing while the outcome is not final, and a second time. */
  const settle = async (tx: Queryable, charge: store.ChargeRow, payment: Payment): Promise<void> => {
    const { charge_id, driver_id, session_id, capture_cents } = charge
    const isTaken = payment.is === 'succeeded'
    if (!isTaken && payment.is !== 'canceled' && payment.is !== 'declined') return
    if (isTaken && capture_cents === 0) throw new Error(`Charge ${charge_id} was taken though it was to be released`)
    await holds.lockSession(tx, session_id!)
    const settled = await holds.settleCapture(
      tx,
      charge_id,
      isTaken ? 'captured' : capture_cents === 0 ? 'released' : 'lost',
    )
    if (!settled) return
    if (settled.state === 'lost') await schedule(tx, collectJob, firstTry(charge_id), clock.now())
    if (isTaken) await post(tx, entries.captured(driver_id, session_id!, charge_id, cents(capture_cents!)), clock.now())
    await holds.keepPayment(tx, session_id!)
    await cancel(tx, captureJob, charge_id)
  }

  return {
    settle,

    /** In the transaction that starts or extends; false where it was let go meanwhile. */
    attach: async (tx: Queryable, chargeId: string): Promise<boolean> => {
      const isAttached = await holds.attach(tx, chargeId, clock.now())
      if (isAttached) await cancel(tx, 'charge', chargeId)
      return isAttached
    },

    /** Nobody uses it: to be released. Does nothing where a session has it. */
    letGo: (chargeId: string): Promise<void> =>
      db.transaction(async tx => {
        const now = clock.now()
        if (!(await holds.letGo(tx, chargeId, now))) return
        await cancel(tx, 'charge', chargeId)
        await schedule(tx, captureJob, chargeId, now)
      }),

    /** The job. Throws where the outcome is not final; then it is run again. */
    capture: async (chargeId: string): Promise<void> => {
      const charge = await store.getCharge(db.pool, chargeId)
      if (charge.state !== 'capturing') return
      const paymentId = charge.provider_reference!
      const amount = charge.capture_cents!
      const payment = amount > 0 ? await provider.capture(paymentId, amount) : await provider.close(paymentId)
      if (!['succeeded', 'canceled', 'declined'].includes(payment.is))
        throw new Error(`Payment ${paymentId} is still ${payment.is}`)
      await db.transaction(tx => settle(tx, charge, payment))
    },
  }
}
