// Writing to support by e-mail: sent to its mailbox with a reference, and a copy to the driver.
import { call } from '../platform/call.ts'
import type * as schemas from './emails-schemas.ts'

export type * from './emails-schemas.ts'

export const writeEmail = call<typeof schemas.writeEmail>()('POST', '/api/Support/Email', 'driver', {
  idempotent: true,
})
export const emails = call<typeof schemas.emails>()('GET', '/api/Support/Emails', 'driver')
