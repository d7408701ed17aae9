// Recovering an account without password and passkey: by codes to both contacts at once, or to one and a wait.
import { call } from '../platform/call.ts'
import type * as schemas from './recovery-schemas.ts'

export type * from './recovery-schemas.ts'

export const recover = call<typeof schemas.recover>()('POST', '/api/Account/Recover', 'anyone', { signsIn: true })
export const recoveries = call<typeof schemas.recoveries>()('GET', '/api/Account/Recovery', 'driver')
export const stopRecovery = call<typeof schemas.stopRecovery>()('POST', '/api/Account/Recovery/Stop', 'driver')
export const stopRecoveryByLink = call<typeof schemas.stopRecoveryByLink>()(
  'POST',
  '/api/Account/Recovery/StopByLink',
  'anyone',
)
