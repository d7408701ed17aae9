// What a place's sign says at an instant: open or closed, how long one may stay, and what that costs. Pure.
import type { Facts } from '@parkit/contract/city/calendar-schemas'
import type * as contract from '@parkit/contract/city/places-schemas'
import type { Tariff } from '@parkit/contract/city/tariff-schemas'
import { longestStayMinutes } from '@parkit/contract/platform/limits'
import { calendarAsOf, evaluateStay, type Published, signTexts, stateAt } from '#city/calendar/calendar.ts'
import { type TermsVersion, termsAt } from '#city/cities/cities.ts'
import { hourlyCents, priceStay, tariffInForce } from '#city/tariff/tariff.ts'
import { type Opening, type OpenState, openState, stayLimit } from './opening-hours.ts'

/** What many places share: their hours, limits and tariff. */
export type Terms = Opening & {
  /** its code */
  city: string
  cityId: number
  /** whether its city takes a driver's word for a disability placard */
  takesPlacard: boolean
  /** what the city sets, all versions */
  cityTerms: readonly TermsVersion[]
  minStayMinutes: number
  /** null: no limit of its own */
  maxStayMinutes: number | null
  noReturnMinutes: number | null
  refundsUnused: boolean
  /** every version, oldest first */
  tariffs: Tariff[]
  attribution: string
  /** null: no book was written for it yet */
  ruleBookId: string | null
  /** false: its prices are unknown, or in a currency that is not taken */
  payable: boolean
  /** what its rates say in words, where ParkIt sells no parking */
  ratesText: contract.RatesText | null
  /** what its city has published for it; another object once that changes */
  published: Published
}

export type Sign = OpenState & {
  /** null: its rates are a rule book’s, or unknown */
  tariff: Tariff | null
  /** for the first hour, without the fee */
  hourlyCents: number
  /** with the fee, where it costs anything; from opening where it is closed */
  priceCents: number
  /** the wanted stay, no shorter than allowed and cut to the longest; 0: never open */
  priceMinutes: number
}

/** The service fee of a stay that begins then and costs anything. */
export const feeCentsAt = ({ cityTerms }: Pick<Terms, 'cityTerms'>, start: Temporal.Instant): number =>
  termsAt(cityTerms, start).serviceFeeCents

const anyCar: Facts = { spaceKind: 'general', vehicleKind: 'car', holds: [] }

/** Of a place without a tariff: by its rule book. One that is not payable is shown without a price; one that has no rules yet opens with them. */
const signOfBook = (terms: Terms, at: Temporal.Instant, wantedMinutes: number): Sign => {
  const unpriced = { why: null, tariff: null, hourlyCents: 0, priceCents: 0, priceMinutes: 0 }
  if (!terms.payable) return { open: true, until: null, ...unpriced }
  const calendar = calendarAsOf(terms.published, at, at, at)
  if (!calendar) {
    const until = terms.published.versions
      .map(({ inForceFrom }) => inForceFrom)
      .filter(from => Temporal.Instant.compare(from, at) > 0)
      .toSorted(Temporal.Instant.compare)[0]
    return { open: false, until: until ?? null, ...unpriced }
  }
  const state = stateAt(calendar, anyCar, at)
  const open = !state.ban && state.rule !== 'unknown' && state.rule !== 'closed'
  const start = open ? at : (state.opensAt ?? at)
  const stayOf = (minutes: number) => evaluateStay({ calendar, facts: anyCar, start, seconds: minutes * 60 })
  const wanted = stayOf(wantedMinutes)
  const priceMinutes = wanted.refusal ? 0 : Math.floor(wanted.seconds / 60)
  return {
    open,
    until: open ? null : state.opensAt,
    why: null,
    tariff: null,
    hourlyCents: stayOf(60).totalCents,
    priceCents: priceMinutes > 0 && wanted.totalCents > 0 ? wanted.totalCents + feeCentsAt(terms, start) : 0,
    priceMinutes,
  }
}

/** The sign as it is worked out. Throws where no version of a tariff holds: a place is never free by mistake. */
export const computeSign = (terms: Terms, at: Temporal.Instant, wantedMinutes: number): Sign => {
  if (terms.tariffs.length === 0) return signOfBook(terms, at, wantedMinutes)
  const state = openState(terms, at)
  const start = state.open ? at : (state.until ?? at)
  const tariff = tariffInForce(terms.tariffs, start, terms.timeZone)
  const { maxMinutes } = stayLimit(terms, start, state.open ? state : openState(terms, start))
  const priceMinutes = Math.min(
    Math.max(wantedMinutes, terms.minStayMinutes),
    maxMinutes ?? longestStayMinutes,
    longestStayMinutes,
  )
  const parkingCents = priceMinutes === 0 ? 0 : priceStay(tariff, start, priceMinutes, terms.timeZone).totalCents
  return {
    ...state,
    tariff,
    hourlyCents: hourlyCents(tariff, start, terms.timeZone),
    priceCents: parkingCents > 0 ? parkingCents + feeCentsAt(terms, start) : 0,
    priceMinutes,
  }
}

const minuteMs = 60_000
/** of each terms: now and what drivers plan ahead, for some stays */
const signsKept = 32
const known = new WeakMap<Terms, Map<number, Sign>>()

/**
 * The same, worked out once for all places with these terms and for all who ask within a minute. Windows begin and end on
 * the minute and stays are priced from the minute they start in; only on the minute itself one minute more is left until closing.
 */
export const readSign = (terms: Terms, at: Temporal.Instant, wantedMinutes: number): Sign => {
  const ms = at.epochMilliseconds
  const moment = 2 * Math.floor(ms / minuteMs) + Number(ms % minuteMs === 0)
  const key = moment * (longestStayMinutes + 1) + wantedMinutes
  const signs = known.get(terms) ?? new Map<number, Sign>()
  let sign = signs.get(key)
  if (!sign) {
    sign = computeSign(terms, at, wantedMinutes)
    if (signs.size === signsKept) signs.clear()
    known.set(terms, signs.set(key, sign))
  }
  return sign
}

/** What a place without a tariff says of its rates: its source's own words, or those of the rules that hold from `at`. */
export const ratesTextOf = (terms: Terms, at: Temporal.Instant): contract.RatesText | null => {
  if (terms.ratesText || terms.tariffs.length > 0) return terms.ratesText
  const rules = (terms.payable ? calendarAsOf(terms.published, at, at, at)?.book.rules : null) ?? []
  if (rules.length === 0) return null
  const textIn = (language: 'en' | 'es' | 'hi') => rules.map(rule => signTexts(rule, language).join(' · ')).join('\n')
  return { en: textIn('en'), es: textIn('es'), hi: textIn('hi') }
}
