// The SQL of staff: who they are, how they sign in, and the log of what they did.
import type { Role } from '@parkit/contract/staff/desk-staff'
import type { Staff } from '#platform/auth.ts'
import { type Queryable, sql } from '#platform/db.ts'

type Instant = Temporal.Instant
export type StaffRow = { staff_id: string; email: string; name: string }

type Invite = { staffId: string; email: string; role: Role | null; inviteHash: Buffer; expiresAt: Instant }

const staffUpsertInvite = sql<{ staff_id: string }>(
  'staff_upsert_invite',
  `insert into staff (staff_id, email, role, invite_hash, invite_expires_at, invited_at) values ($1, $2, $3, $4, $5, $6)
     on conflict (email) do update
        set invite_hash = excluded.invite_hash, invite_expires_at = excluded.invite_expires_at,
            role = coalesce(excluded.role, case when staff.removed_at is null then staff.role end), removed_at = null
     returning staff_id`,
)
/** Returns the member's ID. Reinstates a removed member. */
export const upsertInvite = async (db: Queryable, invite: Invite, now: Instant): Promise<string> =>
  (
    await staffUpsertInvite(db, [invite.staffId, invite.email, invite.role, invite.inviteHash, invite.expiresAt, now])
  )[0]!.staff_id

/** None where the secret is unknown, used or too old. */
export const acceptInvite = sql.first<StaffRow, [inviteHash: Buffer, name: string, passwordHash: string, now: Instant]>(
  'staff_accept_invite',
  `update staff set name = $2, password_hash = $3, invite_hash = null, invite_expires_at = null
    where invite_hash = $1 and invite_expires_at > $4 returning staff_id, email, name`,
)

/** Also somebody who was removed: then there is no password. */
export const findByEmail = sql.first<StaffRow & { password_hash: string | null }, [email: string]>(
  'staff_find_by_email',
  'select staff_id, email, name, password_hash from staff where email = $1',
)

const staffTokenDeleteExpired = sql(
  'staff_token_delete_expired',
  'delete from staff_token where staff_id = $1 and expires_at <= $2',
)
const staffTokenInsert = sql(
  'staff_token_insert',
  'insert into staff_token (token_hash, staff_id, created_at, seen_at, expires_at) values ($1, $2, $3, $3, $4)',
)
/** Also deletes the member's expired ones. */
export const insertToken = async (
  tx: Queryable,
  { tokenHash, staffId, expiresAt }: { tokenHash: Buffer; staffId: string; expiresAt: Instant },
  now: Instant,
): Promise<void> => {
  await staffTokenDeleteExpired(tx, [staffId, now])
  await staffTokenInsert(tx, [tokenHash, staffId, now, expiresAt])
}

// written at most once a minute
const byToken = sql<StaffRow & { role: Role | null }>(
  'staff_by_token',
  `with live as (
     select staff_id, email, name, role, seen_at from staff_token join staff using (staff_id)
      where token_hash = $1 and expires_at > $2 and seen_at > $3
   ), seen as (
     update staff_token set seen_at = $2 from live
      where token_hash = $1 and live.seen_at < $2::timestamptz - interval '1 minute'
   )
   select staff_id, email, name, role from live`,
)
/** Records the use. None where it was not used since `idleSince`. */
export const findStaff = async (
  db: Queryable,
  tokenHash: Buffer,
  now: Instant,
  idleSince: Instant,
): Promise<Staff | null> => {
  const [row] = await byToken(db, [tokenHash, now, idleSince])
  return row ? { staffId: row.staff_id, name: row.name, email: row.email, role: row.role, tokenHash } : null
}

type Challenge = { challengeId: string; staffId: string; codeHash: Buffer; expiresAt: Instant }

const staffChallengeDelete = sql('staff_challenge_delete', 'delete from staff_challenge where staff_id = $1')
const staffChallengeInsert = sql(
  'staff_challenge_insert',
  `insert into staff_challenge (challenge_id, staff_id, code_hash, asked_at, expires_at) values ($1, $2, $3, $4, $5)`,
)
/** Replaces those before it. */
export const insertChallenge = async (
  tx: Queryable,
  { challengeId, staffId, codeHash, expiresAt }: Challenge,
  now: Instant,
): Promise<void> => {
  await staffChallengeDelete(tx, [staffId])
  await staffChallengeInsert(tx, [challengeId, staffId, codeHash, now, expiresAt])
}

/** Counts the try and, where it is right, uses the challenge up, in one statement; null where it is used, over or unknown. */
export const tryCode = sql.first<
  StaffRow & { matches: boolean },
  [challengeId: string, codeHash: Buffer, now: Instant, triesMost: number]
>(
  'staff_challenge_try',
  `update staff_challenge set tries = tries + 1, used_at = case when code_hash = $2 then $3::timestamptz end
       from staff
      where challenge_id = $1 and used_at is null and expires_at > $3 and tries < $4
        and staff.staff_id = staff_challenge.staff_id and staff.password_hash is not null
     returning used_at is not null as matches, staff.staff_id, email, name`,
)

