// What the server checks and documents of the calls in operators.ts: schemas, limits, errors.
import * as z from 'zod/mini'
import { VehicleFields } from '../driver/vehicles-schemas.ts'
import type { CallSchemas } from '../platform/call.ts'
import { withMessage } from '../platform/field-errors.ts'
import { Instant, ZoneNumber } from '../platform/fields.ts'

export const OccupancyReport = z.object({ ZoneNumber, Taken: z.int().check(z.minimum(0)), ObservedAt: Instant })

export const occupancy = {
  summary: 'Report taken spaces of zones of the operator’s city; the newest report of a zone counts',
  perMinute: 600,
  body: z.object({ Reports: z.array(OccupancyReport).check(z.minLength(1), z.maxLength(5000)) }),
  answer: z.object({
    Accepted: z.int(),
    Refused: z.array(
      z.object({
        ZoneNumber: z.string(),
        Reason: z.enum(['unknown_zone', 'not_your_zone', 'above_capacity', 'in_the_future']),
      }),
    ),
  }),
} satisfies CallSchemas

export const plateSeen = {
  summary: 'A gate or camera saw a plate enter or leave; the answer never tells whether anybody parks by it',
  perMinute: 1200,
  body: z.object({
    ZoneNumber,
    PlateNumber: VehicleFields.PlateNumber,
    PlateState: VehicleFields.PlateState,
    Direction: z.enum(['in', 'out'], withMessage('from_list')),
    SeenAt: Instant,
  }),
  answer: z.object({ Accepted: z.literal(true) }),
  errors: ['unknown_zone', 'not_your_zone'],
} satisfies CallSchemas
