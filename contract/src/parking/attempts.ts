// What a driver tried without a signal: told by the device once it can, kept as evidence with both times.
import { call } from '../platform/call.ts'
import type * as schemas from './attempts-schemas.ts'

export type * from './attempts-schemas.ts'

export const tellAttempt = call<typeof schemas.tellAttempt>()('POST', '/api/Parking/Attempt/:id', 'driver')
export const attempts = call<typeof schemas.attempts>()('GET', '/api/Parking/Attempts', 'driver')
