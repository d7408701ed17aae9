// The desk, where staff answer drivers: conversations, their files, canned answers. What a desk call names is a driver.
import * as z from 'zod/mini'
import { call } from '../platform/call.ts'
import { onceErrors } from '../platform/errors.ts'
import { says } from '../platform/field-errors.ts'
import { Cursor, Done, IdParams, Limit, linesText, requiredText } from '../platform/fields.ts'
import { Instant } from '../platform/instant.ts'
import { chat as chatLimits, desk as limits } from '../platform/limits.ts'
import { Attachment, Message, MessageForm, SeqForm } from '../support/chat.ts'

export const Staff = z.object({ StaffId: z.uuid(), Name: z.string(), Email: z.string() })
export type Staff = z.output<typeof Staff>

export const DriverParams = z.object({ driverId: z.uuid(says('invalid')) })

export const shows = ['open', 'mine', 'unanswered', 'all'] as const
export type Show = (typeof shows)[number]

const standing = {
  DriverId: z.uuid(),
  Name: z.string(),
  /** until it is closed, and again when the driver writes */
  Open: z.boolean(),
  /** the driver spoke last */
  Unanswered: z.boolean(),
  Assignee: z.nullable(Staff),
}
export const ConversationRow = z.object({
  ...standing,
  LastText: z.string(),
  LastByDriver: z.boolean(),
  LastAt: Instant,
})
export type ConversationRow = z.output<typeof ConversationRow>

export const conversations = call({
  summary: 'Conversations: those that wait for an answer first, the longest waiting on top; then the latest',
  method: 'GET',
  path: '/api/Desk/Conversations',
  who: 'staff',
  query: z.object({ Show: z._default(z.enum(shows, says('from_list')), 'open'), Cursor, Limit }),
  answer: z.object({
    Items: z.array(ConversationRow),
    NextCursor: z.nullable(z.string()),
    /** how many drivers wait, whoever has them */
    Unanswered: z.int(),
  }),
  errors: [],
})

export const conversation = call({
  summary: 'The latest messages with a driver, oldest first; NextCursor leads to those before',
  method: 'GET',
  path: '/api/Desk/Driver/:driverId/Conversation',
  who: 'staff',
  params: DriverParams,
  query: z.object({ Cursor, Limit }),
  answer: z.object({
    ...standing,
    Items: z.array(Message),
    NextCursor: z.nullable(z.string()),
    LastSeq: z.int(),
    /** how far the driver has read */
    ReadSeq: z.int(),
  }),
  errors: [],
})

export const answer = call({
  summary: 'Answer a driver in one’s own name; a conversation that nobody has becomes one’s own',
  method: 'POST',
  path: '/api/Desk/Driver/:driverId/Answer',
  who: 'staff',
  once: true,
  perMinute: 120,
  params: DriverParams,
  body: MessageForm,
  answer: Message,
  errors: onceErrors,
})

export const assign = call({
  summary: 'Give a conversation to a member of staff, or to nobody',
  method: 'POST',
  path: '/api/Desk/Driver/:driverId/Assign',
  who: 'staff',
  params: DriverParams,
  body: z.object({ StaffId: z.nullable(z.uuid(says('invalid'))) }),
  answer: Done,
  errors: [],
})

export const close = call({
  summary: 'Close a conversation up to what was seen; what the driver writes after it opens it again',
  method: 'POST',
  path: '/api/Desk/Driver/:driverId/Close',
  who: 'staff',
  params: DriverParams,
  body: SeqForm,
  answer: Done,
  errors: [],
})

export const reopen = call({
  summary: 'Open a conversation again that was closed',
  method: 'POST',
  path: '/api/Desk/Driver/:driverId/Reopen',
  who: 'staff',
  params: DriverParams,
  answer: Done,
  errors: [],
})

export const deskAttach = call({
  summary: 'Store a file to answer with: the same kinds and size as a driver’s; kept a day unless it is sent',
  method: 'POST',
  path: '/api/Desk/Driver/:driverId/Attachment',
  who: 'staff',
  perMinute: 60,
  params: DriverParams,
  upload: 'file',
  answer: Attachment,
  errors: [],
})

export const deskAttachment = call({
  summary: 'A file of a driver’s conversation or e-mail',
  method: 'GET',
  path: '/api/Desk/Driver/:driverId/Attachment/:id',
  who: 'staff',
  params: z.extend(DriverParams, { id: z.uuid(says('invalid')) }),
  answer: z.any(),
  errors: [],
})

const CannedText = linesText(chatLimits.mostLetters)

/** One answer in the languages drivers speak; at least one of them. */
export const CannedForm = z
  .object({ Title: requiredText(limits.mostTitle), English: CannedText, Hindi: CannedText })
  .check(z.refine(({ English, Hindi }) => English !== '' || Hindi !== '', { error: 'required', path: ['English'] }))
export const Canned = z.object({ CannedId: z.uuid(), Title: z.string(), English: z.string(), Hindi: z.string() })
export type Canned = z.output<typeof Canned>

export const cannedAnswers = call({
  summary: 'The answers that are kept ready, by title',
  method: 'GET',
  path: '/api/Desk/Canned',
  who: 'staff',
  answer: z.object({ Items: z.array(Canned) }),
  errors: [],
})

export const keepCanned = call({
  summary: 'Keep an answer ready; the same title again replaces its texts',
  method: 'POST',
  path: '/api/Desk/Canned',
  who: 'staff',
  body: CannedForm,
  answer: Canned,
  errors: [],
})

export const dropCanned = call({
  summary: 'Drop an answer that was kept ready; once more changes nothing',
  method: 'DELETE',
  path: '/api/Desk/Canned/:id',
  who: 'staff',
  params: IdParams,
  answer: Done,
  errors: [],
})

export const deskStream = call({
  summary: 'Server-sent events: `changed` with the DriverId whose conversation moved, or null where any may have',
  method: 'GET',
  path: '/api/Desk/Stream',
  who: 'staff',
  answer: z.any(),
  errors: [],
})
