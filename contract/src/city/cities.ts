// The cities that ParkIt runs parking in, and what is true of each as a whole.
import { call } from '../platform/call.ts'
import type * as schemas from './cities-schemas.ts'

export type * from './cities-schemas.ts'

export const cities = call<typeof schemas.cities>()('GET', '/api/Cities', 'anyone')
export const city = call<typeof schemas.city>()('GET', '/api/City/:city', 'anyone')
