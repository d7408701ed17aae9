// A city's files: listed, uploaded, checked, published, undone, and read row by row.
import { call } from '../platform/call.ts'
import type * as schemas from './console-imports-schemas.ts'

export type * from './console-imports-schemas.ts'

const roles = ['owner', 'rates'] as const
const path = '/api/Console/:city/Import'
const once = { roles, idempotent: true } as const

export const cityImports = call<typeof schemas.cityImports>()('GET', path, 'console', { roles })
export const uploadImport = call<typeof schemas.uploadImport>()('POST', path, 'console', { roles, upload: 'file' })
export const checkImport = call<typeof schemas.checkImport>()('POST', `${path}/:id/Check`, 'console', { roles })
export const publishImport = call<typeof schemas.publishImport>()('POST', `${path}/:id/Publish`, 'console', once)
export const undoImport = call<typeof schemas.undoImport>()('POST', `${path}/:id/Undo`, 'console', once)
export const importRun = call<typeof schemas.importRun>()('GET', `${path}/:id`, 'console', { roles })
export const importRows = call<typeof schemas.importRows>()('GET', `${path}/:id/Rows`, 'console', { roles })
