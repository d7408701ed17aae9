// Limits the cost of codes: by destination, by address, in all, and for phone prefixes whose codes never come back.
import { hash } from 'node:crypto'
import { code as limits } from '@parkit/contract/platform/limits'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import type { Config } from '#platform/config.ts'
import type { Queryable } from '#platform/db.ts'
import { refuse } from '#platform/errors.ts'
import type { Channel } from '#platform/outbox.ts'
import * as store from './guess-store.ts'

type Instant = Temporal.Instant
type Send = { destination: string; channel: Channel; from: string }

/** country and area: who sends messages to numbers of his own at our cost has them in a row */
const prefixLetters = 5
/** of this many in two hours a tenth comes back, or no more go there */
const pumped = { sent: 30, usedShare: 0.1 }
const keptHours = 48

const prefixOf = (phone: string) => `sms ${phone.slice(0, prefixLetters)}`
const named = (what: 'to' | 'from', name: string) => `${what} ${hash('sha256', name, 'base64url')}`
const hourOf = (now: Instant) => now.round({ smallestUnit: 'hour', roundingMode: 'floor' })
const dayOf = (now: Instant) => now.toZonedDateTimeISO('UTC').startOfDay().toInstant()

export const createSmsQuota = ({ sms, rateLimit }: Pick<Config, 'sms' | 'rateLimit'>) => {
  const requireFew = async (tx: Queryable, what: string, most: number, now: Instant) => {
    if ((await store.countSent(tx, what, dayOf(now))) > most) refuse('too_many_requests')
  }
  const requireAnswered = async (tx: Queryable, phone: string, now: Instant) => {
    const { sent, used } = await store.sumSent(tx, prefixOf(phone), hourOf(now).subtract({ hours: 1 }))
    if (sent >= pumped.sent && used < sent * pumped.usedShare) refuse('too_many_requests')
    await store.countSent(tx, prefixOf(phone), hourOf(now))
  }

  return {
    /** Whether text messages go to that country at all. */
    reaches: (phone: string): boolean => {
      const country = parsePhoneNumberFromString(phone)?.country
      return !sms || sms.countries.includes(country ?? '')
    },

    /**
     * Counts one more, also where nobody is known there: what is refused tells nothing about accounts. Always in this
     * order, so that two never wait for each other. Throws `too_many_requests`, and then nothing is counted.
     */
    requireSend: async (tx: Queryable, { destination, channel, from }: Send, now: Instant): Promise<void> => {
      await requireFew(tx, named('to', destination), limits.sendsADay, now)
      if (rateLimit) await requireFew(tx, named('from', from), limits.sendsADayFrom, now)
      if (channel === 'sms' && sms) {
        await requireAnswered(tx, destination, now)
        await requireFew(tx, 'sms', sms.perDay, now)
      }
      await store.dropOldCounts(tx, now.subtract({ hours: keptHours }))
    },

    /** A code came back: messages to such numbers are read by people. */
    noteUsed: async (tx: Queryable, { destination, channel }: Omit<Send, 'from'>, now: Instant): Promise<void> => {
      if (channel === 'sms' && sms) await store.countUsed(tx, prefixOf(destination), hourOf(now).subtract({ hours: 1 }))
    },
  }
}
