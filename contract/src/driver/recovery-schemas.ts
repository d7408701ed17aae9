// What the server checks and documents of the calls in recovery.ts: schemas, limits, errors.
import * as z from 'zod/mini'
import type { CallSchemas } from '../platform/call.ts'
import { withMessage } from '../platform/field-errors.ts'
import { Done, Instant, requiredText } from '../platform/fields.ts'
import { CodeDigits, token } from './account-schemas.ts'

const RecoveryId = z.uuid(withMessage('invalid'))

export const recover = {
  summary:
    'Recover an account by codes that SendCode sent: with those of both contacts at once, with one after a wait; ends every other sign-in and the old password',
  perMinute: 20,
  body: z.object({
    Codes: z
      .array(z.object({ ChallengeId: z.uuid(withMessage('invalid')), Code: CodeDigits }), withMessage('required'))
      .check(z.minLength(1, withMessage('required')), z.maxLength(2, withMessage('invalid'))),
  }),
  answer: token.answer,
  errors: ['wrong_credentials', 'code_expired', 'recovery_waiting'],
} satisfies CallSchemas

export const Recovery = z.object({
  RecoveryId: z.string(),
  /** the contact that was proven */
  By: z.enum(['mail', 'sms']),
  BegunAt: Instant,
  /** from then on a new code to that contact recovers the account */
  ReadyAt: Instant,
})
export type Recovery = z.infer<typeof Recovery>

export const recoveries = {
  summary:
    'Recoveries of the account that wait, as far as this sign-in may stop them: not one by a code since they began',
  answer: z.object({ Items: z.array(Recovery) }),
} satisfies CallSchemas

export const stopRecovery = {
  summary: 'Stop a recovery that waits; answers what remains',
  perMinute: 20,
  body: z.object({ RecoveryId }),
  answer: recoveries.answer,
} satisfies CallSchemas

export const stopRecoveryByLink = {
  summary: 'Stop a recovery by the link in the messages that told of it',
  perMinute: 20,
  body: z.object({ RecoveryId, Secret: requiredText(100) }),
  answer: Done,
} satisfies CallSchemas