export const deleteToken = sql.run<[tokenHash: Buffer]>(
  'staff_token_delete',
  'delete from staff_token where token_hash = $1',
)

/** Someone who knew an earlier password may have one. */
export const deleteTokens = sql.run<[staffId: string]>(
  'staff_token_delete_all',
  'delete from staff_token where staff_id = $1',
)

export type MemberRow = StaffRow & { role: Role; is_invited: boolean }
const member = 'staff_id, email, name, role, password_hash is null as is_invited'

/** Those who work at the desk, by name; then those who are invited to. */
export const listMembers = sql.list<MemberRow>(
  'staff_list',
  `select ${member} from staff where removed_at is null and role is not null order by is_invited, name, email`,
)

const staffLockTable = sql('staff_lock_table', 'lock table staff in share row exclusive mode')
const staffFindMember = sql<MemberRow>(
  'staff_find_member',
  `select ${member} from staff where staff_id = $1 and removed_at is null and role is not null`,
)
/** Locks the roles of all staff until the transaction ends. */
export const lockMember = async (tx: Queryable, staffId: string): Promise<MemberRow | null> => {
  await staffLockTable(tx)
  return staffFindMember.first(tx, [staffId])
}

const staffRemove = sql<{ email: string }>(
  'staff_remove',
  `with kept as (select from staff_city where staff_id = $1 and removed_at is null limit 1)
   update staff set role = case when exists (select from kept) then null else role end,
          removed_at = case when not exists (select from kept) then $2::timestamptz end,
          password_hash = case when exists (select from kept) then password_hash end,
          invite_hash = case when exists (select from kept) then invite_hash end,
          invite_expires_at = case when exists (select from kept) then invite_expires_at end
    where staff_id = $1 and removed_at is null and role is not null returning email`,
)
/** Returns the e-mail of the member removed, null if there is none of that ID. Ends all sign-ins; who works for a city too may sign in again. */
export const removeMember = async (tx: Queryable, staffId: string, now: Instant): Promise<string | null> => {
  const rows = await staffRemove(tx, [staffId, now])
  await deleteTokens(tx, staffId)
  await staffChallengeDelete(tx, [staffId])
  return rows[0]?.email ?? null
}

const assignmentRelease = sql<{ driver_id: string }>(
  'assignment_release',
  `update assignment set staff_id = null from conversation
    where assignment.staff_id = $1 and conversation.conversation_id = assignment.conversation_id returning driver_id`,
)
/** Returns the drivers whose conversations are now unassigned. */
export const releaseConversations = async (tx: Queryable, staffId: string): Promise<string[]> =>
  (await assignmentRelease(tx, [staffId])).map(({ driver_id }) => driver_id)

export type Kind =
  | 'signedIn'
  | 'signedOut'
  | 'invitationAccepted'
  | 'answered'
  | 'assigned'
  | 'closed'
  | 'cannedKept'
  | 'cannedDropped'
  | 'called'
  | 'callClosed'
  | 'refunded'
  | 'reopened'
  | 'invited'
  | 'removed'
  | 'paidOut'
  | 'refundProposed'
  | 'proposalRefused'
  | 'proposalWithdrawn'
type Details = Record<string, string | number | null>

const deskActInsert = sql(
  'desk_act_insert',
  'insert into desk_act (at, staff_id, kind, subject, details) values ($1, $2, $3, $4, $5)',
)
export const insertAct = async (
  tx: Queryable,
  staffId: string,
  kind: Kind,
  subject: string,
  details: Details,
  now: Instant,
): Promise<void> => {
  // JSON in the database takes no half of a surrogate pair
  const wellFormed = (_: string, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value)
  await deskActInsert(tx, [now, staffId, kind, subject, JSON.stringify(details, wellFormed)])
}

export const isLead = sql.matches<[staffId: string]>(
  'staff_is_lead',
  `select from staff where staff_id = $1 and role = 'lead' and removed_at is null`,
)

/** The payment that paid it out; null: not paid yet. */
export const findPayment = sql.value<string | null, [entryId: string]>(
  'desk_act_find_payment',
  `select details ->> 'payment' as payment from desk_act where subject = $1 and kind = 'paidOut'`,
)

export type ActRow = StaffRow & {
  act_id: string
  at: Instant
  kind: Kind
  subject: string
  details: Details
  driver_id: string | null
  driver_name: string
}
/** The newest first, older than `before`. */
export const listActs = sql.list<ActRow, [most: number, before: string | null]>(
  'desk_act_list',
  `select act_id::text, at, kind, subject, details, staff_id, staff.email, staff.name, driver.driver_id,
          trim(first_name || ' ' || last_name) as driver_name
     from desk_act join staff using (staff_id)
          cross join lateral (select coalesce(details ->> 'driverId', subject) as id) as about
          left join driver on driver.driver_id = case when about.id ~ '^[0-9a-f-]{36}$' then about.id::uuid end
                          and erased_at is null
    where act_id < coalesce($2::bigint, 9223372036854775807)
    order by desk_act.act_id desc limit $1`,
)
