// Card authorizations: attached to a session or released, then captured or canceled at the provider.
import { cents } from '@parkit/contract/platform/money'
import { entries, post } from '#money/ledger/ledger.ts'
import type { Queryable } from '#platform/db.ts'
import { cancel, schedule } from '#platform/jobs.ts'
import * as holds from './authorization-store.ts'
import { type WaitDeps, waitForKeys } from './other-keys.ts'
import { isFinal, type Payment } from './provider.ts'
import * as store from './store.ts'

/** The kind of the job that captures or cancels, until the provider has answered. */
export const captureJob = 'capture'

/** The kind of the job that charges a lost authorization again; its ref is the charge's id and the number of the attempt. */
export const recoveryJob = 'collect'
const firstAttempt = (chargeId: string) => `${chargeId} 1`

export const createAuthorizations = (deps: WaitDeps) => {
  const { db, clock, provider } = deps
  /** Does nothing while the outcome is not final, and a second time. */
  const settle = async (tx: Queryable, charge: store.ChargeRow, payment: Payment): Promise<void> => {
    const { charge_id, driver_id, session_id, capture_cents } = charge
    if (!isFinal(payment)) return
    const isTaken = payment.status === 'succeeded'
    if (isTaken && capture_cents === 0) throw new Error(`Charge ${charge_id} was captured though it was to be released`)
    await holds.lockSession(tx, session_id!)
    const state = isTaken ? 'captured' : capture_cents === 0 ? 'released' : 'lost'
    if (!(await holds.settleCapture(tx, charge_id, state))) return
    if (state === 'lost') await schedule(tx, recoveryJob, firstAttempt(charge_id), clock.now())
    if (isTaken) await post(tx, entries.captured(driver_id, session_id!, charge_id, cents(capture_cents!)), clock.now())
    await holds.keepPayment(tx, session_id!)
    await cancel(tx, captureJob, charge_id)
  }

  return {
    settle,

    /** In the transaction that starts or extends; false if it was released meanwhile. */
    attach: async (tx: Queryable, chargeId: string): Promise<boolean> => {
      const isAttached = await holds.attach(tx, chargeId, clock.now())
      if (isAttached) await cancel(tx, 'charge', chargeId)
      return isAttached
    },

    /** Does nothing if a session uses it. */
    release: (chargeId: string): Promise<void> =>
      db.transaction(async tx => {
        const now = clock.now()
        if (!(await holds.release(tx, chargeId, now))) return
        await cancel(tx, 'charge', chargeId)
        await schedule(tx, captureJob, chargeId, now)
      }),

    /** The job. Throws while the outcome is not final, to be run again. */
    capture: async (chargeId: string): Promise<void> => {
      const charge = await store.getCharge(db.pool, chargeId)
      if (charge.state !== 'capturing' || (await waitForKeys(deps, charge, captureJob, chargeId))) return
      const paymentId = charge.provider_reference!
      const amount = charge.capture_cents!
      const payment = amount > 0 ? await provider.capture(paymentId, amount) : await provider.close(paymentId)
      if (!isFinal(payment)) throw new Error(`Payment ${paymentId} is still ${payment.status}`)
      await db.transaction(tx => settle(tx, charge, payment))
    },
  }
}
