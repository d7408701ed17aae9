// Past sessions: how they are narrowed and sorted, what each month came to, the places parked at, and all of them as a table.
import { call } from '../platform/call.ts'
import type * as schemas from './past-schemas.ts'

export { type PastSort, pastSorts } from '../platform/choices.ts'
export type * from './past-schemas.ts'

export const months = call<typeof schemas.months>()({ method: 'GET', path: '/api/Parking/Months', who: 'driver' })

export const visits = call<typeof schemas.visits>()({ method: 'GET', path: '/api/Parking/Visits', who: 'driver' })

export const sessionsCsv = call<typeof schemas.sessionsCsv>()({
  method: 'GET',
  path: '/api/Parking/Sessions.csv',
  who: 'driver',
})
