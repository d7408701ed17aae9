// The price of moving a running session to another zone: its unused minutes back by the old zone's prices, the time left by the new one's.
// Pure: (session, calendars, minutes used) → a price or a refusal.

import type { Facts } from '@parkit/contract/city/calendar-schemas'
import type { MoveQuote } from '@parkit/contract/parking/changes'
import type { Line, Warning } from '@parkit/contract/parking/sessions'
import { longestCardStayMinutes, quoteSeconds } from '@parkit/contract/platform/limits'
import { type Cents, cents, toDollars } from '@parkit/contract/platform/money'
import {
  type Calendar,
  differenceCents,
  limitsAt,
  type RuleLimits,
  stayEnd,
  type Used,
  usedBy,
} from '#city/calendar/calendar.ts'
import type { Place, StayRules } from '#city/places/places.ts'
import { Refusal, refuse, refuseField } from '#platform/errors.ts'
import { movedFacts } from './facts.ts'
import { makeQuoteId, readQuoteId } from './quote-id.ts'
import { cutOf, paidMinutes, partOf, type StayTimes, stayAt, usedAt, usualFeeCents } from './stay.ts'

type Moving = StayTimes & {
  session_id: string
  zone_number: string
  parking_cents: number
  fee_cents: number
  method_id: string | null
  facts: Facts
  place: { timeZone: string; refundsUnused: boolean; used?: Used }
}

export type PricedMove = {
  /** the new zone */
  place: Place
  rules: StayRules
  /** those of the stay from then on */
  facts: Facts
  limits: RuleLimits
  /** of limits that both zones count together */
  used: Used
  /** from which it is paid for */
  from: Temporal.Instant
  endsAt: Temporal.Instant
  /** of the whole session, until `from` */
  usedMinutes: number
  minutes: number
  lines: Line[]
  parkingCents: Cents
  /** of the old zone */
  backCents: Cents
  feeCents: Cents
  /** below zero: returned */
  totalCents: number
  /** of the whole session; null: no limit */
  maxMinutes: number | null
  refundsUnused: boolean
  warnings: Warning[]
}

/** Minutes left until nobody may stop there; Infinity where that is not in sight. */
const openMinutes = (calendar: Calendar, facts: Facts, from: Temporal.Instant): number => {
  const seconds = from.epochMilliseconds / 1000
  return Math.floor((stayEnd(calendar, facts, seconds).ban - seconds) / 60)
}

/**
 * `used`: whole minutes of the session that the old zone keeps. The time that is left ends as before, unless the new zone closes first.
 * All of the session counts toward the new zone's longest stay. What was paid where unused time is not refunded pays for the new zone,
 * and is not refunded afterwards. Throws `zone_closed`, `over_max_stay`.
 */
export const priceMove = (
  row: Moving,
  oldCalendar: Calendar,
  place: Place,
  used: number,
  { isFeeWaived }: { isFeeWaived: boolean },
): PricedMove => {
  if (place.zoneNumber === row.zone_number) refuseField('ZoneNumber', 'invalid')
  if (!place.payable) refuse('not_payable')
  const paid = paidMinutes(row)
  const from = row.started_at.add({ minutes: used })
  const rules = place.rulesAt(from) ?? refuse('zone_closed')
  const { calendar } = rules
  const facts = movedFacts(place, row.facts, from)
  const open = openMinutes(calendar, facts, from)
  const part = partOf(row)
  const partStart = Math.floor(part.from.epochMilliseconds / 1000)
  const groups = usedBy(oldCalendar, row.facts, partStart, (used - part.before) * 60, row.place.used)
  const stay = stayAt(place, calendar, facts, from, Math.min(paid - used, open), { minutes: used, used: groups })
  const { minutes, parkingCents, lines, freeUntil } = stay
  const unused = differenceCents(oldCalendar, row.facts, part.from, (used - part.before) * 60, part.minutes * 60)
  const keeps = row.place.refundsUnused ? Infinity : parkingCents
  const backCents = cents(Math.min(unused, row.parking_cents, keeps))
  const paidNothing = row.parking_cents + row.fee_cents === 0
  const feeCents = paidNothing && !isFeeWaived ? usualFeeCents(parkingCents, place, row.started_at) : cents(0)
  const longest = Math.min(
    stay.isLimited ? used + stay.maxMinutes : Infinity,
    row.method_id ? longestCardStayMinutes : Infinity,
  )
  const warnings: Warning[] = []
  if (minutes < paid - used) warnings.push(cutOf(calendar, facts, from))
  if (freeUntil) warnings.push('free_now')
  return {
    place,
    rules,
    facts,
    limits: limitsAt(calendar, facts, from),
    used: groups,
    from,
    endsAt: from.add({ minutes }),
    usedMinutes: used,
    minutes,
    lines,
    parkingCents,
    backCents,
    feeCents,
    totalCents: parkingCents + feeCents - backCents,
    maxMinutes: longest === Infinity ? null : longest,
    refundsUnused: row.place.refundsUnused && place.refundsUnused,
    warnings,
  }
}

