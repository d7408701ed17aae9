// What the server checks and documents of the calls in chat.ts: schemas, limits, errors.
import * as z from 'zod/mini'
import type { CallSchemas } from '../platform/call.ts'
import { idempotencyErrors } from '../platform/errors.ts'
import { withMessage } from '../platform/field-errors.ts'
import {
  Cursor,
  Dollars,
  Done,
  IdParams,
  Instant,
  Limit,
  linesText,
  queryNumber,
  SessionId,
} from '../platform/fields.ts'
import { attachment as files, chat as limits } from '../platform/limits.ts'

export const Attachment = z.object({
  AttachmentId: z.uuid(),
  /** fetched with the bearer token (D-97) */
  Url: z.string(),
  Name: z.string(),
  ContentType: z.enum(['image/jpeg', 'image/png', 'image/webp', 'image/heic', 'application/pdf']),
  /** bytes */
  Size: z.int(),
  /** of a picture that is shown, in pixels */
  Width: z.nullable(z.int()),
  Height: z.nullable(z.int()),
})
export type Attachment = z.output<typeof Attachment>

/** The session that a message reports a problem with. */
export const AboutSession = z.object({
  SessionId: z.string(),
  ZoneNumber: z.string(),
  Name: z.string(),
  StartedAt: Instant,
  TimeZone: z.string(),
})
export type AboutSession = z.output<typeof AboutSession>

/** Field names as recorded, and the place in the conversation: 1, 2, 3 … without a gap. */
export const Message = z.object({
  Id: z.uuid(),
  Seq: z.int(),
  /** `You`, `Support`, or who of support it was */
  sender: z.string(),
  text: z.string(),
  time: Instant,
  userType: z.enum(['support', 'user']),
  Attachments: z.array(Attachment),
  Session: z.optional(AboutSession),
})
export type Message = z.output<typeof Message>

/** How far the driver has read; sent on the stream too, under `read`. */
export const ReadState = z.object({ ReadSeq: z.int(), Unread: z.int() })
export type ReadState = z.output<typeof ReadState>

export const chat = {
  summary: 'The latest messages, oldest first; NextCursor leads to those before',
  query: z.object({ Cursor, Limit }),
  answer: z.object({
    Items: z.array(Message),
    NextCursor: z.nullable(z.string()),
    /** of the newest message, 0 where there is none: a stream that begins after it misses nothing */
    LastSeq: z.int(),
    ...ReadState.shape,
  }),
} satisfies CallSchemas

export const AttachmentIds = z
  .array(z.uuid(withMessage('invalid')), withMessage('invalid'))
  .check(z.maxLength(files.mostEach, withMessage('files_many')))

const messageFields = { text: linesText(limits.mostLetters), AttachmentIds: z._default(AttachmentIds, []) }
type Said = { text: string; AttachmentIds: readonly string[] }
const notEmpty = z.refine<Said>(({ text, AttachmentIds }) => text !== '' || AttachmentIds.length > 0, {
  error: 'message_required',
  path: ['text'],
})
export const MessageForm = z.object(messageFields).check(notEmpty)

/** Of the driver, perhaps about one of his sessions. */
export const DriverMessageForm = z.object({ ...messageFields, SessionId: z.optional(SessionId) }).check(notEmpty)

/** A place in the conversation, 0 before all. */
export const SeqForm = z.object({
  Seq: z
    .int(withMessage('number'))
    .check(z.minimum(0, withMessage('number')), z.maximum(2 ** 31 - 1, withMessage('number'))),
})

export const say = {
  summary:
    'Say something; the Idempotency-Key is the message’s own, so that one typed without a connection is sent once',
  perMinute: 120,
  body: DriverMessageForm,
  answer: Message,
  errors: [...idempotencyErrors, 'messages_many'],
} satisfies CallSchemas

export const readChat = {
  summary: 'The driver has seen the conversation up to there',
  body: SeqForm,
  answer: ReadState,
} satisfies CallSchemas

export const unread = {
  summary: 'How many of support’s messages the driver has not seen',
  answer: ReadState,
} satisfies CallSchemas

/** The running sessions, soonest end first; on the stream under `sessions`, at its opening and after every change. */
export const SessionsState = z.object({ Running: z.array(z.object({ SessionId: z.string(), EndsAt: Instant })) })
export type SessionsState = z.output<typeof SessionsState>

/** Dollars in the wallet; under `balance`, at the stream's opening and after money or a refund moved. */
export const BalanceState = z.object({ Balance: Dollars })
export type BalanceState = z.output<typeof BalanceState>

export const stream = {
  summary:
    'Server-sent events: `message`, `read`, `sessions`, `balance`; the id is the last message’s Seq, Last-Event-ID resumes after it; ends with the token',
  /** the same as Last-Event-ID, for a first reading */
  query: z.object({ After: z.optional(queryNumber('number', 0, 2 ** 31 - 1)) }),
  answer: z.any(),
} satisfies CallSchemas

export const attach = {
  summary: 'Store a file to send: JPEG, PNG, WebP, HEIC or PDF of at most 10 MB; kept a day unless it is sent',
  perMinute: 60,
  answer: Attachment,
  errors: ['uploads_many'],
} satisfies CallSchemas

export const attachment = {
  summary: 'A file of the conversation, for its two sides alone',
  params: IdParams,
  answer: z.any(),
} satisfies CallSchemas

export const discardAttachment = {
  summary: 'Remove a file that was not sent',
  params: IdParams,
  answer: Done,
} satisfies CallSchemas
