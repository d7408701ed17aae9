// What the server checks and documents of the calls in topup.ts: schemas, limits, errors.
import * as z from 'zod/mini'
import { minBalanceRange, topUpCeilingRange } from '../platform/amount-ranges.ts'
import type { CallSchemas } from '../platform/call.ts'
import { withMessage } from '../platform/field-errors.ts'
import { Dollars, dollarsIn, Instant } from '../platform/fields.ts'
import { AddAmount } from './wallet-schemas.ts'

/** Partly in Account/Settings. */
export const TopUpSettings = z.object({
  AutoTopUp: z.boolean(withMessage('from_list')),
  MinBalance: dollarsIn(minBalanceRange),
  /** while it was never set it shows MinBalance */
  DefaultAddAmount: AddAmount,
  /** a calendar month, by ParkIt's own clock */
  TopUpCeiling: dollarsIn(topUpCeilingRange),
})

/** As they are: an amount to add that was never set may be zero. */
export const TopUpAnswer = z.extend(TopUpSettings, { DefaultAddAmount: Dollars })
export type TopUpAnswer = z.infer<typeof TopUpAnswer>

export const topUpStanding = {
  summary: 'How the wallet fills itself, what it took this month, and what put it off',
  answer: z.extend(TopUpAnswer, {
    AddedThisMonth: Dollars,
    /** it was on, and is off until the driver turns it on again */
    Paused: z.nullable(z.object({ Because: z.enum(['declined', 'no_card', 'disputed']), At: Instant })),
  }),
} satisfies CallSchemas
