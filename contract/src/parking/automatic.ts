// What parks by itself: the driver's Default Parking Options, and how a running session will extend itself.
import { call } from '../platform/call.ts'
import type * as schemas from './automatic-schemas.ts'

export type * from './automatic-schemas.ts'

export const autoExtend = call<typeof schemas.autoExtend>()({
  method: 'GET',
  path: '/api/Parking/Session/:id/AutoExtend',
  who: 'driver',
})

export const setAutoExtend = call<typeof schemas.setAutoExtend>()({
  method: 'POST',
  path: '/api/Parking/AutoExtend',
  who: 'driver',
})
