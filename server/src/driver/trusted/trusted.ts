// The person a driver trusts: invited by one message, reminded once they agree, and left alone as soon as either side ends it.
import { createHmac, randomBytes } from 'node:crypto'
import type * as contract from '@parkit/contract/driver/trusted'
import type { Answer, Input } from '@parkit/contract/platform/call'
import type { Language } from '@parkit/contract/platform/errors'
import { Email } from '@parkit/contract/platform/fields'
import { trusted as limits } from '@parkit/contract/platform/limits'
import { phoneText } from '@parkit/contract/platform/phone-text'
import { createSmsQuota, readLogin, securityNoticeHours } from '#driver/account/account.ts'
import { enqueueNotice } from '#messaging/notices/notices.ts'
import type { Driver } from '#platform/auth.ts'
import type { Config } from '#platform/config.ts'
import { type Database, type Queryable, selectSecret } from '#platform/db.ts'
import { refuse, refuseField } from '#platform/errors.ts'
import { type Channel, queueMessage } from '#platform/outbox.ts'
import * as store from './store.ts'
import { en } from './words.en.ts'
import { es } from './words.es.ts'
import { hi } from './words.hi.ts'

const words = { en, es, hi }

/** 96 bits that nobody guesses, and few enough letters for a text message. */
const codeBytes = 12

type Instant = Temporal.Instant
type Deps = { db: Database; config: Pick<Config, Channel | 'rateLimit' | 'publicUrl'> }

/** An email address, or a phone as E.164. Throws at `Contact`. */
const readContact = (typed: string): { recipient: string; channel: Channel } => {
  const { key, channel } = readLogin(typed)
  if (channel === 'mail' && !Email.safeParse(key).success) refuseField('Contact', 'trusted_contact')
  return { recipient: key, channel }
}

const contactText = (recipient: string) => (recipient.includes('@') ? recipient : phoneText(recipient))

export const createTrusted = async ({ db, config }: Deps) => {
  const secret = await selectSecret(db.pool, 'signing')
  const quota = createSmsQuota(config)
  const hashOf = (who: string) => createHmac('sha256', secret).update(`trusted ${who}`).digest()
  const openSince = (now: Instant) => now.subtract({ hours: 24 * limits.openDays })

  /** Throws `trusted_closed`. Always the driver first, so that two never wait for each other. */
  const requireFew = async (tx: Queryable, driverId: string, recipient: string, now: Instant) => {
    const until = now.add({ hours: 24 * limits.days })
    const made = await store.countInvitation(tx, hashOf(driverId), until, now)
    const got = await store.countInvitation(tx, hashOf(recipient), until, now)
    if (made.sent > limits.mostADriver || got.sent > limits.mostAContact || got.declined) refuse('trusted_closed')
  }

  const get = async (driverId: string, now: Instant): Promise<Answer<typeof contract.trusted>> => {
    const row = await store.findPerson(db.pool, driverId, openSince(now))
    return {
      Person: row && {
        Name: row.name,
        Contact: row.recipient,
        InvitedAt: row.invited_at.toString(),
        AgreedAt: row.agreed_at?.toString() ?? null,
      },
    }
  }

  return {
    get,

    /** The message holds nothing that the driver typed: it can't carry a stranger's words. Throws `trusted_closed`. */
    invite: async (
      { driverId, language }: Driver,
      { Name: name, Contact }: Input<typeof contract.inviteTrusted>['body'],
      from: string,
      now: Instant,
    ): Promise<Answer<typeof contract.inviteTrusted>> => {
      const { recipient, channel } = readContact(Contact)
      if (channel === 'sms' && !quota.reaches(recipient)) refuseField('Contact', 'phone_country')
      const driver = await store.findDriver(db.pool, driverId)
      if (Object.values(driver).includes(recipient)) refuseField('Contact', 'trusted_self')
      const code = randomBytes(codeBytes).toString('base64url')
      const link = new URL(`/trusted#${code}`, config.publicUrl).href
      const { title: subject, body } = words[language].invite({ driver: phoneText(driver.phone), link })
      await db.transaction(async tx => {
        await requireFew(tx, driverId, recipient, now)
        await quota.requireSend(tx, { destination: recipient, channel, from, driverId, recent: 0 }, now)
        await store.deletePerson(tx, driverId)
        await store.insertPerson(tx, driverId, { code, name, channel, recipient, language }, now)
        const until = now.add({ hours: 24 * limits.openDays })
        await queueMessage(tx, { channel, recipient, subject, body, language, once: true }, now, until)
      })
      return { ...(await get(driverId, now)), ...(!config[channel] && { SandboxLink: link }) }
    },

    end: async (driverId: string): Promise<Answer<typeof contract.endTrusted>> => {
      await store.deletePerson(db.pool, driverId)
      return { Person: null }
    },

    /** Throws `trusted_over`, also for a code that never was one. */
    invitation: async (code: string, now: Instant): Promise<Answer<typeof contract.trustedInvitation>> => {
      const row = (await store.findInvitation(db.pool, code, openSince(now))) ?? refuse('trusted_over')
      return { From: row.phone, Contact: row.recipient, Agreed: row.agreed_at !== null }
    },

    /** From then on in the language of who agreed. The driver is told: somebody else may have held the phone. */
    answer: async (
      { Code, Agree }: Input<typeof contract.answerTrusted>['body'],
      language: Language,
      now: Instant,
    ): Promise<Answer<typeof contract.answerTrusted>> =>
      db.transaction(async tx => {
        if (!Agree) {
          const left = (await store.leave(tx, Code)) ?? refuse('trusted_over')
          if (left.was_waiting)
            await store.declineAll(tx, hashOf(left.recipient), now.add({ hours: 24 * limits.declinedDays }))
          return { Agreed: false }
        }
        const agreed = await store.agree(tx, Code, openSince(now), language, now)
        if (!agreed) {
          if (!(await store.findInvitation(tx, Code, openSince(now)))) refuse('trusted_over')
          return { Agreed: true }
        }
        await enqueueNotice(tx, {
          driverId: agreed.driver_id,
          kind: 'security',
          text: own => {
            const { title: subject, body } = words[own].agreed({ contact: contactText(agreed.recipient) })
            return { subject, body }
          },
          at: now,
          until: now.add({ hours: securityNoticeHours }),
        })
        return { Agreed: true }
      }),
  }
}
export type Trusted = Awaited<ReturnType<typeof createTrusted>>
