// What the server checks and documents of the calls in wallet.ts: schemas, limits, errors.
import * as z from 'zod/mini'
import { addAmountRange } from '../platform/amount-ranges.ts'
import type { CallSchemas } from '../platform/call.ts'
import { idempotencyErrors } from '../platform/errors.ts'
import { Cursor, Dollars, dollarsIn, Instant, Limit, text } from '../platform/fields.ts'
import { RequiresAction } from './cards-schemas.ts'
import { RefundState } from './refunds-schemas.ts'

export const AddAmount = dollarsIn(addAmountRange)

export const Activity = z.object({
  Id: z.string(),
  When: Instant,
  /** topUp, autoTopUp, fare, extension, unusedMinutes, cancelled, movedOut, movedIn, closureRefund, withdrawal, refund, refundFailed, disputeOpened, disputeWon */
  Kind: z.string(),
  /** dollars; below zero leaves the wallet */
  Amount: Dollars,
  BalanceAfter: Dollars,
  SessionId: z.nullable(z.string()),
  /** the place of that session */
  Name: z.nullable(z.string()),
  /** of what goes back: where it is, and by when it is there */
  Refund: z.nullable(z.object({ State: RefundState, DueBy: Instant })),
})
export type Activity = z.infer<typeof Activity>

export const activity = {
  summary: 'What moved in the wallet, newest first',
  query: z.object({ Cursor, Limit }),
  answer: z.object({ Items: z.array(Activity), NextCursor: z.nullable(z.string()) }),
} satisfies CallSchemas

export const addMoney = {
  summary: 'Charge a card and credit the wallet, exactly once per Idempotency-Key',
  perMinute: 60,
  body: z.object({ Amount: AddAmount, PaymentMethodId: z.optional(text(100)) }),
  answer: z.object({
    Balance: Dollars,
    TransactionId: z.string(),
    /** the card that pays, such as Visa •••• 4242: another one where the usual was declined */
    PaidVia: z.nullable(z.string()),
    /** that card's id */
    PaymentMethodId: z.string(),
    /** the driver's bank asks first: nothing is added yet, and Payment/Confirm tells the outcome */
    RequiresAction: z.nullable(RequiresAction),
  }),
  errors: ['no_card', 'card_declined', 'wallet_full', 'payment_pending', 'other_keys', ...idempotencyErrors],
} satisfies CallSchemas
