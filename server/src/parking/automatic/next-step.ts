// The next step of a session that extends itself: how long, what it costs, or why there is none. Amounts are in cents.
import type { AutoExtendStop } from '@parkit/contract/parking/automatic'
import { autoExtend } from '@parkit/contract/platform/limits'
import type { Cents } from '@parkit/contract/platform/money'
import { Refusal } from '#platform/errors.ts'

export type NextStep =
  | { stop: AutoExtendStop }
  | { stop: null; minutes: number; endsAt: Temporal.Instant; amountCents: Cents }

type Asked = {
  paidMinutes: number
  /** the longest the session may become; none: no limit */
  maxMinutes: number | null
  /** parking and fee so far */
  spentCents: number
  /** most that parking and fee may come to by themselves; none: no limit */
  mostCents: number | null
  balanceCents: () => Promise<number>
  /** prices so many minutes more; throws what the place refuses */
  price: (minutes: number) => Promise<{ start: Temporal.Instant; minutes: number; totalCents: Cents }>
}

/** Never more than is left of the longest stay; a step is taken whole or not at all where money is short. */
export const nextStep = async (asked: Asked): Promise<NextStep> => {
  const { paidMinutes, maxMinutes, spentCents, mostCents } = asked
  const wish = Math.min(autoExtend.stepMinutes, (maxMinutes ?? Infinity) - paidMinutes)
  if (wish <= 0) return { stop: 'over_max_stay' }
  let priced: Awaited<ReturnType<Asked['price']>>
  try {
    priced = await asked.price(wish)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { stop: error.code === 'over_max_stay' ? 'over_max_stay' : 'zone_closed' }
  }
  const { start, minutes, totalCents: amountCents } = priced
  if (mostCents !== null && spentCents + amountCents > mostCents) return { stop: 'max_payment' }
  if (amountCents > (await asked.balanceCents())) return { stop: 'insufficient_funds' }
  return { stop: null, minutes: minutes - paidMinutes, endsAt: start.add({ minutes }), amountCents }
}
