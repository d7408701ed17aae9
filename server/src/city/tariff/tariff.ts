// The price of a stay: a pure function of (tariff, start, minutes, the place's time zone) → lines and cents.
// The model is that of APDS / ISO 5206-1 rate tables; docs/tariffs.md explains it by example.
import type { Tariff } from '@parkit/contract/city/tariff-schemas'
import { refuse } from '#platform/errors.ts'
import { capped } from './cap.ts'
import { freeMinutes, hourlyOf, rateCents } from './rate-cost.ts'
import { type Period, periodsOf, weekMinutes } from './week.ts'

export { checkTariff } from './check.ts'
export { localTimeAt } from './local-time.ts'

/** One period of a stay under one rate; the cap reduces the period in which it is reached. */
type StayLine = {
  name: string
  from: Temporal.Instant
  to: Temporal.Instant
  minutes: number
  cents: number
  /** cents an hour, where the line is charged by the hour and nothing was taken off */
  hourlyCents: number | null
}

type PricedStay = {
  lines: StayLine[]
  totalCents: number
  /** until when a stay from this start would cost nothing; null: it costs at once, or never */
  freeUntil: Temporal.Instant | null
}

/** Stays are priced from the minute in which they start, so that a quote holds for a start some seconds later. */
const toMinute = (at: Temporal.Instant) => at.round({ smallestUnit: 'minute', roundingMode: 'floor' })

/** The price of the first so many minutes of a stay with these periods. */
const pricer = (tariff: Tariff, start: Temporal.Instant, periods: Period[], timeZone: string) => {
  const last = periods.at(-1)
  return capped(tariff, start, last ? last.from + last.minutes : 0, timeZone, minutes =>
    periods.reduce(
      (sum, { rate, from, minutes: length }) =>
        from < minutes ? sum + rateCents(rate, Math.min(length, minutes - from)) : sum,
      0,
    ),
  )
}

const freeUntil = (tariff: Tariff, start: Temporal.Instant, timeZone: string): Temporal.Instant | null => {
  if (tariff.cap?.cents === 0) return null
  for (const { rate, from, minutes } of periodsOf(tariff, start, weekMinutes, timeZone)) {
    const free = freeMinutes(rate)
    if (free < minutes) return from + free > 0 ? start.add({ minutes: from + free }) : null
  }
  return null
}

/** Throws where a minute has no rate. `minutes` is whole. */
export const priceStay = (
  tariff: Tariff,
  startsAt: Temporal.Instant,
  minutes: number,
  timeZone: string,
): PricedStay => {
  const start = toMinute(startsAt)
  const periods = periodsOf(tariff, start, minutes, timeZone)
  const priceOf = pricer(tariff, start, periods, timeZone)
  const lines = periods.map(({ rate, from, minutes: length }): StayLine => {
    const cents = priceOf(from + length) - priceOf(from)
    const hourly = hourlyOf(rate)
    return {
      name: rate.name,
      from: start.add({ minutes: from }),
      to: start.add({ minutes: from + length }),
      minutes: length,
      cents,
      hourlyCents: cents === rateCents(rate, length) && rate.maxCents !== cents ? hourly : null,
    }
  })
  const costsAtOnce = minutes > 0 && priceOf(1) > 0
  return { lines, totalCents: priceOf(minutes), freeUntil: costsAtOnce ? null : freeUntil(tariff, start, timeZone) }
}

/** Cents of the whole stay, without its lines. */
const stayCents = (tariff: Tariff, startsAt: Temporal.Instant, minutes: number, timeZone: string): number => {
  const start = toMinute(startsAt)
  return pricer(tariff, start, periodsOf(tariff, start, minutes, timeZone), timeZone)(minutes)
}

/** The extra cost of a longer stay; 0 for a shorter one. */
export const extensionCents = (
  tariff: Tariff,
  start: Temporal.Instant,
  paidMinutes: number,
  minutes: number,
  timeZone: string,
): number => Math.max(0, stayCents(tariff, start, minutes, timeZone) - stayCents(tariff, start, paidMinutes, timeZone))

/** The cost of the minutes that were not used. */
export const unusedCents = (
  tariff: Tariff,
  start: Temporal.Instant,
  paidMinutes: number,
  usedMinutes: number,
  timeZone: string,
): number => extensionCents(tariff, start, usedMinutes, paidMinutes, timeZone)

/** The price of one hour from `at`, as a sign shows it. */
export const hourlyCents = (tariff: Tariff, at: Temporal.Instant, timeZone: string): number =>
  stayCents(tariff, at, 60, timeZone)

/**
 * The highest version among those valid by the local date: a later version replaces an announced one.
 * Throws where there is none: a place is never free by mistake; `zone_closed` where a place has no tariff at all.
 */
export const tariffInForce = (versions: Tariff[], at: Temporal.Instant, timeZone: string): Tariff => {
  if (versions.length === 0) return refuse('zone_closed')
  const date = at.toZonedDateTimeISO(timeZone).toPlainDate().toString()
  const begun = versions.filter(({ validFrom }) => validFrom <= date)
  if (begun.length === 0) throw new Error(`No version of tariff ${versions[0]?.id} holds on ${date}`)
  return begun.reduce((last, tariff) => (tariff.version > last.version ? tariff : last))
}
