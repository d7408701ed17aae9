// The driver's disability placard: stated by the driver, shown to nobody else, and asked for by the rules of cities that take it.
import { call } from '../platform/call.ts'
import type * as schemas from './placard-schemas.ts'

export type * from './placard-schemas.ts'

export const placard = call<typeof schemas.placard>()('GET', '/api/Account/Placard', 'driver')
export const statePlacard = call<typeof schemas.statePlacard>()('POST', '/api/Account/Placard', 'driver')
export const removePlacard = call<typeof schemas.removePlacard>()('DELETE', '/api/Account/Placard', 'driver')
