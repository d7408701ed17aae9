// Parking itself: the quote, and a session from its start through extensions to its stop and receipt.
import { call } from '../platform/call.ts'
import type * as schemas from './sessions-schemas.ts'

export type * from './sessions-schemas.ts'

export const quote = call<typeof schemas.quote>()({
  method: 'POST',
  path: '/api/Parking/Quote',
  who: 'anyone',
  reads: true,
})

export const start = call<typeof schemas.start>()({
  method: 'POST',
  path: '/api/Parking/Start',
  who: 'driver',
  idempotent: true,
})

export const extend = call<typeof schemas.extend>()({
  method: 'POST',
  path: '/api/Parking/Extend',
  who: 'driver',
  idempotent: true,
})

export const stop = call<typeof schemas.stop>()({
  method: 'POST',
  path: '/api/Parking/Stop',
  who: 'driver',
  idempotent: true,
})

export const stopQuote = call<typeof schemas.stopQuote>()({
  method: 'GET',
  path: '/api/Parking/Session/:id/StopQuote',
  who: 'driver',
})

export const active = call<typeof schemas.active>()({ method: 'GET', path: '/api/Parking/Active', who: 'driver' })

export const sessions = call<typeof schemas.sessions>()({ method: 'GET', path: '/api/Parking/Sessions', who: 'driver' })

export const session = call<typeof schemas.session>()({
  method: 'GET',
  path: '/api/Parking/Session/:id',
  who: 'driver',
})

export const receiptPdf = call<typeof schemas.receiptPdf>()({
  method: 'GET',
  path: '/api/Parking/Session/:id/Receipt.pdf',
  who: 'driver',
})
