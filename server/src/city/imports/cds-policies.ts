// Policies of CDS as rules of a book: activities, classes of users, longest stays, and rates. Pure.
import type { Limits, Price, PriceLine, Rule, RuleBook, Who } from '@parkit/contract/city/calendar-schemas'
import * as z from 'zod/mini'
import { Span, whenOfSpans } from './cds-spans.ts'
import { meaningOf, PriceUnknown, RowFault } from './shape.ts'

const unitSeconds = { second: 1, minute: 60, hour: 3600, day: 86_400, week: 604_800 } as Record<string, number>
const whole = z.nullish(z.int())
const Rate = z.looseObject({
  rate: z.int().check(z.minimum(0)),
  rate_unit: z.string(),
  rate_unit_period: z.nullish(z.string()),
  increment_duration: whole,
  increment_amount: whole,
  start_duration: whole,
  end_duration: whole,
  maximum_fee: whole,
})
type Rate = z.infer<typeof Rate>
const CdsRule = z.looseObject({
  activity: z.string(),
  max_stay: z.nullish(z.number()),
  max_stay_unit: z.nullish(z.string()),
  no_return: z.nullish(z.number()),
  no_return_unit: z.nullish(z.string()),
  user_classes: z.nullish(z.array(z.string())),
  user_classes_except: z.nullish(z.array(z.string())),
  purposes: z.nullish(z.array(z.string())),
  rate: z.nullish(z.array(Rate)),
})
type CdsRule = z.infer<typeof CdsRule>
export const Policy = z.looseObject({
  curb_policy_id: z.string(),
  priority: z.int(),
  name: z.nullish(z.string()),
  rules: z.array(CdsRule),
  time_spans: z.nullish(z.array(Span)),
})
export type Policy = z.infer<typeof Policy>

export const activities: Record<string, Rule['activity']> = {
  parking: 'park',
  loading: 'load',
  unloading: 'load',
  stopping: 'stop',
  'no parking': 'none',
  'no loading': 'none',
  'no unloading': 'none',
  'no stopping': 'none',
  travel: 'none',
}
const names: Record<string, string> = {
  park: 'Parking',
  load: 'Loading only',
  stop: 'Stopping only',
  none: 'No parking',
}
const vehicles = new Set('bicycle bus cargo_bicycle car moped motorcycle scooter shuttle truck van'.split(' '))
const energies = new Set(['electric', 'combustion'])
const classNames: Record<string, string> = { disabled_parking_permit: 'accessible', disabled: 'accessible' }
const classOf = (name: string) => meaningOf(classNames, name) ?? name.replace(/\s+/g, '_')

const secondsIn = (amount: number, unit: string | null | undefined, field: string): number => {
  const seconds = amount * (unitSeconds[unit ?? 'minute'] ?? Number.NaN)
  if (!Number.isInteger(seconds)) throw new RowFault(field, `“${unit}” is no length of time ParkIt counts in`)
  return seconds
}

/** One for each purpose, of which one must match. Throws where a class is excepted that a rule cannot except. */
const whosOf = ({ user_classes, user_classes_except, purposes }: CdsRule): Who[] => {
  const classes = user_classes ?? []
  const kinds = classes.filter(name => vehicles.has(name))
  const energy = classes.filter(name => energies.has(name))
  if (kinds.length > 1) throw new RowFault('rules.user_classes', `no vehicle is both ${kinds.join(' and ')}`)
  const excepted = [...(user_classes_except ?? [])]
  const impossible = excepted.find(name => vehicles.has(name) || energies.has(name))
  if (impossible)
    throw new RowFault('rules.user_classes_except', `“${impossible}” cannot be excepted: write a rule for it`)
  const held = classes.filter(name => !vehicles.has(name) && !energies.has(name) && name !== 'human').map(classOf)
  return (purposes?.length ? purposes : [null]).map(purpose => {
    const holds = [...held, ...(purpose && purpose !== 'parking' ? [classOf(purpose)] : [])]
    return {
      ...(kinds.length > 0 && { vehicleKinds: kinds }),
      ...(energy.length > 0 && { energy }),
      ...(holds.length > 0 && { holds }),
      ...(excepted.length > 0 && { not: excepted.map(classOf) }),
    }
  })
}

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b))

