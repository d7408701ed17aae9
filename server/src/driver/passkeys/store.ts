// The SQL of passkeys and their challenges.
import { type Queryable, sql } from '#platform/db.ts'

type Instant = Temporal.Instant

export type PasskeyRow = {
  passkey_id: string
  name: string
  made_at: Instant
  last_used_at: Instant | null
  backed_up: boolean
}

/** The public ID: a credential's own ID can have a thousand bytes. */
const publicId = `left(encode(sha256(credential_id), 'hex'), 32)`

export const listPasskeys = sql.list<PasskeyRow, [driverId: string]>(
  'passkey_list',
  `select ${publicId} as passkey_id, name, made_at, last_used_at, backed_up
     from passkey where driver_id = $1 order by made_at desc, credential_id`,
)

export const describePasskeys = sql.list<{ credential_id: Buffer; transports: string[] }, [driverId: string]>(
  'passkey_describe',
  'select credential_id, transports from passkey where driver_id = $1',
)

export type StoredPasskey = { driver_id: string; credential_id: Buffer; public_key: Buffer; counter: number }
/** A driver's; null for one of staff or of nobody. */
export const findPasskey = sql.first<StoredPasskey, [credentialId: Buffer]>(
  'passkey_by_credential',
  `select driver_id, credential_id, public_key, counter::double precision
     from passkey where credential_id = $1 and driver_id is not null`,
)

type Use = [credentialId: Buffer, before: number, counter: number, backedUp: boolean, now: Instant]
/** False where it was used or removed since it was read. */
export const noteUse = sql.matches<Use>(
  'passkey_note_use',
  'update passkey set counter = $3, backed_up = $4, last_used_at = $5 where credential_id = $1 and counter = $2',
)

const lockDriver = sql.run<[driverId: string]>(
  'driver_lock_passkeys',
  'select from driver where driver_id = $1 for no key update',
)
const passkeyCount = sql.value<number, [driverId: string]>(
  'passkey_count',
  'select count(*)::integer from passkey where driver_id = $1',
)
/** Locks the driver until the transaction ends, so that two requests do not add one each beyond the limit. */
export const countPasskeys = async (tx: Queryable, driverId: string): Promise<number> => {
  await lockDriver(tx, driverId)
  return passkeyCount(tx, driverId)
}

export type NewPasskey = {
  credentialId: Buffer
  driverId: string
  publicKey: Buffer
  counter: number
  transports: string[]
  name: string
  backedUp: boolean
}
const passkeyInsert = sql(
  'passkey_insert',
  `insert into passkey (credential_id, driver_id, public_key, counter, transports, name, backed_up, made_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (credential_id) do nothing`,
)
/** False where the credential is registered already, whoever holds it. */
export const insertPasskey = async (
  tx: Queryable,
  { credentialId, driverId, publicKey, counter, transports, name, backedUp }: NewPasskey,
  now: Instant,
): Promise<boolean> =>
  (await passkeyInsert.count(tx, [credentialId, driverId, publicKey, counter, transports, name, backedUp, now])) === 1

export const renamePasskey = sql.matches<[driverId: string, passkeyId: string, name: string]>(
  'passkey_rename',
  `update passkey set name = $3 where driver_id = $1 and ${publicId} = $2`,
)

/** Locked, so that nobody signs in with it meanwhile; null where this driver has none of that ID. */
export const lockPasskey = sql.first<{ credential_id: Buffer; name: string }, [driverId: string, passkeyId: string]>(
  'passkey_lock',
  `select credential_id, name from passkey where driver_id = $1 and ${publicId} = $2 for update`,
)

export const deletePasskey = sql.run<[credentialId: Buffer]>(
  'passkey_delete',
  'delete from passkey where credential_id = $1',
)

export const declineOffer = sql.run<[driverId: string, now: Instant]>(
  'driver_decline_passkey_offer',
  'update driver set passkey_offer_declined_at = $2 where driver_id = $1 and passkey_offer_declined_at is null',
)
export const hasDeclinedOffer = sql.value<boolean, [driverId: string]>(
  'driver_declined_passkey_offer',
  'select passkey_offer_declined_at is not null from driver where driver_id = $1',
)

/** `driverId`: none for signing in, when nobody is known yet. */
export type Challenge = { challenge: Buffer; purpose: 'add' | 'signIn' | 'prove'; driverId: string | null }

const deleteExpired = sql.run<[now: Instant]>(
  'passkey_challenge_delete_expired',
  `delete from passkey_challenge where challenge in
     (select challenge from passkey_challenge where expires_at < $1 order by expires_at limit 10 for update skip locked)`,
)
const challengeInsert = sql(
  'passkey_challenge_insert',
  'insert into passkey_challenge (challenge, purpose, driver_id, expires_at) values ($1, $2, $3, $4)',
)
/** Deletes ten that expired, so that they never pile up. */
export const insertChallenge = async (
  db: Queryable,
  { challenge, purpose, driverId }: Challenge,
  expiresAt: Instant,
  now: Instant,
): Promise<void> => {
  await deleteExpired(db, now)
  await challengeInsert(db, [challenge, purpose, driverId, expiresAt])
}

const challengeTake = sql<{ fresh: boolean }>(
  'passkey_challenge_take',
  `delete from passkey_challenge where challenge = $1 and purpose = $2 and driver_id is not distinct from $3
     returning expires_at > $4 as fresh`,
)
/** Uses it up; false where it is used, expired, or was made for something else. */
export const takeChallenge = async (
  db: Queryable,
  { challenge, purpose, driverId }: Challenge,
  now: Instant,
): Promise<boolean> => (await challengeTake.first(db, [challenge, purpose, driverId, now]))?.fresh ?? false
