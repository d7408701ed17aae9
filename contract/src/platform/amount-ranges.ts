// Amounts that a driver types: from how much to how much. Forms check them without loading the schemas and their library.
import type { FieldError } from './field-errors.ts'
import { maxPayment, topUp, wallet } from './limits.ts'

/** `error`: of an amount outside. */
export type AmountRange = { leastCents: number; mostCents: number; error: FieldError }

export const addAmountRange: AmountRange = {
  leastCents: wallet.leastAddCents,
  mostCents: wallet.mostAddCents,
  error: 'add_amount',
}
export const withdrawRange: AmountRange = { leastCents: 1, mostCents: wallet.mostCents, error: 'withdraw_amount' }
/** Zero: at no balance. */
export const minBalanceRange: AmountRange = { leastCents: 0, mostCents: topUp.mostMinCents, error: 'min_balance' }
export const topUpCeilingRange: AmountRange = {
  leastCents: topUp.leastCeilingCents,
  mostCents: topUp.mostCeilingCents,
  error: 'top_up_ceiling',
}
export const maxPaymentRange: AmountRange = { ...maxPayment, error: 'max_payment' }

/** At most two decimals. */
export const isWholeCents = (dollars: number): boolean => Math.abs(dollars * 100 - Math.round(dollars * 100)) < 1e-6

/** What is wrong with an amount of dollars, as the server judges it. */
export function amountError(dollars: number, { leastCents, mostCents, error }: AmountRange): FieldError | undefined {
  if (!isWholeCents(dollars)) return 'two_decimals'
  return dollars < leastCents / 100 || dollars > mostCents / 100 ? error : undefined
}
