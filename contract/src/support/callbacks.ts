// Asking support to call: when and on which number, seen, changed and cancelled by the driver.
import { call } from '../platform/call.ts'
import type * as schemas from './callbacks-schemas.ts'

export type * from './callbacks-schemas.ts'

export const requestCallback = call<typeof schemas.requestCallback>()('POST', '/api/Support/Callback', 'driver', {
  idempotent: true,
})

export const callbacks = call<typeof schemas.callbacks>()('GET', '/api/Support/Callbacks', 'driver')
export const changeCallback = call<typeof schemas.changeCallback>()('POST', '/api/Support/Callback/:id', 'driver')
export const cancelCallback = call<typeof schemas.cancelCallback>()('DELETE', '/api/Support/Callback/:id', 'driver')
