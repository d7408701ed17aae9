// What the server checks and documents of the calls in saved.ts: schemas, limits, errors.
import * as z from 'zod/mini'
import type { CallSchemas } from '../platform/call.ts'
import { savedKinds } from '../platform/choices.ts'
import { withMessage } from '../platform/field-errors.ts'
import { CityCode, inCity, text, whichCity, ZoneNumber } from '../platform/fields.ts'
import { savedPlaces } from '../platform/limits.ts'

const Kind = z.enum(savedKinds, withMessage('from_list'))

export const SavedPlace = z.object({
  ZoneNumber: z.string(),
  ...inCity,
  /** the place's own */
  Name: z.string(),
  TimeZone: z.string(),
  Kind,
  /** the driver's name for it; empty for Home, Work, and where none was given */
  Label: z.string(),
})
export type SavedPlace = z.infer<typeof SavedPlace>

const answer = z.object({ Items: z.array(SavedPlace) })

export const listSaved = {
  summary: 'The driver’s saved places: Home, Work, then the others, oldest first',
  perMinute: 600,
  answer,
} satisfies CallSchemas

export const savePlace = {
  summary: 'Save a place, or change how it is saved; another that was Home or Work is no longer',
  body: z.object({ ZoneNumber, ...whichCity, Kind, Label: z.optional(text(savedPlaces.mostLabel)) }),
  answer,
  errors: ['unknown_zone', 'zone_ambiguous', 'zone_parts', 'saved_many'],
} satisfies CallSchemas

export const removeSaved = {
  summary: 'Forget a saved place',
  params: z.object({ zone: ZoneNumber }),
  /** without it: of all cities */
  query: z.object({ City: z.optional(CityCode) }),
  answer,
} satisfies CallSchemas
