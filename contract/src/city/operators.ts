// What operators report to ParkIt with their own credential: how many of a zone's spaces are taken, and plates at their gates.
import { call } from '../platform/call.ts'
import type * as schemas from './operators-schemas.ts'

export type * from './operators-schemas.ts'

export const occupancy = call<typeof schemas.occupancy>()('POST', '/api/Operator/Occupancy', 'operator')
export const plateSeen = call<typeof schemas.plateSeen>()('POST', '/api/Operator/PlateSeen', 'operator')
