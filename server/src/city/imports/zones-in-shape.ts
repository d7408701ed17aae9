// Which zones a drawn closure means: those in its area, along its line, or at its point. Pure.
import type { Geometry, Position } from 'geojson'
import { cutLine, metresToLine, type Position as Point } from '#platform/plane.ts'

/** The kerbs on both sides of a street whose middle is drawn. */
export const alongMeters = 20
/** an outline is looked at so often */
const everyMeters = 5

export type PlacedZone = { zone_number: string; longitude: number; latitude: number; outline: Point[] }

/** Pieces that a point is inside of, and lines that it is near to. */
type Parts = { areas: Position[][][]; lines: Position[][] }
const partsOf = (shape: Geometry): Parts => {
  switch (shape.type) {
    case 'Point':
      return { areas: [], lines: [[shape.coordinates, shape.coordinates]] }
    case 'MultiPoint':
      return { areas: [], lines: shape.coordinates.map(point => [point, point]) }
    case 'LineString':
      return { areas: [], lines: [shape.coordinates] }
    case 'MultiLineString':
      return { areas: [], lines: shape.coordinates }
    case 'Polygon':
      return { areas: [shape.coordinates], lines: [] }
    case 'MultiPolygon':
      return { areas: shape.coordinates, lines: [] }
    case 'GeometryCollection': {
      const parts = shape.geometries.map(partsOf)
      return { areas: parts.flatMap(({ areas }) => areas), lines: parts.flatMap(({ lines }) => lines) }
    }
  }
}

/** By the even-odd rule, so that the holes of an area are outside of it. */
const isInside = ([x, y]: Point, rings: Position[][]): boolean =>
  rings
    .flatMap(ring => ring.map((to, i) => [ring.at(i - 1)!, to] as const))
    .filter(([a, b]) => {
      const [ax, ay, bx, by] = [a[0]!, a[1]!, b[0]!, b[1]!]
      return ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)
    }).length %
    2 ===
  1

/** West, south, east, and north of it, with what lies along it; null where it has no corner. */
export const boundsOf = (shape: Geometry): [number, number, number, number] | null => {
  const { areas, lines } = partsOf(shape)
  const corners = [...areas.flat(), ...lines].flat()
  if (corners.length === 0) return null
  const [xs, ys] = [corners.map(([x]) => x!), corners.map(([, y]) => y!)]
  const least = (all: number[]) => all.reduce((a, b) => Math.min(a, b))
  const most = (all: number[]) => all.reduce((a, b) => Math.max(a, b))
  // a thousandth of a degree is 111 meters from south to north, and more than 20 from west to east below 79 degrees
  return [least(xs) - 0.001, least(ys) - 0.001, most(xs) + 0.001, most(ys) + 0.001]
}

/**
 * An area takes each zone of which any part lies inside; a line or a point those whose position, or most of whose outline, is within
 * `alongMeters`, so that a side street that only meets it stays open.
 */
export const zonesIn = (shape: Geometry, zones: PlacedZone[]): string[] => {
  const { areas, lines } = partsOf(shape)
  const isNear = (point: Point) => lines.some(line => metresToLine(point, line as Point[]) <= alongMeters)
  const isWithin = (point: Point) => areas.some(rings => isInside(point, rings))
  return zones
    .filter(({ longitude, latitude, outline }) => {
      const position: Point = [longitude, latitude]
      const along = cutLine(outline, everyMeters)
      if (isWithin(position) || along.some(isWithin)) return true
      return along.length === 0 ? isNear(position) : along.filter(isNear).length * 2 > along.length
    })
    .map(({ zone_number }) => zone_number)
}
