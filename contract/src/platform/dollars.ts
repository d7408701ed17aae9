// Money in JSON: US dollars with at most two decimals.
import * as z from 'zod/mini'

export const Dollars = z
  .number()
  .check(z.refine(value => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, { error: 'two_decimals' }))
