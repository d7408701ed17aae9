// What a driver tells us: feedback about a session or the app.
import * as z from 'zod/mini'
import { call } from '../platform/call.ts'
import { onceErrors } from '../platform/errors.ts'
import { says } from '../platform/field-errors.ts'
import { Done, SessionId, text } from '../platform/fields.ts'
import { feedback } from '../platform/limits.ts'

export const FeedbackForm = z.object({
  Stars: z.int(says('stars')).check(z.minimum(1, says('stars')), z.maximum(feedback.mostStars, says('stars'))),
  Text: z.optional(text(feedback.mostLetters)),
  SessionId: z.optional(SessionId),
})

export const sendFeedback = call({
  summary: 'Stars and words about a session, or about the app; once more for a session replaces what was said of it',
  method: 'POST',
  path: '/api/Feedback',
  who: 'driver',
  once: true,
  perMinute: 20,
  body: FeedbackForm,
  answer: Done,
  errors: [...onceErrors, 'feedback_many'],
})
