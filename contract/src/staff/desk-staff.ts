// Who works at the desk: invited, signed in by password and a code to the e-mail, and removed.
import { call } from '../platform/call.ts'
import type * as schemas from './desk-staff-schemas.ts'

export { type Role, roles } from '../platform/choices.ts'
export type * from './desk-staff-schemas.ts'

export const deskSignIn = call<typeof schemas.deskSignIn>()({ method: 'POST', path: '/api/Desk/Token', who: 'anyone' })

export const deskConfirm = call<typeof schemas.deskConfirm>()({
  method: 'POST',
  path: '/api/Desk/Token/Code',
  who: 'anyone',
})

export const acceptInvite = call<typeof schemas.acceptInvite>()({
  method: 'POST',
  path: '/api/Desk/Invitation',
  who: 'anyone',
})

export const deskSignOut = call<typeof schemas.deskSignOut>()({
  method: 'DELETE',
  path: '/api/Desk/Token',
  who: 'staff',
})

export const staffList = call<typeof schemas.staffList>()({ method: 'GET', path: '/api/Desk/Staff', who: 'staff' })

export const inviteStaff = call<typeof schemas.inviteStaff>()({ method: 'POST', path: '/api/Desk/Staff', who: 'staff' })

export const removeStaff = call<typeof schemas.removeStaff>()({
  method: 'DELETE',
  path: '/api/Desk/Staff/:staffId',
  who: 'staff',
})
