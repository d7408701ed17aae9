// The chat with support: a stored conversation, its live stream, its files.
import * as z from 'zod/mini'
import { call } from '../platform/call.ts'
import { Dollars } from '../platform/dollars.ts'
import { onceErrors } from '../platform/errors.ts'
import { says } from '../platform/field-errors.ts'
import { Cursor, Done, IdParams, Limit, linesText, queryNumber } from '../platform/fields.ts'
import { Instant } from '../platform/instant.ts'
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
})
export type Message = z.output<typeof Message>

/** How far the driver has read; sent on the stream too, under `read`. */
export const ReadState = z.object({ ReadSeq: z.int(), Unread: z.int() })
export type ReadState = z.output<typeof ReadState>

export const chat = call({
  summary: 'The latest messages, oldest first; NextCursor leads to those before',
  method: 'GET',
  path: '/api/Support/Chat',
  who: 'driver',
  query: z.object({ Cursor, Limit }),
  answer: z.object({
    Items: z.array(Message),
    NextCursor: z.nullable(z.string()),
    /** of the newest message, 0 where there is none: a stream that begins after it misses nothing */
    LastSeq: z.int(),
    ...ReadState.shape,
  }),
  errors: [],
})

export const AttachmentIds = z
  .array(z.uuid(says('invalid')), says('invalid'))
  .check(z.maxLength(files.mostEach, says('files_many')))

export const MessageForm = z
  .object({ text: linesText(limits.mostLetters), AttachmentIds: z._default(AttachmentIds, []) })
  .check(
    z.refine(({ text, AttachmentIds }) => text !== '' || AttachmentIds.length > 0, {
      error: 'message_required',
      path: ['text'],
    }),
  )

/** A place in the conversation, 0 before all. */
export const SeqForm = z.object({
  Seq: z.int(says('number')).check(z.minimum(0, says('number')), z.maximum(2 ** 31 - 1, says('number'))),
})

export const say = call({
  summary:
    'Say something; the Idempotency-Key is the message’s own, so that one typed without a connection is sent once',
  method: 'POST',
  path: '/api/Support/Chat',
  who: 'driver',
  once: true,
  perMinute: 120,
  body: MessageForm,
  answer: Message,
  errors: [...onceErrors, 'messages_many'],
})

export const readChat = call({
  summary: 'The driver has seen the conversation up to there',
  method: 'POST',
  path: '/api/Support/Chat/Read',
  who: 'driver',
  body: SeqForm,
  answer: ReadState,
  errors: [],
})

export const unread = call({
  summary: 'How many of support’s messages the driver has not seen',
  method: 'GET',
  path: '/api/Support/Unread',
  who: 'driver',
  answer: ReadState,
  errors: [],
})

/** The running sessions, soonest end first; on the stream under `sessions`, at its opening and after every change. */
export const SessionsState = z.object({ Running: z.array(z.object({ SessionId: z.string(), EndsAt: Instant })) })
export type SessionsState = z.output<typeof SessionsState>

/** Dollars in the wallet; under `balance`, at the stream's opening and after money or a refund moved. */
export const BalanceState = z.object({ Balance: Dollars })
export type BalanceState = z.output<typeof BalanceState>

export const stream = call({
  summary:
    'Server-sent events: `message`, `read`, `sessions`, `balance`; the id is the last message’s Seq, Last-Event-ID resumes after it; ends with the token',
  method: 'GET',
  path: '/api/Support/Stream',
  who: 'driver',
  /** the same as Last-Event-ID, for a first reading */
  query: z.object({ After: z.optional(queryNumber('number', 0, 2 ** 31 - 1)) }),
  answer: z.any(),
  errors: [],
})

export const attach = call({
  summary: 'Store a file to send: JPEG, PNG, WebP, HEIC or PDF of at most 10 MB; kept a day unless it is sent',
  method: 'POST',
  path: '/api/Support/Attachment',
  who: 'driver',
  perMinute: 60,
  upload: 'file',
  answer: Attachment,
  errors: ['uploads_many'],
})

export const attachment = call({
  summary: 'A file of the conversation, for its two sides alone',
  method: 'GET',
  path: '/api/Support/Attachment/:id',
  who: 'driver',
  params: IdParams,
  answer: z.any(),
  errors: [],
})

export const discardAttachment = call({
  summary: 'Remove a file that was not sent',
  method: 'DELETE',
  path: '/api/Support/Attachment/:id',
  who: 'driver',
  params: IdParams,
  answer: Done,
  errors: [],
})
