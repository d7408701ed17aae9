// How anyone reaches the city without an account.
import { call } from '../platform/call.ts'
import type * as schemas from './contact-schemas.ts'

export type * from './contact-schemas.ts'

export const contact = call<typeof schemas.contact>()('GET', '/api/Support/Contact', 'anyone')
