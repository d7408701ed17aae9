// Who works at the desk: invited, signed in by password and a code to the e-mail, and removed.
import { call } from '../platform/call.ts'
import type * as schemas from './desk-staff-schemas.ts'

export { type Role, roles } from '../platform/choices.ts'
export type * from './desk-staff-schemas.ts'

export const deskSignIn = call<typeof schemas.deskSignIn>()('POST', '/api/Desk/Token', 'anyone')
export const deskConfirm = call<typeof schemas.deskConfirm>()('POST', '/api/Desk/Token/Code', 'anyone')
export const acceptInvite = call<typeof schemas.acceptInvite>()('POST', '/api/Desk/Invitation', 'anyone')
export const deskSignOut = call<typeof schemas.deskSignOut>()('DELETE', '/api/Desk/Token', 'staff')
export const staffList = call<typeof schemas.staffList>()('GET', '/api/Desk/Staff', 'staff')
export const inviteStaff = call<typeof schemas.inviteStaff>()('POST', '/api/Desk/Staff', 'staff')
export const removeStaff = call<typeof schemas.removeStaff>()('DELETE', '/api/Desk/Staff/:staffId', 'staff')
