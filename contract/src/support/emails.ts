// Writing to support by e-mail: sent to its mailbox with a reference, and a copy to the driver.
import * as z from 'zod/mini'
import { call } from '../platform/call.ts'
import { onceErrors } from '../platform/errors.ts'
import { says } from '../platform/field-errors.ts'
import { linesText, requiredText } from '../platform/fields.ts'
import { Instant } from '../platform/instant.ts'
import { supportEmail as limits } from '../platform/limits.ts'
import { Attachment, AttachmentIds } from './chat.ts'

export const EmailForm = z.object({
  Subject: requiredText(limits.mostSubject, 'subject_required'),
  Message: linesText(limits.mostLetters, 'message_required').check(z.minLength(1, says('message_required'))),
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

export const writeEmail = call({
  summary: 'Write to support; a copy goes to the driver’s own address where he has one',
  method: 'POST',
  path: '/api/Support/Email',
  who: 'driver',
  once: true,
  perMinute: 20,
  body: EmailForm,
  answer: SupportEmail,
  errors: [...onceErrors, 'emails_many'],
})

export const emails = call({
  summary: 'The driver’s latest e-mails to support, the newest first',
  method: 'GET',
  path: '/api/Support/Emails',
  who: 'driver',
  answer: z.object({ Items: z.array(SupportEmail) }),
  errors: [],
})
