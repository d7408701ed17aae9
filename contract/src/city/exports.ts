// A city's places and counts as open data, for other programs.
import { call } from '../platform/call.ts'
import type * as schemas from './exports-schemas.ts'

export const zonesGeoJson = call<typeof schemas.zonesGeoJson>()('GET', '/api/Export/:city/zones.geojson', 'anyone')
export const zonesCsv = call<typeof schemas.zonesCsv>()('GET', '/api/Export/:city/zones.csv', 'anyone')
export const countsCsv = call<typeof schemas.countsCsv>()('GET', '/api/Export/:city/counts.csv', 'anyone')
export const ratesCsv = call<typeof schemas.ratesCsv>()('GET', '/api/Export/:city/rates.csv', 'anyone')
export const staysCsv = call<typeof schemas.staysCsv>()('GET', '/api/Export/:city/sessions.csv', 'anyone')

export const cdsZones = call<typeof schemas.cdsZones>()('GET', '/api/Cds/:city/curbs/zones', 'anyone')
export const cdsAreas = call<typeof schemas.cdsAreas>()('GET', '/api/Cds/:city/curbs/areas', 'anyone')
export const cdsSpaces = call<typeof schemas.cdsSpaces>()('GET', '/api/Cds/:city/curbs/spaces', 'anyone')
export const cdsPolicies = call<typeof schemas.cdsPolicies>()('GET', '/api/Cds/:city/curbs/policies', 'anyone')
export const cdsStatus = call<typeof schemas.cdsStatus>()('GET', '/api/Cds/:city/events/status', 'anyone')
export const cdsSessions = call<typeof schemas.cdsSessions>()('GET', '/api/Cds/:city/metrics/sessions', 'anyone')
export const cdsAggregates = call<typeof schemas.cdsAggregates>()('GET', '/api/Cds/:city/metrics/aggregates', 'anyone')

export const apdsPlaces = call<typeof schemas.apdsPlaces>()('GET', '/api/Apds/:city/v4/places', 'anyone')
export const apdsRates = call<typeof schemas.apdsRates>()('GET', '/api/Apds/:city/v4/rates', 'anyone')
export const apdsRights = call<typeof schemas.apdsRights>()('GET', '/api/Apds/:city/v4/rights/specs', 'anyone')
