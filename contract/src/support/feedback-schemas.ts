// What the server checks and documents of the calls in feedback.ts: schemas, limits, errors.
import * as z from 'zod/mini'
import type { CallSchemas } from '../platform/call.ts'
import { idempotencyErrors } from '../platform/errors.ts'
import { withMessage } from '../platform/field-errors.ts'
import { Done, SessionId, text } from '../platform/fields.ts'
import { feedback } from '../platform/limits.ts'

export const FeedbackForm = z.object({
  Stars: z
    .int(withMessage('stars'))
    .check(z.minimum(1, withMessage('stars')), z.maximum(feedback.mostStars, withMessage('stars'))),
  Text: z.optional(text(feedback.mostLetters)),
  SessionId: z.optional(SessionId),
})

export const sendFeedback = {
  summary: 'Stars and words about a session, or about the app; once more for a session replaces what was said of it',
  perMinute: 20,
  body: FeedbackForm,
  answer: Done,
  errors: [...idempotencyErrors, 'feedback_many'],
} satisfies CallSchemas
