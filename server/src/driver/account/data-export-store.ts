// The SQL of exports: one row for each driver's, and the chunks of its zip file.
import { type Queryable, sql } from '#platform/db.ts'

/** Bytes of each chunk but the last. */
export const chunkBytes = 256 * 1024

export type ExportRow = {
  export_id: string
  asked_at: Temporal.Instant
  ready_at: Temporal.Instant | null
  expires_at: Temporal.Instant | null
  bytes: bigint | null
}

const deleteExpired = sql.run<[driverId: string, now: Temporal.Instant]>(
  'data_export_delete_expired',
  'delete from data_export where driver_id = $1 and expires_at <= $2',
)
const insert = sql.matches<[driverId: string, exportId: string, now: Temporal.Instant]>(
  'data_export_insert',
  'insert into data_export (driver_id, export_id, asked_at) values ($1, $2, $3) on conflict (driver_id) do nothing',
)
/** Returns whether it is a new one; else the driver has one already. */
export const insertExport = async (
  tx: Queryable,
  driverId: string,
  exportId: string,
  now: Temporal.Instant,
): Promise<boolean> => {
  await deleteExpired(tx, driverId, now)
  return insert(tx, driverId, exportId, now)
}

/** Null once its day is over, though the job that deletes it may be late. */
export const findExport = sql.first<ExportRow, [driverId: string, now: Temporal.Instant]>(
  'data_export_find',
  `select export_id, asked_at, ready_at, expires_at, bytes from data_export
    where driver_id = $1 and (expires_at is null or expires_at > $2)`,
)

const setRun = sql.first<{ driver_id: string; language: 'en' | 'es' | 'hi' }, [exportId: string, runId: string]>(
  'data_export_set_run',
  `update data_export set run_id = $2 from driver
    where export_id = $1 and ready_at is null and driver.driver_id = data_export.driver_id
   returning data_export.driver_id, language`,
)
const deleteChunks = sql.run<[exportId: string]>(
  'data_export_chunk_delete',
  'delete from data_export_chunk where export_id = $1',
)
/** Begins anew; from now on an earlier run adds nothing. Null where there is nothing to do. */
export const beginRun = async (db: Queryable, exportId: string, runId: string) => {
  const begun = await setRun(db, exportId, runId)
  if (begun) await deleteChunks(db, exportId)
  return begun
}

/** Returns false where the export is deleted, or another run has begun. */
export const insertChunk = sql.matches<[exportId: string, runId: string, seq: number, bytes: Buffer]>(
  'data_export_chunk_insert',
  `insert into data_export_chunk (export_id, seq, bytes)
   select export_id, $3::integer, $4::bytea from data_export where export_id = $1 and run_id = $2 for share`,
)

type Finished = [exportId: string, runId: string, bytes: number, now: Temporal.Instant, expiresAt: Temporal.Instant]
/** Returns false where the export is deleted, or another run has begun. */
export const finishExport = sql.matches<Finished>(
  'data_export_finish',
  `update data_export set run_id = null, ready_at = $4, expires_at = $5, bytes = $3
    where export_id = $1 and run_id = $2 and ready_at is null`,
)

type Opened = [exportId: string, tokenHash: Buffer, until: Temporal.Instant]
/** Lets this sign-in go on with its download. */
export const openExport = sql.run<Opened>(
  'data_export_open',
  'update data_export set open_to = $2, open_until = $3 where export_id = $1',
)
export const isOpen = sql.matches<[exportId: string, tokenHash: Buffer, now: Temporal.Instant]>(
  'data_export_is_open',
  'select from data_export where export_id = $1 and open_to = $2 and open_until > $3',
)

export const findChunk = sql.value<Buffer | null, [exportId: string, seq: number]>(
  'data_export_chunk_find',
  'select bytes from data_export_chunk where export_id = $1 and seq = $2',
)

export const deleteExport = sql.run<[exportId: string]>(
  'data_export_delete',
  'delete from data_export where export_id = $1',
)
