// The SQL of declines: how often a card was declined lately, by account, by card and by address block.
import { sql } from '#platform/db.ts'

export type Scope = 'account' | 'card' | 'address'
export type DeclineRow = { scope: Scope; declines: number; declined_at: Temporal.Instant }

export const listDeclines = sql.list<DeclineRow, [scopes: Scope[], nameHashes: Buffer[]]>(
  'card_decline_list',
  `select scope, declines, declined_at from card_decline
     join unnest($1::text[], $2::bytea[]) as named (scope, name_hash) using (scope, name_hash)`,
)

/** Begins anew where the latest one was before `since`. */
export const countDecline = sql.run<[scope: Scope, nameHash: Buffer, at: Temporal.Instant, since: Temporal.Instant]>(
  'card_decline_count',
  `insert into card_decline (scope, name_hash, declines, declined_at) values ($1, $2, 1, $3)
   on conflict (scope, name_hash) do update
     set declines = case when card_decline.declined_at <= $4 then 1 else card_decline.declines + 1 end,
         declined_at = excluded.declined_at`,
)

/** Clears away some that are long over, so that they never pile up. */
export const dropOldDeclines = sql.run<[before: Temporal.Instant]>(
  'card_decline_delete_old',
  `delete from card_decline where (scope, name_hash) in
     (select scope, name_hash from card_decline where declined_at < $1 order by declined_at limit 10
        for update skip locked)`,
)

/** Whether a card of the driver's was ever charged, or its amount held. */
export const hasPaid = sql.value<boolean, [driverId: string]>(
  'charge_has_paid',
  `select exists (select from charge
     where driver_id = $1 and state in ('succeeded', 'held', 'capturing', 'captured')) as paid`,
)
