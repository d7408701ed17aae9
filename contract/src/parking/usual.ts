// Where and how long a driver usually parks, learned from the account's own sessions; it can be cleared.
import { call } from '../platform/call.ts'
import type * as schemas from './usual-schemas.ts'

export type * from './usual-schemas.ts'

export const usual = call<typeof schemas.usual>()('GET', '/api/Parking/Usual', 'driver')
export const clearUsual = call<typeof schemas.clearUsual>()('DELETE', '/api/Parking/Usual', 'driver')
