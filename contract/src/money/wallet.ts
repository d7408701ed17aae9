// The wallet: what is in it, what moved, and money added from a card.
import * as z from 'zod/mini'
import { call } from '../platform/call.ts'
import { Dollars } from '../platform/dollars.ts'
import { onceErrors } from '../platform/errors.ts'
import { says } from '../platform/field-errors.ts'
import { Cursor, Limit, text } from '../platform/fields.ts'
import { Instant } from '../platform/instant.ts'
import { wallet } from '../platform/limits.ts'
import { RequiresAction } from './cards.ts'
import { RefundState } from './refunds.ts'

export const AddAmount = Dollars.check(
  z.minimum(wallet.leastAddCents / 100, says('add_amount')),
  z.maximum(wallet.mostAddCents / 100, says('add_amount')),
)

export const Activity = z.object({
  Id: z.string(),
  When: Instant,
  /** topUp, autoTopUp, fare, extension, unusedMinutes, cancelled, withdrawal, refund, refundFailed, disputeOpened, disputeWon */
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

export const activity = call({
  summary: 'What moved in the wallet, newest first',
  method: 'GET',
  path: '/api/Wallet/Activity',
  who: 'driver',
  query: z.object({ Cursor, Limit }),
  answer: z.object({ Items: z.array(Activity), NextCursor: z.nullable(z.string()) }),
  errors: [],
})

export const addMoney = call({
  summary: 'Charge a card and credit the wallet, exactly once per Idempotency-Key',
  method: 'POST',
  path: '/api/Wallet/AddMoney',
  who: 'driver',
  once: true,
  perMinute: 60,
  body: z.object({ Amount: AddAmount, PaymentMethodId: z.optional(text(100)) }),
  answer: z.object({
    Balance: Dollars,
    TransactionId: z.string(),
    /** the card that pays, such as Visa •••• 4242: another one where the usual was declined */
    PaidVia: z.nullable(z.string()),
    /** the driver's bank asks first: nothing is added yet, and Payment/Confirm tells the outcome */
    RequiresAction: z.nullable(RequiresAction),
  }),
  errors: ['no_card', 'card_declined', 'wallet_full', 'payment_pending', ...onceErrors],
})