export const moveQuoteAnswer = (
  row: Moving,
  priced: PricedMove,
  isFull: boolean,
  now: Temporal.Instant,
  secret: Buffer,
): MoveQuote => {
  const expiresAt = now.add({ seconds: quoteSeconds })
  const { place, minutes, totalCents } = priced
  return {
    QuoteId: makeQuoteId(
      {
        city: place.cityId,
        zoneNumber: place.zoneNumber,
        sessionId: row.session_id,
        minutes: priced.usedMinutes,
        totalCents,
        expiresAt: expiresAt.epochMilliseconds,
      },
      secret,
    ),
    ExpiresAt: expiresAt.toString(),
    FromZoneNumber: row.zone_number,
    ZoneNumber: place.zoneNumber,
    Name: place.name,
    UsedMinutes: priced.usedMinutes,
    Minutes: minutes,
    Lines: priced.lines,
    Parking: toDollars(priced.parkingCents),
    AlreadyPaid: toDollars(priced.backCents),
    ServiceFee: toDollars(priced.feeCents),
    Total: toDollars(totalCents),
    EndsAt: priced.endsAt.toString(),
    MaxStayMinutes: priced.limits.maxMinutes,
    RefundsUnused: priced.refundsUnused,
    Warnings: isFull ? ['full', ...priced.warnings] : priced.warnings,
  }
}

/** a bank may take this long to ask the driver, after which the price that was authorized still holds */
const bankMinutes = 15

type Promised = { usedMinutes: number; totalCents: number | null }

/**
 * At which minute the move is priced: that of the quote while it holds, so that what was shown is what is paid. `isAuthorized`: a card was
 * asked for the quote's price, which is compared with the authorized amount from then on. Throws `quote_expired`, or `bad_input` if the
 * quote is not ours or is for something else; `fresh` makes a new one.
 */
export const readMoveQuote = (
  quoteId: string | undefined,
  row: Moving,
  {
    zoneNumber,
    now,
    isAuthorized,
    fresh,
  }: {
    zoneNumber: string
    now: Temporal.Instant
    isAuthorized: boolean
    fresh: () => MoveQuote
  },
  secret: Buffer,
): Promised => {
  const used = usedAt(row, now)
  if (quoteId === undefined) return { usedMinutes: used, totalCents: null }
  const promised = readQuoteId(quoteId, secret)
  if (!promised || promised.zoneNumber !== zoneNumber || promised.sessionId !== row.session_id)
    return refuseField('QuoteId', 'invalid')
  const lateMs = now.epochMilliseconds - promised.expiresAt
  if (lateMs >= (isAuthorized ? bankMinutes * 60_000 : 0))
    throw new Refusal('quote_expired', { extra: { Quote: fresh() } })
  const isOurs = promised.minutes <= used && promised.minutes >= partOf(row).before
  if (!isOurs) throw new Refusal('price_changed', { extra: { Quote: fresh() } })
  return { usedMinutes: promised.minutes, totalCents: isAuthorized ? null : promised.totalCents }
}
