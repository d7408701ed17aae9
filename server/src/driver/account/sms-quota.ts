// Limits the cost of codes by the requester's budgets; where one is used up, each code is paid for with a proof of work.
import { hash } from 'node:crypto'
import { code as limits } from '@parkit/contract/platform/limits'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { addressBlock } from '#platform/address-block.ts'
import type { Config } from '#platform/config.ts'
import type { Queryable } from '#platform/db.ts'
import { refuse } from '#platform/errors.ts'
import type { KnownDevice } from '#platform/known-device.ts'
import type { Channel } from '#platform/outbox.ts'
import { currentRequester } from '#platform/requester.ts'
import * as store from './guess-store.ts'
import { createProofOfWork } from './proof-of-work.ts'

type Instant = Temporal.Instant
type Send = {
  destination: string
  channel: Channel
  /** the caller's IP address */
  from: string
  /** whose code it is, if anybody's */
  driverId: string | null
  /** codes that went there within the last minutes */
  recent: number
}

/** country and area: who sends messages to numbers of his own at our cost has them in a row */
const prefixLetters = 5
/** of this many in two hours a tenth comes back, or each further one takes a proof of work */
const pumped = { sent: 30, usedShare: 0.1 }
/** of all text messages in a day: the rest is for devices that signed in before */
const strangersShare = 0.8
const keptHours = 48

const prefixOf = (phone: string) => `sms ${phone.slice(0, prefixLetters)}`
const named = (what: 'to' | 'from' | 'device', name: string) => `${what} ${hash('sha256', name, 'base64url')}`
const hourOf = (now: Instant) => now.round({ smallestUnit: 'hour', roundingMode: 'floor' })
const dayOfUtc = (now: Instant) => now.toZonedDateTimeISO('UTC').startOfDay().toInstant()

export const createSmsQuota = ({ sms, rateLimit }: Pick<Config, 'sms' | 'rateLimit'>) => {
  const proofs = createProofOfWork()
  const countToday = (tx: Queryable, what: string, now: Instant) => store.countSent(tx, what, dayOfUtc(now))
  const isPumped = async (tx: Queryable, phone: string, now: Instant) => {
    const { sent, used } = await store.sumSent(tx, prefixOf(phone), hourOf(now).subtract({ hours: 1 }))
    await store.countSent(tx, prefixOf(phone), hourOf(now))
    return sent >= pumped.sent && used < sent * pumped.usedShare
  }
  const requireFew = async (count: Promise<number>, most: number) => {
    if ((await count) > most) refuse('too_many_requests')
  }

  /** Somebody who signed in to this account on this device before: nothing that others do is counted against him. */
  const requireKnownSend = async (tx: Queryable, { channel }: Send, device: KnownDevice, now: Instant) => {
    const sent = await countToday(tx, named('device', device.id), now)
    if (channel === 'sms' && sms) await requireFew(countToday(tx, 'sms', now), sms.perDay)
    return sent > limits.sendsADay
  }

  /** Whether a proof of work is due. Throws `too_many_requests` where no more may go out. */
  const requireStrangersSend = async (
    tx: Queryable,
    { destination, channel, from: address, recent }: Send,
    now: Instant,
  ) => {
    const to = await countToday(tx, named('to', destination), now)
    if (to > limits.sendsADayByStrangers) refuse('too_many_requests')
    const from = rateLimit ? await countToday(tx, named('from', addressBlock(address)), now) : 0
    if (from > limits.sendsADayFrom) refuse('too_many_requests')
    const isText = channel === 'sms' && sms
    const pumped = isText && (await isPumped(tx, destination, now))
    if (isText) await requireFew(countToday(tx, 'sms', now), sms.perDay * strangersShare)
    return recent >= limits.sends || to > limits.sendsADay || from > limits.freeADayFrom || pumped
  }

  return {
    /** Whether text messages go to that country at all. */
    reaches: (phone: string): boolean => {
      const country = parsePhoneNumberFromString(phone)?.country
      return !sms || sms.countries.includes(country ?? '')
    },

    /**
     * Counts one more, also where nobody is known there: what is refused tells nothing about accounts. Always in this
     * order, so that two never wait for each other. Throws `too_many_requests`, and `proof_needed`; then nothing is counted.
     */
    requireSend: async (tx: Queryable, send: Send, now: Instant): Promise<void> => {
      const { device, proof } = currentRequester()
      const isProofDue =
        device && send.driverId && device.knows(send.driverId)
          ? await requireKnownSend(tx, send, device, now)
          : await requireStrangersSend(tx, send, now)
      if (isProofDue) await proofs.require(tx, proof, now)
      await store.dropOldCounts(tx, now.subtract({ hours: keptHours }))
    },

    /** A code came back: messages to such numbers are read by people. */
    noteUsed: async (
      tx: Queryable,
      { destination, channel }: Pick<Send, 'destination' | 'channel'>,
      now: Instant,
    ): Promise<void> => {
      if (channel === 'sms' && sms) await store.countUsed(tx, prefixOf(destination), hourOf(now).subtract({ hours: 1 }))
    },
  }
}
