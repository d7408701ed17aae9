// The SQL of challenges: one-time codes, and the links that confirm an e-mail.
import { type Queryable, sql } from '#platform/db.ts'
import type { Channel } from '#platform/outbox.ts'
import type { Registration } from './store.ts'

type Instant = Temporal.Instant

const challengeLockDestination = sql(
  'challenge_lock_destination',
  'select pg_advisory_xact_lock(hashtextextended($1, 2))',
)
const challengeCount = sql<{ sends: number }>(
  'challenge_count',
  'select count(*)::integer as sends from challenge where destination = $1 and created_at > $2 and not is_link',
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
  /** in a mail; else digits to be typed */
  isLink: boolean
  expiresAt: Instant
}

const challengeEnd = sql(
  'challenge_end',
  `update challenge set expires_at = $2
    where destination = $1 and expires_at > $2 and is_contact = $3 and driver_id is not distinct from $4
      and registration is null and not is_link`,
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
  `insert into challenge (challenge_id, destination, channel, code_hash, driver_id, registration, is_contact, is_link, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
)
/** Deletes ten that expired an hour ago, so that they never pile up. */
export const insertChallenge = async (tx: Queryable, challenge: NewChallenge, now: Instant): Promise<void> => {
  await challengeDeleteOld(tx, [now.subtract({ hours: 1 })])
  const { challengeId, destination, channel, codeHash, driverId, registration, isContact, isLink, expiresAt } =
    challenge
  await challengeInsert(tx, [
    challengeId,
    destination,
    channel,
    codeHash,
    driverId,
    registration,
    isContact,
    isLink,
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

/** In the transaction that tried it: as if it had not been typed. */
export const releaseChallenge = sql.run<[challengeId: string]>(
  'challenge_release',
  'update challenge set used_at = null where challenge_id = $1',
)

/** Uses the link up, for its own driver alone; null where it is used, over, unknown, or another's. */
export const useLink = sql.first<
  { destination: string },
  [challengeId: string, secretHash: Buffer, driverId: string, now: Instant]
>(
  'challenge_use_link',
  `update challenge set used_at = $4
    where challenge_id = $1 and code_hash = $2 and driver_id = $3 and is_link and used_at is null and expires_at > $4
   returning destination`,
)

/** No code or link sent before changes a contact of this driver from now on. */
export const endContactChallenges = sql.run<[driverId: string, now: Instant]>(
  'challenge_end_contact',
  'update challenge set expires_at = $2 where driver_id = $1 and is_contact and expires_at > $2',
)
