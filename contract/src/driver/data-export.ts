// A copy of all the driver's data as a zip file: prepared by a job, downloaded by ranges, deleted after a day.
import { call } from '../platform/call.ts'
import type * as schemas from './data-export-schemas.ts'

export type * from './data-export-schemas.ts'

export const beginExport = call<typeof schemas.beginExport>()('POST', '/api/Account/Export', 'driver')
export const exportState = call<typeof schemas.exportState>()('GET', '/api/Account/Export', 'driver')
export const exportFile = call<typeof schemas.exportFile>()('GET', '/api/Account/Export/File', 'driver')
