// Quotes: the price of a start or an extension at this instant, as answered and as charged.

import type { Facts } from '@parkit/contract/city/calendar-schemas'
import type { Line, Quote } from '@parkit/contract/parking/sessions'
import { quoteSeconds } from '@parkit/contract/platform/limits'
import { type Cents, cents, toDollars } from '@parkit/contract/platform/money'
import { type Calendar, differenceCents, type Used } from '#city/calendar/calendar.ts'
import type { Place, StayRules } from '#city/places/places.ts'
import { Refusal, refuse } from '#platform/errors.ts'
import { makeQuoteId, readQuoteId } from './quote-id.ts'
import { partOf, type Stay, type StayTimes, stayAt, usualFeeCents } from './stay.ts'

export { factsAt, hasPlacardAt } from './facts.ts'
export { moveQuoteAnswer, type PricedMove, priceMove, readMoveQuote } from './move.ts'
export { paidMinutes, parkingLines, partOf, usedAt, usedMinutes } from './stay.ts'

/** A priced stay. */
export type Priced = Stay & {
  place: Place
  start: Temporal.Instant
  feeCents: Cents
  totalCents: Cents
  sessionId: string | null
  /** what the driver's disability placard does; left out where none is stated */
  placard?: Quote['Placard']
}

export const feeLine = (feeCents: number, Name = 'Service fee'): Line => ({
  Kind: 'fee',
  Name,
  Minutes: 0,
  HourlyRate: null,
  Amount: toDollars(feeCents),
})

/** What a zone cost before a move, by the zone's name. */
export const partLine = (Name: string, Minutes: number, parkingCents: number): Line => ({
  Kind: 'parking',
  Name,
  Minutes,
  HourlyRate: null,
  Amount: toDollars(parkingCents),
})

/** The service fee and its lines; a fee that a plan waives is shown as well. */
const priceFee = (
  parkingCents: Cents,
  place: Place,
  start: Temporal.Instant,
  isWaived: boolean,
): { feeCents: Cents; feeLines: Line[] } => {
  const feeCents = usualFeeCents(parkingCents, place, start)
  if (feeCents === 0) return { feeCents, feeLines: [] }
  if (isWaived) return { feeCents: cents(0), feeLines: [feeLine(0, 'Service fee · waived with Deluxe')] }
  return { feeCents, feeLines: [feeLine(feeCents)] }
}

export type PricedStart = Priced & { rules: StayRules; facts: Facts }

const placardEffect = ({ takesPlacard }: Place, lines: Line[]) => {
  if (!takesPlacard) return 'not_taken'
  return lines.some(({ Placard }) => Placard) ? 'applied' : 'no_rule'
}

/** By the rules as they are known now; `hasPlacard`: the driver has stated one. Throws what `stayAt` throws, and `not_payable`. */
export const priceStart = (
  place: Place,
  facts: Facts,
  start: Temporal.Instant,
  minutes: number,
  { isFeeWaived, hasPlacard }: { isFeeWaived: boolean; hasPlacard: boolean },
): PricedStart => {
  if (!place.payable) refuse('not_payable')
  const rules = place.rulesAt(start) ?? refuse('zone_closed')
  const stay = stayAt(place, rules.calendar, facts, start, minutes)
  const { feeCents, feeLines } = priceFee(stay.parkingCents, place, start, isFeeWaived)
  return {
    ...stay,
    lines: [...stay.lines, ...feeLines],
    place,
    rules,
    facts,
    start,
    feeCents,
    totalCents: cents(stay.parkingCents + feeCents),
    sessionId: null,
    ...(hasPlacard && { placard: placardEffect(place, stay.lines) }),
  }
}

type ActiveSession = StayTimes & { session_id: string; facts: Facts; place: object & { used?: Used } }

/** `addMinutes` more for a running session, by its own calendar. The fee comes with the first paid minute: `isFeeDue` until then. */
export const priceExtension = (
  place: Place,
  calendar: Calendar,
  row: ActiveSession,
  addMinutes: number,
  { isFeeDue, isFeeWaived }: { isFeeDue: boolean; isFeeWaived: boolean } = { isFeeDue: false, isFeeWaived: false },
): Priced => {
  const { from, before, minutes: paid } = partOf(row)
  const { facts } = row
  const stay = stayAt(place, calendar, facts, from, paid + addMinutes, { minutes: before, used: row.place.used ?? {} })
  // the session ends where nobody may stop any longer already
  if (stay.minutes <= paid)
    refuse('over_max_stay', { extra: { Cut: stay.warnings.find(one => one.startsWith('cut_to_')) } })
  const more = cents(differenceCents(calendar, facts, from, paid * 60, stay.minutes * 60))
  const { feeCents, feeLines } = isFeeDue
    ? priceFee(more, place, row.started_at, isFeeWaived)
    : { feeCents: cents(0), feeLines: [] }
  return {
    ...stay,
    lines: [...stay.lines, ...feeLines],
    minutes: before + stay.minutes,
    maxMinutes: before + stay.maxMinutes,
    place,
    start: row.started_at,
    feeCents,
    totalCents: cents(more + feeCents),
    sessionId: row.session_id,
  }
}

export const quoteAnswer = (priced: Priced, full: boolean, now: Temporal.Instant, secret: Buffer): Quote => {
  const expiresAt = now.add({ seconds: quoteSeconds })
  return {
    QuoteId: makeQuoteId(
      {
        city: priced.place.cityId,
        zoneNumber: priced.place.zoneNumber,
        sessionId: priced.sessionId,
        minutes: priced.minutes,
        totalCents: priced.totalCents,
        expiresAt: expiresAt.epochMilliseconds,
      },
      secret,
    ),
    ExpiresAt: expiresAt.toString(),
    ZoneNumber: priced.place.zoneNumber,
    Minutes: priced.minutes,
    Lines: priced.lines,
    Parking: toDollars(priced.totalCents - priced.feeCents),
    ServiceFee: toDollars(priced.feeCents),
    Total: toDollars(priced.totalCents),
    StartsAt: priced.start.toString(),
    EndsAt: priced.start.add({ minutes: priced.minutes }).toString(),
    MaxMinutes: priced.maxMinutes,
    FreeUntil: priced.freeUntil?.toString() ?? null,
    Warnings: full ? ['full', ...priced.warnings] : priced.warnings,
    ...(priced.placard && { Placard: priced.placard }),
  }
}

/**
 * Compares a quote with the current price. Throws `quote_expired` or `price_changed`, each with a new quote; `bad_input`
 * if the quote is not ours or is for something else.
 */
export const requireQuoted = (quoteId: string, priced: Priced, now: Temporal.Instant, secret: Buffer): void => {
  const promised = readQuoteId(quoteId, secret)
  if (
    !promised ||
    // one of a server of the version before names none
    (promised.city ?? priced.place.cityId) !== priced.place.cityId ||
    promised.zoneNumber !== priced.place.zoneNumber ||
    promised.sessionId !== priced.sessionId ||
    (promised.minutes < priced.minutes && !promised.sessionId)
  )
    throw new Refusal('bad_input', { fields: { QuoteId: 'invalid' } })
  const fresh = () => ({ extra: { Quote: quoteAnswer(priced, false, now, secret) } })
  if (promised.expiresAt <= now.epochMilliseconds) throw new Refusal('quote_expired', fresh())
  // extended on another device meanwhile: the minutes agreed to are paid, and these would come on top
  const grew = promised.sessionId !== null && promised.minutes < priced.minutes
  if (grew || promised.totalCents !== priced.totalCents) throw new Refusal('price_changed', fresh())
}
