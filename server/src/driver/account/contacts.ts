// Changing the e-mail or phone: proven by a code, unique, followed by the user name, and reported to the old one.
import type * as contract from '@parkit/contract/driver/account'
import type { Answer, Input } from '@parkit/contract/platform/call'
import { token as tokenLimits } from '@parkit/contract/platform/limits'
import type { Driver } from '#platform/auth.ts'
import type { Database, Queryable } from '#platform/db.ts'
import { Refusal, refuse, refuseField } from '#platform/errors.ts'
import { type Channel, queueMessage } from '#platform/outbox.ts'
import { requireAttempt, resetAttempts } from './attempt-limit.ts'
import type { Challenges } from './challenges.ts'
import { storedEmail } from './login-name.ts'
import { requirePhone, userOf } from './person.ts'
import { verifyPassword } from './secrets.ts'
import * as store from './store.ts'
import { en } from './words.en.ts'
import { hi } from './words.hi.ts'

/** the message to the old contact is dropped if it can't be sent for so long */
const noticeHours = 24

export const createContacts = ({ db, challenges }: { db: Database; challenges: Challenges }) => {
  /** A stolen unlocked phone holds a token too: an older sign-in also needs the password. */
  const requireReauthentication = async (
    { driverId, tokenHash }: Driver,
    password: string | undefined,
    now: Temporal.Instant,
  ) => {
    const signIn = await store.getStanding(db.pool, tokenHash, now.subtract({ minutes: tokenLimits.freshMinutes }))
    if (signIn.fresh) return
    if (!signIn.password_hash) refuse('sign_in_again')
    if (!password) refuseField('Password', 'password_again')
    await requireAttempt(db.pool, 'password', driverId, now)
    if (!(await verifyPassword(signIn.password_hash, password!))) refuse('wrong_credentials')
    await resetAttempts(db.pool, ['password'], [driverId])
  }

  return {
    /** A code goes to the new contact also where it belongs to another account, which only its owner may learn. */
    changeContact: async (
      driver: Driver,
      { EmailAddress, PhoneNumber, Password }: Input<typeof contract.changeContact>['body'],
      from: string,
      now: Temporal.Instant,
    ): Promise<Answer<typeof contract.changeContact>> => {
      await requireReauthentication(driver, Password, now)
      const to: { channel: Channel; destination: string } = EmailAddress
        ? { channel: 'mail', destination: storedEmail(EmailAddress) }
        : { channel: 'sms', destination: requirePhone(PhoneNumber ?? '') }
      const { driverId, language } = driver
      const opening = { ...to, recipient: to.destination, driverId, registration: null, isContact: true }
      return challenges.open({ ...opening, language, from }, now)
    },

    /** A refused attempt counts too, so refusals are thrown after the commit. */
    confirmContact: async (
      { driverId }: Driver,
      { ChallengeId, Code }: Input<typeof contract.confirmContact>['body'],
      now: Temporal.Instant,
    ): Promise<Answer<typeof contract.confirmContact>> => {
      const refused = await db.transaction(async tx => {
        const tried = await challenges.tryCode(tx, { challengeId: ChallengeId, digits: Code, isContact: true }, now)
        if (!tried || tried.driver_id !== driverId) return 'code_expired'
        return tried.matches ? settleContact(tx, driverId, tried, now) : 'wrong_credentials'
      })
      if (refused) throw new Refusal(refused)
      return userOf(await store.getDriver(db.pool, driverId))
    },
  }
}

/** Changes nothing where the contact belongs to another account, and answers which. */
const settleContact = async (
  tx: Queryable,
  driverId: string,
  { channel, destination }: { channel: Channel; destination: string },
  now: Temporal.Instant,
): Promise<'email_taken' | 'phone_taken' | null> => {
  await store.lockUserName(tx, destination)
  const before = await store.getDriver(tx, driverId)
  const isMail = channel === 'mail'
  const changed = await (isMail ? store.changeEmail : store.changePhone)(tx, driverId, destination)
  if (!changed) return isMail ? 'email_taken' : 'phone_taken'
  const old = isMail ? before.email : before.phone
  if (!old || old === destination) return null
  const text = { en, hi }[before.language]
  const message = { channel, recipient: old, subject: text.contactSubject, body: text.contactChanged(destination) }
  await queueMessage(tx, message, now, now.add({ hours: noticeHours }))
  return null
}
