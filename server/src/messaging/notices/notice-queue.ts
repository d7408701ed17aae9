// Queues what a feature tells a driver, in the transaction that is its cause: sent once, or never where that is undone.
import { randomUUID } from 'node:crypto'
import type { Language } from '@parkit/contract/platform/errors'
import type { Queryable } from '#platform/db.ts'
import { schedule } from '#platform/jobs.ts'
import { type Channel, queueMessage } from '#platform/outbox.ts'
import { type RequiredKind, requiredKinds, toEveryContact } from './channels.ts'
import { findListener, insertNotice } from './store.ts'

/** Of the kinds whose channels the driver chooses; amounts are in cents. The notices of a session are planned by the database. */
export type NoticeData = {
  /** `auto`: nobody pressed a button */
  topUp: { amountCents: number; balanceCents: number; auto?: boolean }
  /** where the money went back to; `place`: what it was paid for, where it was parking */
  refund: { amountCents: number; to: 'wallet' | 'card'; place?: string; reason?: string }
  /** `untilMs`: the day the text names, epoch milliseconds */
  plan: { news: 'begun' | 'renewed' | 'failed' | 'ended'; priceCents: number; untilMs: number }
  /** what support wrote, in its own words; it is shortened */
  chat: { text: string }
} & ClosureData

/** Sent by every way there is, whatever the driver chose: the car may be towed. */
export type ClosureData = {
  /** a session was cut; `untilMs`: its end, epoch milliseconds; `reason`: in the city's words */
  closed: ParkedThere & {
    amountCents: number
    to: 'wallet' | 'card'
    reason: string
    tow: boolean
    mayMove: boolean
  }
  /** the closure that cut a session is off */
  closureOff: ParkedThere
  /** the evening before, to who saved one of the zones */
  closureNear: { name: string; timeZone: string; fromMs: number; toMs: number; reason: string; tow: boolean }
}
type ParkedThere = { sessionId: string; name: string; plate: string; timeZone: string; untilMs: number }
type ChosenNotice = { [Kind in keyof NoticeData]: { kind: Kind; data: NoticeData[Kind] } }[keyof NoticeData]

/** The text of a required notice; `subject` is shown by mail alone. */
export type NoticeText = (language: Language, channel: Channel) => { subject: string; body: string }
/** `until`: of no use from then on; `to`: other contacts than the driver has now */
type RequiredNotice = {
  kind: RequiredKind
  text: NoticeText
  until: Temporal.Instant
  to?: { email: string | null; phone: string | null }
}

/** Sent at `at`, which may lie ahead for a kind that the driver chooses. */
type Notice = (ChosenNotice | RequiredNotice) & { driverId: string; at: Temporal.Instant }

/** The kind of the jobs that dispatch a notice. */
export const noticeJob = 'notice'

/** By the channels the driver chose for this kind; a required one by its own, whatever he chose. Nothing for a deleted account. */
export const enqueueNotice = async (tx: Queryable, notice: Notice): Promise<void> => {
  const { driverId, at } = notice
  if ('data' in notice) {
    const noticeId = randomUUID()
    await insertNotice(tx, noticeId, notice)
    return schedule(tx, noticeJob, noticeId, at)
  }
  const listener = await findListener(tx, driverId, at)
  if (!listener) return
  const { email, phone } = notice.to ?? listener
  const recipients: Record<Channel, string | null> = { mail: email, sms: phone }
  const reached = requiredKinds[notice.kind].filter(channel => recipients[channel])
  for (const channel of toEveryContact.has(notice.kind) ? reached : reached.slice(0, 1)) {
    const { language } = listener
    const message = { channel, language, recipient: recipients[channel]!, ...notice.text(language, channel) }
    await queueMessage(tx, message, at, notice.until)
  }
}
