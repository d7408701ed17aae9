// What the server checks and documents of the calls in usual.ts: schemas.
import * as z from 'zod/mini'
import type { CallSchemas } from '../platform/call.ts'
import { inCity } from '../platform/fields.ts'

export const UsualStay = z.object({
  ZoneNumber: z.string(),
  ...inCity,
  Name: z.string(),
  Latitude: z.number(),
  Longitude: z.number(),
  TimeZone: z.string(),
  VehicleId: z.string(),
  PlateNumber: z.string(),
  Minutes: z.int(),
  /** when the driver usually starts there; null for the last stay, which is no habit */
  When: z.nullable(
    z.object({
      Days: z.enum(['weekdays', 'weekends']),
      /** minutes after midnight there */
      Minute: z.int(),
    }),
  ),
})
export type UsualStay = z.infer<typeof UsualStay>

export const usual = {
  summary: 'Where, when, and for how long the driver usually parks, the strongest habit first, then the last stay',
  perMinute: 600,
  answer: z.object({ Items: z.array(UsualStay) }),
} satisfies CallSchemas

export const clearUsual = {
  summary: 'Forget the habits: from now on they are learned anew. Sessions and receipts stay',
  answer: usual.answer,
} satisfies CallSchemas
