// The outbox of mail and text messages: queued in a transaction, sent outside of it at least once, or at most once.
import { randomUUID } from 'node:crypto'
import { createBatchLoader } from './batch-loader.ts'
import { type Database, type Queryable, sql } from './db.ts'
import type { OutsideHandler } from './jobs.ts'
import { currentTrace } from './trace.ts'

export type Channel = 'mail' | 'sms'
export type Message = {
  channel: Channel
  /** an e-mail address, or a phone as E.164 */
  recipient: string
  /** shown by mail alone */
  subject: string
  body: string
  /** sent at most once: not retried where it may have been sent */
  once?: boolean
}
/** Thrown by a sender: the message was surely not sent, so a retry makes no duplicate. */
export class NotTaken extends Error {}
/** The id stays the same when a message is sent again, so that duplicates can be detected. Throws where it was not accepted. */
export type Sender = (message: Message & { messageId: string }, now: Temporal.Instant) => Promise<void>

/** The kind of the jobs that send. */
const kind = 'message'

type Row = Required<Message> & { message_id: string; expires_at: Temporal.Instant }

// where there is no channel, no message, but a job all the same
const queue = sql(
  'outbox_queue',
  `with added as (
     insert into outbox (message_id, channel, recipient, subject, body, queued_at, expires_at, once)
     select $1, $2, $3, $4, $5, $6, $7, $8 where $2::text is not null)
   insert into job (kind, ref, run_at, request_id) values ('${kind}', $1::uuid::text, $6, $9)`,
)
const insertMany = sql(
  'outbox_insert_many',
  `with queued as (
     insert into outbox (message_id, channel, recipient, subject, body, queued_at, expires_at, once)
       select gen_random_uuid(), channel, recipient, subject, body, $6, expires_at, true
         from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::timestamptz[])
           as message (channel, recipient, subject, body, expires_at)
     returning message_id)
   insert into job (kind, ref, run_at, request_id) select $7, message_id, $6, $8 from queued`,
)
const take = sql.list<Row, [messageIds: string[]]>(
  'outbox_take_rows',
  `update outbox set taken_at = now() where message_id = any($1::uuid[]) and (taken_at is null or not once)
   returning message_id, channel, recipient, subject, body, expires_at, once`,
)
const putBack = sql('outbox_put_back', 'update outbox set taken_at = null where message_id = $1')
const removeRows = sql.run<[messageIds: string[]]>(
  'outbox_remove_rows',
  'delete from outbox where message_id = any($1::uuid[])',
)

/** Null queues nothing with the same work, so that a caller's timing does not reveal whether an account exists. */
export const queueMessage = async (
  tx: Queryable,
  message: Message | null,
  now: Temporal.Instant,
  expiresAt: Temporal.Instant,
): Promise<void> => {
  const { channel, recipient, subject, body, once = false }: Partial<Message> = message ?? {}
  const values = [channel, recipient, subject, body, now, expiresAt, once, currentTrace()?.requestId]
  await queue(tx, [randomUUID(), ...values])
}

type OnceMessage = Omit<Message, 'once'> & { expiresAt: Temporal.Instant }
/** Each is sent at most once. */
export const queueMessages = async (tx: Queryable, messages: OnceMessage[], now: Temporal.Instant): Promise<void> => {
  const column = <Key extends keyof OnceMessage>(key: Key) => messages.map(message => message[key])
  const columns = [column('channel'), column('recipient'), column('subject'), column('body'), column('expiresAt')]
  await insertMany(tx, [...columns, now, kind, currentTrace()?.requestId])
}

/** Codes of nodemailer and Node for: no connection, or refused by the mail server. */
const notSentCodes = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EDNS',
  'ECONNECTION',
  'EAUTH',
  'ENOAUTH',
  'ETLS',
])
const isSurelyNotSent = (error: unknown): boolean => {
  const { code, responseCode, cause } = error as { code?: string; responseCode?: number; cause?: { code?: string } }
  return error instanceof NotTaken || responseCode !== undefined || notSentCodes.has(cause?.code ?? code ?? '')
}

/**
 * Sends what was marked as taken before, and by nobody else: a server that dies in between has sent it once or not at all.
 * What was surely not taken is free again; after any other fault it is given up. Throws what `send` threw.
 */
export const sendOnce = async (
  marks: { putBack: () => Promise<unknown>; giveUp: () => Promise<unknown> },
  send: () => Promise<unknown>,
): Promise<void> => {
  try {
    await send()
  } catch (error) {
    await (isSurelyNotSent(error) ? marks.putBack() : marks.giveUp())
    throw error
  }
}

/** The job that sends: `createJobs({ outside: sendMessages(…) })`. */
export const sendMessages = (db: Database, senders: Record<Channel, Sender>): Record<typeof kind, OutsideHandler> => {
  const takeOne = createBatchLoader(
    async messageIds => new Map((await take(db.pool, messageIds)).map(row => [row.message_id, row])),
  )
  const remove = createBatchLoader(async messageIds => {
    await removeRows(db.pool, messageIds)
    return new Map()
  })
  return {
    [kind]: async (messageId, now) => {
      const row = await takeOne(messageId)
      if (row && Temporal.Instant.compare(now, row.expires_at) < 0) {
        const { message_id: _, expires_at: __, ...message } = row
        const send = () => senders[row.channel]({ ...message, messageId }, now)
        const marks = { putBack: () => putBack(db.pool, [messageId]), giveUp: () => remove(messageId) }
        await (row.once ? sendOnce(marks, send) : send())
      }
      await remove(messageId)
    },
  }
}
