// Deleting an account: a driver's own data is erased except what the books must keep.
import type { ProofForm } from '@parkit/contract/driver/account'
import { toDollars } from '@parkit/contract/platform/money'
import type { Driver } from '#platform/auth.ts'
import type { Database, Queryable } from '#platform/db.ts'
import { refuse } from '#platform/errors.ts'
import { schedule } from '#platform/jobs.ts'
import { queueMessage } from '#platform/outbox.ts'
import { noticeHours } from './contacts.ts'
import * as data from './data-store.ts'
import { requireProof } from './recent-proof.ts'
import type { CodeKey } from './secrets.ts'
import { getDriver } from './store.ts'
import { en } from './words.en.ts'
import { es } from './words.es.ts'
import { hi } from './words.hi.ts'

const words = { en, es, hi }

type Deps = {
  db: Database
  config: CodeKey
  forgetCards: (driverId: string) => Promise<void>
  /** in the transaction that deletes the account; throws `payment_pending` */
  endPlan: (tx: Queryable, driverId: string, now: Temporal.Instant) => Promise<void>
  /** sends what is in the wallet back to the cards it came from; answers the cents that none could take */
  sendBack: (tx: Queryable, driverId: string, now: Temporal.Instant) => Promise<number>
}

export const createOwnData = ({ db, config, forgetCards, endPlan, sendBack }: Deps) => ({
  /**
   * Sends the wallet's balance back to its cards first (D-94). Throws `session_running`, `payment_pending`, and
   * `wallet_not_empty` with the `Balance` that can't go back; then nothing is changed.
   */
  deleteAccount: async ({ driverId, language }: Driver, proof: ProofForm, now: Temporal.Instant) => {
    await requireProof({ db, config }, driverId, proof, now)
    await db.transaction(async tx => {
      const driver = (await data.lockDriver(tx, driverId, now)) ?? refuse('unauthorized')
      if (driver.parked) refuse('session_running')
      if (driver.paying) refuse('payment_pending')
      const left = await sendBack(tx, driverId, now)
      if (left > 0) refuse('wallet_not_empty', { extra: { Balance: toDollars(left) } })
      await endPlan(tx, driverId, now)
      const { email, phone } = await getDriver(tx, driverId)
      await data.eraseDriver(tx, driverId, now)
      const { deletedSubject, deleted } = words[language]
      const until = now.add({ hours: noticeHours })
      for (const [channel, recipient] of [
        ['mail', email],
        ['sms', phone],
      ] as const)
        if (recipient)
          await queueMessage(tx, { channel, recipient, language, subject: deletedSubject, body: deleted }, now, until)
      if (driver.has_cards) await schedule(tx, 'forget-cards', driverId, now)
    })
    return { Message: words[language].done }
  },

  jobs: { 'forget-cards': forgetCards },
})
export type OwnData = ReturnType<typeof createOwnData>
