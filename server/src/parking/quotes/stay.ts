// A stay's priced lines, service fee, cuts and warnings. Pure: (place, tariff, times) → a price or a refusal.

import type { Tariff } from '@parkit/contract/city/tariff-schemas'
import type { Line, Warning } from '@parkit/contract/parking/sessions'
import { longestStayMinutes, serviceFeeCents } from '@parkit/contract/platform/limits'
import { type Cents, cents, toDollars } from '@parkit/contract/platform/money'
import { minuteMs } from '@parkit/contract/platform/time'
import { type Place, type StayLimit, stayLimit } from '#city/places/places.ts'
import { priceStay } from '#city/tariff/tariff.ts'
import { refuse } from '#platform/errors.ts'

export type Stay = {
  minutes: number
  maxMinutes: number
  parkingCents: Cents
  lines: Line[]
  freeUntil: Temporal.Instant | null
  warnings: Warning[]
}

/** The parking lines of a stay as shown, and its price without the service fee. */
export const parkingLines = (
  place: Pick<Place, 'timeZone'>,
  tariff: Tariff,
  start: Temporal.Instant,
  minutes: number,
) => {
  const priced = priceStay(tariff, start, minutes, place.timeZone)
  return {
    parkingCents: cents(priced.totalCents),
    freeUntil: priced.freeUntil,
    lines: priced.lines.map(
      (line): Line => ({
        Kind: 'parking',
        Name: line.name,
        Minutes: line.minutes,
        HourlyRate: line.hourlyCents === null ? null : toDollars(line.hourlyCents),
        Amount: toDollars(line.cents),
      }),
    ),
  }
}

/** What a stay is cut to. */
export const cutWarning = (reason: StayLimit['reason']): Warning =>
  reason === 'closure' ? 'cut_to_closure' : reason === 'tow_away' ? 'cut_to_tow_away' : 'cut_to_closing'

/**
 * A stay of `minutes` from `start`, cut at closing time and at the start of a tow-away window.
 * Throws `zone_closed`, `under_min_stay`, `over_max_stay`.
 */
export const stayAt = (place: Place, tariff: Tariff, start: Temporal.Instant, minutes: number): Stay => {
  const limit = stayLimit(place, start)
  const maxMinutes = Math.min(limit.maxMinutes ?? longestStayMinutes, longestStayMinutes)
  if (limit.closed) refuse('zone_closed')
  if (minutes > Math.min(place.maxStayMinutes ?? longestStayMinutes, longestStayMinutes)) refuse('over_max_stay')
  // the time left before closing may be shorter than the usual minimum
  if (minutes < Math.min(place.minStayMinutes, maxMinutes)) refuse('under_min_stay')
  const stayed = Math.min(minutes, maxMinutes)
  const priced = parkingLines(place, tariff, start, stayed)
  const warnings: Warning[] = []
  if (stayed < minutes) warnings.push(cutWarning(limit.reason))
  if (priced.freeUntil) warnings.push('free_now')
  if (priced.parkingCents === 0) warnings.push('costs_nothing')
  return { minutes: stayed, maxMinutes, warnings, ...priced }
}

/** Once per session; none for a stay that costs nothing. */
export const usualFeeCents = (parkingCents: number): Cents => cents(parkingCents > 0 ? serviceFeeCents : 0)

/** Whole minutes of a session that are paid for. */
export const paidMinutes = (row: { started_at: Temporal.Instant; ends_at: Temporal.Instant }): number =>
  Math.round((row.ends_at.epochMilliseconds - row.started_at.epochMilliseconds) / minuteMs)

export type StayTimes = {
  started_at: Temporal.Instant
  ends_at: Temporal.Instant
  /** from when the present zone is paid for, after a move; null: from the start */
  part_from_at: Temporal.Instant | null
}

/** What is paid for in the present zone, and the minutes `before` it in another one. */
export const partOf = (row: StayTimes) => {
  const from = row.part_from_at ?? row.started_at
  const before = paidMinutes({ started_at: row.started_at, ends_at: from })
  return { from, before, minutes: paidMinutes(row) - before }
}

/** Minutes of a stay that have begun. */
export const usedMinutes = (start: Temporal.Instant, now: Temporal.Instant): number =>
  Math.max(1, Math.ceil(now.since(start).total('minutes')))

/** The same of a session that has a paid end. */
export const usedAt = (row: Pick<StayTimes, 'started_at' | 'ends_at'>, now: Temporal.Instant): number =>
  Math.min(usedMinutes(row.started_at, now), paidMinutes(row))
