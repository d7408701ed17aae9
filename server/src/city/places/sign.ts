// What a place's sign says at an instant: open or closed, how long one may stay, and what that costs. Pure.
import type { Tariff } from '@parkit/contract/city/tariff-schemas'
import { longestStayMinutes, serviceFeeCents } from '@parkit/contract/platform/limits'
import type { Published } from '#city/calendar/calendar.ts'
import { hourlyCents, priceStay, tariffInForce } from '#city/tariff/tariff.ts'
import { type Opening, type OpenState, openState, stayLimit } from './opening-hours.ts'

/** What many places share: their hours, limits and tariff. */
export type Terms = Opening & {
  /** its code */
  city: string
  cityId: number
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
  /** what its city has published for it; another object once that changes */
  published: Published
}

export type Sign = OpenState & {
  tariff: Tariff
  /** for the first hour, without the fee */
  hourlyCents: number
  /** with the fee, where it costs anything; from opening where it is closed */
  priceCents: number
  /** the wanted stay, no shorter than allowed and cut to the longest; 0: never open */
  priceMinutes: number
}

/** The sign as it is worked out. Throws where no version of the tariff holds: a place is never free by mistake. */
export const computeSign = (terms: Terms, at: Temporal.Instant, wantedMinutes: number): Sign => {
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
    priceCents: parkingCents > 0 ? parkingCents + serviceFeeCents : 0,
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
