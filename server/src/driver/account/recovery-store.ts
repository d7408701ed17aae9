// The SQL of recoveries that wait.
import { type Queryable, sql } from '#platform/db.ts'
import type { Channel } from '#platform/outbox.ts'

type Instant = Temporal.Instant

export type RecoveryRow = { recovery_id: string; channel: Channel; begun_at: Instant; ready_at: Instant }

/** One recovery of a driver at a time. */
export const lockDriver = sql.run<[driverId: string]>(
  'driver_lock_recovery',
  'select from driver where driver_id = $1 for no key update',
)

/** The one that waits by this contact; null where there is none, or its time is over. */
export const findRecovery = sql.first<RecoveryRow, [driverId: string, channel: Channel, now: Instant]>(
  'recovery_find',
  `select recovery_id, channel, begun_at, ready_at from recovery
    where driver_id = $1 and channel = $2 and expires_at > $3`,
)

export type NewRecovery = {
  recoveryId: string
  driverId: string
  channel: Channel
  stopHash: Buffer
  readyAt: Instant
  expiresAt: Instant
}
const recoveryInsert = sql(
  'recovery_insert',
  `insert into recovery (recovery_id, driver_id, channel, stop_hash, begun_at, ready_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7)
   on conflict (driver_id, channel) do update
     set recovery_id = $1, stop_hash = $4, begun_at = $5, ready_at = $6, expires_at = $7`,
)
/** In place of one whose time is over. */
export const insertRecovery = async (
  tx: Queryable,
  { recoveryId, driverId, channel, stopHash, readyAt, expiresAt }: NewRecovery,
  now: Instant,
): Promise<void> => {
  await recoveryInsert(tx, [recoveryId, driverId, channel, stopHash, now, readyAt, expiresAt])
}

export const deleteRecoveries = sql.run<[driverId: string]>(
  'recovery_delete_of_driver',
  'delete from recovery where driver_id = $1',
)

/** A sign-in by a code since it began may not stop it: the code may be all that somebody else has. */
const mayStop = `exists (select from token where token_hash = $2 and token.driver_id = recovery.driver_id
                          and (created_at < begun_at or code_signed_in_at is null))`

export const listStoppable = sql.list<RecoveryRow, [driverId: string, tokenHash: Buffer, now: Instant]>(
  'recovery_list',
  `select recovery_id, channel, begun_at, ready_at from recovery
    where driver_id = $1 and expires_at > $3 and ${mayStop} order by begun_at`,
)

export const stop = sql.matches<[driverId: string, tokenHash: Buffer, recoveryId: string]>(
  'recovery_stop',
  `delete from recovery where driver_id = $1 and recovery_id = $3 and ${mayStop}`,
)

export const stopByLink = sql.matches<[recoveryId: string, stopHash: Buffer]>(
  'recovery_stop_by_link',
  'delete from recovery where recovery_id = $1 and stop_hash = $2',
)
