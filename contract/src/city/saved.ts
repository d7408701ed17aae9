// A driver's saved places: Home, Work, and others by a name of their own.
import { call } from '../platform/call.ts'
import type * as schemas from './saved-schemas.ts'

export { savedKinds } from '../platform/choices.ts'
export type * from './saved-schemas.ts'

export const listSaved = call<typeof schemas.listSaved>()('GET', '/api/Parking/Saved', 'driver')
export const savePlace = call<typeof schemas.savePlace>()('POST', '/api/Parking/Saved', 'driver')
export const removeSaved = call<typeof schemas.removeSaved>()('DELETE', '/api/Parking/Saved/:zone', 'driver')
