// Plans: what they cost, which one a driver has, and having Deluxe charged, cancelled and resumed.
import { call } from '../platform/call.ts'
import type * as schemas from './subscription-schemas.ts'

export type * from './subscription-schemas.ts'

export const plans = call<typeof schemas.plans>()('GET', '/api/Subscription/Plans', 'anyone')
export const subscription = call<typeof schemas.subscription>()('GET', '/api/Subscription', 'driver')

export const subscribe = call<typeof schemas.subscribe>()('POST', '/api/Subscription/Subscribe', 'driver', {
  idempotent: true,
  pays: true,
})

export const changeCard = call<typeof schemas.changeCard>()('POST', '/api/Subscription/Card', 'driver')
export const confirm = call<typeof schemas.confirm>()('POST', '/api/Subscription/Confirm', 'driver', { pays: true })
export const cancel = call<typeof schemas.cancel>()('POST', '/api/Subscription/Cancel', 'driver')
export const resume = call<typeof schemas.resume>()('POST', '/api/Subscription/Resume', 'driver')
