// SQL of cutting a running session at a closure.
import type { Entry } from '#money/ledger/ledger.ts'
import { type Queryable, sql } from '#platform/db.ts'
import { entryValues } from './store.ts'

const parkingClose = sql<{ cut: boolean }>('parking_close', 'select parking_close($1, $2, $3, $4, $5, $6, $7) as cut')
/** Answers whether it was cut: not where it ends by then. The caller has locked the session. */
export const closeSession = async (
  tx: Queryable,
  overrideId: string,
  sessionId: string,
  endsAt: Temporal.Instant,
  now: Temporal.Instant,
  refundCents: number,
  entry: Entry | null,
): Promise<boolean> =>
  (await parkingClose(tx, [overrideId, sessionId, endsAt, now, refundCents, ...entryValues(entry)]))[0]!.cut
