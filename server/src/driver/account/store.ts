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

/** A driver to be, kept in the challenge until the phone is proven. */
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

const driverByLogin = sql<Login>(
  'driver_by_login',
  `select driver_id, email, phone, password_hash, language from driver
    where email = $1 or phone = $1 or user_name = $1
    order by (email = $1) is true desc, (phone = $1) is true desc limit 1`,
)
/** By e-mail, phone or user name as stored. */
export const findLogin = async (db: Queryable, key: string): Promise<Login | null> =>
  (await driverByLogin(db, [key]))[0] ?? null

const driverById = sql<DriverRow>(
  'driver_by_id',
  `select driver_id, first_name, last_name, email, phone, user_name, address_line_1, address_line_2, city, state, zip_code,
          language, min_balance_cents, default_add_cents
     from driver where driver_id = $1`,
)
export const getDriver = async (db: Queryable, driverId: string): Promise<DriverRow> => {
  const [row] = await driverById(db, [driverId])
  if (!row) throw new Error(`There is no driver ${driverId}`)
  return row
}

/** Until the transaction ends, nobody else takes this user name. */
export const lockUserName = async (tx: Queryable, userName: string): Promise<void> => {
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 3))', [userName])
}

/** Answers false where the e-mail or the phone belongs to another account. */
export const insertDriver = async (db: Queryable, registration: Registration, at: Instant): Promise<boolean> => {
  const { driverId, firstName, lastName, email, phone, passwordHash, language } = registration
  const { rowCount } = await db.query(
    `insert into driver (driver_id, first_name, last_name, email, phone, user_name, password_hash, language, created_at)
     values ($1, $2, $3, $4, $5, coalesce($4, $5), $6, $7, $8) on conflict do nothing`,
    [driverId, firstName, lastName, email, phone, passwordHash, language, at],
  )
  return rowCount === 1
}

/** Gives an account without an e-mail its name, e-mail and password; false where the e-mail belongs to another account. */
export const completeDriver = async (
  tx: Queryable,
  driverId: string,
  { firstName, lastName, email, passwordHash }: Pick<Registration, 'firstName' | 'lastName' | 'email' | 'passwordHash'>,
): Promise<boolean> => {
  const { rowCount } = await tx.query(
    `update driver set first_name = $2, last_name = $3, email = $4, user_name = $4, password_hash = $5
      where driver_id = $1 and email is null
        and not exists (select from driver other where other.email = $4 or other.user_name = $4)`,
    [driverId, firstName, lastName, email, passwordHash],
  )
  return rowCount === 1
}

/** The user name goes with it (D-87); false where it belongs to another account. */
export const changeEmail = async (tx: Queryable, driverId: string, email: string): Promise<boolean> => {
  const { rowCount } = await tx.query(
    `update driver set email = $2, user_name = $2 where driver_id = $1
        and not exists (select from driver other where other.driver_id <> $1 and (other.email = $2 or other.user_name = $2))`,
    [driverId, email],
  )
  return rowCount === 1
}

/** The user name goes with it where there is no e-mail (D-87); false where it belongs to another account. */
export const changePhone = async (tx: Queryable, driverId: string, phone: string): Promise<boolean> => {
  const { rowCount } = await tx.query(
    `update driver set phone = $2, user_name = coalesce(email, $2) where driver_id = $1
        and not exists (select from driver other where other.driver_id <> $1 and (other.phone = $2 or other.user_name = $2))`,
    [driverId, phone],
  )
  return rowCount === 1
}

type Claimable = { complete: boolean; has_password: boolean; by_code: boolean }

/** What a token's account may still be given, and whether a code signed the token in after `since`; waits for another claim. */
export const getClaimable = async (tx: Queryable, tokenHash: Buffer, since: Instant): Promise<Claimable> => {
  const { rows } = await tx.query<Claimable>(
    `select email is not null as complete, password_hash is not null as has_password,
            (code_signed_in_at > $2) is true as by_code
       from token join driver using (driver_id) where token_hash = $1 for no key update of driver`,
    [tokenHash, since],
  )
  if (!rows[0]) throw new Error('A token ended during its call')
  return rows[0]
}

/** Hears a driver's id where what a token says of him has changed, or one of his has ended: the rows of tokens tell that themselves. */
export const signedInChannel = 'signed_in'

export const setLanguage = async (db: Queryable, driverId: string, language: Language): Promise<void> => {
  await db.query(
    `with changed as (update driver set language = $2 where driver_id = $1 returning driver_id)
     select pg_notify('${signedInChannel}', driver_id::text) from changed`,
    [driverId, language],
  )
}

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

/** Ends the driver's expired tokens, and the oldest beyond `most`. */
export const insertToken = async (
  tx: Queryable,
  { tokenHash, driverId, expiresAt, byCode, most }: NewToken,
  now: Instant,
): Promise<void> => {
  // one sign-in of a driver at a time, or two would each leave `most`
  await tx.query('select from driver where driver_id = $1 for no key update', [driverId])
  await tx.query(
    `insert into token (token_hash, driver_id, created_at, expires_at, code_signed_in_at) values ($1, $2, $3, $4, $5)`,
    [tokenHash, driverId, now, expiresAt, byCode ? now : null],
  )
  await tx.query(
    `delete from token where driver_id = $1 and (expires_at <= $2 or seq not in
       (select seq from token where driver_id = $1 order by seq desc limit $3))`,
    [driverId, now, most],
  )
}

