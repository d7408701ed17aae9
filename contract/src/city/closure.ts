// A closure of a zone, and whether it lasts.
import type { Closure } from './closure-schemas.ts'

export type { Closure }

/** Nobody may park then; `nowMs` in epoch milliseconds. */
export const isClosedAt = (closure: Closure | undefined, nowMs: number): boolean =>
  closure !== undefined && Date.parse(closure.StartsAt) <= nowMs && nowMs < Date.parse(closure.EndsAt)
