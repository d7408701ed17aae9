// The SQL of operators: their credentials, hashed.
import type { Operator } from '#platform/auth.ts'
import type { Queryable } from '#platform/db.ts'

export const upsertOperator = async (
  db: Queryable,
  { operatorId, name, tokenHash }: { operatorId: string; name: string; tokenHash: Buffer },
  at: Temporal.Instant,
): Promise<void> => {
  await db.query(
    `insert into operator (operator_id, name, token_hash, invited_at) values ($1, $2, $3, $4)
     on conflict (name) do update set token_hash = excluded.token_hash, invited_at = excluded.invited_at`,
    [operatorId, name, tokenHash, at.toString()],
  )
}

export const findOperator = async (db: Queryable, tokenHash: Buffer): Promise<Operator | null> => {
  const { rows } = await db.query<{ operator_id: string }>({
    name: 'operator_by_token',
    text: 'select operator_id from operator where token_hash = $1',
    values: [tokenHash],
  })
  return rows[0] ? { operatorId: rows[0].operator_id } : null
}
