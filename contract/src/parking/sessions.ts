// Parking itself: the quote, and a session from its start through extensions to its stop and receipt.
import { call } from '../platform/call.ts'
import type * as schemas from './sessions-schemas.ts'

export type * from './sessions-schemas.ts'

export const quote = call<typeof schemas.quote>()('POST', '/api/Parking/Quote', 'anyone', { reads: true })
export const start = call<typeof schemas.start>()('POST', '/api/Parking/Start', 'driver', {
  idempotent: true,
  pays: true,
})
export const extend = call<typeof schemas.extend>()('POST', '/api/Parking/Extend', 'driver', {
  idempotent: true,
  pays: true,
})
export const stop = call<typeof schemas.stop>()('POST', '/api/Parking/Stop', 'driver', { idempotent: true, pays: true })
export const stopQuote = call<typeof schemas.stopQuote>()('GET', '/api/Parking/Session/:id/StopQuote', 'driver')
export const active = call<typeof schemas.active>()('GET', '/api/Parking/Active', 'driver')
export const sessions = call<typeof schemas.sessions>()('GET', '/api/Parking/Sessions', 'driver')
export const session = call<typeof schemas.session>()('GET', '/api/Parking/Session/:id', 'driver')
export const receiptPdf = call<typeof schemas.receiptPdf>()('GET', '/api/Parking/Session/:id/Receipt.pdf', 'driver')
