// What the server checks and documents of the calls in trusted.ts: schemas, limits, errors.
import * as z from 'zod/mini'
import type { CallSchemas } from '../platform/call.ts'
import { withMessage } from '../platform/field-errors.ts'
import { Instant, requiredText } from '../platform/fields.ts'
import { trusted as limits } from '../platform/limits.ts'

export const TrustedPerson = z.object({
  /** what the driver calls this person; nobody else sees it */
  Name: z.string(),
  /** an email address, or a phone as E.164 */
  Contact: z.string(),
  InvitedAt: Instant,
  /** null: the invitation waits, and nothing else is sent */
  AgreedAt: z.nullable(Instant),
})
export type TrustedPerson = z.infer<typeof TrustedPerson>

const Person = z.object({ Person: z.nullable(TrustedPerson) })

export const trusted = {
  summary: 'The person who is reminded too before the driver’s parking ends, if there is one',
  answer: Person,
} satisfies CallSchemas

export const inviteTrusted = {
  summary:
    'Invite one person to be reminded too: by one message, after which nothing is sent until that person agrees; takes the place of another',
  perMinute: 10,
  body: z.object({ Name: requiredText(limits.mostName), Contact: requiredText(254) }),
  /** `SandboxLink`: the invitation, where no message is sent */
  answer: z.extend(Person, { SandboxLink: z.optional(z.string()) }),
  errors: ['trusted_closed'],
} satisfies CallSchemas

export const endTrusted = {
  summary: 'Remind nobody else from now on',
  perMinute: 60,
  answer: Person,
} satisfies CallSchemas

const Code = requiredText(100)

export const trustedInvitation = {
  summary: 'What somebody who was invited sees: whose reminders they are, and whether they have agreed',
  perMinute: 60,
  body: z.object({ Code }),
  /** `From`: the driver’s phone; `Contact`: where the reminders go */
  answer: z.object({ From: z.string(), Contact: z.string(), Agreed: z.boolean() }),
  errors: ['trusted_over'],
} satisfies CallSchemas

export const answerTrusted = {
  summary: 'Agree to the reminders, or end them. Who declines an invitation gets none from any driver for a year',
  perMinute: 60,
  body: z.object({ Code, Agree: z.boolean(withMessage('from_list')) }),
  answer: z.object({ Agreed: z.boolean() }),
  errors: ['trusted_over'],
} satisfies CallSchemas
