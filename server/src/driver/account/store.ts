// The SQL of drivers, tokens and challenges.
import type { Language } from '@parkit/contract/platform/errors'
import type { QuickPlate } from '#driver/vehicles/vehicles.ts'
import type { Driver } from '#platform/auth.ts'
import { type Queryable, sql } from '#platform/db.ts'
import type { Channel } from '#platform/outbox.ts'

type Instant = Temporal.Instant

export type DriverRow = {
  driver_id: string
  first_name: string
  last_name: string
  email: string | null
  phone: string
  user_name: string
  address_line_1: string
  address_line_2: string
  city: string
  state: string
  zip_code: string
  language: Language
  min_balance_cents: number
  default_add_cents: number | null
}

/** Of a `DriverRow`. */
export const driverColumns = `driver_id, first_name, last_name, email, phone, user_name, address_line_1, address_line_2, city,
  state, zip_code, language, min_balance_cents, default_add_cents`

/** A driver who is registering, stored in the challenge until the phone is verified. */
export type Registration = {
  driverId: string
  firstName: string
  lastName: string
  /** none, nor a password: begun by Quick park */
  email: string | null
  phone: string
  passwordHash: string | null
  language: Language
  /** to be parked, and so to be in the account */
  plate?: QuickPlate
}

export type Login = {
  driver_id: string
  email: string | null
  phone: string
  password_hash: string | null
  language: Language
}

/** By e-mail, phone or user name as stored. */
export const findLogin = sql.first<Login, [key: string]>(
  'driver_by_login',
  `select driver_id, email, phone, password_hash, language from driver
    where email = $1 or phone = $1 or user_name = $1
    order by (email = $1) is true desc, (phone = $1) is true desc limit 1`,
)

/** Throws where there is none. */
export const getDriver = sql.one<DriverRow, [driverId: string]>(
  'driver_by_id',
  `select ${driverColumns} from driver where driver_id = $1`,
)

/** Locks this user name until the transaction ends. */
export const lockUserName = sql.run<[userName: string]>(
  'user_name_lock',
  'select pg_advisory_xact_lock(hashtextextended($1, 3))',
)

const driverInsert = sql(
  'driver_insert',
  `insert into driver (driver_id, first_name, last_name, email, phone, user_name, password_hash, language, created_at)
     values ($1, $2, $3, $4, $5, coalesce($4, $5), $6, $7, $8) on conflict do nothing`,
)
/** Returns false where the e-mail or the phone belongs to another account. */
export const insertDriver = async (db: Queryable, registration: Registration, at: Instant): Promise<boolean> => {
  const { driverId, firstName, lastName, email, phone, passwordHash, language } = registration
  return (await driverInsert.count(db, [driverId, firstName, lastName, email, phone, passwordHash, language, at])) === 1
}

const driverComplete = sql(
  'driver_complete',
  `update driver set first_name = $2, last_name = $3, email = $4, user_name = $4, password_hash = $5
    where driver_id = $1 and email is null
      and not exists (select from driver other where other.email = $4 or other.user_name = $4)`,
)
/** Gives an account without an e-mail its name, e-mail and password; false where the e-mail belongs to another account. */
export const completeDriver = async (
  tx: Queryable,
  driverId: string,
  { firstName, lastName, email, passwordHash }: Pick<Registration, 'firstName' | 'lastName' | 'email' | 'passwordHash'>,
): Promise<boolean> => (await driverComplete.count(tx, [driverId, firstName, lastName, email, passwordHash])) === 1

/** The user name goes with it (D-87); false where it belongs to another account. */
export const changeEmail = sql.matches<[driverId: string, email: string]>(
  'driver_change_email',
  `update driver set email = $2, user_name = $2 where driver_id = $1
     and not exists (select from driver other where other.driver_id <> $1 and (other.email = $2 or other.user_name = $2))`,
)

/** The user name goes with it where there is no e-mail (D-87); false where it belongs to another account. */
export const changePhone = sql.matches<[driverId: string, phone: string]>(
  'driver_change_phone',
  `update driver set phone = $2, user_name = coalesce(email, $2) where driver_id = $1
     and not exists (select from driver other where other.driver_id <> $1 and (other.phone = $2 or other.user_name = $2))`,
)

