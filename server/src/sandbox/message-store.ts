// SQL of the sandbox's messages, stored for a day.
import { type Queryable, sql } from '#platform/db.ts'
import type { Message } from '#platform/outbox.ts'

/** Pushes are stored beside the messages of the mail and text stand-ins. */
export type StoredMessage = Omit<Message, 'channel'> & { channel: Message['channel'] | 'push' }

const storedHours = 24

const sandboxMessageInsert = sql<{ message_id: string }>(
  'sandbox_message_insert_many',
  `with gone as (delete from sandbox_message where sent_at < $7)
     insert into sandbox_message (message_id, channel, recipient, subject, body, sent_at)
     select *, $6 from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[])
     on conflict do nothing returning message_id`,
)
type IdentifiedMessage = StoredMessage & { messageId: string }
/** Answers the ids of those that are new. */
export const storeMessages = async (
  db: Queryable,
  messages: IdentifiedMessage[],
  now: Temporal.Instant,
): Promise<Set<string>> => {
  const column = <Key extends keyof IdentifiedMessage>(key: Key) => messages.map(message => message[key])
  const columns = [column('messageId'), column('channel'), column('recipient'), column('subject'), column('body')]
  const rows = await sandboxMessageInsert(db, [...columns, now, now.subtract({ hours: storedHours })])
  return new Set(rows.map(({ message_id }) => message_id))
}

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
