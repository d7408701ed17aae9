// Which card provider the browser talks to; every screen asks, for the sandbox's mark.
import { call } from '../platform/call.ts'
import type * as schemas from './provider-schemas.ts'

export const config = call<typeof schemas.config>()('GET', '/api/Payment/Config', 'anyone')
