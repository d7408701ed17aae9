// Asking support to call: when and on which number, seen, changed and cancelled by the driver.
import { call } from '../platform/call.ts'
import type * as schemas from './callbacks-schemas.ts'

export type * from './callbacks-schemas.ts'

export const requestCallback = call<typeof schemas.requestCallback>()({
  method: 'POST',
  path: '/api/Support/Callback',
  who: 'driver',
  idempotent: true,
})

export const callbacks = call<typeof schemas.callbacks>()({
  method: 'GET',
  path: '/api/Support/Callbacks',
  who: 'driver',
})

export const changeCallback = call<typeof schemas.changeCallback>()({
  method: 'POST',
  path: '/api/Support/Callback/:id',
  who: 'driver',
})

export const cancelCallback = call<typeof schemas.cancelCallback>()({
  method: 'DELETE',
  path: '/api/Support/Callback/:id',
  who: 'driver',
})
