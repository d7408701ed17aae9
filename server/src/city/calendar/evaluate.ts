// What a stay may do and costs under a calendar of rules: refused, cut, priced, explained by the rules that decide. Pure.
import type { Facts, Limits, Rule } from '@parkit/contract/city/calendar-schemas'
import { longestStayMinutes } from '@parkit/contract/platform/limits'
import { daySeconds } from './days.ts'
import { stayEnd, type Used } from './limits.ts'
import { costsOf, freeSeconds, hourlyOf, isCovered, isPaid, type Period, periodCents, priceOf } from './price.ts'
import { type Calendar, fitsClass, fitsSpace, stretchesFrom, type Winner } from './stretches.ts'

/** One period of a stay under one rule; a cap reduces the period in which it is reached. */
export type StayLine = {
  /** a rule, or what the book says where none holds */
  rule: Winner
  from: Temporal.Instant
  to: Temporal.Instant
  seconds: number
  cents: number
  /** cents an hour, where the line is charged by the hour and nothing was taken off */
  hourlyCents: number | null
}

export type PricedStay = {
  lines: StayLine[]
  totalCents: number
  /** until when a stay from this start would cost nothing; null: it costs at once, or not within a week */
  freeUntil: Temporal.Instant | null
}

export type Refusal =
  | { code: 'zone_closed'; rule: Rule | 'closed'; until: Temporal.Instant | null }
  | { code: 'class_not_held'; rule: Rule; classes: string[] }
  | { code: 'vehicle_not_fit'; rule: Rule }
  | { code: 'rules_unknown' }
  | { code: 'no_return'; rule: Winner; until: Temporal.Instant }
  | { code: 'over_max_stay'; rule: Rule | null; maxSeconds: number }
  | { code: 'under_min_stay'; rule: Winner; minSeconds: number }

export type StayWarning =
  | 'cut_to_closing'
  | 'cut_to_tow_away'
  | 'cut_to_closure'
  | 'cut_to_no_parking'
  | 'rules_unknown'
  | 'free_now'
  | 'costs_nothing'

export type Evaluation = PricedStay & {
  refusal: Refusal | null
  /** after a cut; the price is that of so many */
  seconds: number
  ruleAtStart: Winner
  /** the last instant at which the stay may end; null: none within a week */
  latestEnd: Temporal.Instant | null
  /** the rule that ends it there */
  latestEndWhy: Rule | 'closed' | null
  warnings: StayWarning[]
}

const secondsOf = (at: Temporal.Instant) => at.epochMilliseconds / 1000
const instantOf = (seconds: number) => Temporal.Instant.fromEpochMilliseconds(Math.round(seconds * 1000))
const instantOrNull = (seconds: number) => (seconds === Infinity ? null : instantOf(seconds))
/** Stays are priced from the minute in which they start, so that a quote holds for a start some seconds later. */
const toMinute = (at: Temporal.Instant) => Math.floor(secondsOf(at) / 60) * 60

/** By price alone: a ban within a period doesn't divide it. */
function* periodsFrom(calendar: Calendar, facts: Facts, start: number, seconds: number): Generator<Period> {
  let last: Period | undefined
  for (const { price: rule, from, to } of stretchesFrom(calendar, facts, start, start + seconds)) {
    if (last?.rule === rule) last.to = to - start
    else {
      if (last) yield last
      last = { rule, from: from - start, to: to - start }
    }
  }
  if (last) yield last
}

const freeUntil = (calendar: Calendar, facts: Facts, start: number): Temporal.Instant | null => {
  const noCents = calendar.book.caps.filter(({ cents }) => cents === 0)
  let free = Infinity
  for (const period of periodsFrom(calendar, facts, start, 7 * daySeconds)) {
    if (period.from >= free) break
    if (typeof period.rule !== 'string' && noCents.some(cap => isCovered(cap, period.rule as Rule))) continue
    free = Math.min(free, freeSeconds(period))
  }
  return free === 0 ? null : instantOrNull(start + free)
}

