// SQL of the sandbox's messages, stored for a day.
import { type Queryable, sql } from '#platform/db.ts'
import type { Message } from '#platform/outbox.ts'

/** Pushes are stored beside the messages of the mail and text stand-ins. */
export type StoredMessage = Omit<Message, 'channel'> & { channel: Message['channel'] | 'push' }

const storedHours = 24

const sandboxMessageInsert = sql(
  'sandbox_message_insert',
  `with gone as (delete from sandbox_message where sent_at < $7)
     insert into sandbox_message (message_id, channel, recipient, subject, body, sent_at)
     values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
)
/** Returns whether it was new. */
export const storeMessage = async (
  db: Queryable,
  { messageId, channel, recipient, subject, body }: StoredMessage & { messageId: string },
  now: Temporal.Instant,
): Promise<boolean> =>
  (await sandboxMessageInsert.count(db, [
    messageId,
    channel,
    recipient,
    subject,
    body,
    now,
    now.subtract({ hours: storedHours }),
  ])) === 1

/** The newest first. */
export const listMessages = sql.list<Message, [recipient: string]>(
  'sandbox_message_list_by_recipient',
  `select channel, recipient, subject, body from sandbox_message
    where recipient = $1 order by sent_at desc, message_id`,
)

/** Of one recipient, or of all; the newest first. */
export const listStored = sql.list<StoredMessage & { at: Temporal.Instant }, [recipient: string | null, most: number]>(
  'sandbox_message_list',
  `select channel, recipient, subject, body, sent_at as at from sandbox_message
    where $1::text is null or recipient = $1 order by sent_at desc, message_id limit $2`,
)
