// What the server checks and documents of the calls in exports.ts: schemas, limits, errors.
import * as z from 'zod/mini'
import type { CallSchemas } from '../platform/call.ts'
import { text } from '../platform/fields.ts'

const params = z.object({ city: text(40) })
/** large answers */
const perMinute = 30

export const zonesGeoJson = {
  summary: 'A city’s zones with their outlines, as GeoJSON (RFC 7946); with an ETag',
  perMinute,
  params,
  answer: z.any(),
  errors: ['not_found'],
} satisfies CallSchemas

export const zonesCsv = {
  summary: 'A city’s zones as a table, comma-separated; with an ETag',
  perMinute,
  params,
  answer: z.any(),
  errors: ['not_found'],
} satisfies CallSchemas

export const countsCsv = {
  summary: 'What operators last counted in a city’s zones, as a table, comma-separated; with an ETag',
  perMinute,
  params,
  answer: z.any(),
  errors: ['not_found'],
} satisfies CallSchemas
