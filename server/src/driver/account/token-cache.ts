// A short-lived cache of tokens: a screen makes several calls at once, and each needs the token's driver.
import { type Does, hashToken, type TokenHolder } from '#platform/auth.ts'
import { createBatchLoader } from '#platform/batch-loader.ts'
import type { Clock } from '#platform/clock.ts'
import { type Database, isOnMoneyConnections, onMoneyConnections } from '#platform/db.ts'
import { createInvalidatingCache } from '#platform/invalidating-cache.ts'
import { findTokenDrivers, noteTokenUse, type TokenDriver } from './store.ts'

/** The longest that a token which has ended still reads, where nothing was heard of that. */
const entryMs = 5_000
const most = 20_000
/** The list of sign-ins says the last use to the hour: no call waits for that to be written. */
const usedAfter = { hours: 1 }

/**
 * What many requests look up at a time takes one statement, that of one token once: a flood of an account's calls leaves
 * the connections to others. Each answer is read after it was asked for. Payments have their own connections.
 */
const createLookup = (db: Database, clock: Clock) => {
  const load = async (keys: string[]): Promise<Map<string, TokenDriver>> => {
    const hashes = keys.map(key => Buffer.from(key, 'latin1'))
    const found = await findTokenDrivers(db.pool, hashes, clock.now())
    return new Map(found.map(one => [one.driver.tokenHash.toString('latin1'), one]))
  }
  const usual = createBatchLoader(load)
  const paying = createBatchLoader(keys => onMoneyConnections(() => load(keys)))
  return (key: string) => (isOnMoneyConnections() ? paying(key) : usual(key))
}

/**
 * Serves calls that read; every process hears, within moments, that a token has ended. What pays or
 * changes anything looks the token up; what may end a sign-in also invalidates the driver's entries in this process.
 */
export const createTokenCache = async ({ db, clock }: { db: Database; clock: Clock }) => {
  const cache = createInvalidatingCache<TokenHolder>(most)
  const lookUp = createLookup(db, clock)
  await db.changes.listen(['sign_in'], change => (change ? cache.invalidate(change.driverId!) : cache.invalidateAll()))

  /** None where the token is unknown, ended or expired. */
  return async (token: string, does: Does): Promise<TokenHolder | null> => {
    const tokenHash = hashToken(token)
    const key = tokenHash.toString('latin1')
    const now = clock.now()
    const fromMs = now.epochMilliseconds
    const known = does === 'reads' ? cache.get(key, fromMs) : undefined
    if (known) return known
    const readAt = cache.version()
    const found = await lookUp(key)
    if (!found) return null
    const { driver, expiresAt, lastUsedAt } = found
    const isNoted = lastUsedAt && Temporal.Instant.compare(lastUsedAt.add(usedAfter), now) > 0
    // a read must not leave a commit that waits for a standby which is gone
    if (!isNoted && !db.isStalled()) noteTokenUse(db.pool, tokenHash, now).catch(() => undefined)
    const untilMs = Math.min(expiresAt.epochMilliseconds, fromMs + entryMs)
    if (does === 'changes') cache.invalidate(driver.driverId)
    else cache.set(key, { value: driver, owner: driver.driverId, readAt, fromMs, untilMs })
    return driver
  }
}
