// What the server checks and documents of the calls in exports.ts: schemas, limits, errors.
import * as z from 'zod/mini'
import type { CallSchemas } from '../platform/call.ts'
import { queryNumber, text } from '../platform/fields.ts'

const params = z.object({ city: text(40) })
/** large answers */
const perMinute = 30

const exported = (summary: string) =>
  ({
    summary: `${summary}; with an ETag`,
    perMinute,
    params,
    answer: z.any(),
    errors: ['not_found'],
  }) satisfies CallSchemas

export const zonesGeoJson = exported('A city’s zones with their outlines, as GeoJSON (RFC 7946)')
export const zonesCsv = exported('A city’s zones as a table, comma-separated')
export const countsCsv = exported('What operators last counted in a city’s zones, as a table, comma-separated')
export const ratesCsv = exported('The rules and prices of a city’s zones as a table, comma-separated')

export const cdsZones = exported('A city’s zones as curb zones of CDS 1.1')
export const cdsAreas = exported('A city’s curb areas in CDS 1.1')
export const cdsSpaces = exported('A city’s marked spaces in CDS 1.1')
export const cdsPolicies = exported('The rules and prices of a city’s zones as policies of CDS 1.1')
export const cdsStatus = exported('Which zones’ counters report, in CDS 1.1')

export const apdsPlaces = exported('A city’s places with their supply and last count, in APDS v4')
export const apdsRates = exported('The rate tables of a city’s places, in APDS v4')
export const apdsRights = exported('Which rates hold at which places, the most important first, in APDS v4')

/** Milliseconds since 1970. Without: until now, and a week before the end. */
const query = z.object({
  start_time: z.optional(queryNumber('instant', 0, 8.64e15)),
  end_time: z.optional(queryNumber('instant', 0, 8.64e15)),
})
const lately = (summary: string) =>
  ({
    summary: `${summary}; of at most 31 days`,
    perMinute,
    params,
    query,
    answer: z.any(),
    errors: ['not_found', 'unauthorized', 'bad_input'],
  }) satisfies CallSchemas

export const staysCsv = lately('When cars parked in a city’s zones and what was paid, without plates; by token')
export const cdsSessions = lately('When cars parked in a city’s zones, as a table of CDS Metrics 1.1; by token')
export const cdsAggregates = lately('How many stays began in each zone and hour, as a table of CDS Metrics 1.1')
