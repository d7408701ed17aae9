// Whoever looks at places hears that rates, closures, or places have changed. Apart from places.ts, of which Home loads the calls.
import { call } from '../platform/call.ts'
import type * as schemas from './place-changes-schemas.ts'

export const changes = call<typeof schemas.changes>()('GET', '/api/Parking/Changes', 'anyone')
