// The SQL of operators: their credentials, hashed.
import type { Operator } from '#platform/auth.ts'
import { type Queryable, sql } from '#platform/db.ts'

const operatorUpsert = sql.one<
  { id: string },
  [operatorId: string, name: string, tokenHash: Buffer, at: string, city: number]
>(
  'operator_upsert',
  `insert into operator (operator_id, name, token_hash, invited_at, city) values ($1, $2, $3, $4, $5)
     on conflict (name) do update set token_hash = excluded.token_hash, invited_at = excluded.invited_at, city = excluded.city
   returning operator_id as id`,
)
const credentialsEnd = sql(
  'operator_credentials_end',
  'update credential set ended_at = greatest(made_at, $2) where operator_id = $1 and city = $3 and ended_at is null',
)
const credentialInsert = sql(
  'operator_credential_insert',
  `insert into credential (credential_id, city, kind, name, operator_id, token_hash, zones, made_at)
     values ($1, $2, 'operator', $3, $4, $5, $6, $7)`,
)

type Invited = { name: string; tokenHash: Buffer; city: number; zones: readonly string[] | null }
/** A known name keeps its operator; its credentials of before in this city end. `newId` makes ids. */
export const insertCredential = async (
  tx: Queryable,
  { name, tokenHash, city, zones }: Invited,
  newId: () => string,
  at: string,
): Promise<void> => {
  const { id } = await operatorUpsert(tx, newId(), name, tokenHash, at, city)
  await credentialsEnd(tx, [id, at, city])
  await credentialInsert(tx, [newId(), city, name, id, tokenHash, zones, at])
}

export const findOperator = sql.first<Operator, [tokenHash: Buffer]>(
  'operator_by_token',
  `select operator_id as "operatorId", city, zones from credential
    where token_hash = $1 and kind = 'operator' and ended_at is null`,
)
