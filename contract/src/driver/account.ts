// The driver's account: signing in, registering, codes, profile. Field names as recorded.
import { call } from '../platform/call.ts'
import type * as schemas from './account-schemas.ts'

export type * from './account-schemas.ts'

export const token = call<typeof schemas.token>()('POST', '/api/Token', 'anyone', {
  form: 'sent',
  signsIn: true,
})
export const register = call<typeof schemas.register>()('POST', '/api/Account/Register', 'anyone')
export const quickRegister = call<typeof schemas.quickRegister>()('POST', '/api/Account/QuickRegister', 'anyone')
export const complete = call<typeof schemas.complete>()('POST', '/api/Account/Complete', 'driver')
export const sendCode = call<typeof schemas.sendCode>()('POST', '/api/Account/SendCode', 'anyone')
export const changeContact = call<typeof schemas.changeContact>()('POST', '/api/Account/ChangeContact', 'driver')
export const confirmContact = call<typeof schemas.confirmContact>()('POST', '/api/Account/ConfirmContact', 'driver')
export const confirmEmail = call<typeof schemas.confirmEmail>()('POST', '/api/Account/ConfirmEmail', 'driver')
export const sendEmailLink = call<typeof schemas.sendEmailLink>()('POST', '/api/Account/SendEmailLink', 'driver')
export const prove = call<typeof schemas.prove>()('POST', '/api/Account/Proof', 'driver')
export const resetPassword = call<typeof schemas.resetPassword>()('POST', '/api/Account/ResetPassword', 'driver')
export const logout = call<typeof schemas.logout>()('POST', '/api/Account/Logout', 'driver')
export const signIns = call<typeof schemas.signIns>()('GET', '/api/Account/SignIns', 'driver')
export const endSignIns = call<typeof schemas.endSignIns>()('POST', '/api/Account/EndSignIns', 'driver')
export const profile = call<typeof schemas.profile>()('GET', '/api/Account/Profile', 'driver')
export const settings = call<typeof schemas.settings>()('POST', '/api/Account/Settings', 'driver')
export const details = call<typeof schemas.details>()('GET', '/api/Account/Details', 'driver')
