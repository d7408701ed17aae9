// One-time codes: opened for a destination, sent if it has an account, and tried; wrong attempts count. And the links that confirm an e-mail.
import { randomUUID } from 'node:crypto'
import type * as contract from '@parkit/contract/driver/account'
import type { Language } from '@parkit/contract/platform/errors'
import { code, emailLink } from '@parkit/contract/platform/limits'
import { makeToken } from '#platform/auth.ts'
import type { Config } from '#platform/config.ts'
import type { Database, Queryable } from '#platform/db.ts'
import { refuseField } from '#platform/errors.ts'
import { type Channel, queueMessage } from '#platform/outbox.ts'
import { requireAttempt, resetAttempts } from './attempt-limit.ts'
import * as store from './challenge-store.ts'
import { type CodeKey, hashCode, makeCode } from './secrets.ts'
import { createSmsQuota } from './sms-quota.ts'
import { takeEmailLink } from './store.ts'
import { en } from './words.en.ts'
import { es } from './words.es.ts'
import { hi } from './words.hi.ts'

const words = { en, es, hi }

type Deps = { db: Database; config: Pick<Config, Channel | 'rateLimit' | 'publicUrl'> }
type Opening = Pick<store.NewChallenge, 'destination' | 'channel' | 'driverId' | 'registration'> & {
  isContact?: boolean
  /** none: no account has it, which the answer does not reveal */
  recipient: string | null
  language: Language
  /** the caller's IP address */
  from: string
}

export const createChallenges = ({ db, config }: Deps) => {
  const quota = createSmsQuota(config)

  /** Ends the earlier ones of the same kind there. Throws `too_many_requests`, and at the field that names the phone. */
  const open = async (
    { destination, channel, driverId, registration, isContact = false, recipient, language, from }: Opening,
    now: Temporal.Instant,
  ): Promise<contract.Challenge> => {
    if (channel === 'sms' && !quota.reaches(destination))
      refuseField(registration || isContact ? 'PhoneNumber' : 'Destination', 'phone_country')
    const challengeId = randomUUID()
    const digits = makeCode()
    const expiresAt = now.add({ minutes: code.minutes })
    const text = words[language]
    const message = recipient && {
      channel,
      recipient,
      language,
      subject: text.codeSubject(digits),
      body:
        channel === 'mail'
          ? text.codeMail(digits, code.minutes)
          : text.codeSms(digits, code.minutes, new URL(config.publicUrl).host),
    }
    await db.transaction(async tx => {
      const sends = await store.countSends(tx, destination, now.subtract({ minutes: code.minutes }))
      await quota.requireSend(tx, { destination, channel, from, driverId, recent: sends }, now)
      const codeHash = hashCode(config, challengeId, digits)
      const challenge = {
        challengeId,
        destination,
        channel,
        codeHash,
        driverId,
        registration,
        isContact,
        isLink: false,
        expiresAt,
      }
      await store.endChallenges(tx, challenge, now)
      await store.insertChallenge(tx, challenge, now)
      await queueMessage(tx, message || null, now, expiresAt)
    })
    return {
      ChallengeId: challengeId,
      ExpiresAt: expiresAt.toString(),
      ResendAfter: now.add({ seconds: code.resendSeconds }).toString(),
      ...(!config[channel] && { SandboxCode: digits }),
    }
  }

  /**
   * Mails the driver the link that confirms his e-mail, of at most `most` ever: an address that nobody confirmed hears
   * little, and the codes of its owner are not counted with it. Null where none may be sent.
   */
  const sendEmailLink = async (
    tx: Queryable,
    driverId: string,
    most: number,
    now: Temporal.Instant,
  ): Promise<string | null> => {
    const to = await takeEmailLink(tx, driverId, most)
    if (!to) return null
    const [challengeId, secret] = [randomUUID(), makeToken()]
    const expiresAt = now.add({ hours: emailLink.hours })
    const link = `${config.publicUrl}/confirmemail#${challengeId}.${secret}`
    const codeHash = hashCode(config, challengeId, secret)
    const about = { destination: to.email, channel: 'mail', driverId, registration: null, isContact: true } as const
    await store.insertChallenge(tx, { challengeId, codeHash, ...about, isLink: true, expiresAt }, now)
    const { linkSubject, linkMail } = words[to.language]
    const body = linkMail(link, emailLink.hours)
    await queueMessage(tx, { channel: 'mail', recipient: to.email, subject: linkSubject, body }, now, expiresAt)
    return link
  }

  return {
    open,
    sendEmailLink,
    /** The e-mail that the link confirms, which is then used up; null where it doesn't work for this driver. */
    useLink: async (
      tx: Queryable,
      { challengeId, secret, driverId }: { challengeId: string; secret: string; driverId: string },
      now: Temporal.Instant,
    ): Promise<string | null> => {
      const id = challengeId.toLowerCase()
      return (await store.useLink(tx, id, hashCode(config, id, secret), driverId, now))?.destination ?? null
    },
    /** As `tryCode`; a code that comes back also counts for its phone prefix. */
    tryCode: async (tx: Queryable, attempt: CodeAttempt, now: Temporal.Instant): Promise<store.Tried | null> => {
      const tried = await tryCode(tx, config, attempt, now)
      if (tried?.matches) await quota.noteUsed(tx, tried, now)
      return tried
    },
  }
}

type CodeAttempt = { challengeId: string; digits: string; isContact?: boolean }

/** Null where it is used, over or unknown. The try counts once `tx` commits. Throws `too_many_requests`: then it doesn't, right or wrong. */
export const tryCode = async (
  tx: Queryable,
  key: CodeKey,
  { challengeId, digits, isContact = false }: CodeAttempt,
  now: Temporal.Instant,
): Promise<store.Tried | null> => {
  // the hash is of the id as it was handed out
  const codeHash = hashCode(key, challengeId.toLowerCase(), digits)
  const tried = await store.tryCode(tx, challengeId, codeHash, now, code.tries, isContact)
  if (!tried) return null
  await requireAttempt(tx, 'code', tried.destination, now, tried.driver_id)
  if (tried.matches) await resetAttempts(tx, ['code', 'password'], [tried.destination])
  return tried
}
export type Challenges = ReturnType<typeof createChallenges>
