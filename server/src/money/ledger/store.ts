// The SQL of the ledger: posting, balances, activity, and the standing checks of the books.
import { longQuery, type Queryable, sql } from '#platform/db.ts'
import { cardSessionChecks } from './card-session-store.ts'
import { disputeChecks } from './dispute-store.ts'
import type { Entry } from './entries.ts'
import { planChecks } from './plan-store.ts'
import { refundChecks } from './refund-store.ts'
import { unclaimedChecks } from './unclaimed-store.ts'

const ledgerPost = sql<{ balance: number }>('ledger_post', 'select ledger_post($1, $2, $3, $4, $5, $6, $7) as balance')
/** Answers the wallet's balance after the entry, in cents. Throws `insufficient_funds` (PK000) where it would go below zero. */
export const insertEntry = async (tx: Queryable, entry: Entry, at: Temporal.Instant): Promise<number> =>
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
export const selectBalance = async (db: Queryable, driverId: string): Promise<number> =>
  (await walletBalance(db, [driverId]))[0]?.balance_cents ?? 0

const walletLock = sql<{ balance_cents: number }>('wallet_lock', 'select wallet_lock($1) as balance_cents')
/** Serialises whoever must judge a balance before money comes in; makes the wallet where there is none yet. */
export const lockWallet = async (tx: Queryable, driverId: string): Promise<number> =>
  (await walletLock(tx, [driverId]))[0]!.balance_cents

const driverIsErased = sql('driver_is_erased', 'select from driver where driver_id = $1 and erased_at is not null')
export const isErased = async (tx: Queryable, driverId: string): Promise<boolean> =>
  (await driverIsErased.count(tx, [driverId])) === 1

export type ActivityRow = {
  entry_id: string
  kind: Entry['kind']
  at: Temporal.Instant
  amount_cents: number
  balance_after_cents: number
  session_id: string | null
  reference: string | null
}

const walletActivity = sql<ActivityRow>(
  'wallet_activity',
  `select p.entry_id::text, e.kind, e.at, p.amount_cents, p.balance_after_cents, e.session_id, e.reference
      from posting p join entry e using (entry_id)
     where p.account = 'wallet' and p.driver_id = $1 and ($2::bigint is null or p.entry_id < $2)
     order by p.entry_id desc limit $3`,
)
/** Newest first, older than the cursor. */
export const selectActivity = async (
  db: Queryable,
  driverId: string,
  before: string | null,
  limit: number,
): Promise<ActivityRow[]> => walletActivity(db, [driverId, before, limit])

const walletBalanceAfter = sql<{ balance_after_cents: number }>(
  'wallet_balance_after',
  `select p.balance_after_cents from entry e join posting p using (entry_id)
     where e.kind = $1 and e.reference = $2 and p.account = 'wallet'`,
)
/** The wallet's balance right after the entry that a reference caused, where there is one. */
export const findBalanceAfter = async (db: Queryable, kind: Entry['kind'], reference: string): Promise<number | null> =>
  (await walletBalanceAfter(db, [kind, reference]))[0]?.balance_after_cents ?? null

/** The broken rows of one standing check; none when the books are right. */
export const selectBroken = (db: Queryable, check: string): Promise<unknown[]> => longQuery(db, 'books_check', check)

/** Each standing check is a sentence and the query that finds what breaks it. */
export const checks: Record<string, string> = {
  ...refundChecks,
  ...unclaimedChecks,
  ...disputeChecks,
  ...cardSessionChecks,
  ...planChecks,
  'Every entry sums to zero.': `select entry_id, sum(amount_cents) from posting group by entry_id having sum(amount_cents) <> 0`,
  'Every entry has at least two postings.': `select entry_id from entry left join posting using (entry_id) group by entry_id having count(posting.*) < 2`,
  'Every wallet holds the sum of its postings.': `
    select driver_id, balance_cents, coalesce(sum(amount_cents), 0) as postings_cents
      from wallet left join posting using (driver_id) group by driver_id, balance_cents
    having balance_cents <> coalesce(sum(amount_cents), 0)`,
  'No wallet was ever below zero.': `select * from posting where account = 'wallet' and balance_after_cents < 0`,
  'Every wallet posting stands on the one before it.': `
    select entry_id, driver_id from (
      select entry_id, driver_id, amount_cents, balance_after_cents,
             lag(balance_after_cents, 1, 0) over (partition by driver_id order by entry_id) as before_cents
        from posting where account = 'wallet') as line
     where before_cents + amount_cents <> balance_after_cents`,
  'Every charge that succeeded has exactly one top-up of its amount, and no other charge has one.': `
    select charge_id, state from charge
      left join entry on entry.kind in ('topUp', 'autoTopUp') and entry.reference = charge_id::text
      left join posting on posting.entry_id = entry.entry_id and posting.account = 'wallet'
     where (state = 'succeeded') <> (entry.entry_id is not null)
        or (state = 'succeeded' and posting.amount_cents <> charge.amount_cents)`,
  'Every session was paid in the ledger what it says, to the cent.': `
    select session_id, parking_cents + fee_cents - refunded_cents as says_cents, coalesce(paid.cents, 0) as ledger_cents
      from session left join lateral (
        select -sum(amount_cents) as cents from entry join posting using (entry_id)
         where entry.session_id = session.session_id and account in ('wallet', 'card_receivable', 'refunds_due')
           and kind <> 'captured') as paid on true
     where parking_cents + fee_cents - refunded_cents <> coalesce(paid.cents, 0)`,
  'Every session’s steps add up to what was paid.': `
    select session_id from session join step using (session_id) group by session_id
    having sum(amount_cents) <> max(parking_cents + fee_cents - refunded_cents)`,
  'Every entry for a session is for a session of that driver.': `
    select entry_id from entry left join session using (session_id)
     where entry.session_id is not null and session.driver_id is distinct from entry.driver_id`,
  'The wallet of a deleted account holds nothing.': `
    select driver_id, balance_cents from wallet join driver using (driver_id)
     where erased_at is not null and balance_cents <> 0`,
  'No plate has two running sessions.': `
    select plate_key from session where status = 'running' group by plate_key having count(*) > 1`,
  'Every running session has its end scheduled.': `
    select session_id from session left join job on job.kind = 'session-end' and job.ref = session_id
     where status = 'running' and job.ref is null`,
}
