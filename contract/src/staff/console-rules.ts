// Dated changes of a city: lists of days, closures, and event rates.
import { call } from '../platform/call.ts'
import type * as schemas from './console-rules-schemas.ts'

export type * from './console-rules-schemas.ts'

const readers = { roles: ['owner', 'rates', 'money', 'permits', 'viewer'], lead: true } as const
const roles = ['owner', 'rates'] as const
const once = { roles, idempotent: true } as const
const [days, overrides] = ['/api/Console/:city/Days', '/api/Console/:city/Overrides'] as const

export const dayLists = call<typeof schemas.dayLists>()('GET', days, 'console', readers)
export const publishDayList = call<typeof schemas.publishDayList>()('POST', days, 'console', { roles })
export const cityOverrides = call<typeof schemas.cityOverrides>()('GET', overrides, 'console', readers)
export const draftOverride = call<typeof schemas.draftOverride>()('POST', overrides, 'console', { roles })
export const previewOverride = call<typeof schemas.previewOverride>()('GET', `${overrides}/:id/Preview`, 'console', {
  roles,
})
export const publishOverride = call<typeof schemas.publishOverride>()(
  'POST',
  `${overrides}/:id/Publish`,
  'console',
  once,
)
export const cancelCityOverride = call<typeof schemas.cancelCityOverride>()(
  'POST',
  `${overrides}/:id/Cancel`,
  'console',
  once,
)