export const deleteToken = async (db: Queryable, tokenHash: Buffer): Promise<void> => {
  await db.query('delete from token where token_hash = $1', [tokenHash])
}

/** Whether this token is of after `since`, and the password that proves it else. */
export const getStanding = async (
  db: Queryable,
  tokenHash: Buffer,
  since: Instant,
): Promise<{ fresh: boolean; password_hash: string | null }> => {
  const { rows } = await db.query<{ fresh: boolean; password_hash: string | null }>(
    `select token.created_at > $2 as fresh, password_hash from token join driver using (driver_id) where token_hash = $1`,
    [tokenHash, since],
  )
  if (!rows[0]) throw new Error('A token ended during its call')
  return rows[0]
}

/** Answers whom to tell; null where no code signed this token in after `since`. */
export const setPassword = async (
  tx: Queryable,
  { tokenHash, passwordHash }: { tokenHash: Buffer; passwordHash: string },
  since: Instant,
): Promise<Login | null> => {
  const { rows } = await tx.query<Login>(
    `update driver set password_hash = $2 from token
      where token.token_hash = $1 and token.driver_id = driver.driver_id and token.code_signed_in_at > $3
     returning driver.driver_id, email, phone, password_hash, language`,
    [tokenHash, passwordHash, since],
  )
  return rows[0] ?? null
}

export type SignInRow = { sign_in_id: string; created_at: Instant; expires_at: Instant; current: boolean }

/** Named by the beginning of the token's hash: it says nothing of the token. */
export const listSignIns = async (
  db: Queryable,
  { driverId, tokenHash }: Pick<Driver, 'driverId' | 'tokenHash'>,
  now: Instant,
): Promise<SignInRow[]> => {
  const { rows } = await db.query<SignInRow>(
    `select left(encode(token_hash, 'hex'), 16) as sign_in_id, created_at, expires_at, token_hash = $2 as current
       from token where driver_id = $1 and expires_at > $3 order by seq desc`,
    [driverId, tokenHash, now],
  )
  return rows
}

export const deleteSignIn = async (db: Queryable, driverId: string, signInId: string): Promise<boolean> => {
  const { rowCount } = await db.query(
    `delete from token where driver_id = $1 and left(encode(token_hash, 'hex'), 16) = $2`,
    [driverId, signInId],
  )
  return (rowCount ?? 0) > 0
}

export const deleteOtherTokens = async (tx: Queryable, driverId: string, tokenHash: Buffer): Promise<void> => {
  await tx.query('delete from token where driver_id = $1 and token_hash <> $2', [driverId, tokenHash])
}

/** Waits for another send to the same destination, until the transaction ends; answers how many there were. */
export const countSends = async (tx: Queryable, destination: string, since: Instant): Promise<number> => {
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 2))', [destination])
  const { rows } = await tx.query<{ sends: number }>(
    'select count(*)::integer as sends from challenge where destination = $1 and created_at > $2',
    [destination, since],
  )
  return rows[0]!.sends
}

export type NewChallenge = {
  challengeId: string
  destination: string
  channel: Channel
  codeHash: Buffer
  driverId: string | null
  registration: Registration | null
  /** proves the driver's new e-mail or phone, and signs nobody in */
  isContact: boolean
  expiresAt: Instant
}

/** Of one destination only the latest code signs in, or changes a contact; each registration is one of its own. */
export const endChallenges = async (
  tx: Queryable,
  { destination, isContact, driverId, registration }: NewChallenge,
  now: Instant,
): Promise<void> => {
  if (registration) return
  await tx.query(
    `update challenge set expires_at = $2
      where destination = $1 and expires_at > $2 and is_contact = $3 and driver_id is not distinct from $4
        and registration is null`,
    [destination, now, isContact, driverId],
  )
}

/** Clears away some that are long over, so that they never pile up. */
export const insertChallenge = async (tx: Queryable, challenge: NewChallenge, now: Instant): Promise<void> => {
  await tx.query(
    `delete from challenge where challenge_id in
       (select challenge_id from challenge where expires_at < $1 order by expires_at limit 10 for update skip locked)`,
    [now.subtract({ hours: 1 })],
  )
  const { challengeId, destination, channel, codeHash, driverId, registration, isContact, expiresAt } = challenge
  await tx.query(
    `insert into challenge (challenge_id, destination, channel, code_hash, driver_id, registration, is_contact, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [challengeId, destination, channel, codeHash, driverId, registration, isContact, now, expiresAt],
  )
}

export type Tried = {
  matches: boolean
  driver_id: string | null
  registration: Registration | null
  channel: Channel
  destination: string
}

const tryChallenge = sql<Tried>(
  'challenge_try',
  `update challenge set tries = tries + 1,
          used_at = case when code_hash = $2 and (driver_id is not null or registration is not null) then $3::timestamptz end
    where challenge_id = $1 and used_at is null and expires_at > $3 and tries < $4 and is_contact = $5
   returning used_at is not null as matches, driver_id, registration, channel, destination`,
)
type TriedCode = { challengeId: string; codeHash: Buffer; triesMost: number; isContact?: boolean }

/** Counts the try and, where it is right, uses the challenge up, in one statement; null where it is used, over or unknown. */
export const tryCode = async (
  tx: Queryable,
  { challengeId, codeHash, triesMost, isContact = false }: TriedCode,
  now: Instant,
): Promise<Tried | null> => (await tryChallenge(tx, [challengeId, codeHash, now, triesMost, isContact]))[0] ?? null
