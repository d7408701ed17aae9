// The maximum price between two resets. Pure, integer cents.
import type { Tariff } from '@parkit/contract/city/tariff-schemas'
import { localTimeAt } from './local-time.ts'

/** Minutes from the start at which the cap resets, 0 first. A reset at a local time happens once a day, on clock-change days too. */
const resets = (
  cap: NonNullable<Tariff['cap']>,
  start: Temporal.Instant,
  minutes: number,
  timeZone: string,
): number[] => {
  const all = [0]
  if (cap.resetAfterMinutes) {
    for (let at = cap.resetAfterMinutes; at < minutes; at += cap.resetAfterMinutes) all.push(at)
  } else if (cap.resetAt) {
    let day = start.toZonedDateTimeISO(timeZone).toPlainDate()
    for (let at = 0; at < minutes; day = day.add({ days: 1 })) {
      at = start.until(localTimeAt(day, cap.resetAt, timeZone)).total('minutes')
      if (at > 0 && at < minutes) all.push(at)
    }
  }
  return all
}

/**
 * What `cost`, the price of the first so many minutes of a stay of at most `longest`, comes to under the cap.
 * Without one it is the price itself.
 */
export const capped = (
  { cap }: Tariff,
  start: Temporal.Instant,
  longest: number,
  timeZone: string,
  cost: (minutes: number) => number,
): ((minutes: number) => number) => {
  if (!cap) return cost
  const all = resets(cap, start, longest, timeZone)
  return minutes => {
    const from = all.filter(at => at < minutes)
    return from.reduce((sum, begin, i) => {
      const between = cost(from[i + 1] ?? minutes) - cost(begin)
      return sum + Math.min(cap.cents, between)
    }, 0)
  }
}
