// Plans: what they cost, which one a driver has, and having Deluxe charged, cancelled and resumed.
import { call } from '../platform/call.ts'
import type * as schemas from './subscription-schemas.ts'

export type * from './subscription-schemas.ts'

export const plans = call<typeof schemas.plans>()({ method: 'GET', path: '/api/Subscription/Plans', who: 'anyone' })

export const subscription = call<typeof schemas.subscription>()({
  method: 'GET',
  path: '/api/Subscription',
  who: 'driver',
})

export const subscribe = call<typeof schemas.subscribe>()({
  method: 'POST',
  path: '/api/Subscription/Subscribe',
  who: 'driver',
  idempotent: true,
})

export const changeCard = call<typeof schemas.changeCard>()({
  method: 'POST',
  path: '/api/Subscription/Card',
  who: 'driver',
})

export const confirm = call<typeof schemas.confirm>()({
  method: 'POST',
  path: '/api/Subscription/Confirm',
  who: 'driver',
})

export const cancel = call<typeof schemas.cancel>()({ method: 'POST', path: '/api/Subscription/Cancel', who: 'driver' })

export const resume = call<typeof schemas.resume>()({ method: 'POST', path: '/api/Subscription/Resume', who: 'driver' })
