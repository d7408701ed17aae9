// The SQL of conversations: what was said, in which order, and how far it was read.
import type { AboutSession } from '@parkit/contract/support/chat'
import { type Queryable, sql } from '#platform/db.ts'
import { type AttachmentInfo, attachmentsWhere } from '#support/attachments/attachment-store.ts'

export type Sender = 'driver' | 'support' | 'auto'
export type MessageRow = {
  message_id: string
  seq: number
  sender: Sender
  sender_name: string
  text: string
  said_at: Temporal.Instant
  attachments: AttachmentInfo[] | null
  session: AboutSession | null
}
export type Conversation = {
  conversation_id: string
  driver_id: string
  last_seq: number
  last_at: Temporal.Instant
}

const message = `message_id, seq, sender, sender_name, text, said_at,
  ${attachmentsWhere('attachment.message_id = chat_message.message_id')},
  case when chat_message.session_id is not null then (
    select json_build_object('SessionId', session_id, 'ZoneNumber', zone_number, 'Name', place ->> 'name', 'StartedAt', started_at,
                             'TimeZone', place ->> 'timeZone')
      from session_key join session using (session_id, started_at)
     where session_key.session_id = chat_message.session_id) end as session`

const conversationInsert = sql(
  'conversation_insert',
  `insert into conversation (conversation_id, driver_id, begun_at, last_at) values ($1, $2, $3, $3)
     on conflict (driver_id) do nothing`,
)
const conversationFind = sql<Conversation>(
  'conversation_find',
  'select conversation_id from conversation where driver_id = $1',
)
/** Creates it where the driver has none yet, and returns its ID. */
export const openConversation = async (
  tx: Queryable,
  { conversationId, driverId }: { conversationId: string; driverId: string },
  now: Temporal.Instant,
): Promise<string> => {
  await conversationInsert(tx, [conversationId, driverId, now])
  return (await conversationFind(tx, [driverId]))[0]!.conversation_id
}

/** Locks it until the transaction ends. Null where there is no such conversation. */
export const lockConversation = sql.first<Conversation, [conversationId: string]>(
  'conversation_lock',
  `select conversation_id, driver_id, last_seq, last_at from conversation where conversation_id = $1
     for no key update`,
)

/** None where nothing was ever said. */
export const findReadPosition = sql.first<{ last_seq: number; read_seq: number; unread: number }, [driverId: string]>(
  'chat_unread',
  `select last_seq, read_seq,
          (select count(*)::integer from chat_message_key as said
            where said.conversation_id = conversation.conversation_id and seq > read_seq and sender = 'support') as unread
     from conversation where driver_id = $1`,
)

/** Finds the month of each of a conversation's messages by its key, and reads no other. */
const messagesAt = (condition: string, order: string) =>
  `select ${message} from (
     select message_id, said_at from chat_message_key
      where conversation_id = (select conversation_id from conversation where driver_id = $1) and ${condition}
      order by ${order} limit $3) as listed join chat_message using (message_id, said_at)
    order by ${order}`

/** The oldest first. */
export const listAfter = sql.list<MessageRow, [driverId: string, seq: number, most: number]>(
  'chat_after',
  messagesAt('seq > $2', 'seq'),
)

/** The newest first. */
export const listBefore = sql.list<MessageRow, [driverId: string, seq: number, most: number]>(
  'chat_message_list_before',
  messagesAt('seq < $2', 'seq desc'),
)

export const getMessage = sql.one<MessageRow, [messageId: string]>(
  'chat_message_get',
  `select ${message} from chat_message
    where message_id = $1 and said_at = (select said_at from chat_message_key where message_id = $1)`,
)

/** What was said under this key before. */
export const findSaid = sql.first<
  { message_id: string; input_hash: Buffer },
  [conversationId: string, sender: Sender, key: string]
>(
  'chat_message_find_by_key',
  `select message_id, input_hash from chat_message_key as said join chat_message using (message_id, said_at)
    where said.conversation_id = $1 and said.sender = $2 and said.key = $3`,
)

/** How much the driver said since either instant. */
export const countSaid = sql.one<
  { lately: number; today: number },
  [conversationId: string, lately: Temporal.Instant, today: Temporal.Instant]
>(
  'chat_message_count',
  `select count(*) filter (where said_at > $2)::integer as lately, count(*)::integer as today
     from chat_message where conversation_id = $1 and sender = 'driver' and said_at > $3`,
)

type NewMessage = {
  messageId: string
  conversationId: string
  sender: Sender
  name: string
  text: string
  sessionId: string | null
  key: string | null
  inputHash: Buffer | null
}

const chatMessageInsert = sql(
  'chat_message_insert',
  `with placed as (
       update conversation set last_seq = last_seq + 1, last_at = $8 where conversation_id = $2 returning last_seq
     )
     insert into chat_message (message_id, conversation_id, seq, sender, sender_name, text, key, input_hash, said_at, session_id)
     select $1, $2, last_seq, $3, $4, $5, $6, $7, $8, $9 from placed`,
)
/** Takes the next place of the locked conversation. */
export const insertMessage = async (tx: Queryable, said: NewMessage, now: Temporal.Instant): Promise<void> => {
  await chatMessageInsert(tx, [
    said.messageId,
    said.conversationId,
    said.sender,
    said.name,
    said.text,
    said.key,
    said.inputHash,
    now,
    said.sessionId,
  ])
}

/** Never back, and never further than what was said. */
export const markRead = sql.matches<[driverId: string, seq: number]>(
  'conversation_set_read',
  'update conversation set read_seq = least($2, last_seq) where driver_id = $1 and read_seq < least($2, last_seq)',
)

/** Support's latest message, where it is the last one and the driver has not seen it; `file` names its first file. */
export const findUnseen = sql.first<{ text: string; file: string }, [driverId: string]>(
  'chat_message_find_unseen',
  `select text, coalesce((select name from attachment where attachment.message_id = chat_message.message_id
                           order by place limit 1), '') as file
     from conversation join chat_message_key as said using (conversation_id) join chat_message using (message_id, said_at)
    where driver_id = $1 and said.seq = last_seq and said.seq > read_seq and said.sender = 'support'`,
)

/** Heard by every server after the commit. */
export const announce = sql.run<[driverId: string]>(
  'chat_change_insert',
  `insert into change (topic, driver_id) values ('chat', $1)`,
)
