// A place as other programs read it: a row of a table, a feature of GeoJSON. Pure.
import type { Place } from '#city/places/places.ts'

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
  ['min_stay_minutes', place => place.minStayMinutes],
  ['max_stay_minutes', place => place.maxStayMinutes],
  ['no_return_minutes', place => place.noReturnMinutes],
  ['clearance_meters', place => place.clearanceMetres],
  ['attribution', place => place.attribution],
]

export const zoneColumns = columns.map(([name]) => name)
/** In the order of the columns; empty where there is none. */
export const zoneRow = (place: Place): (string | number)[] => columns.map(([, of]) => of(place) ?? '')

type Line = [longitude: number, latitude: number][]

const isRing = (line: Line) => line.length >= 4 && String(line[0]) === String(line.at(-1))

/** Counterclockwise, as RFC 7946 wants the outside of an area. */
const wound = (ring: Line): Line => {
  const doubledArea = ring.reduce((sum, [x, y], i) => {
    const [nextX, nextY] = ring[(i + 1) % ring.length]!
    return sum + x * nextY - nextX * y
  }, 0)
  return doubledArea < 0 ? ring.toReversed() : ring
}

/** A closed outline is an area, an open one a line; without either it is where the place is. */
export const featureOf = (place: Place, outline: Line = []) => ({
  type: 'Feature',
  id: place.zoneNumber,
  geometry: isRing(outline)
    ? { type: 'Polygon', coordinates: [wound(outline)] }
    : outline.length >= 2
      ? { type: 'LineString', coordinates: outline }
      : { type: 'Point', coordinates: [place.longitude, place.latitude] },
  properties: Object.fromEntries(columns.map(([name, of]) => [name, of(place)])),
})
