// Who a token belongs to, kept for a moment: a screen asks several things at once, and each asks who is asking.
import { type Does, type Driver, hashToken } from '#platform/auth.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db.ts'
import { createInvalidatingCache } from '#platform/invalidating-cache.ts'
import { findTokenDriver, signedInChannel } from './store.ts'

/** The longest that a token which has ended is still read with: where the notice of its end got lost. */
const keptMs = 5_000
const most = 20_000

/**
 * What is read may be read with what is kept; the database tells every process, within moments, that a token has ended.
 * What pays or changes anything asks the database itself; what may end a sign-in ends what this process keeps of that driver.
 */
export const createTokenCache = async ({ db, clock }: { db: Database; clock: Clock }) => {
  const kept = createInvalidatingCache<Driver>(most)
  await db.listen(signedInChannel, driverId => (driverId === null ? kept.forgetAll() : kept.forget(driverId)))

  /** None where the token is unknown, ended or expired. */
  return async (token: string, does: Does): Promise<Driver | null> => {
    const tokenHash = hashToken(token)
    const key = tokenHash.toString('latin1')
    const now = clock.now()
    const fromMs = now.epochMilliseconds
    const known = does === 'reads' ? kept.find(key, fromMs) : undefined
    if (known) return known
    const begun = kept.begin()
    const found = await findTokenDriver(db.pool, tokenHash, now)
    if (!found) return null
    const { driver, expiresAt } = found
    const untilMs = Math.min(expiresAt.epochMilliseconds, fromMs + keptMs)
    if (does === 'changes') kept.forget(driver.driverId)
    else kept.keep(key, { value: driver, of: driver.driverId, begun, fromMs, untilMs })
    return driver
  }
}
