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

const passkeyList = sql<PasskeyRow>(
  'passkey_list',
  `select ${publicId} as passkey_id, name, made_at, last_used_at, backed_up
     from passkey where driver_id = $1 order by made_at desc, credential_id`,
)
export const listPasskeys = (db: Queryable, driverId: string): Promise<PasskeyRow[]> => passkeyList(db, [driverId])

type Descriptor = { credential_id: Buffer; transports: string[] }
const passkeyDescribe = sql<Descriptor>(
  'passkey_describe',
  'select credential_id, transports from passkey where driver_id = $1',
)
export const describePasskeys = (db: Queryable, driverId: string): Promise<Descriptor[]> =>
  passkeyDescribe(db, [driverId])

export type StoredPasskey = {
  driver_id: string
  credential_id: Buffer
  public_key: Buffer
  counter: number
  transports: string[]
}
const passkeyByCredential = sql<StoredPasskey>(
  'passkey_by_credential',
  `select driver_id, credential_id, public_key, counter::double precision, transports
     from passkey where credential_id = $1 and driver_id is not null`,
)
/** A driver's; null for one of staff or of nobody. */
export const findPasskey = (db: Queryable, credentialId: Buffer): Promise<StoredPasskey | null> =>
  passkeyByCredential.first(db, [credentialId])

const passkeyNoteUse = sql(
  'passkey_note_use',
  `update passkey set counter = $3, backed_up = $4, last_used_at = $5 where credential_id = $1 and counter = $2`,
)
type Use = { credentialId: Buffer; before: number; counter: number; backedUp: boolean }
/** False where it was used or removed since it was read. */
export const noteUse = async (
  db: Queryable,
  { credentialId, before, counter, backedUp }: Use,
  now: Instant,
): Promise<boolean> => (await passkeyNoteUse.count(db, [credentialId, before, counter, backedUp, now])) === 1

const driverLockPasskeys = sql('driver_lock_passkeys', 'select from driver where driver_id = $1 for no key update')
const passkeyCount = sql<{ passkeys: number }>(
  'passkey_count',
  'select count(*)::integer as passkeys from passkey where driver_id = $1',
)
/** Locks the driver until the transaction ends, so that two requests do not add one each beyond the limit. */
export const countPasskeys = async (tx: Queryable, driverId: string): Promise<number> => {
  await driverLockPasskeys(tx, [driverId])
  return (await passkeyCount(tx, [driverId]))[0]!.passkeys
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

const passkeyRename = sql('passkey_rename', `update passkey set name = $3 where driver_id = $1 and ${publicId} = $2`)
export const renamePasskey = async (db: Queryable, driverId: string, passkeyId: string, name: string) =>
  (await passkeyRename.count(db, [driverId, passkeyId, name])) === 1

const passkeyDelete = sql<{ name: string }>(
  'passkey_delete',
  `delete from passkey where driver_id = $1 and ${publicId} = $2 returning name`,
)
/** Its name; null where this driver has none of that ID. */
export const deletePasskey = async (tx: Queryable, driverId: string, passkeyId: string): Promise<string | null> =>
  (await passkeyDelete.first(tx, [driverId, passkeyId]))?.name ?? null

const driverDeclineOffer = sql(
  'driver_decline_passkey_offer',
  'update driver set passkey_offer_declined_at = $2 where driver_id = $1 and passkey_offer_declined_at is null',
)
export const declineOffer = async (db: Queryable, driverId: string, now: Instant): Promise<void> => {
  await driverDeclineOffer(db, [driverId, now])
}
const driverDeclinedOffer = sql<{ declined: boolean }>(
  'driver_declined_passkey_offer',
  'select passkey_offer_declined_at is not null as declined from driver where driver_id = $1',
)
export const hasDeclinedOffer = async (db: Queryable, driverId: string): Promise<boolean> =>
  (await driverDeclinedOffer(db, [driverId]))[0]?.declined ?? true

/** `driverId`: none for signing in, when nobody is known yet. */
export type Challenge = { challenge: Buffer; purpose: 'add' | 'signIn' | 'prove'; driverId: string | null }

const challengeDeleteExpired = sql(
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
  await challengeDeleteExpired(db, [now])
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
