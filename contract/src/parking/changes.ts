// Changes of a running session: its plate and its zone. Apart from sessions.ts, which Home loads.
import { call } from '../platform/call.ts'
import type * as schemas from './changes-schemas.ts'

export type * from './changes-schemas.ts'

export const changePlate = call<typeof schemas.changePlate>()('POST', '/api/Parking/ChangePlate', 'driver', {
  idempotent: true,
  pays: true,
})
export const moveQuote = call<typeof schemas.moveQuote>()('POST', '/api/Parking/MoveZone/Quote', 'driver', {
  reads: true,
})
export const moveZone = call<typeof schemas.moveZone>()('POST', '/api/Parking/MoveZone', 'driver', {
  idempotent: true,
  pays: true,
})
