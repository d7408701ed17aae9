// Money: integer cents inside, dollars outside, one text form for people. Every screen has it, so it stays without libraries.

declare const unit: unique symbol
/** Whole US cents. */
export type Cents = number & { readonly [unit]: 'cents' }

export const cents = (value: number): Cents => {
  if (!Number.isSafeInteger(value)) throw new RangeError(`Not a whole number of cents: ${value}`)
  return value as Cents
}

export const toDollars = (value: number): number => cents(value) / 100

/** Throws where the dollars carry more than two decimals; use it behind the `Dollars` schema. */
export const toCents = (dollars: number): Cents => {
  const rounded = Math.round(dollars * 100)
  if (Math.abs(dollars * 100 - rounded) > 1e-6) throw new RangeError(`More than two decimals: ${dollars}`)
  return cents(rounded)
}

let format: Intl.NumberFormat | undefined

/** Recorded form: en-US with exactly two decimals, `0.00` for what is empty or no number. */
export const amountText = (dollars: unknown): string => {
  const value = typeof dollars === 'string' ? Number(dollars.trim() || NaN) : dollars
  const sure = typeof value === 'number' && Number.isFinite(value) ? value : 0
  const whole = Math.round(sure * 100)
  // Intl is slow to begin with, and the first screen shows amounts like these alone
  if (sure >= 0 && sure < 1_000 && whole / 100 === sure)
    return `${Math.floor(whole / 100)}.${String(whole % 100).padStart(2, '0')}`
  format ??= new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  return format.format(sure)
}

/** `$2.75`; a debit carries the true minus sign. */
export const moneyText = (dollars: number): string => `${dollars < 0 ? '−' : ''}$${amountText(Math.abs(dollars))}`
