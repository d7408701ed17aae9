// What the server checks and documents of the calls in desk.ts: schemas, limits, errors.
import * as z from 'zod/mini'
import type { CallSchemas } from '../platform/call.ts'
import { shows } from '../platform/choices.ts'
import { idempotencyErrors } from '../platform/errors.ts'
import { withMessage } from '../platform/field-errors.ts'
import { Cursor, Done, IdParams, Instant, Limit, linesText, requiredText } from '../platform/fields.ts'
import { chat as chatLimits, desk as limits } from '../platform/limits.ts'
import { Attachment, Message, MessageForm, SeqForm } from '../support/chat-schemas.ts'

export const Staff = z.object({ StaffId: z.uuid(), Name: z.string(), Email: z.string() })
export type Staff = z.output<typeof Staff>

export const DriverParams = z.object({ driverId: z.uuid(withMessage('invalid')) })

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

export const conversations = {
  summary: 'Conversations: those that wait for an answer first, the longest waiting on top; then the latest',
  query: z.object({ Show: z._default(z.enum(shows, withMessage('from_list')), 'open'), Cursor, Limit }),
  answer: z.object({
    Items: z.array(ConversationRow),
    NextCursor: z.nullable(z.string()),
    /** how many drivers wait, whoever has them */
    Unanswered: z.int(),
  }),
} satisfies CallSchemas

export const conversation = {
  summary: 'The latest messages with a driver, oldest first; NextCursor leads to those before',
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
} satisfies CallSchemas

export const answer = {
  summary: 'Answer a driver in one’s own name; a conversation that nobody has becomes one’s own',
  perMinute: 120,
  params: DriverParams,
  body: MessageForm,
  answer: Message,
  errors: idempotencyErrors,
} satisfies CallSchemas

export const assign = {
  summary: 'Give a conversation to a member of staff, or to nobody',
  params: DriverParams,
  body: z.object({ StaffId: z.nullable(z.uuid(withMessage('invalid'))) }),
  answer: Done,
} satisfies CallSchemas

export const close = {
  summary: 'Close a conversation up to what was seen; what the driver writes after it opens it again',
  params: DriverParams,
  body: SeqForm,
  answer: Done,
} satisfies CallSchemas

export const reopen = {
  summary: 'Open a conversation again that was closed',
  params: DriverParams,
  answer: Done,
} satisfies CallSchemas

export const deskAttach = {
  summary: 'Store a file to answer with: the same kinds and size as a driver’s; kept a day unless it is sent',
  perMinute: 60,
  params: DriverParams,
  answer: Attachment,
} satisfies CallSchemas

export const deskAttachment = {
  summary: 'A file of a driver’s conversation or e-mail',
  params: z.extend(DriverParams, { id: z.uuid(withMessage('invalid')) }),
  answer: z.any(),
} satisfies CallSchemas

const CannedText = linesText(chatLimits.mostLetters)

/** One answer in the languages drivers speak; at least one of them. */
export const CannedForm = z
  .object({ Title: requiredText(limits.mostTitle), English: CannedText, Spanish: CannedText, Hindi: CannedText })
  .check(
    z.refine(({ English, Spanish, Hindi }) => [English, Spanish, Hindi].some(text => text !== ''), {
      error: 'required',
      path: ['English'],
    }),
  )

export const Canned = z.object({
  CannedId: z.uuid(),
  Title: z.string(),
  English: z.string(),
  Spanish: z.string(),
  Hindi: z.string(),
})
export type Canned = z.output<typeof Canned>

export const cannedAnswers = {
  summary: 'The answers that are kept ready, by title',
  answer: z.object({ Items: z.array(Canned) }),
} satisfies CallSchemas

export const keepCanned = {
  summary: 'Keep an answer ready; the same title again replaces its texts',
  body: CannedForm,
  answer: Canned,
} satisfies CallSchemas

export const dropCanned = {
  summary: 'Drop an answer that was kept ready; once more changes nothing',
  params: IdParams,
  answer: Done,
} satisfies CallSchemas

export const deskStream = {
  summary: 'Server-sent events: `changed` with the DriverId whose conversation moved, or null where any may have',
  answer: z.any(),
} satisfies CallSchemas
