// The outbox of mail and text messages: queued in a transaction, sent outside of it at least once, or at most once.
import { randomUUID } from 'node:crypto'
import type { Language } from '@parkit/contract/platform/errors'
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
  /** of what the sender adds to the text; English where it is not given */
  language?: Language
}
/** Thrown by a sender: the message was surely not sent, so a retry makes no duplicate. */
export class NotTaken extends Error {}
type Sent = Message & {
  /** stays the same when a message is sent again, so that duplicates can be detected */
  messageId: string
  /** no text message went to this number before */
  isFirst?: boolean
}
/** Throws where it was not accepted. */
export type Sender = (message: Sent, now: Temporal.Instant) => Promise<void>

/** The kind of the jobs that send. */
const kind = 'message'

type Row = Required<Message> & { message_id: string; expires_at: Temporal.Instant; is_first: boolean }

/** Numbers are remembered by a hash that nobody else can compute. */
const numberHash = `sha256(coalesce((select value from secret where name = 'signing'), '') || convert_to(recipient, 'UTF8'))`

// where there is no channel, no message, but a job all the same
const queue = sql(
  'outbox_queue',
  `with added as (
     insert into outbox (message_id, channel, recipient, subject, body, queued_at, expires_at, once, language)
     select $1, $2, $3, $4, $5, $6, $7, $8, $10 where $2::text is not null)
   insert into job (kind, ref, run_at, request_id) values ('${kind}', $1::uuid::text, $6, $9)`,
)
const insertMany = sql(
  'outbox_insert_many',
  `with queued as (
     insert into outbox (message_id, channel, recipient, subject, body, queued_at, expires_at, once, language)
       select gen_random_uuid(), channel, recipient, subject, body, $6, expires_at, true, language
         from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::timestamptz[], $9::text[])
           as message (channel, recipient, subject, body, expires_at, language)
     returning message_id)
   insert into job (kind, ref, run_at, request_id) select $7, message_id, $6, $8 from queued`,
)
const take = sql.list<Row, [messageIds: string[]]>(
  'outbox_take_rows',
  `update outbox set taken_at = now() where message_id = any($1::uuid[]) and (taken_at is null or not once)
   returning message_id, channel, recipient, subject, body, expires_at, once, language,
             channel = 'sms' and not exists (select from texted_number where number_hash = ${numberHash}) as is_first`,
)
const putBack = sql('outbox_put_back', 'update outbox set taken_at = null where message_id = $1')
const removeUnsent = sql.run<[messageIds: string[]]>(
  'outbox_remove_unsent',
  'delete from outbox where message_id = any($1::uuid[])',
)
const removeSent = sql.run<[messageIds: string[]]>(
  'outbox_remove_rows',
  `with gone as (delete from outbox where message_id = any($1::uuid[]) returning channel, recipient)
   insert into texted_number (number_hash, first_at)
     select distinct ${numberHash}, now() from gone where channel = 'sms' on conflict do nothing`,
)

/** Null queues nothing with the same work, so that a caller's timing does not reveal whether an account exists. */
export const queueMessage = async (
  tx: Queryable,
  message: Message | null,
  now: Temporal.Instant,
  expiresAt: Temporal.Instant,
): Promise<void> => {
  const { channel, recipient, subject, body, once = false, language = 'en' }: Partial<Message> = message ?? {}
  const values = [channel, recipient, subject, body, now, expiresAt, once, currentTrace()?.requestId, language]
  await queue(tx, [randomUUID(), ...values])
}

type OnceMessage = Omit<Message, 'once'> & { expiresAt: Temporal.Instant }
/** Each is sent at most once. */
export const queueMessages = async (tx: Queryable, messages: OnceMessage[], now: Temporal.Instant): Promise<void> => {
  const column = <Key extends keyof OnceMessage>(key: Key) => messages.map(message => message[key])
  const columns = [column('channel'), column('recipient'), column('subject'), column('body'), column('expiresAt')]
  const languages = messages.map(({ language = 'en' }) => language)
  await insertMany(tx, [...columns, now, kind, currentTrace()?.requestId, languages])
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
  const removing = (statement: typeof removeSent) =>
    createBatchLoader(async messageIds => {
      await statement(db.pool, messageIds)
      return new Map()
    })
  const remove = removing(removeUnsent)
  const finish = removing(removeSent)
  return {
    [kind]: async (messageId, now) => {
      const row = await takeOne(messageId)
      if (!row || Temporal.Instant.compare(now, row.expires_at) >= 0) return void (await remove(messageId))
      const { message_id: _, expires_at: __, is_first: isFirst, ...message } = row
      const send = () => senders[row.channel]({ ...message, messageId, isFirst }, now)
      const marks = { putBack: () => putBack(db.pool, [messageId]), giveUp: () => remove(messageId) }
      await (row.once ? sendOnce(marks, send) : send())
      await finish(messageId)
    },
  }
}
