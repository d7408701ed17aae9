// What holds at a place in the coming days, for drivers and for whoever checks them.
import { call } from '../platform/call.ts'
import type * as schemas from './zone-rules-schemas.ts'

export type * from './zone-rules-schemas.ts'

export const rules = call<typeof schemas.rules>()('GET', '/api/Parking/Zone/:zone/Rules', 'anyone')
