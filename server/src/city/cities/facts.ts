// What is true of a city as a whole, as its data states it.
import { Placard, Units } from '@parkit/contract/city/cities-schemas'
import { printable } from '@parkit/contract/platform/fields'
import * as z from 'zod/mini'
import { isTimeZone } from '#platform/clock.ts'
import { CityTerms } from './terms.ts'

export const localTime = z.string().check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/, 'no local time'))
/** On weekdays from Monday, 1. */
export const LocalHours = z.object({
  days: z.array(z.int().check(z.minimum(1), z.maximum(7))).check(z.minLength(1)),
  from: localTime,
  to: localTime,
})
export const words = (most: number) =>
  z.string().check(printable, z.minLength(1, 'is empty'), z.maxLength(most, `is longer than ${most} characters`))
const notDegrees = (most: number) =>
  `is not between -${most} and ${most}: positions are in degrees of WGS 84, not in meters, and not latitude for longitude`
export const latitude = z.number().check(z.minimum(-90, notDegrees(90)), z.maximum(90, notDegrees(90)))
export const longitude = z.number().check(z.minimum(-180, notDegrees(180)), z.maximum(180, notDegrees(180)))

/** IANA */
export const timeZone = z.string().check(z.refine(isTimeZone, 'unknown time zone'))

export const CityFacts = z.object({
  name: words(60),
  timeZone,
  /** ISO 3166, two letters */
  country: z.string().check(z.regex(/^[A-Z]{2}$/, 'not two capital letters')),
  /** a plate is of this one unless the driver chooses another, by its name in Core/States */
  region: words(60),
  /** ISO 4217 */
  currency: z.string().check(z.regex(/^[A-Z]{3}$/, 'not three capital letters')),
  units: Units,
  languages: z.array(z.enum(['en', 'es', 'hi'])).check(z.minLength(1)),
  /** its center */
  latitude,
  longitude,
  /** when support is there; each window is within a day */
  supportHours: z.array(LocalHours.check(z.refine(({ from, to }) => from < to, 'ends before it begins'))),
  /** whether stays go by a disability placard on the driver's word alone; left out: none */
  placard: z.optional(Placard),
  /** an import that withdraws a greater part of the places asks for the city's name */
  mostWithdrawnPercent: z._default(z.int().check(z.minimum(0), z.maximum(100)), 5),
  /** its first terms; those of a city that has some stay (`npm run city:terms`) */
  terms: z.optional(CityTerms),
})
export type CityFacts = z.infer<typeof CityFacts>
/** As a source or a file gives them. */
export type CityFactsGiven = z.input<typeof CityFacts>
