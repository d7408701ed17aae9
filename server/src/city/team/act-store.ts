// The SQL of what was done for a city: added to and read, never changed.
import { sql } from '#platform/db.ts'

export const insertAct = sql.run<
  [
    at: Temporal.Instant,
    city: number,
    actorKind: 'staff' | 'command',
    actorId: string | null,
    actorName: string,
    kind: string,
    subject: string,
    before: string | null,
    after: string | null,
    reason: string | null,
    proposalId: string | null,
    requestId: string | null,
  ]
>(
  'act_insert',
  `insert into act (at, city, actor_kind, actor_id, actor_name, kind, subject, before, after, reason, proposal_id, request_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
)

export type ActRow = {
  act_id: string
  at: Temporal.Instant
  actor_kind: 'staff' | 'command'
  actor_id: string | null
  actor_name: string
  kind: string
  subject: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  reason: string | null
  proposal_id: string | null
}
/** The newest first, older than `before`. */
export const listActs = sql.list<ActRow, [city: number, most: number, before: string | null]>(
  'act_list',
  `select act_id::text, at, actor_kind, actor_id, actor_name, kind, subject, before, after, reason, proposal_id
     from act where city = $1 and act_id < coalesce($3::bigint, 9223372036854775807) order by act_id desc limit $2`,
)
