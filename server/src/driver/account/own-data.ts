// Deleting an account: a driver's own data is erased except what the books must keep.
import type * as contract from '@parkit/contract/driver/profile'
import type { Input } from '@parkit/contract/platform/call'
import { toDollars } from '@parkit/contract/platform/money'
import type { Driver } from '#platform/auth.ts'
import type { Database, Queryable } from '#platform/db.ts'
import { Refusal, refuse } from '#platform/errors.ts'
import { schedule } from '#platform/jobs.ts'
import { requireAttempt, resetAttempts } from './attempt-limit.ts'
import { tryCode } from './challenges.ts'
import * as data from './data-store.ts'
import { type CodeKey, verifyPassword } from './secrets.ts'
import { en } from './words.en.ts'
import { hi } from './words.hi.ts'

type Deps = {
  db: Database
  config: CodeKey
  forgetCards: (driverId: string) => Promise<void>
  /** in the transaction that deletes the account; throws `payment_pending` */
  endPlan: (tx: Queryable, driverId: string, now: Temporal.Instant) => Promise<void>
  /** sends what is in the wallet back to the cards it came from; answers the cents that none could take */
  sendBack: (tx: Queryable, driverId: string, now: Temporal.Instant) => Promise<number>
}
type Proof = Input<typeof contract.deleteAccount>['body']

export const createOwnData = ({ db, config, forgetCards, endPlan, sendBack }: Deps) => {
  /** A try counts also where it is refused: in a transaction of its own. */
  const requireCode = async (driverId: string, challengeId: string, digits: string, now: Temporal.Instant) => {
    const tried = await db.transaction(tx => tryCode(tx, config, { challengeId, digits }, now))
    if (!tried || (tried.matches && tried.driver_id !== driverId)) throw new Refusal('code_expired')
    if (!tried.matches) throw new Refusal('wrong_credentials')
  }

  const requireProof = async (driverId: string, proof: Proof, now: Temporal.Instant) => {
    if (proof.ChallengeId && proof.Code) return requireCode(driverId, proof.ChallengeId, proof.Code, now)
    await requireAttempt(db.pool, 'password', driverId, now)
    const hash = await data.findPasswordHash(db.pool, driverId)
    if (!(await verifyPassword(hash, proof.Password ?? ''))) throw new Refusal('wrong_credentials')
    await resetAttempts(db.pool, ['password'], [driverId])
  }

  return {
    /**
     * Sends the wallet's balance back to its cards first (D-94). Throws `session_running`, `payment_pending`, and
     * `wallet_not_empty` with the `Balance` that can't go back; then nothing is changed.
     */
    deleteAccount: async ({ driverId, language }: Driver, proof: Proof, now: Temporal.Instant) => {
      await requireProof(driverId, proof, now)
      await db.transaction(async tx => {
        const driver = (await data.lockDriver(tx, driverId, now)) ?? refuse('unauthorized')
        if (driver.parked) refuse('session_running')
        if (driver.paying) refuse('payment_pending')
        const left = await sendBack(tx, driverId, now)
        if (left > 0) refuse('wallet_not_empty', { extra: { Balance: toDollars(left) } })
        await endPlan(tx, driverId, now)
        await data.eraseDriver(tx, driverId, now)
        if (driver.has_cards) await schedule(tx, 'forget-cards', driverId, now)
      })
      return { Message: { en, hi }[language].done }
    },

    jobs: { 'forget-cards': forgetCards },
  }
}
export type OwnData = ReturnType<typeof createOwnData>
