// The SQL of conversations at the desk: who they are assigned to, whether they wait, and canned answers.
import type { Canned, Show } from '@parkit/contract/staff/desk'
import { type Queryable, sql } from '#platform/db.ts'

export type ConversationRow = {
  driver_id: string
  conversation_id: string
  driver_name: string
  open: boolean
  unanswered: boolean
  staff_id: string | null
  name: string | null
  email: string | null
  last_text: string
  last_by_driver: boolean
  last_at: Temporal.Instant
}

const isOpen = 'said_seq > conversation.closed_seq'
const isWaiting = 'said_seq > greatest(told_seq, conversation.closed_seq)'

/** `latest` is what the driver or people at the desk said last. */
const standing = `
  select conversation.driver_id, conversation.conversation_id, trim(first_name || ' ' || last_name) as driver_name,
         ${isOpen} as open, ${isWaiting} as unanswered, staff.staff_id, staff.name, staff.email, last_at,
         coalesce(chat_message.text, '') as last_text, said_seq > told_seq as last_by_driver
    from conversation join driver using (driver_id)
         left join assignment using (conversation_id) left join staff using (staff_id)
         left join chat_message_key as latest
                on latest.conversation_id = conversation.conversation_id and seq = greatest(said_seq, told_seq)
         left join chat_message using (message_id, said_at)`

export type ListedRow = ConversationRow & { rank: number; place: string }

const shown: Record<Show, string> = { open: isOpen, mine: isOpen, unanswered: isWaiting, all: 'true' }

// selects the conversations first, and joins their details after that
const deskConversationList = (show: Show) =>
  sql<ListedRow>(
    `desk_conversation_list_${show}`,
    `with listed as materialized (
       select * from (
         select conversation_id, (not ${isWaiting})::integer as rank,
                case when ${isWaiting} then 1 else -1 end * extract(epoch from last_at) as key
           from conversation left join assignment using (conversation_id)
          where ${shown[show]} and ($2::uuid is null or staff_id = $2)) as each
        where $3::integer is null or (rank, key, conversation_id) > ($3, $4::numeric, $5::uuid)
        order by rank, key, conversation_id limit $1)
     select standing.*, rank, key::text as place
       from listed cross join lateral (${standing} where conversation.conversation_id = listed.conversation_id) as standing
      order by rank, key, listed.conversation_id`,
  )
const lists = new Map((Object.keys(shown) as Show[]).map(show => [show, deskConversationList(show)]))
/** `after`: rank, place and id of the last one read. */
export const listConversations = async (
  db: Queryable,
  { show, staffId, after }: { show: Show; staffId: string; after: readonly string[] },
  most: number,
): Promise<ListedRow[]> => {
  const [rank = null, place = null, conversationId = null] = after
  return lists.get(show)!(db, [most, show === 'mine' ? staffId : null, rank, place, conversationId])
}

export const countUnanswered = sql.value<number>(
  'desk_conversation_count_waiting',
  `select count(*)::integer as count from conversation where ${isWaiting}`,
)

/** None where nothing was ever said. */
export const findConversation = sql.first<ConversationRow, [driverId: string]>(
  'desk_conversation_find',
  `${standing} where conversation.driver_id = $1`,
)

/** Whoever is known to be there; none where the account is gone. */
export const findDriverName = sql.value<string | null, [driverId: string]>(
  'driver_find_name',
  `select trim(first_name || ' ' || last_name) as name from driver where driver_id = $1 and erased_at is null`,
)

export const upsertAssignment = sql.run<[conversationId: string, staffId: string | null, onlyUnassigned: boolean]>(
  'assignment_upsert',
  `insert into assignment (conversation_id, staff_id) values ($1, $2)
     on conflict (conversation_id) do update set staff_id = excluded.staff_id
      where not $3::boolean or assignment.staff_id is null`,
)

/** Never further than what was said, nor back. */
export const closeUpTo = sql.run<[conversationId: string, seq: number]>(
  'conversation_close_up_to',
  'update conversation set closed_seq = greatest(closed_seq, least($2, last_seq)) where conversation_id = $1',
)

/** Opens it at the driver's last message. Returns whether it was closed. */
export const reopen = sql.matches<[conversationId: string]>(
  'conversation_reopen',
  'update conversation set closed_seq = said_seq - 1 where conversation_id = $1 and said_seq between 1 and closed_seq',
)

/** Heard by every desk after the commit. */
export const announce = sql.run<[driverId: string]>(
  'desk_change_insert',
  `insert into change (topic, driver_id) values ('desk', $1)`,
)

const canned = `canned_id as "CannedId", title as "Title", coalesce(text, '') as "English", coalesce(text_es, '') as "Spanish",
  coalesce(text_hi, '') as "Hindi"`

export const listCanned = sql.list<Canned>(
  'canned_answer_list',
  `select ${canned} from canned_answer order by lower(title), title`,
)

const cannedAnswerUpsert = sql<Canned>(
  'canned_answer_upsert',
  `insert into canned_answer (canned_id, title, text, text_es, text_hi)
     values ($1, $2, nullif($3, ''), nullif($4, ''), nullif($5, ''))
     on conflict (title) do update set text = excluded.text, text_es = excluded.text_es, text_hi = excluded.text_hi
     returning ${canned}`,
)
export const upsertCanned = async (tx: Queryable, reply: Canned): Promise<Canned> =>
  (await cannedAnswerUpsert(tx, [reply.CannedId, reply.Title, reply.English, reply.Spanish, reply.Hindi]))[0]!

/** Its title, where it was there. */
export const deleteCanned = sql.value<string | null, [cannedId: string]>(
  'canned_answer_delete',
  'delete from canned_answer where canned_id = $1 returning title',
)
