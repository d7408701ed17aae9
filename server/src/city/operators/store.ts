// The SQL of operators: their credentials, hashed.
import type { Operator } from '#platform/auth.ts'
import { type Queryable, sql } from '#platform/db.ts'

const operatorUpsert = sql(
  'operator_upsert',
  `insert into operator (operator_id, name, token_hash, invited_at) values ($1, $2, $3, $4)
     on conflict (name) do update set token_hash = excluded.token_hash, invited_at = excluded.invited_at`,
)
export const upsertOperator = async (
  db: Queryable,
  { operatorId, name, tokenHash }: { operatorId: string; name: string; tokenHash: Buffer },
  at: Temporal.Instant,
): Promise<void> => {
  await operatorUpsert(db, [operatorId, name, tokenHash, at.toString()])
}

const operatorByToken = sql<{ operator_id: string }>(
  'operator_by_token',
  'select operator_id from operator where token_hash = $1',
)
export const findOperator = async (db: Queryable, tokenHash: Buffer): Promise<Operator | null> => {
  const rows = await operatorByToken(db, [tokenHash])
  return rows[0] ? { operatorId: rows[0].operator_id } : null
}
