// Money owed to drivers who have deleted their accounts: listed for the desk's leads, and marked when it was paid out by hand.
import { call } from '../platform/call.ts'
import type * as schemas from './desk-money-schemas.ts'

export type * from './desk-money-schemas.ts'

export const unclaimed = call<typeof schemas.unclaimed>()('GET', '/api/Desk/Unclaimed', 'staff')
export const payOut = call<typeof schemas.payOut>()('POST', '/api/Desk/Unclaimed/:id', 'staff')
