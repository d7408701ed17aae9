// Validates a tariff: a gap is an error, never free parking. Pure.
import type { Rate, Tariff } from '@parkit/contract/city/tariff-schemas'
import { weekOf } from './week.ts'

/** A day on which the clock is set back is an hour longer. */
const clockChangeMinutes = 60

const checkLines = ({ name, lines }: Rate, longestMinutes: number): string[] => {
  const problems: string[] = []
  let reached = 0
  let tierCents = 0
  for (const line of lines.toSorted((a, b) => a.fromMinutes - b.fromMinutes)) {
    const to = line.toMinutes ?? Infinity
    if (to <= line.fromMinutes) problems.push(`${name}: a line ends before it begins`)
    if (line.type === 'incrementingRate' && !line.stepMinutes) problems.push(`${name}: steps of no length`)
    if (line.fromMinutes > reached)
      problems.push(`${name}: nothing holds from minute ${reached} to ${line.fromMinutes}`)
    if (line.fromMinutes < reached) problems.push(`${name}: two lines hold at minute ${line.fromMinutes}`)
    reached = Math.max(reached, to)
    if (line.type !== 'flatRateTier') continue
    // else a longer stay would cost less, and extending in steps would cost more than one long stay
    if (line.cents < tierCents)
      problems.push(`${name}: the tier from minute ${line.fromMinutes} costs less than before`)
    tierCents = line.cents
  }
  if (reached < longestMinutes) problems.push(`${name}: nothing holds after minute ${reached}`)
  return problems
}

/** The problems as sentences; none where the tariff is sound. */
export const checkTariff = (tariff: Tariff): string[] => {
  const { rates, left } = weekOf(tariff)
  const problems = rates.includes(null) ? ['some minutes of the week have no rate'] : []
  const { cap } = tariff
  if (cap && (cap.resetAt === undefined) === (cap.resetAfterMinutes === undefined))
    problems.push('the cap needs one kind of reset')
  for (const rate of tariff.rates) {
    if (rate.from === '24:00') problems.push(`${rate.name}: begins at 24:00, which is 00:00 of the next day`)
    const longest = Math.max(0, ...left.filter((_, minute) => rates[minute] === rate))
    problems.push(...checkLines(rate, longest + clockChangeMinutes))
  }
  return problems
}
