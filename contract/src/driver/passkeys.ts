// Passkeys: adding, listing, naming, and removing them; signing in and proving oneself with one.
import { call } from '../platform/call.ts'
import type * as schemas from './passkeys-schemas.ts'

export type * from './passkeys-schemas.ts'

export const passkeys = call<typeof schemas.passkeys>()('GET', '/api/Account/Passkeys', 'driver')
export const passkeyOptions = call<typeof schemas.passkeyOptions>()('POST', '/api/Account/Passkey/Options', 'driver')
export const addPasskey = call<typeof schemas.addPasskey>()('POST', '/api/Account/Passkey', 'driver')
export const renamePasskey = call<typeof schemas.renamePasskey>()('POST', '/api/Account/Passkeys/:id', 'driver')
export const removePasskey = call<typeof schemas.removePasskey>()('DELETE', '/api/Account/Passkeys/:id', 'driver')
export const declinePasskeyOffer = call<typeof schemas.declinePasskeyOffer>()(
  'POST',
  '/api/Account/Passkey/DeclineOffer',
  'driver',
)
export const passkeyHost = call<typeof schemas.passkeyHost>()('GET', '/api/Token/Passkey', 'anyone')
export const signInOptions = call<typeof schemas.signInOptions>()('POST', '/api/Token/Passkey/Options', 'anyone')
export const signInByPasskey = call<typeof schemas.signInByPasskey>()('POST', '/api/Token/Passkey', 'anyone', {
  signsIn: true,
})
export const proofOptions = call<typeof schemas.proofOptions>()('POST', '/api/Account/Proof/Passkey/Options', 'driver')
export const proveByPasskey = call<typeof schemas.proveByPasskey>()('POST', '/api/Account/Proof/Passkey', 'driver')
