// The SQL of conversations: what was said, in which order, and how far it was read.
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
}
export type Conversation = {
  conversation_id: string
  driver_id: string
  last_seq: number
  last_at: Temporal.Instant
}

const message = `message_id, seq, sender, sender_name, text, said_at,
  ${attachmentsWhere('attachment.message_id = chat_message.message_id')}`

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

const conversationLock = sql<Conversation>(
  'conversation_lock',
  `select conversation_id, driver_id, last_seq, last_at from conversation where conversation_id = $1
     for no key update`,
)
/** Locks it until the transaction ends. Null where there is no such conversation. */
export const lockConversation = async (tx: Queryable, conversationId: string): Promise<Conversation | null> =>
  conversationLock.first(tx, [conversationId])

const unreadOf = sql<{ last_seq: number; read_seq: number; unread: number }>(
  'chat_unread',
  `select last_seq, read_seq,
          (select count(*)::integer from chat_message
            where chat_message.conversation_id = conversation.conversation_id and seq > read_seq and sender = 'support') as unread
     from conversation where driver_id = $1`,
)
/** None where nothing was ever said. */
export const findStanding = async (db: Queryable, driverId: string) => (await unreadOf(db, [driverId]))[0] ?? null

const after = sql<MessageRow>(
  'chat_after',
  `select ${message} from chat_message
    where conversation_id = (select conversation_id from conversation where driver_id = $1) and seq > $2
    order by seq limit $3`,
)
/** The oldest first. */
export const listAfter = (db: Queryable, driverId: string, seq: number, most: number): Promise<MessageRow[]> =>
  after(db, [driverId, seq, most])

const chatMessageListBefore = sql<MessageRow>(
  'chat_message_list_before',
  `select ${message} from chat_message
    where conversation_id = (select conversation_id from conversation where driver_id = $1)
      and seq < $2 order by seq desc limit $3`,
)
/** The newest first. */
export const listBefore = async (db: Queryable, driverId: string, seq: number, most: number): Promise<MessageRow[]> =>
  chatMessageListBefore(db, [driverId, seq, most])

const chatMessageGet = sql<MessageRow>('chat_message_get', `select ${message} from chat_message where message_id = $1`)
export const getMessage = async (tx: Queryable, messageId: string): Promise<MessageRow> =>
  (await chatMessageGet(tx, [messageId]))[0]!

const chatMessageFindByKey = sql<{ message_id: string; input_hash: Buffer }>(
  'chat_message_find_by_key',
  'select message_id, input_hash from chat_message where conversation_id = $1 and sender = $2 and key = $3',
)
/** What was said under this key before. */
export const findSaid = async (tx: Queryable, conversationId: string, sender: Sender, key: string) =>
  chatMessageFindByKey.first(tx, [conversationId, sender, key])

const chatMessageCount = sql<{ lately: number; today: number }>(
  'chat_message_count',
  `select count(*) filter (where said_at > $2)::integer as lately, count(*)::integer as today
     from chat_message where conversation_id = $1 and sender = 'driver' and said_at > $3`,
)
/** How much the driver said since either instant. */
export const countSaid = async (
  tx: Queryable,
  conversationId: string,
  lately: Temporal.Instant,
  today: Temporal.Instant,
): Promise<{ lately: number; today: number }> => (await chatMessageCount(tx, [conversationId, lately, today]))[0]!

type NewMessage = {
  messageId: string
  conversationId: string
  sender: Sender
  name: string
  text: string
  key: string | null
  inputHash: Buffer | null
}

const chatMessageInsert = sql(
  'chat_message_insert',
  `with placed as (
       update conversation set last_seq = last_seq + 1, last_at = $8 where conversation_id = $2 returning last_seq
     )
     insert into chat_message (message_id, conversation_id, seq, sender, sender_name, text, key, input_hash, said_at)
     select $1, $2, last_seq, $3, $4, $5, $6, $7, $8 from placed`,
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
  ])
}

const conversationSetRead = sql(
  'conversation_set_read',
  'update conversation set read_seq = least($2, last_seq) where driver_id = $1 and read_seq < least($2, last_seq)',
)
/** Never back, and never further than what was said. */
export const markRead = async (tx: Queryable, driverId: string, seq: number): Promise<boolean> =>
  (await conversationSetRead.count(tx, [driverId, seq])) === 1

const chatMessageFindUnseen = sql<{ text: string; file: string }>(
  'chat_message_find_unseen',
  `select text, coalesce((select name from attachment where attachment.message_id = chat_message.message_id
                           order by place limit 1), '') as file
     from conversation join chat_message using (conversation_id)
    where driver_id = $1 and seq = last_seq and seq > read_seq and sender = 'support'`,
)
/** Support's latest message, where it is the last one and the driver has not seen it; `file` names its first file. */
export const findUnseen = async (tx: Queryable, driverId: string): Promise<{ text: string; file: string } | null> =>
  chatMessageFindUnseen.first(tx, [driverId])

const chatNotify = sql('chat_notify', `select pg_notify('chat', $1)`)
/** Heard by every server when the transaction commits. */
export const announce = async (tx: Queryable, driverId: string): Promise<void> => {
  await chatNotify(tx, [driverId])
}
