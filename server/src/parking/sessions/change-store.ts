// SQL of changing the zone or the plate of a running session.
import type { Session } from '@parkit/contract/parking/sessions'
import type { Entry } from '#money/ledger/ledger.ts'
import { type Queryable, sql } from '#platform/db.ts'
import type { SessionRow } from './session.ts'
import { type Change, changeValues, entryValues } from './store.ts'

type SessionChange = {
  after: SessionRow
  kind: 'moved' | 'plateChanged'
  /** of what was before, where this ends it */
  minutes: number
  parkingCents: number
  noReturnMinutes: number | null
  amountCents: number
  /** what the new zone costs; `Change` has what the old one returns */
  entry: Entry | null
}
const parkingChange = sql<{ answer: Session }>(
  'parking_change',
  'select parking_change($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16) as answer',
)
/**
 * Throws `session moved` (PK001) where the session changed since `row` was read; `change_used`, `already_parked`, `no_return`,
 * `insufficient_funds` (PK000).
 */
export const changeSession = async (db: Queryable, change: Change, to: SessionChange): Promise<Session> => {
  const part = { kind: to.kind, minutes: to.minutes, parking_cents: to.parkingCents }
  const values = [JSON.stringify(to.after), JSON.stringify(part), to.noReturnMinutes, to.amountCents]
  const money = [...entryValues(change.entry), ...entryValues(to.entry)]
  return (await parkingChange(db, [...changeValues(change), ...values, ...money]))[0]!.answer
}
