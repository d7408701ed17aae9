// Where a place is, as GeoJSON (RFC 7946). Pure.
import type { Place } from '#city/places/places.ts'

type Position = [longitude: number, latitude: number]
export type Line = Position[]
export type Geometry =
  | { type: 'Polygon'; coordinates: Line[] }
  | { type: 'LineString'; coordinates: Line }
  | { type: 'Point'; coordinates: Position }

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
export const geometryOf = ({ longitude, latitude }: Pick<Place, 'longitude' | 'latitude'>, outline: Line): Geometry =>
  isRing(outline)
    ? { type: 'Polygon', coordinates: [wound(outline)] }
    : outline.length >= 2
      ? { type: 'LineString', coordinates: outline }
      : { type: 'Point', coordinates: [longitude, latitude] }