/** What so many seconds cost, whether or not anybody may park then. */
export const priceStay = (
  calendar: Calendar,
  facts: Facts,
  startsAt: Temporal.Instant,
  seconds: number,
): PricedStay => {
  const start = toMinute(startsAt)
  const periods = [...periodsFrom(calendar, facts, start, seconds)]
  const costs = costsOf(periods, calendar.book.caps, start, calendar.timeZone)
  const lines = periods.map((period, i): StayLine => {
    const { rule, from, to } = period
    const price = priceOf(rule)
    const cents = costs[i]!
    const isWhole = price !== null && cents === periodCents(price, period) && price.maxCents !== cents
    return {
      rule,
      from: instantOf(start + from),
      to: instantOf(start + to),
      seconds: to - from,
      cents,
      hourlyCents: isWhole ? hourlyOf(rule) : null,
    }
  })
  const totalCents = costs.reduce((sum, cents) => sum + cents, 0)
  return { lines, totalCents, freeUntil: freeUntil(calendar, facts, start) }
}

/** The extra cost of a longer stay, or what the seconds that were not used have cost; 0 for a shorter one. */
export const differenceCents = (
  calendar: Calendar,
  facts: Facts,
  start: Temporal.Instant,
  shorter: number,
  longer: number,
): number =>
  Math.max(
    0,
    priceStay(calendar, facts, start, longer).totalCents - priceStay(calendar, facts, start, shorter).totalCents,
  )

export type RuleState = {
  /** what decides the price, or would without the ban */
  rule: Winner
  ban: Rule | 'closed' | null
  /** when something else holds; null: not within a week */
  until: Temporal.Instant | null
  /** when parking is allowed again; null: it is, or not within a week */
  opensAt: Temporal.Instant | null
}

/** What holds at an instant, as a sign shows it. */
export const stateAt = (calendar: Calendar, facts: Facts, at: Temporal.Instant): RuleState => {
  const now = secondsOf(at)
  const end = now + 8 * daySeconds
  const stretches = stretchesFrom(calendar, facts, now, end)
  const { price: rule, ban, to } = stretches.next().value!
  const opens = ban && stretches.find(stretch => !stretch.ban)
  return { rule, ban, until: to === end ? null : instantOf(to), opensAt: opens ? instantOf(opens.from) : null }
}

/** The facts with which a car and its driver would fit a rule. */
const factsFor = ({ who }: Rule, facts: Facts): Facts => ({
  ...facts,
  vehicleKind: who.vehicleKinds?.[0] ?? facts.vehicleKind,
  ...(who.energy && { energy: who.energy[0]! }),
  holds: [...facts.holds, ...(who.holds ?? [])],
})

/** Why nobody may begin here now, or not this car or driver though others may. */
const refusedAt = (calendar: Calendar, facts: Facts, at: Temporal.Instant, state: RuleState): Refusal | null => {
  const { rule, ban, opensAt } = state
  if (!ban) return rule === 'unknown' ? { code: 'rules_unknown' } : null
  if (ban !== 'closed') {
    if (ban.who.vehicleKinds || ban.who.energy) return { code: 'vehicle_not_fit', rule: ban }
    if (ban.who.not) return { code: 'class_not_held', rule: ban, classes: ban.who.not }
  }
  for (const other of calendar.book.rules) {
    if (other.activity === 'none' || !fitsSpace(other, facts)) continue
    const allowed = stateAt(calendar, factsFor(other, facts), at)
    if (allowed.ban || allowed.rule !== other) continue
    return fitsClass(other, facts)
      ? { code: 'vehicle_not_fit', rule: other }
      : { code: 'class_not_held', rule: other, classes: other.who.holds! }
  }
  return { code: 'zone_closed', rule: ban, until: opensAt }
}

export type Stay = {
  calendar: Calendar
  facts: Facts
  start: Temporal.Instant
  seconds: number
  /** in the same session at other places, by limit group */
  used?: Used
  /** and in all */
  stayedSeconds?: number
  /** when this car last left the zone, or the limit group */
  leftAt?: { zone?: Temporal.Instant; group?: Temporal.Instant }
}

const limitsOf = (rule: Winner): Limits | undefined => (typeof rule === 'string' ? undefined : rule.limits)

