// What the server checks and documents of the calls in zone-rules.ts: schemas, limits, errors.
import * as z from 'zod/mini'
import type { CallSchemas } from '../platform/call.ts'
import { CalledZone, Dollars, Instant, inCity, whichCityQuery } from '../platform/fields.ts'
import { RateKind } from './places-schemas.ts'

/** Line by line as on a sign, the title first. */
const lines = { En: z.array(z.string()), Es: z.array(z.string()), Hi: z.array(z.string()) }

/** Time in which one rule decides, within one day of the city. */
export const RulePeriod = z.object({
  /** the city's date */
  Day: z.iso.date(),
  From: Instant,
  Until: Instant,
  /** of a dated change, its Id; null: no rule holds, and the place is free, closed, or its rules are not known */
  RuleId: z.nullable(z.string()),
  /** `none`: nobody may stop there; `unknown`: nobody knows what holds, and parking can't be paid */
  Activity: z.enum(['park', 'load', 'stop', 'none', 'unknown']),
  /** whether cars are towed */
  Tow: z.boolean(),
  /** dollars for the first hour under the rule, without the fee; null where nobody may park */
  HourlyRate: z.nullable(Dollars),
  RateKind,
  /** null: no limit */
  MaxStayMinutes: z.nullable(z.int()),
  ...lines,
})
export type RulePeriod = z.infer<typeof RulePeriod>

/** A closure or an event rate that lasts or is to come. */
export const DatedChange = z.object({
  Id: z.string(),
  Kind: z.enum(['closure', 'rate']),
  StartsAt: Instant,
  EndsAt: Instant,
  Tow: z.boolean(),
  /** why, in the city's words */
  Name: z.string(),
  ...lines,
})
export type DatedChange = z.infer<typeof DatedChange>

/** A day on a list that the place's rules name, such as its holidays. */
export const ListedDay = z.object({
  Day: z.iso.date(),
  List: z.string(),
  Name: z.string(),
  /** what holds on a day after the seven, as in the answer's own periods; of the first 20 such days */
  Periods: z.optional(z.array(RulePeriod)),
})
export type ListedDay = z.infer<typeof ListedDay>

export const rules = {
  summary: 'What holds at a place for seven days, and its closures, event rates, and holidays ahead',
  perMinute: 600,
  params: z.object({ zone: CalledZone }),
  query: z.extend(whichCityQuery, {
    /** the first of the seven days is that of this instant; now where it is left out */
    At: z.optional(Instant),
  }),
  answer: z.object({
    ZoneNumber: z.string(),
    ...inCity,
    TimeZone: z.string(),
    /** without a gap, in order, of a car without permits in a general space; none where ParkIt sells no parking */
    Periods: z.array(RulePeriod),
    /** as they are published now, the first to begin first, at most 100 */
    Ahead: z.array(DatedChange),
    /** of 60 days from the first on, as they are published now */
    Days: z.array(ListedDay),
  }),
  errors: ['unknown_zone', 'zone_ambiguous', 'zone_parts'],
} satisfies CallSchemas
