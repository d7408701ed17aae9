// When support is there for a driver, in the time of his city.
import { call } from '../platform/call.ts'
import type * as schemas from './hours-schemas.ts'

export type * from './hours-schemas.ts'

export const hours = call<typeof schemas.hours>()('GET', '/api/Support/Hours', 'driver')
