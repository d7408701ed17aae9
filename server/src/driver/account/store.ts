// The SQL of drivers and their tokens.
import type { Language } from '@parkit/contract/platform/errors'
import type { QuickPlate } from '#driver/vehicles/vehicles.ts'
import type { TokenHolder } from '#platform/auth.ts'
import { type Queryable, sql } from '#platform/db.ts'

type Instant = Temporal.Instant

export type DriverRow = {
  driver_id: string
  first_name: string
  last_name: string
  email: string | null
  unconfirmed_email: string | null
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
export const driverColumns = `driver_id, first_name, last_name, email, unconfirmed_email, phone, user_name, address_line_1, address_line_2, city,
  state, zip_code, language, min_balance_cents, default_add_cents`

/** A driver who is registering, stored in the challenge until the phone is verified. */
export type Registration = {
  driverId: string
  firstName: string
  lastName: string
  /** unconfirmed; none, nor a password: begun by Quick park */
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
  `insert into driver (driver_id, first_name, last_name, unconfirmed_email, phone, user_name, password_hash, language, created_at)
     values ($1, $2, $3, $4, $5, $5, $6, $7, $8) on conflict do nothing`,
)
/** Returns false where the phone belongs to another account. */
export const insertDriver = async (db: Queryable, registration: Registration, at: Instant): Promise<boolean> => {
  const { driverId, firstName, lastName, email, phone, passwordHash, language } = registration
  return (await driverInsert.count(db, [driverId, firstName, lastName, email, phone, passwordHash, language, at])) === 1
}

const driverComplete = sql(
  'driver_complete',
  `update driver set first_name = $2, last_name = $3, unconfirmed_email = $4, password_hash = $5
    where driver_id = $1 and email is null and unconfirmed_email is null`,
)
/** Gives an account without an e-mail its name, unconfirmed e-mail and password; false where it has one. */
export const completeDriver = async (
  tx: Queryable,
  driverId: string,
  { firstName, lastName, email, passwordHash }: Pick<Registration, 'firstName' | 'lastName' | 'email' | 'passwordHash'>,
): Promise<boolean> => (await driverComplete.count(tx, [driverId, firstName, lastName, email, passwordHash])) === 1

/** The user name goes with it (D-87); false where it belongs to another account. */
export const changeEmail = sql.matches<[driverId: string, email: string]>(
  'driver_change_email',
  `update driver set email = $2, user_name = $2, unconfirmed_email = null where driver_id = $1
     and not exists (select from driver other where other.driver_id <> $1 and (other.email = $2 or other.user_name = $2))`,
)

/** The user name goes with it where there is no e-mail (D-87); false where it belongs to another account. */
export const changePhone = sql.matches<[driverId: string, phone: string]>(
  'driver_change_phone',
  `update driver set phone = $2, user_name = coalesce(email, $2) where driver_id = $1
     and not exists (select from driver other where other.driver_id <> $1 and (other.phone = $2 or other.user_name = $2))`,
)

/** Counts one more link, of so many that are ever sent to an unconfirmed e-mail; null where none may be. */
export const takeEmailLink = sql.first<{ email: string; language: Language }, [driverId: string, most: number]>(
  'driver_take_email_link',
  `update driver set email_links_sent = email_links_sent + 1
    where driver_id = $1 and unconfirmed_email is not null and email_links_sent < $2
   returning unconfirmed_email as email, language`,
)

/** Also changes the driver's sign-ins, which say the language. */
export const setLanguage = sql.run<[driverId: string, language: Language]>(
  'driver_set_language',
  `with changed as (update driver set language = $2 where driver_id = $1 returning driver_id)
     insert into change (topic, driver_id) select 'sign_in', driver_id from changed`,
)

type FoundToken = {
  token_hash: Buffer
  driver_id: string
  language: Language
  expires_at: Instant
  cookie_hash: Buffer | null
  last_used_at: Instant | null
}
export type TokenDriver = { driver: TokenHolder; expiresAt: Instant; lastUsedAt: Instant | null }
const driversByToken = sql.list<FoundToken, [hashes: Buffer[], now: Instant]>(
  'drivers_by_token',
  `select token_hash, driver_id, language, expires_at, cookie_hash, last_used_at
     from token join driver using (driver_id) where token_hash = any($1::bytea[]) and expires_at > $2`,
)
export const findTokenDrivers = async (db: Queryable, hashes: Buffer[], now: Instant): Promise<TokenDriver[]> =>
  (await driversByToken(db, hashes, now)).map(row => ({
    driver: {
      driverId: row.driver_id,
      tokenHash: row.token_hash,
      language: row.language,
      cookieHash: row.cookie_hash,
    },
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
  }))

export const noteTokenUse = sql.run<[tokenHash: Buffer, now: Instant]>(
  'token_note_use',
  'update token set last_used_at = $2 where token_hash = $1',
)

/** Of these hashes, one that another live sign-in of the driver is bound to. */
export const findBoundCookie = sql.value<Buffer | null, [driverId: string, now: Instant, hashes: Buffer[]]>(
  'token_cookies',
  'select cookie_hash from token where driver_id = $1 and expires_at > $2 and cookie_hash = any($3::bytea[]) limit 1',
)

type NewToken = {
  tokenHash: Buffer
  driverId: string
  expiresAt: Instant
  byCode: boolean
  most: number
  cookieHash: Buffer | null
  browser: string | null
  system: string | null
  /** of the passkey that signed in */
  credentialId?: Buffer | undefined
}

const driverLockSignIn = sql('driver_lock_sign_in', 'select from driver where driver_id = $1 for no key update')
const tokenInsert = sql(
  'token_insert',
  `insert into token (token_hash, driver_id, created_at, last_used_at, expires_at, code_signed_in_at, cookie_hash, browser,
                      system, credential_id)
     values ($1, $2, $3, $3, $4, $5, $6, $7, $8, $9)`,
)
const tokenDeleteExpired = sql(
  'token_delete_expired',
  `delete from token where driver_id = $1 and (expires_at <= $2 or seq not in
     (select seq from token where driver_id = $1 order by seq desc limit $3))`,
)
/** Ends the driver's expired tokens, and the oldest beyond `most`. */
export const insertToken = async (
  tx: Queryable,
  { tokenHash, driverId, expiresAt, byCode, most, cookieHash, browser, system, credentialId }: NewToken,
  now: Instant,
): Promise<void> => {
  // one sign-in of a driver at a time, or two at once would leave more than `most`
  await driverLockSignIn(tx, [driverId])
  const signedInByCodeAt = byCode ? now : null
  const row = [tokenHash, driverId, now, expiresAt, signedInByCodeAt, cookieHash, browser, system, credentialId ?? null]
  await tokenInsert(tx, row)
  await tokenDeleteExpired(tx, [driverId, now, most])
}

export const deleteToken = sql.run<[tokenHash: Buffer]>('token_delete', 'delete from token where token_hash = $1')

const tokenGetStanding = sql<{ fresh: boolean; password_hash: string | null }>(
  'token_get_standing',
  `select greatest(token.created_at, proved_at) > $2 as fresh, password_hash
     from token join driver using (driver_id) where token_hash = $1`,
)
/** Whether this token's driver signed in or gave a proof after `since`, and the password that proves it else. */
export const getStanding = async (
  db: Queryable,
  tokenHash: Buffer,
  since: Instant,
): Promise<{ fresh: boolean; password_hash: string | null }> => {
  const rows = await tokenGetStanding(db, [tokenHash, since])
  if (!rows[0]) throw new Error('A token ended during its call')
  return rows[0]
}

export const setProven = sql.run<[tokenHash: Buffer, now: Instant]>(
  'token_set_proven',
  'update token set proved_at = $2 where token_hash = $1',
)

/** Returns the driver to notify; null where no code signed this token in after `since`. */
export const setPassword = sql.first<Login, [tokenHash: Buffer, passwordHash: string, since: Instant]>(
  'driver_set_password',
  `update driver set password_hash = $2 from token
      where token.token_hash = $1 and token.driver_id = driver.driver_id and token.code_signed_in_at > $3
     returning driver.driver_id, email, phone, password_hash, language`,
)

export type SignInRow = {
  sign_in_id: string
  created_at: Instant
  expires_at: Instant
  browser: string | null
  system: string | null
  last_used_at: Instant | null
  current: boolean
}

/** The ID is the beginning of the token's hash: the token cannot be derived from it. */
export const listSignIns = sql.list<SignInRow, [driverId: string, tokenHash: Buffer, now: Instant]>(
  'token_list',
  `select left(encode(token_hash, 'hex'), 16) as sign_in_id, created_at, expires_at, browser, system, last_used_at,
          token_hash = $2 as current
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

/** The sign-ins made with a passkey, except one. */
export const deletePasskeyTokens = sql.run<[credentialId: Buffer, exceptTokenHash: Buffer]>(
  'token_delete_by_passkey',
  'delete from token where credential_id = $1 and token_hash <> $2',
)

/** From now on no password opens the account until a new one is set. */
export const clearPassword = sql.run<[driverId: string]>(
  'driver_clear_password',
  'update driver set password_hash = null where driver_id = $1',
)
