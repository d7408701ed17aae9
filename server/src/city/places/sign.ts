// What a place's sign says at an instant: open or closed, how long one may stay, and what that costs. Pure.
import type * as contract from '@parkit/contract/city/places-schemas'
import { longestStayMinutes } from '@parkit/contract/platform/limits'
import {
  anyCar,
  calendarAsOf,
  evaluateStay,
  hourlyOf,
  limitsAt,
  openingAt,
  type Published,
  priceStay,
  type RuleLimits,
  type Winner,
} from '#city/calendar/calendar.ts'
import { type TermsVersion, termsAt } from '#city/cities/cities.ts'

/** What many places share: their city, their rules, and how they are paid. */
export type Terms = {
  /** its code */
  city: string
  cityId: number
  timeZone: string
  /** whether its city takes a driver's word for a disability placard */
  takesPlacard: boolean
  /** what the city sets, all versions */
  cityTerms: readonly TermsVersion[]
  refundsUnused: boolean
  attribution: string
  /** null: no book was written for it yet */
  ruleBookId: string | null
  /** false: its prices are unknown, or in a currency that is not taken */
  payable: boolean
  /** what its rates say in words, where ParkIt sells no parking */
  ratesText: { en: string; es?: string | undefined; hi?: string | undefined } | null
  /** what its city has published for it; another object once that changes */
  published: Published
}

export type Sign = {
  open: boolean
  /** when it closes, or opens; null where neither is in sight */
  until: Temporal.Instant | null
  /** for the first hour, without the fee */
  hourlyCents: number
  rateKind: contract.RateKind
  /** with the fee, where it costs anything; from opening where it is closed */
  priceCents: number
  /** the wanted stay, no shorter than allowed and cut to the longest; 0: never open */
  priceMinutes: number
  /** of who begins then, from opening where it is closed */
  limits: RuleLimits
}

/** The service fee of a stay that begins then and costs anything. */
export const feeCentsAt = ({ cityTerms }: Pick<Terms, 'cityTerms'>, start: Temporal.Instant): number =>
  termsAt(cityTerms, start).serviceFeeCents

/** What the price of the first hour under a rule is. */
export const rateKindOf = (rule: Winner, hourCents: number): Sign['rateKind'] => {
  if (typeof rule === 'string' || hourlyOf(rule) === hourCents) return 'hourly'
  const [line, ...others] = rule.price?.lines ?? []
  return line?.type === 'flat' && others.length === 0 && line.cents === hourCents ? 'flat' : 'firstHour'
}

const unpriced = {
  hourlyCents: 0,
  rateKind: 'hourly',
  priceCents: 0,
  priceMinutes: 0,
  limits: { minMinutes: 1, maxMinutes: null, noReturnMinutes: null },
} as const

/** The sign as it is worked out. A place that is not payable is shown without a price; one that has no rules yet opens with them at the earliest. */
export const computeSign = (terms: Terms, at: Temporal.Instant, wantedMinutes: number): Sign => {
  const { payable, published } = terms
  if (!payable) return { open: true, until: null, ...unpriced }
  const now = calendarAsOf(published, at, at, at)
  if (!now) {
    const [first] = published.versions
      .map(({ inForceFrom }) => inForceFrom)
      .filter(from => Temporal.Instant.compare(from, at) > 0)
      .toSorted(Temporal.Instant.compare)
    if (!first) return { open: false, until: null, ...unpriced }
    const opening = computeSign(terms, first, wantedMinutes)
    return { ...opening, open: false, until: opening.open ? first : opening.until }
  }
  const { open, changesAt } = openingAt(now, anyCar, at)
  const start = open ? at : (changesAt ?? at)
  const calendar = calendarAsOf(published, start, at, at) ?? now
  const limits = limitsAt(calendar, anyCar, start)
  const seconds = Math.max(wantedMinutes, limits.minMinutes) * 60
  const stay = evaluateStay({ calendar, facts: anyCar, start, seconds })
  // too long a stay is priced as far as it may go
  const mayPark = !stay.refusal || stay.refusal.code === 'over_max_stay'
  const hourlyCents = priceStay(calendar, anyCar, start, 3600).totalCents
  return {
    open,
    until: changesAt,
    hourlyCents,
    rateKind: rateKindOf(stay.ruleAtStart, hourlyCents),
    priceCents: mayPark && stay.totalCents > 0 ? stay.totalCents + feeCentsAt(terms, start) : 0,
    priceMinutes: mayPark ? Math.floor(stay.seconds / 60) : 0,
    limits,
  }
}

const minuteMs = 60_000
/** of each: now and what drivers plan ahead, for some stays */
const signsKept = 32
const known = new WeakMap<Published, Map<number, Sign>>()

/**
 * The same, worked out once for all places with these rules and for all who ask within a minute. Windows begin and end on
 * the minute and stays are priced from the minute they start in; only on the minute itself one minute more is left until closing. Rules begin
 * at any second.
 */
export const readSign = (terms: Terms, at: Temporal.Instant, wantedMinutes: number): Sign => {
  const { published, payable } = terms
  if (!payable) return computeSign(terms, at, wantedMinutes)
  const ms = at.epochMilliseconds
  const moment = 2 * Math.floor(ms / minuteMs) + Number(ms % minuteMs === 0)
  const begun = published.versions.filter(({ inForceFrom }) => inForceFrom.epochMilliseconds <= ms).length
  const key = (moment * (longestStayMinutes + 1) + wantedMinutes) * (published.versions.length + 1) + begun
  const signs = known.get(published) ?? new Map<number, Sign>()
  let sign = signs.get(key)
  if (!sign) {
    sign = computeSign(terms, at, wantedMinutes)
    if (signs.size === signsKept) signs.clear()
    known.set(published, signs.set(key, sign))
  }
  return sign
}