const limitRefusal = (
  stay: Stay,
  rule: Winner,
  longest: number,
  longestRule: Rule | null,
  left: number,
): Refusal | null => {
  const { minStaySeconds = 0, noReturnSeconds = 0, noReturnScope = 'zone' } = limitsOf(rule) ?? {}
  const backAt = stay.leftAt?.[noReturnScope]?.add({ seconds: noReturnSeconds })
  if (backAt && Temporal.Instant.compare(stay.start, backAt) < 0) return { code: 'no_return', rule, until: backAt }
  if (stay.seconds > longest) return { code: 'over_max_stay', rule: longestRule, maxSeconds: longest }
  // the time left before a ban may be shorter than the usual minimum, and whoever was elsewhere before has stayed
  if (!stay.stayedSeconds && stay.seconds < Math.min(minStaySeconds, left))
    return { code: 'under_min_stay', rule, minSeconds: minStaySeconds }
  return null
}

/** Closing hours, of which the hours of a place say everything: a ban that is called so, as those converted from tariffs are. */
export const isClosing = ({ activity, tow, name }: Rule): boolean => activity === 'none' && !tow && name.en === 'Closed'

const cutBy = ({ overrides }: Calendar, ban: Rule | 'closed' | null): StayWarning => {
  if (ban === null || ban === 'closed' || isClosing(ban)) return 'cut_to_closing'
  if (overrides.some(({ rule }) => rule === ban)) return 'cut_to_closure'
  return ban.tow ? 'cut_to_tow_away' : 'cut_to_no_parking'
}

/** A stay as it may be: refused, or cut where a ban begins, and what it costs. */
export const evaluateStay = (stay: Stay): Evaluation => {
  const { calendar, facts, start, stayedSeconds = 0 } = stay
  const now = secondsOf(start)
  const state = stateAt(calendar, facts, start)
  const end = stayEnd(calendar, facts, now, stay.used, stayedSeconds)
  const isLimited = end.limit <= end.ban
  const latest = Math.min(end.limit, end.ban)
  const longest = Math.min(end.limit - now, longestStayMinutes * 60 - stayedSeconds)
  // stays are whole minutes: less than one before a ban is none
  const left = Math.min(longest, Math.floor((end.ban - now) / 60) * 60)
  const seconds = Math.min(stay.seconds, left)
  const refusal =
    refusedAt(calendar, facts, start, state) ??
    (left === 0 ? { code: 'zone_closed', rule: end.banRule!, until: null } : null) ??
    limitRefusal(stay, state.rule, longest, end.limitRule, left)
  const priced = priceStay(calendar, facts, start, seconds)
  const cut = cutBy(calendar, end.banRule)
  const warnings: (StayWarning | false)[] = [
    seconds < stay.seconds && cut,
    priced.lines.some(({ rule }) => rule === 'unknown') && 'rules_unknown',
    priced.freeUntil !== null && 'free_now',
    priced.totalCents === 0 && 'costs_nothing',
  ]
  return {
    ...priced,
    refusal,
    seconds,
    ruleAtStart: state.rule,
    latestEnd: instantOrNull(latest),
    latestEndWhy: latest === Infinity ? null : isLimited ? end.limitRule : end.banRule,
    warnings: warnings.filter(warning => warning !== false),
  }
}

export type RuleLimits = {
  minMinutes: number
  /** null: none, or what it counts is not going on: free time under a limit of paid time */
  maxMinutes: number | null
  noReturnMinutes: number | null
}

/** What holds at an instant for whoever begins then, in whole minutes. */
export const limitsAt = (calendar: Calendar, facts: Facts, at: Temporal.Instant): RuleLimits => {
  const { rule } = stateAt(calendar, facts, at)
  const limits = limitsOf(rule)
  const counts = typeof rule !== 'string' && (limits?.maxStayCounts !== 'paid' || isPaid(rule))
  const minutes = (seconds: number | undefined) => (seconds === undefined ? null : Math.ceil(seconds / 60))
  return {
    minMinutes: minutes(limits?.minStaySeconds) ?? 1,
    maxMinutes: counts ? minutes(limits?.maxStaySeconds) : null,
    noReturnMinutes: minutes(limits?.noReturnSeconds),
  }
}
