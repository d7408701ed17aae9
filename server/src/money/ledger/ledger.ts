// The ledger: posting entries, which is the only way money moves, and reading balances and activity.
import type { Queryable } from '#platform/db.ts'
import type { Entry, Owed } from './entries.ts'
import { findBalanceAfter, insertEntry, isErased, lockWallet, selectActivity, selectBalance } from './store.ts'
import { selectUnclaimed } from './unclaimed-store.ts'

export { brokenBooks } from './books.ts'
export type { Entry } from './entries.ts'
export * as entries from './entries.ts'
export type { ActivityRow } from './store.ts'
export { isErased } from './store.ts'

/** In the caller's transaction. Answers the wallet's balance after it, in cents. Throws `insufficient_funds`. */
export const post = (tx: Queryable, entry: Entry, at: Temporal.Instant): Promise<number> => insertEntry(tx, entry, at)

export const balanceCents = (db: Queryable, driverId: string): Promise<number> => selectBalance(db, driverId)

/** Locks the wallet until the transaction ends and answers its balance, in cents. */
export const lockBalanceCents = (tx: Queryable, driverId: string): Promise<number> => lockWallet(tx, driverId)

/**
 * The account for money owed to a driver: his wallet, or `unclaimed` once his account is deleted. Locks the wallet until
 * the transaction ends, so that the account is not deleted meanwhile.
 */
export const owedTo = async (tx: Queryable, driverId: string): Promise<Owed> => {
  await lockWallet(tx, driverId)
  return (await isErased(tx, driverId)) ? 'unclaimed' : 'wallet'
}

/** Owed to drivers with deleted accounts and not paid out: newest first, older than the entry id `before`. */
export const listUnclaimed = selectUnclaimed
export { findOwed } from './unclaimed-store.ts'

export const balanceAfterCents = findBalanceAfter

/** A driver's wallet postings, newest first, older than the entry id `before`. */
export const listActivity = selectActivity
