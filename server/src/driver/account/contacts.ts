// Changing or confirming the e-mail or phone: by a code or a link, unique, followed by the user name, reported to every contact.
import type * as contract from '@parkit/contract/driver/account'
import type { Answer, Input } from '@parkit/contract/platform/call'
import { emailLink, token as tokenLimits } from '@parkit/contract/platform/limits'
import { phoneText } from '@parkit/contract/platform/phone-text'
import { enqueueNotice } from '#messaging/notices/notices.ts'
import type { Driver } from '#platform/auth.ts'
import type { Config } from '#platform/config.ts'
import type { Database, Queryable } from '#platform/db.ts'
import { Refusal, refuse, refuseField } from '#platform/errors.ts'
import type { Channel } from '#platform/outbox.ts'
import { requireAttempt, resetAttempts } from './attempt-limit.ts'
import { endContactChallenges } from './challenge-store.ts'
import type { Challenges } from './challenges.ts'
import { storedEmail } from './login-name.ts'
import { requirePhone, userOf } from './person.ts'
import { verifyPassword } from './secrets.ts'
import * as store from './store.ts'
import { en } from './words.en.ts'
import { es } from './words.es.ts'
import { hi } from './words.hi.ts'

const words = { en, es, hi }

/** a security notice is dropped if it can't be sent for so long */
export const noticeHours = 24

type Deps = { db: Database; config: Pick<Config, Channel>; challenges: Challenges }

export const createContacts = ({ db, config, challenges }: Deps) => {
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

    /** Only for its own driver: whoever was written down by a stranger doesn't give his e-mail to that account. */
    confirmEmail: async (
      { driverId }: Driver,
      { ChallengeId, Secret }: Input<typeof contract.confirmEmail>['body'],
      now: Temporal.Instant,
    ): Promise<Answer<typeof contract.confirmEmail>> => {
      const refused = await db.transaction(async tx => {
        const email = await challenges.useLink(tx, { challengeId: ChallengeId, secret: Secret, driverId }, now)
        return email === null
          ? 'link_expired'
          : settleContact(tx, driverId, { channel: 'mail', destination: email }, now)
      })
      if (refused) throw new Refusal(refused)
      return userOf(await store.getDriver(db.pool, driverId))
    },

    /** Throws `too_many_requests`. */
    sendEmailLink: async (
      { driverId, language }: Driver,
      now: Temporal.Instant,
    ): Promise<Answer<typeof contract.sendEmailLink>> => {
      const answer = { Message: words[language].done }
      const { unconfirmed_email: email } = await store.getDriver(db.pool, driverId)
      if (!email) return answer
      const link = await db.transaction(tx => challenges.sendEmailLink(tx, driverId, emailLink.most, now))
      if (link === null) return refuse('too_many_requests')
      return config.mail ? answer : { ...answer, SandboxLink: link }
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
  await endContactChallenges(tx, driverId, now)
  if (destination === (isMail ? before.email : before.phone)) return null
  await enqueueNotice(tx, {
    driverId,
    kind: 'security',
    text: (language, reached) => {
      const { contactSubject, contactMoved, emailChanged, phoneChanged } = words[language]
      const body = reached === channel ? contactMoved : isMail ? emailChanged : phoneChanged
      return { subject: contactSubject, body: body(isMail ? destination : phoneText(destination)) }
    },
    to: before,
    at: now,
    until: now.add({ hours: noticeHours }),
  })
  return null
}
