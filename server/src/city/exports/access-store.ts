// The SQL of who may read a city's exports.
import { sql } from '#platform/db.ts'

export type Admission = { open: boolean; credentialId: string | null; lastUsedOn: Temporal.PlainDate | null }

/** Null where no city has this code; the credential is one of this city that is for it. */
export const findAdmission = sql.first<Admission, [code: string, tokenHash: Buffer | null, scope: string]>(
  'export_admission',
  `select open_data as open, credential_id as "credentialId", last_used_on as "lastUsedOn"
     from city left join credential on credential.city = city_id and kind = 'export' and token_hash = $2
                                   and $3 = any(scopes) and ended_at is null
    where code = $1`,
)

export const updateLastUsed = sql.run<[credentialId: string, on: string]>(
  'credential_used',
  'update credential set last_used_on = $2 where credential_id = $1',
)

export const endCredential = sql<{ credential_id: string }>(
  'export_credential_end',
  `update credential set ended_at = greatest(made_at, $3) from city
    where credential.city = city_id and code = $1 and kind = 'export' and credential.name = $2 and ended_at is null
   returning credential_id`,
)

export const insertCredential = sql<{ credential_id: string }>(
  'export_credential_insert',
  `insert into credential (credential_id, city, kind, name, token_hash, scopes, made_at)
     select $2, city_id, 'export', $3, $4, $5, $6 from city where code = $1
   returning credential_id`,
)

export const updateOpen = sql<{ code: string }>(
  'city_open_data',
  'update city set open_data = $2 where code = $1 returning code',
)
