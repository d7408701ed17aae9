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

type CutClosure = { name: string; tow: boolean; starts_at: Temporal.Instant; ends_at: Temporal.Instant }

/** The closure that cut a session last, while it is published, is not over, and is one of the session's own zone. */
export const findCutClosure = sql.first<
  CutClosure,
  [sessionId: string, city: number, zoneNumber: string, now: Temporal.Instant]
>(
  'closure_cut_find',
  `select name, tow, starts_at, ends_at
     from closure_cut
     join override using (override_id)
     join override_zone on override_zone.override_id = override.override_id and override_zone.city = $2 and zone_number = $3
    where session_id = $1 and state = 'published' and ends_at > $4
    order by at desc limit 1`,
)
