// The SQL of staff: who they are, how they sign in, and the log of what they did.
import type { Staff } from '#platform/auth.ts'
import { type Queryable, sql } from '#platform/db.ts'

type Instant = Temporal.Instant
export type StaffRow = { staff_id: string; email: string; name: string }

export const upsertInvite = async (
  db: Queryable,
  { staffId, email, inviteHash, expiresAt }: { staffId: string; email: string; inviteHash: Buffer; expiresAt: Instant },
  now: Instant,
): Promise<void> => {
  await db.query(
    `insert into staff (staff_id, email, invite_hash, invite_expires_at, invited_at) values ($1, $2, $3, $4, $5)
     on conflict (email) do update
        set invite_hash = excluded.invite_hash, invite_expires_at = excluded.invite_expires_at`,
    [staffId, email, inviteHash, expiresAt, now],
  )
}

/** None where the secret is unknown, used or too old. */
export const acceptInvite = async (
  tx: Queryable,
  { inviteHash, name, passwordHash }: { inviteHash: Buffer; name: string; passwordHash: string },
  now: Instant,
): Promise<StaffRow | null> => {
  const { rows } = await tx.query<StaffRow>(
    `update staff set name = $2, password_hash = $3, invite_hash = null, invite_expires_at = null
      where invite_hash = $1 and invite_expires_at > $4 returning staff_id, email, name`,
    [inviteHash, name, passwordHash, now],
  )
  return rows[0] ?? null
}

export const findByEmail = async (db: Queryable, email: string) => {
  const { rows } = await db.query<StaffRow & { password_hash: string | null }>(
    'select staff_id, email, name, password_hash from staff where email = $1',
    [email],
  )
  return rows[0] ?? null
}

/** Takes the place of what has expired. */
export const insertToken = async (
  tx: Queryable,
  { tokenHash, staffId, expiresAt }: { tokenHash: Buffer; staffId: string; expiresAt: Instant },
  now: Instant,
): Promise<void> => {
  await tx.query('delete from staff_token where staff_id = $1 and expires_at <= $2', [staffId, now])
  await tx.query('insert into staff_token (token_hash, staff_id, created_at, expires_at) values ($1, $2, $3, $4)', [
    tokenHash,
    staffId,
    now,
    expiresAt,
  ])
}

const byToken = sql<StaffRow>(
  'staff_by_token',
  'select staff_id, email, name from staff_token join staff using (staff_id) where token_hash = $1 and expires_at > $2',
)
export const findStaff = async (db: Queryable, tokenHash: Buffer, now: Instant): Promise<Staff | null> => {
  const [row] = await byToken(db, [tokenHash, now])
  return row ? { staffId: row.staff_id, name: row.name, email: row.email, tokenHash } : null
}

export const deleteToken = async (tx: Queryable, tokenHash: Buffer): Promise<void> => {
  await tx.query('delete from staff_token where token_hash = $1', [tokenHash])
}

/** Whoever knew the password before may hold one. */
export const deleteTokens = async (tx: Queryable, staffId: string): Promise<void> => {
  await tx.query('delete from staff_token where staff_id = $1', [staffId])
}

/** Those who accepted their invitation, by name. */
export const listStaff = async (db: Queryable): Promise<StaffRow[]> => {
  const { rows } = await db.query<StaffRow>(
    'select staff_id, email, name from staff where password_hash is not null order by name, email',
  )
  return rows
}

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
export type NewAct = {
  staffId: string
  kind: Kind
  subject: string
  details?: Record<string, string | number | null>
}

export const insertAct = async (tx: Queryable, act: NewAct, now: Instant): Promise<void> => {
  await tx.query('insert into desk_act (at, staff_id, kind, subject, details) values ($1, $2, $3, $4, $5)', [
    now,
    act.staffId,
    act.kind,
    act.subject,
    // JSON in the database takes no half of a letter
    JSON.stringify(act.details ?? {}, (_, value) => (typeof value === 'string' ? value.toWellFormed() : value)),
  ])
}

export type ActRow = StaffRow & {
  act_id: string
  at: Instant
  kind: Kind
  subject: string
  details: NonNullable<NewAct['details']>
}
export const listActs = async (db: Queryable, most: number): Promise<ActRow[]> => {
  const { rows } = await db.query<ActRow>(
    `select act_id::text, at, kind, subject, details, staff_id, email, name
       from desk_act join staff using (staff_id) order by desk_act.act_id desc limit $1`,
    [most],
  )
  return rows
}
