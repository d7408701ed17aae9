// What the server checks and documents of the call in hours.ts.
import * as z from 'zod/mini'
import { City, position } from '../city/cities-schemas.ts'
import type { CallSchemas } from '../platform/call.ts'

export const hours = {
  summary:
    'The city whose support a driver reaches, with its hours: that of his running session, else around the position, else where he last parked',
  query: z.object(position),
  answer: z.pick(City, { City: true, Name: true, TimeZone: true, SupportHours: true }),
} satisfies CallSchemas
export type SupportCity = z.infer<typeof hours.answer>
