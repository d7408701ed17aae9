// Staff sign-in: an invitation, then a password and a code by e-mail; every action is logged.
import { randomUUID } from 'node:crypto'
import type { Answer, Input } from '@parkit/contract/platform/call'
import type { ErrorCode, Language } from '@parkit/contract/platform/errors'
import { code, desk as limits } from '@parkit/contract/platform/limits'
import type * as desk from '@parkit/contract/staff/desk'
import type { acts } from '@parkit/contract/staff/desk-drivers'
import type * as contract from '@parkit/contract/staff/desk-staff'
import {
  hashCode,
  hashPassword,
  makeCode,
  requireAttempt,
  requireUncommon,
  resetAttempts,
  verifyPassword,
} from '#driver/account/account.ts'
import { hashToken, makeToken, type Staff } from '#platform/auth.ts'
import type { Clock } from '#platform/clock.ts'
import type { Config } from '#platform/config.ts'
import type { Database, Queryable } from '#platform/db.ts'
import { refuse } from '#platform/errors.ts'
import { queueMessage } from '#platform/outbox.ts'
import { type PageQuery, readCursor, readPage } from '#platform/pagination.ts'
import * as store from './staff-store.ts'
import { en } from './words.en.ts'
import { es } from './words.es.ts'
import { hi } from './words.hi.ts'

type StaffDeps = { db: Database; clock: Clock; config: Pick<Config, 'mail' | 'sms'> }

const words = { en, es, hi }

export const staffOf = ({ staff_id, name, email }: store.StaffRow): desk.Staff => ({
  StaffId: staff_id,
  Name: name,
  Email: email,
})

/** Signs a member in. */
const issueToken = async (tx: Queryable, row: store.StaffRow, now: Temporal.Instant) => {
  const token = makeToken()
  const expiresAt = now.add({ hours: limits.hours })
  await store.insertToken(tx, { tokenHash: hashToken(token), staffId: row.staff_id, expiresAt }, now)
  return { Token: token, ExpiresAt: expiresAt.toString(), Staff: staffOf(row) }
}

const actOf = (row: store.ActRow): Answer<typeof acts>['Items'][number] => ({
  ActId: row.act_id,
  At: row.at.toString(),
  Staff: staffOf(row),
  Kind: row.kind,
  Subject: row.subject,
  Details: row.details,
  Driver: row.driver_id === null ? null : { DriverId: row.driver_id, Name: row.driver_name },
})

export const createStaff = ({ db, clock, config }: StaffDeps) => {
  /** Sends a code, and returns the first half of a sign-in. */
  const openChallenge = async (staffId: string, email: string, language: Language, now: Temporal.Instant) => {
    const [challengeId, digits] = [randomUUID(), makeCode()]
    const expiresAt = now.add({ minutes: code.minutes })
    const { codeSubject, codeMail } = words[language]
    const mail = { recipient: email, subject: codeSubject(digits), body: codeMail(digits, code.minutes) }
    const codeHash = hashCode(config, challengeId, digits)
    await db.transaction(async tx => {
      await store.insertChallenge(tx, { challengeId, staffId, codeHash, expiresAt }, now)
      await queueMessage(tx, { channel: 'mail', ...mail }, now, expiresAt)
    })
    return {
      ChallengeId: challengeId,
      ExpiresAt: expiresAt.toString(),
      ...(!config.mail && { SandboxCode: digits }),
    }
  }

  return {
    find: (token: string): Promise<Staff | null> => {
      const now = clock.now()
      return store.findStaff(db.pool, hashToken(token), now, now.subtract({ minutes: limits.idleMinutes }))
    },

    /** Counts as a wrong attempt until its code is confirmed. Throws `wrong_credentials`, and `too_many_requests` after many tries at the same e-mail. */
    signIn: async (
      { Email, Password }: Input<typeof contract.deskSignIn>['body'],
      language: Language,
      now: Temporal.Instant,
    ): Promise<Answer<typeof contract.deskSignIn>> => {
      const email = Email.toLowerCase()
      await requireAttempt(db.pool, 'desk', email, now)
      const row = await store.findByEmail(db.pool, email)
      const matches = await verifyPassword(row?.password_hash ?? null, Password)
      if (!row || !matches) return refuse('wrong_credentials')
      return openChallenge(row.staff_id, email, language, now)
    },

    /** The try counts also where it is refused, so refusals are thrown after the commit. */
    confirm: async (
      { ChallengeId, Code }: Input<typeof contract.deskConfirm>['body'],
      now: Temporal.Instant,
    ): Promise<Answer<typeof contract.deskConfirm>> => {
      const challengeId = ChallengeId.toLowerCase()
      const outcome = await db.transaction(async tx => {
        const tried = await store.tryCode(tx, challengeId, hashCode(config, challengeId, Code), now, code.tries)
        if (!tried) return 'code_expired' satisfies ErrorCode
        if (!tried.matches) return 'wrong_credentials' satisfies ErrorCode
        await resetAttempts(tx, ['desk'], [tried.email])
        await store.insertAct(tx, tried.staff_id, 'signedIn', tried.staff_id, {}, now)
        return issueToken(tx, tried, now)
      })
      return typeof outcome === 'string' ? refuse(outcome) : outcome
    },

    /** Ends every sign-in there was. Throws `code_expired`, and at `Password`. */
    accept: async (
      { Secret, Name, Password }: Input<typeof contract.acceptInvite>['body'],
      now: Temporal.Instant,
    ): Promise<Answer<typeof contract.acceptInvite>> => {
      requireUncommon('Password', Password)
      const passwordHash = await hashPassword(Password)
      return db.transaction(async tx => {
        const row = (await store.acceptInvite(tx, hashToken(Secret), Name, passwordHash, now)) ?? refuse('code_expired')
        await store.deleteTokens(tx, row.staff_id)
        await resetAttempts(tx, ['desk'], [row.email])
        await store.insertAct(tx, row.staff_id, 'invitationAccepted', row.staff_id, {}, now)
        return issueToken(tx, row, now)
      })
    },

    signOut: ({ staffId, tokenHash }: Staff, now: Temporal.Instant) =>
      db.transaction(async tx => {
        await store.deleteToken(tx, tokenHash)
        await store.insertAct(tx, staffId, 'signedOut', staffId, {}, now)
        return { Message: '' }
      }),

    acts: (query: PageQuery): Promise<Answer<typeof acts>> => {
      const [before = null] = readCursor('number', query.Cursor)
      return readPage(
        query,
        most => store.listActs(db.pool, most, before),
        actOf,
        ({ act_id }) => act_id,
      )
    },
  }
}
