// Shares “parked until”: a link that shows somebody else the place and the end of a running session.
import { call } from '../platform/call.ts'
import type * as schemas from './shares-schemas.ts'

export const share = call<typeof schemas.share>()('POST', '/api/Parking/Session/:id/Share', 'driver')
export const shared = call<typeof schemas.shared>()('GET', '/api/Parking/Session/:id/Share', 'driver')
export const endShare = call<typeof schemas.endShare>()('DELETE', '/api/Parking/Session/:id/Share', 'driver')
export const parkedUntil = call<typeof schemas.parkedUntil>()('GET', '/api/Parking/Until/:code', 'anyone')
