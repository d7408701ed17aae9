// Plans: what they cost, which one a driver has, and having Deluxe charged, cancelled and resumed.
import * as z from 'zod/mini'
import { call } from '../platform/call.ts'
import { Dollars } from '../platform/dollars.ts'
import { onceErrors } from '../platform/errors.ts'
import { says } from '../platform/field-errors.ts'
import { requiredText, text } from '../platform/fields.ts'
import { Instant } from '../platform/instant.ts'
import { RequiresAction } from './cards.ts'

export const PlanId = z.enum(['free', 'deluxe'])

export const Plan = z.object({
  PlanId,
  Name: z.string(),
  /** dollars a month */
  Price: Dollars,
  /** a start under this plan costs no service fee */
  WaivesServiceFee: z.boolean(),
  /** what a start costs beside the parking */
  ServiceFee: Dollars,
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

export const plans = call({
  summary: 'The plans and what they cost',
  method: 'GET',
  path: '/api/Subscription/Plans',
  who: 'anyone',
  answer: z.array(Plan),
  errors: [],
})

export const subscription = call({
  summary: 'The plan a driver has',
  method: 'GET',
  path: '/api/Subscription',
  who: 'driver',
  answer: Subscription,
  errors: [],
})

const PaymentMethodId = z.optional(text(100))

export const subscribe = call({
  summary:
    'Charge a card for the first month of Deluxe, exactly once per Idempotency-Key, and every month from then on',
  method: 'POST',
  path: '/api/Subscription/Subscribe',
  who: 'driver',
  once: true,
  perMinute: 20,
  body: z.object({ PlanId: z.literal('deluxe', says('from_list')), PaymentMethodId }),
  answer: Asked,
  errors: ['no_card', 'card_declined', 'already_subscribed', 'payment_pending', ...onceErrors],
})

/** One payment belongs to a month: however often it is asked for, it is charged once. */
export const changeCard = call({
  summary: 'Charge Deluxe to this card from now on, and at once the month that could not be charged',
  method: 'POST',
  path: '/api/Subscription/Card',
  who: 'driver',
  perMinute: 20,
  body: z.object({ PaymentMethodId: requiredText(100) }),
  answer: Asked,
  errors: ['no_card', 'card_declined', 'payment_pending'],
})

export const confirm = call({
  summary: 'What the payment for a plan came to after the bank asked its question',
  method: 'POST',
  path: '/api/Subscription/Confirm',
  who: 'driver',
  body: z.object({ intentId: requiredText(100) }),
  answer: Asked,
  errors: ['card_declined', 'payment_pending'],
})

export const cancel = call({
  summary: 'Let Deluxe end with the month that is paid; at once where a month is not paid',
  method: 'POST',
  path: '/api/Subscription/Cancel',
  who: 'driver',
  answer: Subscription,
  errors: ['payment_pending'],
})

export const resume = call({
  summary: 'Let Deluxe go on after all, before the month that is paid has ended',
  method: 'POST',
  path: '/api/Subscription/Resume',
  who: 'driver',
  answer: Subscription,
  errors: ['payment_pending'],
})
