// What the server checks and documents of the calls in callbacks.ts: schemas, limits, errors.
import * as z from 'zod/mini'
import type { CallSchemas } from '../platform/call.ts'
import { idempotencyErrors } from '../platform/errors.ts'
import { withMessage } from '../platform/field-errors.ts'
import { Done, IdParams, Instant, text, textLike } from '../platform/fields.ts'

/**
 * Field names as recorded. Date and time are the city's own (D-96); what is possible then is told by `callFault`. The city is that of
 * `Support/Hours` unless it is named.
 */
export const CallbackForm = z.object({
  phone: z
    .string(withMessage('phone_required'))
    .check(z.trim(), z.minLength(1, withMessage('phone_required')), z.maxLength(20, withMessage('phone_call'))),
  date: textLike(/^\d{4}-\d{2}-\d{2}$/, 'date_required', 'date_unknown'),
  time: textLike(/^\d{2}:\d{2}$/, 'time_required', 'call_hours'),
  City: z.optional(text(40)),
})
export type CallbackForm = z.output<typeof CallbackForm>

/** `requested` can be changed and cancelled; `called` was tried and may be once more; `closed` is done. */
const CallbackState = z.enum(['requested', 'called', 'closed', 'cancelled'])

export const Callback = z.object({
  Id: z.uuid(),
  State: CallbackState,
  /** E.164 */
  phone: z.string(),
  date: z.string(),
  time: z.string(),
  /** whose time that is */
  City: z.string(),
  CityName: z.string(),
  RequestedAt: Instant,
})
export type Callback = z.output<typeof Callback>

export const requestCallback = {
  summary: 'Ask to be called: date YYYY-MM-DD and time HH:mm in the city’s time, when its support is there',
  perMinute: 20,
  body: CallbackForm,
  answer: Callback,
  errors: [...idempotencyErrors, 'calls_many'],
} satisfies CallSchemas

export const callbacks = {
  summary: 'The driver’s latest call-backs, those to come first',
  answer: z.object({ Items: z.array(Callback) }),
} satisfies CallSchemas

export const changeCallback = {
  summary: 'Another number or another time for a call that was not made yet',
  perMinute: 20,
  params: IdParams,
  body: CallbackForm,
  answer: Callback,
  errors: ['callback_over'],
} satisfies CallSchemas

export const cancelCallback = {
  summary: 'Cancel a call that was not made yet; once more changes nothing',
  params: IdParams,
  answer: Done,
  errors: ['callback_over'],
} satisfies CallSchemas
