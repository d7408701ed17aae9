// The price of unbroken time under one rate, by its lines. Pure, integer cents.
import type { Rate, RateLine } from '@parkit/contract/city/tariff-schemas'

const begunSteps = ({ fromMinutes, toMinutes, stepMinutes = 1 }: RateLine, minutes: number): number =>
  Math.ceil((Math.min(minutes, toMinutes ?? Infinity) - fromMinutes) / stepMinutes)

/** The lines' cents for so many minutes, before the rate's own maximum. */
const linesCents = ({ lines }: Rate, minutes: number): number => {
  let sum = 0
  /** tiers are a running total: only the last one reached counts */
  let tier: RateLine | null = null
  for (const line of lines) {
    if (minutes <= line.fromMinutes) continue
    if (line.type === 'flatRate') sum += line.cents
    else if (line.type === 'incrementingRate') sum += begunSteps(line, minutes) * line.cents
    else if (!tier || line.fromMinutes > tier.fromMinutes) tier = line
  }
  return sum + (tier?.cents ?? 0)
}

/** Cents of one period of `minutes` minutes. */
export const rateCents = (rate: Rate, minutes: number): number =>
  Math.min(linesCents(rate, minutes), rate.maxCents ?? Infinity)

/** Minutes that cost nothing at the beginning of a period; Infinity: all of them. */
export const freeMinutes = (rate: Rate): number =>
  rate.maxCents === 0 ? Infinity : Math.min(...rate.lines.map(line => (line.cents > 0 ? line.fromMinutes : Infinity)))

/** Cents an hour, where a rate has only steps that divide an hour: three hours for $12 are not $4 an hour. */
export const hourlyOf = ({ lines: [line, ...others] }: Rate): number | null =>
  line?.type === 'incrementingRate' && others.length === 0 && 60 % line.stepMinutes! === 0
    ? line.cents * (60 / line.stepMinutes!)
    : null
