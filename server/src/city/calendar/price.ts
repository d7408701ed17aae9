// What time under a rule costs by its lines, and what the caps leave of it. Pure, integer cents.
import type { Cap, Price, PriceLine, Rule } from '@parkit/contract/city/calendar-schemas'
import { clockSeconds, dayAt, dayOf, firstAt, type Span } from './days.ts'
import type { Winner } from './stretches.ts'

/** Unbroken time under one rule; seconds from the start of the stay. */
export type Period = Span & { rule: Winner }

/** The price of a rule; none of unknown and unlisted time, which is never charged. */
export const priceOf = (rule: Winner): Price | null => (typeof rule === 'string' ? null : (rule.price ?? null))

const begunSteps = ({ fromSeconds, toSeconds, stepSeconds = 1 }: PriceLine, seconds: number): number =>
  Math.ceil((Math.min(seconds, toSeconds ?? Infinity) - fromSeconds) / stepSeconds)

/** What the lines come to for their first so many seconds. */
const linesCents = (lines: PriceLine[], seconds: number): number => {
  let sum = 0
  /** only the last total that is reached counts */
  let total = 0
  for (const line of lines) {
    if (seconds <= line.fromSeconds) break
    if (line.type === 'flat') sum += line.cents
    else if (line.type === 'step') sum += begunSteps(line, seconds) * line.cents
    else total = line.cents
  }
  return sum + total
}

/** Cents of the time between `from` and `to`, seconds from the start of the stay, that is one period or the beginning of one. */
export const periodCents = ({ lines, count, maxCents }: Price, { from, to }: Span): number => {
  const cents = count === 'period' ? linesCents(lines, to - from) : linesCents(lines, to) - linesCents(lines, from)
  return Math.min(cents, maxCents ?? Infinity)
}

/** Where the lines next charge, in seconds from their beginning, once `passed` of them are over; Infinity: never again. */
const nextCharge = (lines: PriceLine[], passed: number): number => {
  let total = 0
  let next = Infinity
  for (const { type, fromSeconds, toSeconds, stepSeconds = 1, cents } of lines) {
    const steps = Math.max(0, Math.ceil((passed - fromSeconds) / stepSeconds))
    const at = fromSeconds + (type === 'step' ? steps * stepSeconds : 0)
    if (at >= passed && at < (toSeconds ?? Infinity) && cents > (type === 'total' ? total : 0))
      next = Math.min(next, at)
    if (type === 'total') total = cents
  }
  return next
}

/** The longest stay that costs nothing for a period; Infinity: the period is free whatever the stay. */
export const freeSeconds = ({ rule, from, to }: Period): number => {
  const price = priceOf(rule)
  if (!price || price.maxCents === 0) return Infinity
  const charged = price.count === 'period' ? from + nextCharge(price.lines, 0) : nextCharge(price.lines, from)
  return charged < to ? Math.max(charged, price.waivedUpToSeconds ?? 0) : Infinity
}

/** Whether time under a rule costs anything, however long. */
export const isPaid = (rule: Winner): boolean => {
  const price = priceOf(rule)
  return price !== null && price.maxCents !== 0 && price.lines.some(({ cents }) => cents > 0)
}

export const isCovered = ({ ruleIds }: Cap, { id }: Rule): boolean => ruleIds === 'all' || ruleIds.includes(id)

/** Seconds from the start at which a cap begins anew. A reset at a local time comes once a day, on clock-change days too. */
const resetsOf = ({ resetAt, resetAfterSeconds }: Cap, start: number, seconds: number, timeZone: string): number[] => {
  const resets: number[] = []
  if (resetAfterSeconds) for (let at = resetAfterSeconds; at < seconds; at += resetAfterSeconds) resets.push(at)
  else if (resetAt !== undefined) {
    const clock = clockSeconds(resetAt === '24:00' ? '00:00' : resetAt)
    for (let { number } = dayAt(start, timeZone); ; number++) {
      const day = dayOf(number, timeZone)
      if (day.spans.length > 0 && day.spans[0]!.from >= start + seconds) break
      // a time that the clock skips at the end of a day is the moment of the change
      const at = (firstAt(day, clock) ?? day.spans.at(-1)?.to ?? start) - start
      if (at > 0 && at < seconds) resets.push(at)
    }
  }
  return resets
}

/** Running costs at some marks under a cap: between two resets at most its cents. */
const capped = (costs: number[], marks: number[], cents: number, resets: number[]): number[] => {
  const fresh = new Set(resets)
  let done = 0
  let counted = 0
  return costs.map((cost, i) => {
    const now = done + Math.min(cents, cost - counted)
    if (fresh.has(marks[i]!)) [done, counted] = [now, cost]
    return now
  })
}

/** Cents of each of a stay's periods, which follow each other without a gap from second 0; `start` in epoch seconds. */
export const costsOf = (periods: Period[], caps: Cap[], start: number, timeZone: string): number[] => {
  const seconds = periods.at(-1)?.to ?? 0
  const resets = caps.map(cap => resetsOf(cap, start, seconds, timeZone))
  const marks = [...new Set([...periods.map(({ to }) => to), ...resets.flat()])].sort((a, b) => a - b)
  /** what periods under these rules have come to at each mark */
  const running = (counts: (rule: Rule) => boolean): number[] => {
    let before = 0
    let n = 0
    return marks.map(mark => {
      const { rule, from, to } = periods[n]!
      const price = priceOf(rule)
      // the first minutes are waived of a whole stay, and charged in full of a longer one
      const isCharged = price && counts(rule as Rule) && seconds > (price.waivedUpToSeconds ?? 0)
      const cost = before + (isCharged ? periodCents(price, { from, to: mark }) : 0)
      if (mark === to) {
        before = cost
        n++
      }
      return cost
    })
  }
  const own = caps.flatMap((cap, i) => (cap.ruleIds === 'all' ? [] : [{ cap, resets: resets[i]! }]))
  const parts = [
    running(rule => !own.some(({ cap }) => isCovered(cap, rule))),
    ...own.map(({ cap, resets }) =>
      capped(
        running(rule => isCovered(cap, rule)),
        marks,
        cap.cents,
        resets,
      ),
    ),
  ]
  const sum = marks.map((_, i) => parts.reduce((cents, part) => cents + part[i]!, 0))
  const all = caps.findIndex(({ ruleIds }) => ruleIds === 'all')
  const costs = all < 0 ? sum : capped(sum, marks, caps[all]!.cents, resets[all]!)
  const at = (second: number) => (second === 0 ? 0 : costs[marks.indexOf(second)]!)
  return periods.map(({ from, to }) => at(to) - at(from))
}

/** Cents an hour, where a rule has only steps that divide an hour: three hours for $12 are not $4 an hour. */
export const hourlyOf = (rule: Winner): number | null => {
  const [line, ...others] = priceOf(rule)?.lines ?? []
  return line?.type === 'step' && others.length === 0 && 3600 % line.stepSeconds! === 0
    ? line.cents * (3600 / line.stepSeconds!)
    : null
}
