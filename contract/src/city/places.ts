// Finding a place to park and reading its sign: zones, what they cost, how full they are.
import { call } from '../platform/call.ts'
import type * as schemas from './places-schemas.ts'

export { type AccessDetail, accessDetails, type FilterFeature, features } from '../platform/choices.ts'
export type * from './places-schemas.ts'

export const find = call<typeof schemas.find>()('GET', '/api/Parking/Find', 'anyone')
export const mapView = call<typeof schemas.mapView>()('GET', '/api/Parking/Map', 'anyone')
export const suggest = call<typeof schemas.suggest>()('GET', '/api/Parking/Suggest', 'anyone')
export const zone = call<typeof schemas.zone>()('GET', '/api/Parking/Zone/:zone', 'anyone')
export const forecast = call<typeof schemas.forecast>()('GET', '/api/Parking/Zone/:zone/Forecast', 'anyone')
