// What a stay costs, as data: rate lines after APDS / ISO 5206-1, valid by weekday and time of day in the place's zone.
import * as z from 'zod/mini'

/** A local time of day, `00:00` to `24:00`; never an instant. */
const LocalTime = z.string().check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/))

const cents = z.int().check(z.minimum(0))

const minutes = z.int().check(z.minimum(0))

/**
 * One line of a rate. Durations count from the start of the unbroken time spent under that rate.
 * - `flatRate`: `cents` once, as soon as the stay passes `fromMinutes`
 * - `incrementingRate`: `cents` for every begun step of `stepMinutes` between `fromMinutes` and `toMinutes`
 * - `flatRateTier`: a running total; a stay that ends in (`fromMinutes`, `toMinutes`] costs `cents` in all under this rate's tiers
 * A free period is a line of 0 cents: missing lines are refused, never free.
 */
export const RateLine = z.object({
  type: z.enum(['flatRate', 'incrementingRate', 'flatRateTier']),
  fromMinutes: minutes,
  /** null: without end */
  toMinutes: z.nullable(minutes),
  /** for `incrementingRate` alone */
  stepMinutes: z.optional(z.int().check(z.minimum(1))),
  cents,
})
export type RateLine = z.infer<typeof RateLine>

/** Lines that hold on some weekdays between two local times. `to` at or before `from` means the next morning. */
export const Rate = z.object({
  name: z.string(),
  /** ISO weekdays, 1 = Monday, on which the period begins */
  days: z.array(z.int().check(z.minimum(1), z.maximum(7))),
  from: LocalTime,
  to: LocalTime,
  lines: z.array(RateLine),
  /** most that one unbroken period under this rate costs */
  maxCents: z.optional(cents),
})
export type Rate = z.infer<typeof Rate>

/** Where two rates hold at once, the first wins. Together they cover every minute of the week. */
export const Tariff = z.object({
  id: z.string(),
  version: z.int().check(z.minimum(1)),
  /** the local date from which this version holds */
  validFrom: z.iso.date(),
  name: z.string(),
  rates: z.array(Rate),
  /** most that the time between two resets costs: at a local time of day, or every so many minutes from the start */
  cap: z.optional(
    z.object({ cents, resetAt: z.optional(LocalTime), resetAfterMinutes: z.optional(z.int().check(z.minimum(1))) }),
  ),
})
export type Tariff = z.infer<typeof Tariff>
