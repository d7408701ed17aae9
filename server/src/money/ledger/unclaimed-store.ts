// The SQL of what is owed to drivers whose accounts are deleted: each amount stays until all of it is paid out.
import { sql } from '#platform/db.ts'

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

/** Not paid out: newest first, older than the entry id `before`. */
export const listUnclaimed = sql.list<UnclaimedRow, [before: string | null, most: number]>(
  'unclaimed_list',
  `${owed} and entry_id < coalesce($1::bigint, 9223372036854775807)
       and not exists (select from entry_reference as paid where paid.kind = 'paidOut' and paid.reference = entry.entry_id::text)
     order by entry.entry_id desc limit $2`,
)

/** Also where it was paid out. */
export const findOwed = sql.first<UnclaimedRow, [entryId: string]>('unclaimed_find', `${owed} and entry_id = $1`)
