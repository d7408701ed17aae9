// What the server checks and documents of the calls in signs.ts: schemas, limits, errors.
import * as z from 'zod/mini'
import type { CallSchemas } from '../platform/call.ts'
import { requiredText, ZoneNumber } from '../platform/fields.ts'

export const checkSign = {
  summary: 'Whether the link on a printed sign, /z/City/ZoneNumber?s=S, was signed by this ParkIt and is in use',
  perMinute: 600,
  query: z.object({ City: requiredText(40), ZoneNumber, S: requiredText(40) }),
  answer: z.object({
    Verified: z.literal(true),
    /** its code, as in the link */
    City: z.string(),
    CityName: z.string(),
    ZoneNumber: z.string(),
  }),
  errors: ['sign_foreign', 'sign_retired'],
} satisfies CallSchemas