type Claimable = { complete: boolean; has_password: boolean; by_code: boolean }

/** What a token's account may still be given, and whether a code signed the token in after `since`; waits for another claim. */
export const getClaimable = sql.one<Claimable, [tokenHash: Buffer, since: Instant]>(
  'token_get_claimable',
  `select email is not null as complete, password_hash is not null as has_password,
          (code_signed_in_at > $2) is true as by_code
     from token join driver using (driver_id) where token_hash = $1 for no key update of driver`,
)

/** Payload: a driver's ID. Notified when the language changes and, by the trigger `token_notify`, when a token ends. */
export const signedInChannel = 'signed_in'

export const setLanguage = sql.run<[driverId: string, language: Language]>(
  'driver_set_language',
  `with changed as (update driver set language = $2 where driver_id = $1 returning driver_id)
     select pg_notify('${signedInChannel}', driver_id::text) from changed`,
)

const driverByToken = sql<{ driver_id: string; language: Language; expires_at: Instant }>(
  'driver_by_token',
  `select driver_id, language, expires_at from token join driver using (driver_id) where token_hash = $1 and expires_at > $2`,
)
export const findTokenDriver = async (
  db: Queryable,
  tokenHash: Buffer,
  now: Instant,
): Promise<{ driver: Driver; expiresAt: Instant } | null> => {
  const [row] = await driverByToken(db, [tokenHash, now])
  if (!row) return null
  return { driver: { driverId: row.driver_id, tokenHash, language: row.language }, expiresAt: row.expires_at }
}

type NewToken = { tokenHash: Buffer; driverId: string; expiresAt: Instant; byCode: boolean; most: number }

const driverLockSignIn = sql('driver_lock_sign_in', 'select from driver where driver_id = $1 for no key update')
const tokenInsert = sql(
  'token_insert',
  `insert into token (token_hash, driver_id, created_at, expires_at, code_signed_in_at) values ($1, $2, $3, $4, $5)`,
)
const tokenDeleteExpired = sql(
  'token_delete_expired',
  `delete from token where driver_id = $1 and (expires_at <= $2 or seq not in
     (select seq from token where driver_id = $1 order by seq desc limit $3))`,
)
/** Ends the driver's expired tokens, and the oldest beyond `most`. */
export const insertToken = async (
  tx: Queryable,
  { tokenHash, driverId, expiresAt, byCode, most }: NewToken,
  now: Instant,
): Promise<void> => {
  // one sign-in of a driver at a time, or two at once would leave more than `most`
  await driverLockSignIn(tx, [driverId])
  await tokenInsert(tx, [tokenHash, driverId, now, expiresAt, byCode ? now : null])
  await tokenDeleteExpired(tx, [driverId, now, most])
}

export const deleteToken = sql.run<[tokenHash: Buffer]>('token_delete', 'delete from token where token_hash = $1')

const tokenGetStanding = sql<{ fresh: boolean; password_hash: string | null }>(
  'token_get_standing',
  `select token.created_at > $2 as fresh, password_hash from token join driver using (driver_id) where token_hash = $1`,
)
/** Whether this token is of after `since`, and the password that proves it else. */
export const getStanding = async (
  db: Queryable,
  tokenHash: Buffer,
  since: Instant,
): Promise<{ fresh: boolean; password_hash: string | null }> => {
  const rows = await tokenGetStanding(db, [tokenHash, since])
  if (!rows[0]) throw new Error('A token ended during its call')
  return rows[0]
}

/** Returns the driver to notify; null where no code signed this token in after `since`. */
export const setPassword = sql.first<Login, [tokenHash: Buffer, passwordHash: string, since: Instant]>(
  'driver_set_password',
  `update driver set password_hash = $2 from token
      where token.token_hash = $1 and token.driver_id = driver.driver_id and token.code_signed_in_at > $3
     returning driver.driver_id, email, phone, password_hash, language`,
)