/** Throws a fault at what no line of a price says. */
export const lineOf = (rate: Rate, isLast: boolean): PriceLine => {
  const unit = secondsIn(1, rate.rate_unit, 'rules.rate.rate_unit')
  const line = {
    fromSeconds: (rate.start_duration ?? 0) * unit,
    toSeconds: isLast || !rate.end_duration ? null : rate.end_duration * unit,
  }
  if (rate.rate === 0) return { ...line, type: 'flat', cents: 0 }
  if (rate.rate_unit_period === 'calendar')
    throw new RowFault('rules.rate.rate_unit_period', 'calendar: ParkIt counts lengths from the start of a stay')
  if (rate.increment_duration) {
    const cents = rate.rate * rate.increment_duration
    const by = rate.increment_amount || 1
    return { ...line, type: 'step', stepSeconds: unit * rate.increment_duration, cents: Math.ceil(cents / by) * by }
  }
  const parts = rate.increment_amount || rate.rate / gcd(unit, rate.rate)
  const stepSeconds = (unit * parts) / rate.rate
  if (!Number.isInteger(stepSeconds))
    throw new RowFault(
      'rules.rate.increment_amount',
      `${parts} cents buy ${stepSeconds.toFixed(2)} seconds: not whole seconds`,
    )
  return { ...line, type: 'step', stepSeconds, cents: parts }
}

/**
 * CDS 1.1 has no default for a rate and writes what is free as a rate of 0, so that one left out, or that ends before the longest stay, says
 * nothing of the price. That holds for parking, loading, unloading, and stopping alike; bans have none. Throws `PriceUnknown`.
 */
const priceOf = ({ rate, activity, ...rule }: CdsRule): Price => {
  const sorted = (rate ?? []).toSorted((a, b) => (a.start_duration ?? 0) - (b.start_duration ?? 0))
  const last = sorted.at(-1)
  if (!last) throw new PriceUnknown('rules.rate', `price_unknown: “${activity}” has no rate; free is a rate of 0`)
  const longest = rule.max_stay ? secondsIn(rule.max_stay, rule.max_stay_unit, 'rules.max_stay_unit') : Infinity
  const end = last.end_duration ? last.end_duration * secondsIn(1, last.rate_unit, 'rules.rate.rate_unit') : Infinity
  if (end < longest)
    throw new PriceUnknown('rules.rate.end_duration', 'price_unknown: the last rate ends before the longest stay')
  const most = sorted.map(rate => rate.maximum_fee ?? 0).reduce((a, b) => Math.max(a, b), 0)
  return {
    lines: sorted.map((rate, i) => lineOf(rate, i === sorted.length - 1)),
    count: 'period',
    ...(most > 0 && { maxCents: most }),
  }
}

const limitsOf = (rule: CdsRule): Limits | undefined => {
  if (!rule.max_stay && !rule.no_return) return undefined
  return {
    ...(rule.max_stay && { maxStaySeconds: secondsIn(rule.max_stay, rule.max_stay_unit, 'rules.max_stay_unit') }),
    maxStayCounts: 'rule',
    ...(rule.no_return && { noReturnSeconds: secondsIn(rule.no_return, rule.no_return_unit, 'rules.no_return_unit') }),
    noReturnScope: 'zone',
  }
}

/** Lower numbers win there as here; those of ParkIt begin at 1. Throws a fault at what no rule says, and `PriceUnknown`. */
const rulesOf = (policy: Policy, version: string, timeZone: string): Rule[] => {
  if (policy.rules.length === 0)
    throw new PriceUnknown('rules', `price_unknown: policy ${policy.curb_policy_id} has no rules`)
  const when = whenOfSpans(policy.time_spans ?? [], version, timeZone)
  return policy.rules.flatMap((rule, nth) => {
    if (rule.activity === 'no travel') return []
    const activity = meaningOf(activities, rule.activity)
    if (!activity) throw new RowFault('rules.activity', `“${rule.activity}” is no activity of CDS`)
    if (activity === 'none' && rule.rate?.length) throw new RowFault('rules.rate', `“${rule.activity}” has a rate`)
    const limits = activity === 'none' ? undefined : limitsOf(rule)
    return whosOf(rule).map((who, at) => ({
      id: `${policy.curb_policy_id.slice(0, 36)}.${nth + 1}${at > 0 ? `.${at + 1}` : ''}`,
      priority: policy.priority + 1,
      name: { en: (policy.name || names[activity]!).slice(0, 120) },
      when,
      who,
      activity,
      ...(activity !== 'none' && { price: priceOf(rule) }),
      ...(limits && { limits }),
    }))
  })
}

/**
 * The book of a zone with these policies. Throws a fault at the field of a policy that is not understood, and `PriceUnknown` where one does
 * not say what parking costs.
 */
export const bookOfPolicies = (
  policies: Policy[],
  { version, timeZone, otherwise }: { version: string; timeZone: string; otherwise: RuleBook['otherwise'] },
): RuleBook => ({
  rules: policies.flatMap(policy => rulesOf(policy, version, timeZone)).toSorted((a, b) => a.priority - b.priority),
  caps: [],
  otherwise,
})
