// What operators report to ParkIt with their own credential: how many of a zone's spaces are taken.
import * as z from 'zod/mini'
import { call } from './call.ts'
import { ZoneNumber } from './fields.ts'
import { Instant } from './time.ts'

export const OccupancyReport = z.object({ ZoneNumber, Taken: z.int().check(z.minimum(0)), ObservedAt: Instant })

export const occupancy = call({
  summary: 'Report taken spaces; the newest report of a zone counts',
  method: 'POST',
  path: '/api/Operator/Occupancy',
  who: 'operator',
  perMinute: 600,
  body: z.object({ Reports: z.array(OccupancyReport).check(z.minLength(1), z.maxLength(5000)) }),
  answer: z.object({
    Accepted: z.int(),
    Refused: z.array(
      z.object({ ZoneNumber: z.string(), Reason: z.enum(['unknown_zone', 'above_capacity', 'in_the_future']) }),
    ),
  }),
  errors: [],
})
