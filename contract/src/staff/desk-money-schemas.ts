// What the server checks and documents of the calls in desk-money.ts: schemas, limits, errors.
import * as z from 'zod/mini'
import type { CallSchemas } from '../platform/call.ts'
import { withMessage } from '../platform/field-errors.ts'
import { Cursor, Dollars, Done, Instant, Limit, textLike } from '../platform/fields.ts'

export const Unclaimed = z.object({
  /** of what it is owed for, in the books */
  Id: z.string(),
  Since: Instant,
  /** `leftBehind`: in the wallet of an account deleted long ago */
  Why: z.enum(['refundFailed', 'refund', 'disputeWon', 'leftBehind']),
  /** the refund or the dispute, as the books name it */
  Reference: z.nullable(z.string()),
  SessionId: z.nullable(z.string()),
  Amount: Dollars,
})
export type Unclaimed = z.output<typeof Unclaimed>

export const unclaimed = {
  summary: 'What is owed to drivers who have deleted their accounts, the latest first; for leads',
  query: z.object({ Cursor, Limit }),
  answer: z.object({ Items: z.array(Unclaimed), NextCursor: z.nullable(z.string()) }),
  errors: ['leads_only'],
} satisfies CallSchemas

export const PayOutForm = z.object({
  /** the number of the transfer at the bank: no name */
  Payment: textLike(/^[\w./-]{1,40}$/, 'required', 'invalid'),
})

export const payOut = {
  summary: 'It was paid out by hand, all of it; the same payment once more changes nothing',
  perMinute: 30,
  params: z.object({ id: z.string().check(z.regex(/^\d{1,18}$/, withMessage('invalid'))) }),
  body: PayOutForm,
  answer: Done,
  errors: ['leads_only', 'paid_out'],
} satisfies CallSchemas
