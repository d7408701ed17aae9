// The SQL of what is owed to drivers who are gone: each amount stands until it is paid out whole.
import { type Queryable, sql } from '#platform/db.ts'

type UnclaimedRow = {
  entry_id: string
  kind: 'refundFailed' | 'refund' | 'disputeWon' | 'leftBehind'
  at: Temporal.Instant
  driver_id: string
  session_id: string | null
  reference: string | null
  amount_cents: number
}

// few entries are of these kinds, and an index finds them
const owed = `select entry_id::text, kind, at, entry.driver_id, session_id, reference, amount_cents
  from entry join posting using (entry_id)
 where kind in ('refundFailed', 'refund', 'disputeWon', 'leftBehind') and account = 'unclaimed'`

const unclaimedList = sql<UnclaimedRow>(
  'unclaimed_list',
  `${owed} and ($1::bigint is null or entry_id < $1)
       and not exists (select from entry as paid where paid.kind = 'paidOut' and paid.reference = entry.entry_id::text)
     order by entry.entry_id desc limit $2`,
)
/** The latest first, older than the entry `before`. */
export const selectUnclaimed = async (db: Queryable, before: string | null, most: number): Promise<UnclaimedRow[]> =>
  unclaimedList(db, [before, most])

const unclaimedFind = sql<UnclaimedRow>('unclaimed_find', `${owed} and entry_id = $1`)
/** Also where it was paid out. */
export const findOwed = async (db: Queryable, entryId: string): Promise<UnclaimedRow | null> =>
  unclaimedFind.first(db, [entryId])

export const unclaimedChecks: Record<string, string> = {
  'What was paid out by hand was owed to a driver who is gone, and is all of it.': `
    select paid.entry_id from entry as paid join posting using (entry_id)
      left join entry as owed on owed.entry_id = paid.reference::bigint and owed.driver_id = paid.driver_id
      left join posting as due on due.entry_id = owed.entry_id and due.account = 'unclaimed'
     where paid.kind = 'paidOut' and posting.account = 'unclaimed'
       and posting.amount_cents is distinct from -due.amount_cents`,
}
