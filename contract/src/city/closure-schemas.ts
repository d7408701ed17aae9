// A closure of a zone as drivers are shown it.
import * as z from 'zod/mini'
import { Instant } from '../platform/fields.ts'

/** Nobody may park from StartsAt to EndsAt; Name says why, in the city's words. */
export const Closure = z.object({ Name: z.string(), StartsAt: Instant, EndsAt: Instant, Tow: z.boolean() })
export type Closure = z.infer<typeof Closure>
