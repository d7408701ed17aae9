// The data of a city to import: places, tariffs and names to search for; places are checked row by row.
import { Feature, Hours, Kind } from '@parkit/contract/city/places-schemas'
import type { Tariff } from '@parkit/contract/city/tariff-schemas'
import type { nameKinds } from '@parkit/contract/platform/choices'
import { printable } from '@parkit/contract/platform/fields'
import * as z from 'zod/mini'
import type { Lines } from './street-lines.ts'

const localTime = z.string().check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/, 'no local time'))
const CityHours = z.extend(Hours, {
  days: z.array(z.int().check(z.minimum(1), z.maximum(7))).check(z.minLength(1)),
  from: localTime,
  to: localTime,
})
const words = (most: number) => z.string().check(printable, z.minLength(1), z.maxLength(most))
const wholeFrom = (least: number) => z.int().check(z.minimum(least))
const latitude = z.number().check(z.minimum(-90), z.maximum(90))
const longitude = z.number().check(z.minimum(-180), z.maximum(180))
const position = z.tuple([longitude, latitude])

const isTimeZone = (name: string) => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

export const CityPlace = z
  .object({
    zoneNumber: z.string().check(z.regex(/^\d{4,6}$/, 'not 4 to 6 digits')),
    name: words(120),
    kind: Kind,
    address: words(200),
    neighbourhood: words(120),
    latitude,
    longitude,
    timeZone: z.string().check(z.refine(isTimeZone, 'unknown time zone')),
    capacity: wholeFrom(1),
    features: z.array(Feature),
    evChargers: wholeFrom(0),
    accessibleSpaces: wholeFrom(0),
    /** one of the city's tariffs */
    tariffId: words(100),
    minStayMinutes: wholeFrom(1),
    maxStayMinutes: z.nullable(wholeFrom(1)),
    noReturnMinutes: z.nullable(wholeFrom(1)),
    refundsUnused: z.boolean(),
    /** empty: always open; `to` at or before `from` means the next morning */
    hours: z.array(CityHours),
    towAway: z.array(CityHours),
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
  places: CityPlace[]
  /** as they hold from now on; ParkIt numbers the versions itself */
  tariffs: Tariff[]
  names: CityName[]
}

export type Source = {
  /** the city's name: an import touches no other city's places */
  name: string
  /** changes whenever the data does: nothing is read where it was imported before */
  hash: string
  read: () => City
}

export type RefusedRow = { zoneNumber: string; reason: string }

/** Parts the good rows from the bad; `knows` tells whether a tariff came with the city and is sound. */
export const checkPlaces = (rows: unknown[], knows: (tariffId: string) => boolean) => {
  const places = new Map<string, CityPlace>()
  const refused: RefusedRow[] = []
  for (const row of rows) {
    const parsed = CityPlace.safeParse(row)
    const zoneNumber = String((row as { zoneNumber?: unknown } | null)?.zoneNumber ?? '')
    const refuseRow = (reason: string) => refused.push({ zoneNumber, reason })
    if (!parsed.success) {
      const [issue] = parsed.error.issues
      refuseRow(`${issue!.path.join('.') || 'row'}: ${issue!.message}`)
    } else if (places.has(zoneNumber)) refuseRow('zoneNumber: given twice')
    else if (!knows(parsed.data.tariffId)) refuseRow(`tariffId: no sound tariff ${parsed.data.tariffId}`)
    else places.set(zoneNumber, parsed.data)
  }
  return { places: [...places.values()], refused }
}
