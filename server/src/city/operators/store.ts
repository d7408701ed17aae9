// The SQL of operators: their credentials, hashed.
import type { Operator } from '#platform/auth.ts'
import { sql } from '#platform/db.ts'

export const upsertOperator = sql.run<
  [operatorId: string, name: string, tokenHash: Buffer, at: Temporal.Instant, city: number]
>(
  'operator_upsert',
  `insert into operator (operator_id, name, token_hash, invited_at, city) values ($1, $2, $3, $4, $5)
     on conflict (name) do update set token_hash = excluded.token_hash, invited_at = excluded.invited_at, city = excluded.city`,
)

export const findOperator = sql.first<Operator, [tokenHash: Buffer]>(
  'operator_by_token',
  'select operator_id as "operatorId", city from operator where token_hash = $1',
)
