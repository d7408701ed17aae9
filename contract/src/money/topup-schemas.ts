// What the server checks and documents of the calls in topup.ts: schemas, limits, errors.
import * as z from 'zod/mini'
import type { CallSchemas } from '../platform/call.ts'
import { withMessage } from '../platform/field-errors.ts'
import { Dollars, dollarsBetween, Instant } from '../platform/fields.ts'
import { topUp as limits } from '../platform/limits.ts'
import { AddAmount } from './wallet-schemas.ts'

/** Zero: at no balance. */
export const MinBalance = dollarsBetween(0, limits.mostMinCents, 'min_balance')

export const TopUpCeiling = dollarsBetween(limits.leastCeilingCents, limits.mostCeilingCents, 'top_up_ceiling')

/** Partly in Account/Settings. */
export const TopUpSettings = z.object({
  AutoTopUp: z.boolean(withMessage('from_list')),
  MinBalance,
  /** while it was never set it shows MinBalance */
  DefaultAddAmount: AddAmount,
  /** a calendar month, in Chicago's time */
  TopUpCeiling,
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
