// Messages to people: queued in the transaction that is their reason, sent outside of it at least once.
import { randomUUID } from 'node:crypto'
import { type Database, type Queryable, sql } from './db.ts'
import { type OutsideHandler, schedule } from './jobs.ts'

export type Channel = 'mail' | 'sms'
export type Message = {
  channel: Channel
  /** an e-mail address, or a phone as E.164 */
  recipient: string
  /** shown by mail alone */
  subject: string
  body: string
}
/** The id stays the same when a message is sent again, so that doubles can be told. Throws where it was not taken. */
export type Sender = (message: Message & { messageId: string }, now: Temporal.Instant) => Promise<void>

/** The kind of the jobs that send. */
const kind = 'message'

type Row = Message & { message_id: string; expires_at: Temporal.Instant }

const insert = sql(
  'outbox_insert',
  `insert into outbox (message_id, channel, recipient, subject, body, queued_at, expires_at)
   values ($1, $2, $3, $4, $5, $6, $7)`,
)
const find = sql<Row>(
  'outbox_find',
  'select message_id, channel, recipient, subject, body, expires_at from outbox where message_id = $1',
)
const remove = sql('outbox_remove', 'delete from outbox where message_id = $1')

/** Null queues nothing and yet does the same work: what asks for a message can't tell whether there was somebody to get it. */
export const queueMessage = async (
  tx: Queryable,
  message: Message | null,
  now: Temporal.Instant,
  expiresAt: Temporal.Instant,
): Promise<void> => {
  const messageId = randomUUID()
  if (message) {
    const { channel, recipient, subject, body } = message
    await insert(tx, [messageId, channel, recipient, subject, body, now, expiresAt])
  } else await remove(tx, [messageId])
  await schedule(tx, kind, messageId, now)
}

/** The job that sends: `createJobs({ outside: sendMessages(…) })`. */
export const sendMessages = (db: Database, senders: Record<Channel, Sender>): Record<typeof kind, OutsideHandler> => ({
  [kind]: async (messageId, now) => {
    const [row] = await find(db.pool, [messageId])
    if (!row) return
    const { message_id: _, expires_at, ...message } = row
    if (Temporal.Instant.compare(now, expires_at) < 0) await senders[row.channel]({ ...message, messageId }, now)
    await remove(db.pool, [messageId])
  },
})
