// Past sessions: how they are narrowed and sorted, what each month came to, the places parked at, and all of them as a table.
import { call } from '../platform/call.ts'
import type * as schemas from './past-schemas.ts'

export { type PastSort, pastSorts } from '../platform/choices.ts'
export type * from './past-schemas.ts'

export const months = call<typeof schemas.months>()('GET', '/api/Parking/Months', 'driver')
export const visits = call<typeof schemas.visits>()('GET', '/api/Parking/Visits', 'driver')
export const sessionsCsv = call<typeof schemas.sessionsCsv>()('GET', '/api/Parking/Sessions.csv', 'driver')
