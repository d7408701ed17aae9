// Quoting: what a start or an extension costs at this instant, as it is answered and as it will be charged.

import type { Tariff } from '@parkit/contract/city/tariff-schemas'
import type { Line, Quote } from '@parkit/contract/parking/sessions'
import { quoteSeconds } from '@parkit/contract/platform/limits'
import { type Cents, cents, toDollars } from '@parkit/contract/platform/money'
import type { Place } from '#city/places/places.ts'
import { extensionCents } from '#city/tariff/tariff.ts'
import { paidMinutes, type SessionRow } from '#parking/sessions/session.ts'
import { Refusal, refuse } from '#platform/errors.ts'
import { makeQuoteId, readQuoteId } from './quote-id.ts'
import { feeCents, type Stay, stayAt } from './stay.ts'

/** A priced stay, ready to be answered and to be charged. */
export type Priced = Stay & {
  place: Place
  tariff: Tariff
  start: Temporal.Instant
  feeCents: Cents
  totalCents: Cents
  sessionId: string | null
}

const feeLine = (Name: string, fee: Cents): Line => ({
  Kind: 'fee',
  Name,
  Minutes: 0,
  HourlyRate: null,
  Amount: toDollars(fee),
})

/** What the fee comes to, and how it is shown: also where a plan waives it, so that the driver sees what it is good for. */
const feeOf = (parkingCents: Cents, isWaived: boolean): { fee: Cents; shown: Line[] } => {
  const usual = feeCents(parkingCents)
  if (usual === 0) return { fee: usual, shown: [] }
  if (isWaived) return { fee: cents(0), shown: [feeLine('Service fee · waived with Deluxe', cents(0))] }
  return { fee: usual, shown: [feeLine('Service fee', usual)] }
}

/** A start at `start`. Throws what `stayAt` throws. */
export const priceStart = (place: Place, start: Temporal.Instant, minutes: number, isFeeWaived: boolean): Priced => {
  const tariff = place.tariffAt(start)
  const stay = stayAt(place, tariff, start, minutes)
  const { fee, shown } = feeOf(stay.parkingCents, isFeeWaived)
  return {
    ...stay,
    lines: [...stay.lines, ...shown],
    place,
    tariff,
    start,
    feeCents: fee,
    totalCents: cents(stay.parkingCents + fee),
    sessionId: null,
  }
}

/** `addMinutes` more for a running session, under the tariff it started with; the fee was paid at the start. */
export const priceExtension = (place: Place, tariff: Tariff, row: SessionRow, addMinutes: number): Priced => {
  const paid = paidMinutes(row)
  const stay = stayAt(place, tariff, row.started_at, paid + addMinutes)
  // cut to nothing: closing or a tow-away window is where the session ends already
  if (stay.minutes <= paid) refuse('over_max_stay')
  const more = cents(extensionCents(tariff, row.started_at, paid, stay.minutes, place.timeZone))
  return {
    ...stay,
    place,
    tariff,
    start: row.started_at,
    feeCents: cents(0),
    totalCents: more,
    sessionId: row.session_id,
  }
}

export const quoteAnswer = (priced: Priced, full: boolean, now: Temporal.Instant, secret: Buffer): Quote => {
  const expiresAt = now.add({ seconds: quoteSeconds })
  return {
    QuoteId: makeQuoteId(
      {
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
  }
}

/**
 * Holds a quote against the price now. Throws `quote_expired` or `price_changed`, each with the quote that holds now;
 * `bad_input` where the quote is not ours or is for something else.
 */
export const requireQuoted = (quoteId: string, priced: Priced, now: Temporal.Instant, secret: Buffer): void => {
  const promised = readQuoteId(quoteId, secret)
  if (
    !promised ||
    promised.zoneNumber !== priced.place.zoneNumber ||
    promised.sessionId !== priced.sessionId ||
    (promised.minutes < priced.minutes && !promised.sessionId)
  )
    throw new Refusal('bad_input', { fields: { QuoteId: 'invalid' } })
  const fresh = () => ({ extra: { Quote: quoteAnswer(priced, false, now, secret) } })
  if (promised.expiresAt <= now.epochMilliseconds) throw new Refusal('quote_expired', fresh())
  // time added from elsewhere meanwhile: what was agreed to is had already, what is asked for now would come on top
  const grew = promised.sessionId !== null && promised.minutes < priced.minutes
  if (grew || promised.totalCents !== priced.totalCents) throw new Refusal('price_changed', fresh())
}
