// The ledger: posting entries, which is the only way money moves, and reading balances and activity.
import type { Queryable } from '#platform/db.ts'
import type { Owed } from './entries.ts'
import { isErased, lockBalanceCents } from './store.ts'

export { brokenBooks, checkBooks } from './books.ts'
export type { Entry } from './entries.ts'
export * as entries from './entries.ts'
export {
  type ActivityRow,
  balanceAfterCents,
  balanceCents,
  isErased,
  listActivity,
  lockBalanceCents,
  post,
} from './store.ts'
export { findOwed, listUnclaimed } from './unclaimed-store.ts'

/**
 * The account for money owed to a driver: his wallet, or `unclaimed` once his account is deleted. Locks the wallet until
 * the transaction ends, so that the account is not deleted meanwhile.
 */
export const owedTo = async (tx: Queryable, driverId: string): Promise<Owed> => {
  await lockBalanceCents(tx, driverId)
  return (await isErased(tx, driverId)) ? 'unclaimed' : 'wallet'
}
