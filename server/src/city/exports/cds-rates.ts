// The price of a rule as rates of CDS 1.1, which count whole units of time since arrival. Pure.
import type { Price } from '@parkit/contract/city/calendar-schemas'

type Unit = 'second' | 'minute' | 'hour' | 'day' | 'week'
/** Smallest units of the currency for each unit of time. */
export type CdsRate = {
  rate: number
  rate_unit: Unit
  increment_amount?: number
  start_duration?: number
  end_duration?: number
  maximum_fee?: number
}

/** The first that fits is taken. */
const units: [Unit, seconds: number][] = [
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
  ['day', 86_400],
  ['week', 604_800],
]

/** So many cents for each begun step; a step without end is paid once. */
type Step = { from: number; to: number | null; step: number | null; cents: number }

/** What is paid once before a time is a step as long as that time; a running total is what each line adds to it. */
const stepsOf = ({ lines }: Price): Step[] => {
  let total = 0
  return lines.map(({ type, fromSeconds: from, toSeconds: to, stepSeconds = 1, cents }): Step => {
    if (type === 'step') return { from, to, step: stepSeconds, cents }
    const added = type === 'total' ? cents - total : cents
    if (type === 'total') total = cents
    return { from, to, step: to === null ? null : to - from, cents: added }
  })
}

const costOf = ({ from, to, step, cents }: Step): number =>
  cents * (to === null || step === null ? 1 : Math.ceil((to - from) / step))

const rateOf = (line: Step, before: number, maxCents: number | undefined): CdsRate | null => {
  const { from, to, step, cents } = line
  const once = step === null && cents > 0 ? before + cents : undefined
  const most = once === undefined ? maxCents : Math.min(once, maxCents ?? Infinity)
  for (const [unit, seconds] of units) {
    const rate = step === null ? cents : (cents * seconds) / step
    if (![rate, from / seconds, (to ?? 0) / seconds].every(Number.isInteger)) continue
    return {
      rate,
      rate_unit: unit,
      ...(cents > 0 && { increment_amount: cents }),
      ...(from > 0 && { start_duration: from / seconds }),
      ...(to !== null && { end_duration: to / seconds }),
      ...(most !== undefined && { maximum_fee: most }),
    }
  }
  return null
}

/** Null where a line begins or ends within a unit of its rate, as after the first 10 minutes at $2.00 an hour: CDS can't say that. */
export const cdsRatesOf = (price: Price): CdsRate[] | null => {
  let before = 0
  const rates = stepsOf(price).map(line => {
    const rate = rateOf(line, before, price.maxCents)
    before += costOf(line)
    return rate
  })
  return rates.every(rate => rate !== null) ? rates : null
}
