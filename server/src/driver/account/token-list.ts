// Lists where a driver is signed in, and ends sign-ins.
import type * as contract from '@parkit/contract/driver/account'
import type { Answer } from '@parkit/contract/platform/call'
import type { Driver } from '#platform/auth.ts'
import type { Database } from '#platform/db.ts'
import { refuse } from '#platform/errors.ts'
import * as store from './store.ts'

export const createTokenList = ({ db }: { db: Database }) => {
  const list = async (me: Driver, now: Temporal.Instant): Promise<Answer<typeof contract.signIns>> => ({
    Items: (await store.listSignIns(db.pool, me.driverId, me.tokenHash, now)).map(row => ({
      SignInId: row.sign_in_id,
      SignedInAt: row.created_at.toString(),
      ExpiresAt: row.expires_at.toString(),
      Current: row.current,
    })),
  })
  return {
    list,
    /** One by its id, or all `others` than `me`. Throws `not_found`. */
    end: async (me: Driver, which: string, now: Temporal.Instant) => {
      if (which === 'others') await store.deleteOtherTokens(db.pool, me.driverId, me.tokenHash)
      else if (!(await store.deleteSignIn(db.pool, me.driverId, which))) refuse('not_found')
      return list(me, now)
    },
  }
}
