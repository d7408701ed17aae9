// What the server checks and documents of the calls in subscription.ts: schemas, limits, errors.
import * as z from 'zod/mini'
import type { CallSchemas } from '../platform/call.ts'
import { idempotencyErrors } from '../platform/errors.ts'
import { withMessage } from '../platform/field-errors.ts'
import { Dollars, Instant, requiredText, text } from '../platform/fields.ts'
import { RequiresAction } from './cards-schemas.ts'

export const PlanId = z.enum(['free', 'deluxe'])

export const Plan = z.object({
  PlanId,
  Name: z.string(),
  /** dollars a month */
  Price: Dollars,
  /** a start under this plan costs no service fee */
  WaivesServiceFee: z.boolean(),
  /** what a session costs beside the parking */
  ServiceFee: Dollars,
  /** cities have different fees: this is the highest */
  ServiceFeeVaries: z.boolean(),
})
export type Plan = z.infer<typeof Plan>

export const Subscription = z.object({
  PlanId,
  /**
   * `free`: never anything else. `pending`: the first payment has no outcome yet. `grace`: a renewal was not paid, and
   * the plan goes on until GraceUntil. `cancelling`: it ends at EndsOn. `ended`: it was Deluxe until EndsOn.
   */
  State: z.enum(['free', 'pending', 'active', 'grace', 'cancelling', 'ended']),
  /** dollars a month */
  Price: Dollars,
  RenewsOn: z.nullable(Instant),
  EndsOn: z.nullable(Instant),
  GraceUntil: z.nullable(Instant),
  /** the card that is charged */
  PaymentMethodId: z.nullable(z.string()),
  ServiceFeeWaived: z.boolean(),
})
export type Subscription = z.infer<typeof Subscription>

const Asked = z.object({
  Subscription,
  /** the driver's bank asks first: nothing is charged yet, and Subscription/Confirm tells the outcome */
  RequiresAction: z.nullable(RequiresAction),
})

export const plans = {
  summary: 'The plans and what they cost',
  answer: z.array(Plan),
} satisfies CallSchemas

export const subscription = {
  summary: 'The plan a driver has',
  answer: Subscription,
} satisfies CallSchemas

const PaymentMethodId = z.optional(text(100))

export const subscribe = {
  summary:
    'Charge a card for the first month of Deluxe, exactly once per Idempotency-Key, and every month from then on',
  perMinute: 20,
  body: z.object({ PlanId: z.literal('deluxe', withMessage('from_list')), PaymentMethodId }),
  answer: Asked,
  errors: ['no_card', 'card_declined', 'already_subscribed', 'payment_pending', 'other_keys', ...idempotencyErrors],
} satisfies CallSchemas

/** One payment belongs to a month: however often it is asked for, it is charged once. */
export const changeCard = {
  summary: 'Charge Deluxe to this card from now on, and at once the month that could not be charged',
  perMinute: 20,
  body: z.object({ PaymentMethodId: requiredText(100) }),
  answer: Asked,
  errors: ['no_card', 'card_declined', 'payment_pending'],
} satisfies CallSchemas

export const confirm = {
  summary: 'What the payment for a plan came to after the bank asked its question',
  body: z.object({ intentId: requiredText(100) }),
  answer: Asked,
  errors: ['card_declined', 'payment_pending', 'other_keys'],
} satisfies CallSchemas

export const cancel = {
  summary: 'Let Deluxe end with the month that is paid; at once where a month is not paid',
  answer: Subscription,
  errors: ['payment_pending'],
} satisfies CallSchemas

export const resume = {
  summary: 'Let Deluxe go on after all, before the month that is paid has ended',
  answer: Subscription,
  errors: ['payment_pending'],
} satisfies CallSchemas
