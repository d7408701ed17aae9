// The SQL of the ledger: posting, balances, activity.
import { type Queryable, sql } from '#platform/db.ts'
import type { Entry } from './entries.ts'

const ledgerPost = sql<{ balance: number }>('ledger_post', 'select ledger_post($1, $2, $3, $4, $5, $6, $7) as balance')
/** Returns the wallet's balance after the entry, in cents. Throws `insufficient_funds` (PK000) if it would be negative. */
export const post = async (tx: Queryable, entry: Entry, at: Temporal.Instant): Promise<number> =>
  (
    await ledgerPost(tx, [
      entry.kind,
      at.toString(),
      entry.driverId,
      entry.sessionId,
      entry.reference,
      entry.accounts,
      entry.amountsCents,
    ])
  )[0]!.balance

const walletBalance = sql<{ balance_cents: number }>(
  'wallet_balance',
  'select balance_cents from wallet where driver_id = $1',
)
export const balanceCents = async (db: Queryable, driverId: string): Promise<number> =>
  (await walletBalance(db, [driverId]))[0]?.balance_cents ?? 0

/** Locks the wallet until the transaction ends, and returns its balance; creates a missing wallet. */
export const lockBalanceCents = sql.value<number, [driverId: string]>(
  'wallet_lock',
  'select wallet_lock($1) as balance_cents',
)

export const isErased = sql.matches<[driverId: string]>(
  'driver_is_erased',
  'select from driver where driver_id = $1 and erased_at is not null',
)

export type ActivityRow = {
  entry_id: string
  kind: Entry['kind']
  at: Temporal.Instant
  amount_cents: number
  balance_after_cents: number
  session_id: string | null
  reference: string | null
}

/** A driver's wallet postings, newest first, older than the entry id `before`. */
export const listActivity = sql.list<ActivityRow, [driverId: string, before: string | null, limit: number]>(
  'wallet_activity',
  `select p.entry_id::text, e.kind, e.at, p.amount_cents, p.balance_after_cents, e.session_id, e.reference
      from posting p join entry e using (entry_id)
     where p.account = 'wallet' and p.driver_id = $1 and p.entry_id < coalesce($2::bigint, 9223372036854775807)
     order by p.entry_id desc limit $3`,
)

/** The wallet's balance right after the entry that a reference caused, where there is one. */
export const balanceAfterCents = sql.value<number | null, [kind: Entry['kind'], reference: string]>(
  'wallet_balance_after',
  `select balance_after_cents from entry_reference join posting using (entry_id)
     where kind = $1 and reference = $2 and account = 'wallet'`,
)
