// What the server checks and documents of the calls in places.ts: schemas, limits, errors.
import * as z from 'zod/mini'
import type { CallSchemas } from '../platform/call.ts'
import { accessDetails, features, nameKinds } from '../platform/choices.ts'
import { type FieldError, withMessage } from '../platform/field-errors.ts'
import {
  CalledZone,
  CityCode,
  Dollars,
  Instant,
  inCity,
  queryFlag,
  queryNumber,
  text,
  whichCityQuery,
  ZoneNumber,
} from '../platform/fields.ts'
import { longestStayMinutes, near, page } from '../platform/limits.ts'
import { Closure } from './closure-schemas.ts'

export const Kind = z.enum(['street', 'lot', 'garage'])
export type Kind = z.infer<typeof Kind>

export const Feature = z.enum([...features, ...accessDetails])
export type Feature = z.infer<typeof Feature>

/** `unknown`: never reported, or the report is too old to count. */
export const Availability = z.enum(['plenty', 'filling', 'nearly', 'full', 'unknown'])
export type Availability = z.infer<typeof Availability>

/** What the price of the first hour is: one by the hour, one for as long as the rate holds, or of the first hour alone. */
export const RateKind = z.enum(['hourly', 'flat', 'firstHour'])
export type RateKind = z.infer<typeof RateKind>

const whole = (key: FieldError) => z.refine<number>(Number.isInteger, withMessage(key))

const summary = {
  ZoneNumber: z.string(),
  ...inCity,
  Name: z.string(),
  Kind,
  Address: z.string(),
  Latitude: z.number(),
  Longitude: z.number(),
  TimeZone: z.string(),
  Capacity: z.int(),
  /** free spaces now; null where nothing was ever reported */
  Free: z.nullable(z.int()),
  /** when the operator last counted */
  FreeAsOf: z.nullable(Instant),
  Availability,
  /** five stalls, so many solid */
  Stalls: z.int(),
  Features: z.array(Feature),
  EvChargers: z.int(),
  AccessibleSpaces: z.int(),
  /** false: its prices are unknown or in another currency, so parking there is not paid with ParkIt, and it has no price */
  Payable: z.boolean(),
  /** dollars for the first hour from now, without the fee */
  HourlyRate: Dollars,
  RateKind,
  /** of a stay that begins then; null: no limit, as while it is free under a limit of paid time */
  MaxStayMinutes: z.nullable(z.int()),
  OpenNow: z.boolean(),
  /** from when it is open; null: it is, or no opening is in sight */
  OpensAt: z.nullable(Instant),
  /** that lasts, or begins within seven days; left out where there is none */
  Closure: z.optional(Closure),
}

/** In three languages; `En` is in the source’s language where it has only one. */
export const Texts = z.object({ En: z.string(), Es: z.optional(z.string()), Hi: z.optional(z.string()) })
export type Texts = z.infer<typeof Texts>

export const Found = z.object({
  ...summary,
  /** great-circle metres */
  Distance: z.int(),
  WalkMinutes: z.int(),
  /** dollars for the wanted stay, fee included; for so long as may be stayed where that is shorter, from opening where it is closed */
  Price: Dollars,
  /** 0: never open */
  PriceMinutes: z.int(),
})
export type Found = z.infer<typeof Found>

const filters = {
  Minutes: z.optional(queryNumber('minutes', 1, longestStayMinutes).check(whole('minutes'))),
  /** prices, hours and the longest stay are those of this time */
  StartAt: z.optional(Instant),
  /** comma-separated: ev,covered,accessible */
  Features: z.optional(
    z.string().check(z.regex(/^(ev|covered|accessible)(,(ev|covered|accessible))*$/, withMessage('from_list'))),
  ),
  /** most dollars for the first hour */
  MaxPrice: z.optional(queryNumber('number', 0, 1000)),
  OpenNow: z.optional(queryFlag),
}

