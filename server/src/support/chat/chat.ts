// The conversation of a driver with support: one function for messages of both sides, each stored once.
import { randomUUID } from 'node:crypto'
import type { Answer, Input } from '@parkit/contract/platform/call'
import type { Language } from '@parkit/contract/platform/errors'
import { chat as limits, page } from '@parkit/contract/platform/limits'
import type * as contract from '@parkit/contract/support/chat'
import type { Message } from '@parkit/contract/support/chat'
import { enqueueNotice } from '#messaging/notices/notices.ts'
import type { Database, Queryable } from '#platform/db.ts'
import { refuse, refuseField } from '#platform/errors.ts'
import { type IdempotencyKey, requireSameInput } from '#platform/idempotency.ts'
import { schedule } from '#platform/jobs.ts'
import { attachmentOf, takeForMessage } from '#support/attachments/attachments.ts'
import { type Hours, hoursText } from '#support/hours/hours.ts'
import { words } from '#support/words/words.ts'
import * as store from './chat-store.ts'

export type NewMessage = {
  conversationId: string
  text: string
  attachmentIds?: readonly string[]
  /** stores a repeated message once */
  idempotencyKey?: Pick<IdempotencyKey, 'key' | 'inputHash'>
  /** writes more in the transaction that stores the message, and only then */
  alongside?: (tx: Queryable, said: { messageId: string; driverId: string }) => Promise<void>
} & (
  | { sender: 'driver'; language: Language; sessionId?: string | undefined }
  /** `name` of the member of staff, shown to the driver */
  | { sender: 'support'; name: string }
)

/** The kind of the jobs that notify a driver of an answer he has not seen. */
const unseenKind = 'chat-unseen'
/** time for an open chat to show the answer */
const unseenSeconds = 20

const messageOf = (row: store.MessageRow): Message => ({
  Id: row.message_id,
  Seq: row.seq,
  sender: row.sender === 'driver' ? 'You' : row.sender_name || 'Support',
  text: row.text,
  time: row.said_at.toString(),
  userType: row.sender === 'driver' ? 'user' : 'support',
  Attachments: (row.attachments ?? []).map(attachmentOf),
  ...(row.session && {
    Session: { ...row.session, StartedAt: Temporal.Instant.from(row.session.StartedAt).toString() },
  }),
})

const requireFewMessages = async (tx: Queryable, conversationId: string, now: Temporal.Instant) => {
  const sent = await store.countSaid(tx, conversationId, now.subtract({ minutes: 1 }), now.subtract({ hours: 24 }))
  if (sent.lately >= limits.mostAMinute || sent.today >= limits.mostADay) refuse('messages_many')
}

/** The first message after a long silence is answered with the hours of support. */
const sendAutoAnswer = async (
  tx: Queryable,
  { conversation_id: conversationId, driver_id, last_seq, last_at }: store.Conversation,
  language: Language,
  hours: Hours,
  now: Temporal.Instant,
) => {
  if (last_seq > 0 && Temporal.Instant.compare(last_at.add({ hours: limits.quietHours }), now) > 0) return
  const text = hoursText(words[language], language, await hours.of(driver_id, null, now, tx), now)
  const unkeyed = { messageId: randomUUID(), sessionId: null, key: null, inputHash: null }
  await store.insertMessage(tx, { ...unkeyed, conversationId, sender: 'auto', name: '', text }, now)
}

/** One notice for several answers in a row; none where the driver saw them or has written since. */
const notifyUnseen = async (tx: Queryable, driverId: string, now: Temporal.Instant) => {
  const unseen = await store.findUnseen(tx, driverId)
  if (unseen) await enqueueNotice(tx, { driverId, kind: 'chat', data: { text: unseen.text || unseen.file }, at: now })
}

type Deps = {
  db: Database
  hours: Hours
  /** throws `not_found` where the session is not this driver's */
  requireSession: (driverId: string, sessionId: string) => Promise<void>
}