export type SignInRow = { sign_in_id: string; created_at: Instant; expires_at: Instant; current: boolean }

/** The ID is the beginning of the token's hash: the token cannot be derived from it. */
export const listSignIns = sql.list<SignInRow, [driverId: string, tokenHash: Buffer, now: Instant]>(
  'token_list',
  `select left(encode(token_hash, 'hex'), 16) as sign_in_id, created_at, expires_at, token_hash = $2 as current
     from token where driver_id = $1 and expires_at > $3 order by seq desc`,
)

export const deleteSignIn = sql.matches<[driverId: string, signInId: string]>(
  'token_delete_by_sign_in',
  `delete from token where driver_id = $1 and left(encode(token_hash, 'hex'), 16) = $2`,
)

export const deleteOtherTokens = sql.run<[driverId: string, tokenHash: Buffer]>(
  'token_delete_others',
  'delete from token where driver_id = $1 and token_hash <> $2',
)

const challengeLockDestination = sql(
  'challenge_lock_destination',
  'select pg_advisory_xact_lock(hashtextextended($1, 2))',
)
const challengeCount = sql<{ sends: number }>(
  'challenge_count',
  'select count(*)::integer as sends from challenge where destination = $1 and created_at > $2',
)
/** Waits for another send to the same destination, until the transaction ends; returns how many there were. */
export const countSends = async (tx: Queryable, destination: string, since: Instant): Promise<number> => {
  await challengeLockDestination(tx, [destination])
  return (await challengeCount(tx, [destination, since]))[0]!.sends
}

export type NewChallenge = {
  challengeId: string
  destination: string
  channel: Channel
  codeHash: Buffer
  driverId: string | null
  registration: Registration | null
  /** verifies the driver's new e-mail or phone, and signs nobody in */
  isContact: boolean
  expiresAt: Instant
}

const challengeEnd = sql(
  'challenge_end',
  `update challenge set expires_at = $2
    where destination = $1 and expires_at > $2 and is_contact = $3 and driver_id is not distinct from $4
      and registration is null`,
)
/** Of one destination only the latest code signs in, or changes a contact; each registration is one of its own. */
export const endChallenges = async (
  tx: Queryable,
  { destination, isContact, driverId, registration }: NewChallenge,
  now: Instant,
): Promise<void> => {
  if (registration) return
  await challengeEnd(tx, [destination, now, isContact, driverId])
}

const challengeDeleteOld = sql(
  'challenge_delete_old',
  `delete from challenge where challenge_id in
     (select challenge_id from challenge where expires_at < $1 order by expires_at limit 10 for update skip locked)`,
)
const challengeInsert = sql(
  'challenge_insert',
  `insert into challenge (challenge_id, destination, channel, code_hash, driver_id, registration, is_contact, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
)
/** Deletes ten that expired an hour ago, so that they never pile up. */
export const insertChallenge = async (tx: Queryable, challenge: NewChallenge, now: Instant): Promise<void> => {
  await challengeDeleteOld(tx, [now.subtract({ hours: 1 })])
  const { challengeId, destination, channel, codeHash, driverId, registration, isContact, expiresAt } = challenge
  await challengeInsert(tx, [
    challengeId,
    destination,
    channel,
    codeHash,
    driverId,
    registration,
    isContact,
    now,
    expiresAt,
  ])
}

export type Tried = {
  matches: boolean
  driver_id: string | null
  registration: Registration | null
  channel: Channel
  destination: string
}

/** Counts the try and, where it is right, uses the challenge up, in one statement; null where it is used, over or unknown. */
export const tryCode = sql.first<
  Tried,
  [challengeId: string, codeHash: Buffer, now: Instant, triesMost: number, isContact: boolean]
>(
  'challenge_try',
  `update challenge set tries = tries + 1,
          used_at = case when code_hash = $2 and (driver_id is not null or registration is not null) then $3::timestamptz end
    where challenge_id = $1 and used_at is null and expires_at > $3 and tries < $4 and is_contact = $5
   returning used_at is not null as matches, driver_id, registration, channel, destination`,
)
