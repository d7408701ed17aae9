// What the server checks and documents of the calls in cards.ts: schemas, limits, errors.
import * as z from 'zod/mini'
import { addAmountRange } from '../platform/amount-ranges.ts'
import type { CallSchemas } from '../platform/call.ts'
import { withMessage } from '../platform/field-errors.ts'
import { Dollars, dollarsIn, requiredText, text } from '../platform/fields.ts'

export const Method = z.object({
  Id: z.string(),
  CardType: z.string(),
  Last4: z.string(),
  MonthExpiry: z.string(),
  YearExpiry: z.string(),
  IsDefault: z.boolean(),
})
export type Method = z.infer<typeof Method>

/** The bank's question, which the provider's script puts to the driver. */
export const RequiresAction = z.object({ intentId: z.string(), ClientSecret: z.string() })
export type RequiresAction = z.infer<typeof RequiresAction>

export const listMethods = {
  summary: 'Saved cards, the default first',
  answer: z.array(Method),
} satisfies CallSchemas

const MethodId = requiredText(100)

export const chooseDefault = {
  summary: 'Make a saved card the one that is charged',
  body: z.object({ PaymentMethodId: MethodId }),
  answer: z.array(Method),
} satisfies CallSchemas

const ExpiryBody = z.object({
  PaymentMethodId: MethodId,
  MonthExpiry: z.string(withMessage('invalid')).check(z.regex(/^(0?[1-9]|1[0-2])$/, withMessage('invalid'))),
  YearExpiry: z.string(withMessage('invalid')).check(z.regex(/^20\d\d$/, withMessage('invalid'))),
})

export const changeExpiry = {
  summary: 'Change when a saved card expires, as its bank renewed it',
  body: ExpiryBody,
  answer: z.array(Method),
} satisfies CallSchemas

export const deleteMethod = {
  summary: 'Delete a saved card',
  params: z.object({ id: MethodId }),
  answer: z.array(Method),
} satisfies CallSchemas

/** As recorded. The card's number went to the provider alone; what is told of the card here is not relied on. */
export const createIntent = {
  summary: 'Authorise a new card for an amount, release it at once, and save the card',
  // nobody tries out stolen cards here
  perMinute: 10,
  body: z.object({
    PaymentMethodId: MethodId,
    Amount: dollarsIn({ ...addAmountRange, error: 'invalid' }),
    Currency: z.literal('USD', withMessage('from_list')),
    CardType: z.optional(text(50)),
    MonthExpiry: z.optional(text(2)),
    YearExpiry: z.optional(text(4)),
    Last4: z.optional(text(4)),
  }),
  answer: z.object({
    intentId: z.string(),
    /** for the bank's question */
    ClientSecret: z.nullable(z.string()),
    /** `requires_action`: the driver's bank asks; then Confirm tells the outcome */
    Status: z.enum(['authorized', 'requires_action']),
    /** the saved card: the driver's earlier one where it has the same number */
    PaymentMethodId: z.string(),
  }),
  errors: ['card_declined', 'payment_pending', 'other_keys', 'idempotency_conflict'],
} satisfies CallSchemas

export const confirm = {
  summary: 'What a payment came to after the bank asked its question',
  body: z.object({ intentId: requiredText(100) }),
  answer: z.object({
    intentId: z.string(),
    Status: z.enum(['authorized', 'succeeded', 'requires_action']),
    ClientSecret: z.nullable(z.string()),
    /** the card of the payment; of a card being saved as in create-intent */
    PaymentMethodId: z.string(),
    /** the wallet's */
    Balance: Dollars,
  }),
  errors: ['card_declined', 'payment_pending', 'other_keys'],
} satisfies CallSchemas
