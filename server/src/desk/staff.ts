// Staff: invited by e-mail, signed in by password for twelve hours, and everything they do written to a log.
import { randomUUID } from 'node:crypto'
import type { Answer, Input } from '@parkit/contract/call'
import type * as contract from '@parkit/contract/desk'
import type { acts } from '@parkit/contract/desk-drivers'
import { desk as limits } from '@parkit/contract/limits'
import {
  forgetTries,
  hashPassword,
  hashToken,
  makeToken,
  requireTry,
  requireUncommon,
  verifyPassword,
} from '#account/account.ts'
import type { Staff } from '#platform/auth.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database, Queryable } from '#platform/db.ts'
import { refuse } from '#platform/errors.ts'
import * as store from './staff-store.ts'

export const staffOf = ({ staff_id, name, email }: store.StaffRow): contract.Staff => ({
  StaffId: staff_id,
  Name: name,
  Email: email,
})

/** Answers the secret of the invitation's link, kept as a hash alone. Whoever was invited before gets a new one, and a new password by it. */
export const inviteStaff = async (
  db: Pick<Database, 'pool'>,
  email: string,
  now: Temporal.Instant,
): Promise<string> => {
  const secret = makeToken()
  const expiresAt = now.add({ hours: 24 * limits.inviteDays })
  await store.upsertInvite(
    db.pool,
    { staffId: randomUUID(), email: email.trim().toLowerCase(), inviteHash: hashToken(secret), expiresAt },
    now,
  )
  return secret
}

export const createStaff = ({ db, clock }: { db: Database; clock: Clock }) => {
  const issue = async (tx: Queryable, row: store.StaffRow, now: Temporal.Instant) => {
    const token = makeToken()
    const expiresAt = now.add({ hours: limits.hours })
    await store.insertToken(tx, { tokenHash: hashToken(token), staffId: row.staff_id, expiresAt }, now)
    return { Token: token, ExpiresAt: expiresAt.toString(), Staff: staffOf(row) }
  }

  return {
    find: (token: string): Promise<Staff | null> => store.findStaff(db.pool, hashToken(token), clock.now()),

    signIn: async (
      { Email, Password }: Input<typeof contract.deskSignIn>['body'],
      now: Temporal.Instant,
    ): Promise<Answer<typeof contract.deskSignIn>> => {
      await requireTry(db.pool, 'desk', Email.toLowerCase(), now)
      const row = await store.findByEmail(db.pool, Email.toLowerCase())
      const matches = await verifyPassword(row?.password_hash ?? null, Password)
      if (!row || !matches) return refuse('wrong_credentials')
      return db.transaction(async tx => {
        await forgetTries(tx, ['desk'], [row.email])
        await store.insertAct(tx, { staffId: row.staff_id, kind: 'signedIn', subject: row.staff_id }, now)
        return issue(tx, row, now)
      })
    },

    /** Ends every sign-in there was. Throws `code_expired`, and at `Password`. */
    accept: async (
      { Secret, Name, Password }: Input<typeof contract.acceptInvite>['body'],
      now: Temporal.Instant,
    ): Promise<Answer<typeof contract.acceptInvite>> => {
      requireUncommon('Password', Password)
      const passwordHash = await hashPassword(Password)
      return db.transaction(async tx => {
        const invite = { inviteHash: hashToken(Secret), name: Name, passwordHash }
        const row = (await store.acceptInvite(tx, invite, now)) ?? refuse('code_expired')
        await store.deleteTokens(tx, row.staff_id)
        await forgetTries(tx, ['desk'], [row.email])
        await store.insertAct(tx, { staffId: row.staff_id, kind: 'invitationAccepted', subject: row.staff_id }, now)
        return issue(tx, row, now)
      })
    },

    signOut: ({ staffId, tokenHash }: Staff, now: Temporal.Instant) =>
      db.transaction(async tx => {
        await store.deleteToken(tx, tokenHash)
        await store.insertAct(tx, { staffId, kind: 'signedOut', subject: staffId }, now)
        return { Message: '' }
      }),

    list: async (me: Staff): Promise<Answer<typeof contract.staffList>> => ({
      Me: { StaffId: me.staffId, Name: me.name, Email: me.email },
      Items: (await store.listStaff(db.pool)).map(staffOf),
    }),

    acts: async (): Promise<Answer<typeof acts>> => ({
      Items: (await store.listActs(db.pool, limits.mostListed)).map(row => ({
        ActId: row.act_id,
        At: row.at.toString(),
        Staff: staffOf(row),
        Kind: row.kind,
        Subject: row.subject,
        Details: row.details,
      })),
    }),
  }
}
