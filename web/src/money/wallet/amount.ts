// The amount to add, as typed and as dollars.
import { type AmountRange, addAmountRange, amountError } from '@parkit/contract/platform/amount-ranges'
import type { FieldError } from '@parkit/contract/platform/field-errors'
import { wallet } from '@parkit/contract/platform/limits'
import { moneyText } from '@parkit/contract/platform/money'

export type Amount = { dollars: number; error?: undefined } | { dollars?: undefined; error: FieldError }

/** Reads `20`, `20.5`, `$20.50`; what is wrong comes as the key of its text. */
export function readAmount(typed: string, range: AmountRange = addAmountRange): Amount {
  const digits = typed.trim().replace(/^\$\s*/, '')
  if (digits === '') return { error: 'required' }
  if (!/^(\d+\.?\d*|\.\d+)$/.test(digits)) return { error: 'number' }
  const dollars = Number(digits)
  const error = amountError(dollars, range)
  return error ? { error } : { dollars }
}

/** `20` for whole dollars, `20.50` otherwise: how an amount stands in the field. */
export const typedAmount = (dollars: number): string => (Number.isInteger(dollars) ? `${dollars}` : dollars.toFixed(2))

/** The first of the typed amounts that may be added; 20 dollars where none may. */
export const firstAmount = (...candidates: (string | null)[]): string => {
  const first = candidates.map(typed => readAmount(typed ?? '').dollars).find(dollars => dollars !== undefined)
  return typedAmount(first ?? 20)
}

/** `$500` from 50,000 cents. */
const roundDollars = (cents: number) => moneyText(cents / 100).replace('.00', '')

/** The least and the most that can be added at a time, as text. */
export const amountRange = [roundDollars(wallet.leastAddCents), roundDollars(wallet.mostAddCents)] as const
