// A city's places and counts as open data, for other programs.
import { call } from '../platform/call.ts'
import type * as schemas from './exports-schemas.ts'

export const zonesGeoJson = call<typeof schemas.zonesGeoJson>()('GET', '/api/Export/:city/zones.geojson', 'anyone')
export const zonesCsv = call<typeof schemas.zonesCsv>()('GET', '/api/Export/:city/zones.csv', 'anyone')
export const countsCsv = call<typeof schemas.countsCsv>()('GET', '/api/Export/:city/counts.csv', 'anyone')
