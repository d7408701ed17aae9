// The entry of support: feedback, and the chat, attachments, call-backs, e-mails and event streams.
import { randomUUID } from 'node:crypto'
import type { Input } from '@parkit/contract/platform/call'
import { feedback as limits } from '@parkit/contract/platform/limits'
import { toDollars } from '@parkit/contract/platform/money'
import type { DeskFeedback } from '@parkit/contract/staff/desk-drivers'
import type { SessionsState } from '@parkit/contract/support/chat'
import type * as contract from '@parkit/contract/support/feedback'
import type { Cities, Position } from '#city/cities/cities.ts'
import type { Mail } from '#messaging/senders/senders.ts'
import { balanceCents } from '#money/ledger/ledger.ts'
import type { Driver } from '#platform/auth.ts'
import { type Config, sandboxMailbox } from '#platform/config.ts'
import type { Database } from '#platform/db.ts'
import { refuse } from '#platform/errors.ts'
import { claimKey, type IdempotencyKey } from '#platform/idempotency.ts'
import { type PageQuery, readCursor, readPage } from '#platform/pagination.ts'
import { createAttachments } from '#support/attachments/attachments.ts'
import { createCallbacks } from '#support/callbacks/callbacks.ts'
import { createChat } from '#support/chat/chat.ts'
import { createEmails } from '#support/emails/emails.ts'
import { createHours, type HoursDeps } from '#support/hours/hours.ts'
import { words } from '#support/words/words.ts'
import { lockWriter, writerOf } from '#support/writers/writers.ts'
import { createStreams } from './event-streams.ts'
import * as store from './store.ts'

type Deps = {
  db: Database
  cities: Cities
  driverCity: HoursDeps['driverCity']
  config: Pick<Config, 'supportMailbox' | 'signPhone'>
  sendMail: (mail: Mail, now: Temporal.Instant) => Promise<void>
  /** throws `not_found` where the session is not this driver's */
  requireSession: (driverId: string, sessionId: string) => Promise<void>
  /** the running sessions, soonest end first */
  listRunning: (driverId: string) => Promise<SessionsState['Running']>
  /** whether the token still signs its driver in */
  isLive: (token: string) => Promise<boolean>
  onError: (error: unknown) => void
}

export const createSupport = ({
  db,
  cities,
  driverCity,
  config,
  sendMail,
  requireSession,
  listRunning,
  isLive,
  onError,
}: Deps) => {
  const hours = createHours({ cities, driverCity })
  const chat = createChat({ db, hours, requireSession })
  const attachments = createAttachments({ db })
  const emails = createEmails({ db, sendMail, mailbox: config.supportMailbox ?? sandboxMailbox })
  return {
    /** for who has no account: the number for questions that signs carry, and the mailbox of support; each null where none is set */
    contact: { Phone: config.signPhone, Email: config.supportMailbox },
    callbacks: createCallbacks({ db, cities, hours }),
    /** The city whose support the driver reaches. */
    hoursOf: (driverId: string, from: Position | null, now: Temporal.Instant) => hours.of(driverId, from, now, db.pool),
    chat,
    attachments,
    emails,
    streams: createStreams({
      db,
      chat,
      listRunning,
      getBalance: async driverId => toDollars(await balanceCents(db.pool, driverId)),
      isLive,
      onError,
    }),

    /** Throws `not_found` where the session is not this driver's, `feedback_many` where the driver sent enough today. */
    sendFeedback: async (
      { driverId, language }: Driver,
      { Stars, Text = '', SessionId }: Input<typeof contract.sendFeedback>['body'],
      idempotencyKey: IdempotencyKey,
      now: Temporal.Instant,
    ) => {
      if (SessionId) await requireSession(driverId, SessionId)
      const answer = { Message: words[language].feedbackThanks }
      return db.transaction(async tx => {
        const before = await claimKey(tx, idempotencyKey, answer, now)
        if (before) return before
        await lockWriter(tx, driverId)
        const recent = SessionId ? 0 : await store.countFeedback(tx, driverId, now.subtract({ hours: 24 }))
        if (recent >= limits.mostADay) refuse('feedback_many')
        await store.upsertFeedback(tx, {
          feedbackId: randomUUID(),
          driverId,
          sessionId: SessionId ?? null,
          stars: Stars,
          words: Text,
          sentAt: now,
        })
        return answer
      })
    },

    /** For the desk: of all drivers, the newest first. */
    listFeedback: (query: PageQuery) => {
      const [sentAt = null, feedbackId = null] = readCursor('time', query.Cursor)
      return readPage(
        query,
        most => store.listFeedback(db.pool, most, sentAt, feedbackId),
        (row): DeskFeedback => ({
          ...writerOf(row),
          FeedbackId: row.feedback_id,
          Stars: row.stars,
          Text: row.words,
          SessionId: row.session_id,
          SentAt: row.sent_at.toString(),
        }),
        ({ sent_at, feedback_id }) => `${sent_at} ${feedback_id}`,
      )
    },

    /** what is due */
    handlers: { ...attachments.handlers, ...chat.handlers },
    /** what is due and talks to the network */
    jobs: emails.jobs,
  }
}
export type Support = ReturnType<typeof createSupport>