export const find = {
  summary: 'Places nearest first, with the price of the wanted stay',
  perMinute: 600,
  query: z.object({
    Latitude: z.optional(queryNumber('latitude', -90, 90)),
    Longitude: z.optional(queryNumber('longitude', -180, 180)),
    /** metres */
    Radius: z.optional(queryNumber('radius', 1, near.mostRadiusMetres)),
    /** a place, street, ZIP or zone number */
    Query: z.optional(text(120)),
    /** where to look without a position; the city of a zone number that several have */
    City: z.optional(CityCode),
    ...filters,
    Limit: z.optional(queryNumber('number', 1, page.most).check(whole('number'))),
  }),
  answer: z.object({
    /** none where nothing bears the name that was asked for; Source is then not `query` */
    Items: z.array(Found),
    /** what was searched around: the driver, a place that was found, or the default */
    Centre: z.object({
      /** of what was found, or of the default city */
      Name: z.nullable(z.string()),
      Latitude: z.number(),
      Longitude: z.number(),
      Source: z.enum(['position', 'query', 'default']),
      /** beyond everything the city's map and zones cover */
      Outside: z.boolean(),
    }),
  }),
} satisfies CallSchemas

const position = { Latitude: z.number(), Longitude: z.number() }

export const MapPlace = z.object({
  ZoneNumber: z.string(),
  ...inCity,
  Name: z.string(),
  ...position,
  TimeZone: z.string(),
  Payable: z.boolean(),
  Price: Dollars,
  PriceMinutes: z.int(),
  OpenNow: z.boolean(),
  /** as of a place */
  OpensAt: z.nullable(Instant),
  Availability,
  Stalls: z.int(),
  /** as of a place */
  Closure: z.optional(Closure),
})
export type MapPlace = z.infer<typeof MapPlace>

/** Places whose signs would touch. */
export const MapGroup = z.object({
  /** one of them, the cheapest */
  ZoneNumber: z.string(),
  ...inCity,
  ...position,
  Count: z.int(),
  /** the least; null: none of them ever opens */
  Price: z.nullable(Dollars),
})
export type MapGroup = z.infer<typeof MapGroup>

/** Where one parks along a street: a line of [longitude, latitude]. */
export const Kerb = z.object({ ZoneNumber: z.string(), ...inCity, Availability, Line: z.array(z.array(z.number())) })
export type Kerb = z.infer<typeof Kerb>

export const mapView = {
  summary: 'All places in a part of the map: those whose signs would touch counted together, and kerbs from close up',
  perMinute: 600,
  query: z.object({
    West: queryNumber('longitude', -180, 180),
    South: queryNumber('latitude', -90, 90),
    East: queryNumber('longitude', -180, 180),
    North: queryNumber('latitude', -90, 90),
    /** as in the tiles' addresses: 0 is the world in 256 pixels */
    Zoom: queryNumber('number', 0, 20).check(whole('number')),
    ...filters,
  }),
  answer: z.object({ Places: z.array(MapPlace), Groups: z.array(MapGroup), Kerbs: z.array(Kerb) }),
} satisfies CallSchemas

/** What a driver can search for; `crossing` and `address` are found on streets, `zone` is a place to park. */
export const NameKind = z.enum([...nameKinds, 'crossing', 'address', 'zone'])
export type NameKind = z.infer<typeof NameKind>

export const Suggestion = z.object({
  Name: z.string(),
  Kind: NameKind,
  /** the neighborhood; of a zone its address */
  Detail: z.nullable(z.string()),
  ZoneNumber: z.nullable(z.string()),
  /** the city it is in or near; null: far from all of them */
  City: z.nullable(z.string()),
  CityName: z.nullable(z.string()),
  Latitude: z.number(),
  Longitude: z.number(),
  /** great-circle metres from the driver, or from the default without a position */
  Distance: z.int(),
  /** beyond everything the city's map and zones cover */
  Outside: z.boolean(),
})
export type Suggestion = z.infer<typeof Suggestion>

export const suggest = {
  summary: 'What the letters typed so far may mean, best first',
  perMinute: 600,
  query: z.object({
    Query: z.optional(text(120)),
    Latitude: z.optional(queryNumber('latitude', -90, 90)),
    Longitude: z.optional(queryNumber('longitude', -180, 180)),
    City: z.optional(CityCode),
  }),
  answer: z.object({ Items: z.array(Suggestion) }),
} satisfies CallSchemas

