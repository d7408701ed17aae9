// A city as ParkIt's own JSON has it: its facts, places, tariffs, and names to search for; each place is checked by itself.
import type { RuleBook } from '@parkit/contract/city/calendar-schemas'
import { Feature, Kind } from '@parkit/contract/city/places-schemas'
import type { Tariff } from '@parkit/contract/city/tariff-schemas'
import type { nameKinds } from '@parkit/contract/platform/choices'
import * as z from 'zod/mini'
import { type CityFactsGiven, LocalHours, latitude, longitude, timeZone, words } from '#city/cities/cities.ts'
import type { Lines } from './street-lines.ts'

const wholeFrom = (least: number) => z.int().check(z.minimum(least))
const position = z.tuple([longitude, latitude])

export const CityPlace = z
  .object({
    zoneNumber: z.string().check(z.regex(/^\d{4,6}$/, 'not 4 to 6 digits')),
    name: words(120),
    kind: Kind,
    address: words(200),
    neighbourhood: words(120),
    latitude,
    longitude,
    timeZone,
    capacity: wholeFrom(1),
    features: z.array(Feature),
    evChargers: wholeFrom(0),
    accessibleSpaces: wholeFrom(0),
    /** one of the city's tariffs */
    tariffId: words(100),
    /** one of `books`, which then decides instead of the tariff and the terms here */
    ruleBookId: z.optional(words(100)),
    minStayMinutes: wholeFrom(1),
    maxStayMinutes: z.nullable(wholeFrom(1)),
    noReturnMinutes: z.nullable(wholeFrom(1)),
    refundsUnused: z.boolean(),
    /** empty: always open; `to` at or before `from` means the next morning */
    hours: z.array(LocalHours),
    towAway: z.array(LocalHours),
    /** a closed ring for lots, a line for streets */
    outline: z.array(position),
    clearanceMetres: z.nullable(z.number().check(z.positive())),
    attribution: z.string(),
  })
  .check(
    z.refine(place => place.maxStayMinutes === null || place.maxStayMinutes >= place.minStayMinutes, {
      error: 'shorter than the shortest stay',
      path: ['maxStayMinutes'],
    }),
  )
export type CityPlace = z.infer<typeof CityPlace>

/** Something a driver may search for beside zones. */
export type CityName = {
  kind: (typeof nameKinds)[number]
  name: string
  /** further names it is searched by */
  also?: string[]
  latitude: number
  longitude: number
  /** of a street */
  lines?: Lines | null
  /** of a street: where house numbers are, lowest first */
  numbers?: [number: number, longitude: number, latitude: number][] | null
}

export type City = {
  facts: CityFactsGiven
  places: CityPlace[]
  /** of one id those with different days are its versions */
  tariffs: Tariff[]
  /** rule books that places name themselves, of one id its versions; `inForceFrom` left out: from their publication on */
  books?: { bookId: string; name: string; inForceFrom?: string; book: RuleBook }[]
  names: CityName[]
  /** whether the longest stays of streets are of paid time: none while it is free */
  streetsLimitPaidTime?: boolean
}
