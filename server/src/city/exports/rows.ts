// A place as other programs read it: a row of a table, a feature of GeoJSON. Pure.
import type { Place } from '#city/places/places.ts'
import { geometryOf, type Line } from './geometry.ts'

/** Of the first rule of its newest book that has any. */
const limitsOf = ({ published }: Place) => published.versions.at(-1)?.book.rules.find(({ limits }) => limits)?.limits
const minutesOf = (seconds: number | undefined) => (seconds === undefined ? null : Math.ceil(seconds / 60))

/** The columns of a zone, in their order. Lengths are in meters, positions in degrees of WGS 84. */
const columns: [name: string, of: (place: Place) => string | number | null][] = [
  ['city', place => place.city],
  ['zone_number', place => place.zoneNumber],
  ['name', place => place.name],
  ['kind', place => place.kind],
  ['address', place => place.address],
  ['neighborhood', place => place.neighbourhood],
  ['latitude', place => place.latitude],
  ['longitude', place => place.longitude],
  ['time_zone', place => place.timeZone],
  ['capacity', place => place.capacity],
  ['accessible_spaces', place => place.accessibleSpaces],
  ['ev_chargers', place => place.evChargers],
  ['features', place => place.features.join(' ')],
  ['min_stay_minutes', place => minutesOf(limitsOf(place)?.minStaySeconds)],
  ['max_stay_minutes', place => minutesOf(limitsOf(place)?.maxStaySeconds)],
  ['no_return_minutes', place => minutesOf(limitsOf(place)?.noReturnSeconds)],
  ['clearance_meters', place => place.clearanceMetres],
  ['rule_book', place => place.ruleBookId],
  ['attribution', place => place.attribution],
]

export const zoneColumns = columns.map(([name]) => name)
/** In the order of the columns; empty where there is none. */
export const zoneRow = (place: Place): (string | number)[] => columns.map(([, of]) => of(place) ?? '')

export const featureOf = (place: Place, outline: Line = []) => ({
  type: 'Feature',
  id: place.zoneNumber,
  geometry: geometryOf(place, outline),
  properties: Object.fromEntries(columns.map(([name, of]) => [name, of(place)])),
})
