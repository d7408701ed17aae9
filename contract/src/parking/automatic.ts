// What parks by itself: the driver's Default Parking Options, and how a running session will extend itself.
import { call } from '../platform/call.ts'
import type * as schemas from './automatic-schemas.ts'

export type * from './automatic-schemas.ts'

export const autoExtend = call<typeof schemas.autoExtend>()('GET', '/api/Parking/Session/:id/AutoExtend', 'driver')
export const setAutoExtend = call<typeof schemas.setAutoExtend>()('POST', '/api/Parking/AutoExtend', 'driver')
