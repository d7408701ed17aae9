// A stay's priced lines, service fee, cuts and warnings. Pure: (calendar, facts, times) → a price or a refusal.

import type { Facts } from '@parkit/contract/city/calendar-schemas'
import type { Line, Warning } from '@parkit/contract/parking/sessions'
import { longestStayMinutes } from '@parkit/contract/platform/limits'
import { type Cents, cents, toDollars } from '@parkit/contract/platform/money'
import { minuteMs } from '@parkit/contract/platform/time'
import { type Calendar, evaluateStay, priceStay, type StayLine, type Used } from '#city/calendar/calendar.ts'
import type { Place } from '#city/places/places.ts'
import { refuse } from '#platform/errors.ts'

export type Stay = {
  minutes: number
  maxMinutes: number
  /** whether its place limits it, and not ParkIt alone */
  isLimited: boolean
  parkingCents: Cents
  lines: Line[]
  freeUntil: Temporal.Instant | null
  warnings: Warning[]
}

const nameOf = (rule: StayLine['rule']) =>
  typeof rule === 'string' ? { free: 'Free', closed: 'Closed', unknown: 'Rate not known' }[rule] : rule.name.en

/** For drivers with a disability placard alone. */
const isForPlacard = (rule: StayLine['rule']) => typeof rule !== 'string' && rule.who.holds?.includes('placard')

const shown = (lines: StayLine[]): Line[] =>
  lines.map(({ rule, seconds, hourlyCents, cents }) => ({
    Kind: 'parking',
    Name: nameOf(rule),
    Minutes: Math.round(seconds / 60),
    HourlyRate: hourlyCents === null ? null : toDollars(hourlyCents),
    Amount: toDollars(cents),
    ...(isForPlacard(rule) && { Placard: true }),
  }))

/** The parking lines of a stay as shown, and its price without the service fee. */
export const parkingLines = (calendar: Calendar, facts: Facts, start: Temporal.Instant, minutes: number) => {
  const { totalCents, freeUntil, lines } = priceStay(calendar, facts, start, minutes * 60)
  return { parkingCents: cents(totalCents), freeUntil, lines: shown(lines) }
}

/** What cuts a stay that begins then: its calendar was asked for a longer one. */
export const cutOf = (calendar: Calendar, facts: Facts, start: Temporal.Instant): Warning =>
  evaluateStay({ calendar, facts, start, seconds: longestStayMinutes * 60 }).warnings.find(warning =>
    warning.startsWith('cut_to_'),
  ) ?? 'cut_to_closing'

/** What was spent of the session before, in another zone. */
export type Before = { minutes: number; used?: Used }

/**
 * A stay of `minutes` from `start`, cut where nobody may stop any longer. Throws `zone_closed`, `rules_unknown`, `class_not_held`,
 * `vehicle_not_fit`, `under_min_stay`, `over_max_stay`.
 */
export const stayAt = (
  { withdrawn }: Pick<Place, 'withdrawn'>,
  calendar: Calendar,
  facts: Facts,
  start: Temporal.Instant,
  minutes: number,
  { minutes: before, used = {} }: Before = { minutes: 0 },
): Stay => {
  if (withdrawn) refuse('zone_closed')
  const stay = evaluateStay({ calendar, facts, start, seconds: minutes * 60, used, stayedSeconds: before * 60 })
  if (stay.refusal) refuse(stay.refusal.code)
  const left = stay.latestEnd ? (stay.latestEnd.epochMilliseconds - start.epochMilliseconds) / minuteMs : Infinity
  return {
    minutes: Math.floor(stay.seconds / 60),
    maxMinutes: Math.floor(Math.min(left, longestStayMinutes - before)),
    isLimited: stay.latestEnd !== null,
    parkingCents: cents(stay.totalCents),
    lines: shown(stay.lines),
    freeUntil: stay.freeUntil,
    warnings: stay.warnings,
  }
}

/** Once per session, of the city's terms at its start; none for a stay that costs nothing. */
export const usualFeeCents = (parkingCents: number, place: Pick<Place, 'termsAt'>, start: Temporal.Instant): Cents =>
  cents(parkingCents > 0 ? place.termsAt(start).serviceFeeCents : 0)

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
