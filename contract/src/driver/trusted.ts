// The person a driver trusts: reminded too before the driver's parking ends, once that person has agreed, and as long as both want.
import { call } from '../platform/call.ts'
import type * as schemas from './trusted-schemas.ts'

export type * from './trusted-schemas.ts'

export const trusted = call<typeof schemas.trusted>()('GET', '/api/Account/Trusted', 'driver')
export const inviteTrusted = call<typeof schemas.inviteTrusted>()('POST', '/api/Account/Trusted', 'driver')
export const endTrusted = call<typeof schemas.endTrusted>()('DELETE', '/api/Account/Trusted', 'driver')
// codes are sent in bodies: addresses are logged
export const trustedInvitation = call<typeof schemas.trustedInvitation>()('POST', '/api/Trusted/Invitation', 'anyone')
export const answerTrusted = call<typeof schemas.answerTrusted>()('POST', '/api/Trusted/Answer', 'anyone')
