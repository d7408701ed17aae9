// What the server checks and documents of the calls in emails.ts: schemas, limits, errors.
import * as z from 'zod/mini'
import type { CallSchemas } from '../platform/call.ts'
import { idempotencyErrors } from '../platform/errors.ts'
import { withMessage } from '../platform/field-errors.ts'
import { Instant, linesText, requiredText } from '../platform/fields.ts'
import { supportEmail as limits } from '../platform/limits.ts'
import { Attachment, AttachmentIds } from './chat-schemas.ts'

export const EmailForm = z.object({
  Subject: requiredText(limits.mostSubject, 'subject_required'),
  Message: linesText(limits.mostLetters, 'message_required').check(z.minLength(1, withMessage('message_required'))),
  AttachmentIds: z._default(AttachmentIds, []),
})
export type EmailForm = z.output<typeof EmailForm>

export const SupportEmail = z.object({
  /** `E-` and eight characters, in the subject of every mail about it */
  Reference: z.string(),
  Subject: z.string(),
  Message: z.string(),
  /** `queued` until a mail server took it */
  State: z.enum(['queued', 'sent']),
  WrittenAt: Instant,
  Attachments: z.array(Attachment),
})
export type SupportEmail = z.output<typeof SupportEmail>

export const writeEmail = {
  summary: 'Write to support; a copy goes to the driver’s own address where he has one',
  perMinute: 20,
  body: EmailForm,
  answer: SupportEmail,
  errors: [...idempotencyErrors, 'emails_many'],
} satisfies CallSchemas

export const emails = {
  summary: 'The driver’s latest e-mails to support, the newest first',
  answer: z.object({ Items: z.array(SupportEmail) }),
} satisfies CallSchemas