/** A rule as a sign says it, line by line, its title first. */
export const RuleSign = z.object({
  Id: z.string(),
  /** `none`: nobody may stop there */
  Activity: z.enum(['park', 'load', 'stop', 'none']),
  /** whether cars are towed then */
  Tow: z.boolean(),
  /** whether it decides now what parking costs, or that nobody may park */
  Now: z.boolean(),
  En: z.array(z.string()),
  Es: z.array(z.string()),
  Hi: z.array(z.string()),
})
export type RuleSign = z.infer<typeof RuleSign>

/** Local times of day on weekdays, 1 = Monday; `To` at or before `From` is the next morning. */
export const WeekHours = z.object({ Days: z.array(z.int()), From: z.string(), To: z.string() })
export type WeekHours = z.infer<typeof WeekHours>

export const Zone = z.object({
  ...summary,
  Neighbourhood: z.string(),
  /** [longitude, latitude]: a closed ring for lots, a line for streets */
  Outline: z.array(z.array(z.number())),
  /** by precedence, event rates of the next seven days first, without closing hours where Hours says them; none: not known, or in RatesText */
  Rules: z.array(RuleSign),
  /** whether any rule has a longest stay, be it another one than that which holds now */
  HasMaxStay: z.boolean(),
  /** the most that parking costs; null: no such limit */
  Cap: z.nullable(Texts),
  /** what the place’s source says of its rates where ParkIt sells no parking, a line a rate */
  RatesText: z.nullable(Texts),
  /** of an ordinary week; empty: always open; null: no week is like the other, and Rules say when */
  Hours: z.nullable(z.array(WeekHours)),
  /** when cars are towed within the next eight days */
  TowAway: z.array(z.object({ From: Instant, Until: Instant })),
  /** until when it is open now; null: it is closed, or no end is in sight */
  OpenUntil: z.nullable(Instant),
  MinStayMinutes: z.int(),
  NoReturnMinutes: z.nullable(z.int()),
  RefundsUnused: z.boolean(),
  /** metres, garages */
  ClearanceMetres: z.nullable(z.number()),
  ServiceFee: Dollars,
  /** its rules tell accessible spaces from others: the driver says which the car is in; left out where they do not */
  TellsSpaces: z.optional(z.boolean()),
  Attribution: z.string(),
})
export type Zone = z.infer<typeof Zone>

/** Of a zone whose spaces have different rates: which of them a driver may mean, in the refusal `zone_parts`. */
export const ZonePart = z.object({
  ZoneNumber: z.string(),
  ...inCity,
  Name: z.string(),
  Side: z.nullable(z.string()),
  Payable: z.boolean(),
  /** with the fee, of the stay of PriceMinutes from now, or from opening */
  Price: Dollars,
  PriceMinutes: z.int(),
  /** what its signs say, or its source, a line a rule */
  RatesText: z.nullable(Texts),
})
export type ZonePart = z.infer<typeof ZonePart>

export const zone = {
  summary:
    'One place with its rules as signs say them, its hours and limits; its number, or what else its source calls it',
  perMinute: 600,
  params: z.object({ zone: CalledZone }),
  query: whichCityQuery,
  answer: Zone,
  errors: ['unknown_zone', 'zone_ambiguous', 'zone_parts'],
} satisfies CallSchemas

export const forecast = {
  summary: 'Expected free spaces, hour by hour for 24 hours',
  perMinute: 600,
  params: z.object({ zone: ZoneNumber }),
  query: whichCityQuery,
  answer: z.object({
    /**
     * Taken is a share, 0 to 1. None where there are fewer than 28 days of counts, or where the place's average is about as good; hours
     * on federal holidays are left out
     */
    Hours: z.array(z.object({ At: Instant, Free: z.int(), Taken: z.number() })),
    Capacity: z.int(),
    /** how far the forecast was off in the last two weeks, on average, in percent of the spaces; null where it is not learned from counts */
    ErrorPercent: z.nullable(z.number()),
  }),
  errors: ['unknown_zone', 'zone_ambiguous', 'zone_parts'],
} satisfies CallSchemas
