// Asking support to call: when and on which number, seen, changed and cancelled by the driver.
import * as z from 'zod/mini'
import { call } from '../platform/call.ts'
import { onceErrors } from '../platform/errors.ts'
import { says } from '../platform/field-errors.ts'
import { Done, IdParams } from '../platform/fields.ts'
import { Instant } from '../platform/instant.ts'

/** Field names as recorded. Date and time are the city's own (D-96); what is possible then is told by `callFault`. */
export const CallbackForm = z.object({
  phone: z
    .string(says('phone_required'))
    .check(z.trim(), z.minLength(1, says('phone_required')), z.maxLength(20, says('phone_call'))),
  date: z
    .string(says('date_required'))
    .check(z.trim(), z.minLength(1, says('date_required')), z.regex(/^\d{4}-\d{2}-\d{2}$/, says('date_required'))),
  time: z
    .string(says('time_required'))
    .check(z.trim(), z.minLength(1, says('time_required')), z.regex(/^\d{2}:\d{2}$/, says('time_required'))),
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
  RequestedAt: Instant,
})
export type Callback = z.output<typeof Callback>

export const requestCallback = call({
  summary: 'Ask to be called: date YYYY-MM-DD and time HH:mm in the city’s time, inside service hours',
  method: 'POST',
  path: '/api/Support/Callback',
  who: 'driver',
  once: true,
  perMinute: 20,
  body: CallbackForm,
  answer: Callback,
  errors: [...onceErrors, 'calls_many'],
})

export const callbacks = call({
  summary: 'The driver’s latest call-backs, those to come first',
  method: 'GET',
  path: '/api/Support/Callbacks',
  who: 'driver',
  answer: z.object({ Items: z.array(Callback) }),
  errors: [],
})

export const changeCallback = call({
  summary: 'Another number or another time for a call that was not made yet',
  method: 'POST',
  path: '/api/Support/Callback/:id',
  who: 'driver',
  perMinute: 20,
  params: IdParams,
  body: CallbackForm,
  answer: Callback,
  errors: ['callback_over'],
})

export const cancelCallback = call({
  summary: 'Cancel a call that was not made yet; once more changes nothing',
  method: 'DELETE',
  path: '/api/Support/Callback/:id',
  who: 'driver',
  params: IdParams,
  answer: Done,
  errors: ['callback_over'],
})
