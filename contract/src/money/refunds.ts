// Money on its way back: what a driver withdraws from the wallet, and what is paid back for a session.
import * as z from 'zod/mini'
import { call } from '../platform/call.ts'
import { Dollars } from '../platform/dollars.ts'
import { onceErrors } from '../platform/errors.ts'
import { says } from '../platform/field-errors.ts'
import { SessionId } from '../platform/fields.ts'
import { Instant } from '../platform/instant.ts'
import { wallet } from '../platform/limits.ts'

/** `sent`: the card's bank has it; `failed`: the card did not take it, and the money is in the wallet. */
export const RefundState = z.enum(['requested', 'sent', 'arrived', 'failed'])
export type RefundState = z.infer<typeof RefundState>

const Card = z.object({ CardType: z.string(), Last4: z.string() })

export const Refund = z.object({
  Id: z.string(),
  For: z.enum(['withdrawal', 'session']),
  SessionId: z.nullable(z.string()),
  Amount: Dollars,
  To: z.enum(['card', 'wallet']),
  /** none: it went to the wallet, or the card is not saved any more */
  Card: z.nullable(Card),
  /** none of a withdrawal: the driver knows why */
  Reason: z.nullable(z.string()),
  State: RefundState,
  RequestedAt: Instant,
  /** by then it is where it goes */
  DueBy: Instant,
})
export type Refund = z.infer<typeof Refund>

export const listRefunds = call({
  summary: 'What goes back or went back, newest first; of one session where it is named',
  method: 'GET',
  path: '/api/Wallet/Refunds',
  who: 'driver',
  query: z.object({ SessionId: z.optional(SessionId) }),
  answer: z.object({ Items: z.array(Refund) }),
  errors: [],
})

/** A card that money came from, and how much of that may still go back to it. */
const Source = z.object({ Card: z.nullable(Card), Left: Dollars })
export type Source = z.infer<typeof Source>

export const withdrawal = call({
  summary: 'What could be withdrawn now: how much, to which cards in which order, and by when it is there',
  method: 'GET',
  path: '/api/Wallet/Withdraw',
  who: 'driver',
  answer: z.object({ Most: Dollars, Sources: z.array(Source), DueBy: Instant }),
  errors: [],
})

export const WithdrawAmount = Dollars.check(
  z.minimum(0.01, says('withdraw_amount')),
  z.maximum(wallet.mostCents / 100, says('withdraw_amount')),
)

export const withdraw = call({
  summary: 'Send unused money back to the cards it came from; without an amount, all of it',
  method: 'POST',
  path: '/api/Wallet/Withdraw',
  who: 'driver',
  once: true,
  perMinute: 60,
  body: z.object({ Amount: z.optional(WithdrawAmount) }),
  answer: z.object({ Balance: Dollars, Refunds: z.array(Refund) }),
  errors: onceErrors,
})
