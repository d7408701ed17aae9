// What the server checks and documents of the calls in cities.ts: schemas, limits, errors.
import * as z from 'zod/mini'
import type { CallSchemas } from '../platform/call.ts'
import { Dollars, queryNumber, text } from '../platform/fields.ts'

export const Units = z.enum(['mi', 'km'])
export type Units = z.infer<typeof Units>

/** `self-declared`: the rules for holders of a disability placard apply to whoever states one; `none`: to nobody who pays with ParkIt. */
export const Placard = z.enum(['none', 'self-declared'])
export type Placard = z.infer<typeof Placard>

export const City = z.object({
  /** its code in links */
  City: z.string(),
  Name: z.string(),
  /** IANA */
  TimeZone: z.string(),
  /** ISO 3166, two letters */
  Country: z.string(),
  /** a plate is of this one unless the driver chooses another, by its name in Core/States */
  Region: z.string(),
  /** ISO 4217 */
  Currency: z.string(),
  /** of lengths and distances (D-114) */
  Units,
  Languages: z.array(z.string()),
  /** its center */
  Latitude: z.number(),
  Longitude: z.number(),
  /** what its places cover; null where it has none */
  Bounds: z.nullable(z.object({ West: z.number(), South: z.number(), East: z.number(), North: z.number() })),
  /** when support is there, in the city's time; weekdays count from Monday, 1 */
  SupportHours: z.array(z.object({ Days: z.array(z.int()), From: z.string(), To: z.string() })),
  Placard,
  /** what it sets for stays that begin now */
  Terms: z.object({
    /** once a session, with its first paid minute */
    ServiceFee: Dollars,
    /** a stop this soon after the start refunds everything; 0: never */
    FreeCancelSeconds: z.int(),
    /** so many times a day for a plate in a zone, and for an account */
    FreeCancelsPlateZoneDay: z.int(),
    FreeCancelsAccountDay: z.int(),
    /** by which a session extends itself */
    AutoExtendMinutes: z.int(),
  }),
  /** some places have names on their signs, as A007, and not only numbers */
  NamedPlaces: z.boolean(),
  /** whole meters from the position asked for to its places, 0 among them; null without a position */
  Distance: z.nullable(z.int()),
})
export type City = z.infer<typeof City>

export const position = {
  Latitude: z.optional(queryNumber('latitude', -90, 90)),
  Longitude: z.optional(queryNumber('longitude', -180, 180)),
}

export const cities = {
  summary: 'The cities of this ParkIt, by name; the nearest first where a position is given',
  perMinute: 600,
  query: z.object(position),
  answer: z.object({ Items: z.array(City) }),
} satisfies CallSchemas

export const city = {
  summary: 'One city by its code',
  perMinute: 600,
  params: z.object({ city: text(40) }),
  answer: City,
  errors: ['not_found'],
} satisfies CallSchemas
