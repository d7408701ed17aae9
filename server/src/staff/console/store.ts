// The SQL of the console: uploaded files until they are checked, and the cities that somebody works for.
import type { CityRole } from '@parkit/contract/platform/choices'
import { type Queryable, sql } from '#platform/db.ts'
import { type IdempotencyKey, requireSameInput } from '#platform/idempotency.ts'

export const setReading = sql.run<[importId: string, reading: string, hash: string]>(
  'console_import_reading',
  'update import_run set reading = $2::jsonb, file_hash = $3 where import_id = $1',
)
/** How its file is read. */
export const findReading = sql.first<
  { reading: { Format?: string; Mapping?: string; Attribution?: string; Otherwise?: 'free' | 'closed' | 'unknown' } },
  [importId: string]
>('console_import_find_reading', 'select reading from import_run where import_id = $1')

/** so long nobody else checks a file, unless its check is renewed */
const claimSeconds = 60
const isBroken = `state = 'checking' and coalesce(claimed_until, '-infinity') <= clock_timestamp()`
/**
 * Whether it was uploaded whole and not checked, or its check broke off: from now on this caller checks it, without the rows of before.
 */
export const beginCheck = sql.matches<[importId: string, claim: string]>(
  'console_import_begin_check',
  `with claimed as (
     update import_run set state = 'checking', claim = $2, claimed_until = clock_timestamp() + interval '${claimSeconds} s'
      where import_id = $1 and (state = 'read' or ${isBroken})
        and exists (select from import_file where import_file.import_id = import_run.import_id) and file_hash <> ''
     returning import_id),
        gone as (delete from import_row using claimed where import_row.import_id = claimed.import_id)
   select from claimed`,
)
export const renewMs = (claimSeconds * 1_000) / 4
export const renewCheck = sql.run<[importId: string, claim: string]>(
  'console_import_renew_check',
  `update import_run set claimed_until = clock_timestamp() + interval '${claimSeconds} s'
    where import_id = $1 and claim = $2 and state = 'checking'`,
)
/** Whether the check, or where the claim is null the upload, was still the caller's. */
export const setError = sql.matches<[importId: string, error: string, claim: string | null]>(
  'console_import_error',
  `update import_run set state = 'failed', error = $2, claim = null, claimed_until = null
    where import_id = $1 and claim is not distinct from $3::uuid and state in ('read', 'checking', 'failed')`,
)
export type Fault = { import_id: string; error: string | null; isBroken: boolean }
/** `isBroken`: whoever checked it ended before that was done. */
export const listFaults = sql.list<Fault, [importIds: string[]]>(
  'console_import_list_faults',
  `select import_id, error, ${isBroken} as "isBroken" from import_run where import_id = any($1)`,
)

export type FileRole = 'file' | 'with' | 'join'
export const insertPart = sql.run<[importId: string, role: FileRole, name: string, part: number, bytes: Buffer]>(
  'import_file_insert',
  'insert into import_file (import_id, role, name, part, bytes) values ($1, $2, $3, $4, $5)',
)
const partList = sql<{ bytes: Buffer }>(
  'import_file_part',
  'select bytes from import_file where import_id = $1 and role = $2 and name = $3 order by part',
)
/** Null where there is none of that name. */
export const readFile = async (
  db: Queryable,
  importId: string,
  role: FileRole,
  name: string,
): Promise<Buffer | null> => {
  const rows = await partList(db, [importId, role, name])
  return rows.length > 0 ? Buffer.concat(rows.map(({ bytes }) => bytes)) : null
}
export const listFiles = sql.list<{ role: FileRole; name: string }, [importId: string]>(
  'import_file_list',
  'select distinct role, name from import_file where import_id = $1 order by role, name',
)
export const countBytes = sql.value<number, [importId: string]>(
  'import_file_bytes',
  'select coalesce(sum(octet_length(bytes)), 0)::integer from import_file where import_id = $1',
)
/** Of all of a city's uploads. */
export const countKeptBytes = sql.value<number, [city: number]>(
  'import_file_kept_bytes',
  `select coalesce(sum(octet_length(bytes)), 0)::double precision from import_file join import_run using (import_id) where city = $1`,
)
/** Those of uploads before an instant that nobody had checked, or checks now. */
export const deleteOldFiles = sql.run<[before: Temporal.Instant]>(
  'import_file_delete_old',
  `delete from import_file using import_run
    where import_run.import_id = import_file.import_id and read_at < $1 and coalesce(claimed_until, '-infinity') < clock_timestamp()`,
)
export const deleteFiles = sql.run<[importId: string]>(
  'import_file_delete',
  'delete from import_file where import_id = $1',
)

export const listMine = sql.list<{ code: string; name: string; roles: CityRole[] }, [staffId: string]>(
  'console_my_cities',
  `select code, city.name, roles from staff_city join city on city_id = staff_city.city
    where staff_id = $1 and removed_at is null order by city.name, code`,
)

const keyLock = sql('staff_idempotency_lock', 'select pg_advisory_xact_lock(hashtextextended($1, 19))')
const keyFind = sql<{ input_hash: Buffer; answer: unknown }>(
  'staff_idempotency_find',
  'select input_hash, answer from staff_idempotency where staff_id = $1 and key = $2',
)
/**
 * The first answer where the key was used before, else null. Until the transaction ends nobody else uses the key. Throws
 * `idempotency_conflict`.
 */
export const findAnswer = async <Answer>(tx: Queryable, key: IdempotencyKey): Promise<Answer | null> => {
  await keyLock(tx, [`${key.callerId} ${key.key}`])
  const stored = await keyFind.first(tx, [key.callerId, key.key])
  if (stored) requireSameInput(key, stored.input_hash)
  return (stored?.answer as Answer | undefined) ?? null
}

const keyInsert = sql(
  'staff_idempotency_insert',
  `with old as (delete from staff_idempotency where staff_id = $1 and at < $6::timestamptz - interval '7 days')
   insert into staff_idempotency (staff_id, key, call, input_hash, answer, at) values ($1, $2, $3, $4, $5, $6)`,
)
/** For seven days at least. The transaction asked `findAnswer` first. */
export const keepAnswer = async (
  tx: Queryable,
  { callerId, key, call, inputHash }: IdempotencyKey,
  answer: unknown,
  at: Temporal.Instant,
): Promise<void> => {
  await keyInsert(tx, [callerId, key, call, inputHash, JSON.stringify(answer), at])
}