export const createChat = ({ db, hours, requireSession }: Deps) => {
  /**
   * Returns the first message where the key was used before. Throws `not_found` for an unknown conversation,
   * `idempotency_conflict`, `messages_many`, and at `AttachmentIds` where a file is not the speaker's, or was sent.
   */
  const say = async (message: NewMessage, now: Temporal.Instant): Promise<Message> =>
    db.transaction(async tx => {
      const { conversationId, sender, text, attachmentIds = [], idempotencyKey } = message
      const conversation = (await store.lockConversation(tx, conversationId)) ?? refuse('not_found')
      const before = idempotencyKey && (await store.findSaid(tx, conversationId, sender, idempotencyKey.key))
      if (idempotencyKey && before) {
        requireSameInput(idempotencyKey, before.input_hash)
        return messageOf(await store.getMessage(tx, before.message_id))
      }
      if (sender === 'driver') await requireFewMessages(tx, conversationId, now)
      const messageId = randomUUID()
      const name = message.sender === 'support' ? message.name : ''
      const { key, inputHash } = idempotencyKey ?? { key: null, inputHash: null }
      const sessionId = (message.sender === 'driver' && message.sessionId) || null
      const said = { messageId, conversationId, sender, name, text, sessionId, key, inputHash }
      await store.insertMessage(tx, said, now)
      const owner = { driverId: conversation.driver_id, bySupport: sender === 'support' }
      if ((await takeForMessage(tx, attachmentIds, messageId, owner)) !== attachmentIds.length)
        refuseField('AttachmentIds', 'invalid')
      if (message.sender === 'driver') await sendAutoAnswer(tx, conversation, message.language, hours, now)
      else await schedule(tx, unseenKind, conversation.driver_id, now.add({ seconds: unseenSeconds }))
      await message.alongside?.(tx, { messageId, driverId: conversation.driver_id })
      await store.announce(tx, conversation.driver_id)
      return messageOf(await store.getMessage(tx, messageId))
    })

  const readPosition = async (driverId: string) => {
    const found = await store.findReadPosition(db.pool, driverId)
    return { LastSeq: found?.last_seq ?? 0, ReadSeq: found?.read_seq ?? 0, Unread: found?.unread ?? 0 }
  }

  const unread = async (driverId: string) => {
    const { ReadSeq, Unread } = await readPosition(driverId)
    return { ReadSeq, Unread }
  }

  return {
    say,
    handlers: { [unseenKind]: notifyUnseen },

    /** The driver's conversation, created where there is none. */
    open: (driverId: string, now: Temporal.Instant): Promise<string> =>
      store.openConversation(db.pool, { conversationId: randomUUID(), driverId }, now),

    list: async (
      driverId: string,
      { Cursor, Limit = page.usual }: Input<typeof contract.chat>['query'],
    ): Promise<Answer<typeof contract.chat>> => {
      const before = Cursor ? Number(Cursor) : null
      if (before !== null && !(Number.isInteger(before) && before > 0 && before < 2 ** 31))
        refuseField('Cursor', 'invalid')
      // the position first: a message stored in between arrives on the stream
      const position = await readPosition(driverId)
      const rows = await store.listBefore(db.pool, driverId, before ?? position.LastSeq + 1, Limit)
      const oldest = rows.at(-1)?.seq ?? 1
      return { Items: rows.reverse().map(messageOf), NextCursor: oldest > 1 ? String(oldest) : null, ...position }
    },

    /** For the stream: the messages after that position, the oldest first. */
    listAfter: async (driverId: string, seq: number, most: number): Promise<Message[]> =>
      (await store.listAfter(db.pool, driverId, seq, most)).map(messageOf),

    readPosition,

    unread,

    read: async (driverId: string, seq: number) => {
      await db.transaction(async tx => {
        if (await store.markRead(tx, driverId, seq)) await store.announce(tx, driverId)
      })
      return unread(driverId)
    },

    /** From the driver himself; what answers by itself speaks the language of the device that wrote. */
    sayAsDriver: async (
      driverId: string,
      language: Language,
      { text, AttachmentIds, SessionId }: Input<typeof contract.say>['body'],
      idempotencyKey: IdempotencyKey,
      now: Temporal.Instant,
    ): Promise<Message> => {
      if (SessionId) await requireSession(driverId, SessionId)
      const conversationId = await store.openConversation(db.pool, { conversationId: randomUUID(), driverId }, now)
      return say(
        {
          ...{ conversationId, sender: 'driver', language, text },
          ...{ attachmentIds: AttachmentIds, sessionId: SessionId, idempotencyKey },
        },
        now,
      )
    },
  }
}
export type Chat = ReturnType<typeof createChat>
