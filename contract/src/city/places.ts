// Finding a place to park and reading its sign: zones, what they cost, how full they are.
import { call } from '../platform/call.ts'
import type * as schemas from './places-schemas.ts'

export { features } from '../platform/choices.ts'
export type * from './places-schemas.ts'

export const find = call<typeof schemas.find>()({ method: 'GET', path: '/api/Parking/Find', who: 'anyone' })

export const zone = call<typeof schemas.zone>()({ method: 'GET', path: '/api/Parking/Zone/:zone', who: 'anyone' })

export const forecast = call<typeof schemas.forecast>()({
  method: 'GET',
  path: '/api/Parking/Zone/:zone/Forecast',
  who: 'anyone',
})
