// The driver's account: signing in, registering, codes, profile. Field names as recorded.
import { call } from '../platform/call.ts'
import type * as schemas from './account-schemas.ts'

export type * from './account-schemas.ts'

export const token = call<typeof schemas.token>()({ method: 'POST', path: '/api/Token', who: 'anyone', form: 'sent' })

export const register = call<typeof schemas.register>()({
  method: 'POST',
  path: '/api/Account/Register',
  who: 'anyone',
})

export const quickRegister = call<typeof schemas.quickRegister>()({
  method: 'POST',
  path: '/api/Account/QuickRegister',
  who: 'anyone',
})

export const complete = call<typeof schemas.complete>()({
  method: 'POST',
  path: '/api/Account/Complete',
  who: 'driver',
})

export const sendCode = call<typeof schemas.sendCode>()({
  method: 'POST',
  path: '/api/Account/SendCode',
  who: 'anyone',
})

export const changeContact = call<typeof schemas.changeContact>()({
  method: 'POST',
  path: '/api/Account/ChangeContact',
  who: 'driver',
})

export const confirmContact = call<typeof schemas.confirmContact>()({
  method: 'POST',
  path: '/api/Account/ConfirmContact',
  who: 'driver',
})

export const resetPassword = call<typeof schemas.resetPassword>()({
  method: 'POST',
  path: '/api/Account/ResetPassword',
  who: 'driver',
})

export const logout = call<typeof schemas.logout>()({ method: 'POST', path: '/api/Account/Logout', who: 'driver' })

export const signIns = call<typeof schemas.signIns>()({ method: 'GET', path: '/api/Account/SignIns', who: 'driver' })

export const endSignIns = call<typeof schemas.endSignIns>()({
  method: 'POST',
  path: '/api/Account/EndSignIns',
  who: 'driver',
})

export const profile = call<typeof schemas.profile>()({ method: 'GET', path: '/api/Account/Profile', who: 'driver' })

export const settings = call<typeof schemas.settings>()({
  method: 'POST',
  path: '/api/Account/Settings',
  who: 'driver',
})

export const details = call<typeof schemas.details>()({ method: 'GET', path: '/api/Account/Details', who: 'driver' })
