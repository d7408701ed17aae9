// Writing to support by e-mail: sent to its mailbox with a reference, and a copy to the driver.
import { call } from '../platform/call.ts'
import type * as schemas from './emails-schemas.ts'

export type * from './emails-schemas.ts'

export const writeEmail = call<typeof schemas.writeEmail>()({
  method: 'POST',
  path: '/api/Support/Email',
  who: 'driver',
  idempotent: true,
})

export const emails = call<typeof schemas.emails>()({ method: 'GET', path: '/api/Support/Emails', who: 'driver' })
