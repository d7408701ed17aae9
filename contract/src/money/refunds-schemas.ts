// What the server checks and documents of the calls in refunds.ts: schemas, limits, errors.
import * as z from 'zod/mini'
import { withdrawRange } from '../platform/amount-ranges.ts'
import type { CallSchemas } from '../platform/call.ts'
import { idempotencyErrors } from '../platform/errors.ts'
import { Dollars, dollarsIn, Instant, SessionId } from '../platform/fields.ts'

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

export const listRefunds = {
  summary: 'What goes back or went back, newest first; of one session where it is named',
  query: z.object({ SessionId: z.optional(SessionId) }),
  answer: z.object({ Items: z.array(Refund) }),
} satisfies CallSchemas

/** A card that money came from, and how much of that may still go back to it. */
const Source = z.object({ Card: z.nullable(Card), Left: Dollars })
export type Source = z.infer<typeof Source>

export const withdrawal = {
  summary: 'What could be withdrawn now: how much, to which cards in which order, and by when it is there',
  answer: z.object({ Most: Dollars, Sources: z.array(Source), DueBy: Instant }),
} satisfies CallSchemas

export const withdraw = {
  summary: 'Send unused money back to the cards it came from; without an amount, all of it',
  perMinute: 60,
  body: z.object({ Amount: z.optional(dollarsIn(withdrawRange)) }),
  answer: z.object({ Balance: Dollars, Refunds: z.array(Refund) }),
  errors: idempotencyErrors,
} satisfies CallSchemas
