// What the server checks and documents of the calls in automatic.ts: schemas, limits, errors.
import * as z from 'zod/mini'
import { maxPaymentRange } from '../platform/amount-ranges.ts'
import type { CallSchemas } from '../platform/call.ts'
import { withMessage } from '../platform/field-errors.ts'
import { Dollars, dollarsIn, Instant, SessionId } from '../platform/fields.ts'

const flag = z.boolean(withMessage('from_list'))

export const ParkingOptions = z.object({
  AutoStart: flag,
  AutoExtend: flag,
  /** while on, nothing that happens by itself takes one session beyond the amount */
  MaxPaymentOn: flag,
  MaxPaymentAmount: dollarsIn(maxPaymentRange),
})
export type ParkingOptions = z.infer<typeof ParkingOptions>

/** What keeps the next step from being taken. */
export const AutoExtendStop = z.enum([
  'over_max_stay',
  'zone_closed',
  'closure',
  'max_payment',
  'insufficient_funds',
  'card_declined',
])
export type AutoExtendStop = z.infer<typeof AutoExtendStop>

export const AutoExtend = z.object({
  SessionId: z.string(),
  On: z.boolean(),
  /** of the session as it is */
  EndsAt: Instant,
  /** minutes of a step */
  StepMinutes: z.int(),
  /** none: no limit is set */
  MaxPayment: z.nullable(Dollars),
  /** as things stand now; none where it is off, or where Stop says why there will be none */
  Next: z.nullable(z.object({ At: Instant, Minutes: z.int(), EndsAt: Instant, Amount: Dollars })),
  Stop: z.nullable(AutoExtendStop),
})
export type AutoExtend = z.infer<typeof AutoExtend>

export const autoExtend = {
  summary: 'Whether and how a running session will extend itself',
  perMinute: 600,
  params: z.object({ id: SessionId }),
  answer: AutoExtend,
  errors: ['session_ended'],
} satisfies CallSchemas

export const setAutoExtend = {
  summary: 'Let one running session extend itself, or not, whatever the options say',
  body: z.object({ SessionId, On: flag }),
  answer: AutoExtend,
  errors: ['session_ended'],
} satisfies CallSchemas
