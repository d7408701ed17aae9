// Where a geometry is, and the outline of a place of one or several: a line of a street, a ring of a lot. Pure.
import type { Geometry, Position } from 'geojson'
import * as z from 'zod/mini'
import { RowFault } from './shape.ts'

type Point = [longitude: number, latitude: number]

// more than longitude and latitude is not looked at
const Corner = z.tuple([z.number(), z.number()], z.unknown())
const Line = z.array(Corner)
const Area = z.array(Line)
const shapes = [
  z.looseObject({ type: z.literal('Point'), coordinates: Corner }),
  z.looseObject({ type: z.enum(['LineString', 'MultiPoint']), coordinates: Line }),
  z.looseObject({ type: z.enum(['Polygon', 'MultiLineString']), coordinates: Area }),
  z.looseObject({ type: z.literal('MultiPolygon'), coordinates: z.array(Area) }),
] as const
const Shape = z.discriminatedUnion('type', shapes)
/** A collection within a collection is not read. */
const Drawn = z.discriminatedUnion('type', [
  ...shapes,
  z.looseObject({ type: z.literal('GeometryCollection'), geometries: z.array(Shape) }),
])

/** Throws a fault where a row has no geometry, or one that is not as GeoJSON writes it. */
export const geometryOf = (given: unknown): Geometry => {
  if (given === null || given === undefined) throw new RowFault('geometry', 'is missing')
  const read = Drawn.safeParse(given)
  if (read.success) return read.data as Geometry
  const [{ path, message }] = read.error.issues as [z.core.$ZodIssue]
  throw new RowFault(['geometry', ...path].join('.'), message)
}

const ringsOf = (geometry: Geometry): Position[][] => {
  switch (geometry.type) {
    case 'Point':
      return [[geometry.coordinates]]
    case 'LineString':
    case 'MultiPoint':
      return [geometry.coordinates]
    case 'MultiLineString':
      return geometry.coordinates
    case 'Polygon':
      return geometry.coordinates.slice(0, 1)
    case 'MultiPolygon':
      return geometry.coordinates.flatMap(polygon => polygon.slice(0, 1))
    case 'GeometryCollection':
      return geometry.geometries.flatMap(ringsOf)
  }
}

const cornersOf = (geometries: Geometry[]) => geometries.flatMap(ringsOf).filter(ring => ring.length > 0)

const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6
const meanOf = (points: Position[]): Point => {
  const sum = (at: 0 | 1) => points.reduce((total, point) => total + point[at]!, 0) / points.length
  return [round(sum(0)), round(sum(1))]
}

/** The mean of its corners; a line's middle corner, so that it lies on the line. Null where it has none. */
export const centerOf = (geometry: Geometry): { latitude: number; longitude: number } | null => {
  const rings = cornersOf([geometry])
  const [first] = rings
  if (!first) return null
  const [longitude, latitude] =
    geometry.type === 'LineString' ? first[Math.floor(first.length / 2)]! : meanOf(rings.flat())
  return { latitude: round(latitude!), longitude: round(longitude!) }
}

/** Points of one street in the order in which one walks along it: by the longer of its two extents. */
const alongOf = (points: Point[]): Point[] => {
  const extent = (at: 0 | 1, scale: number) =>
    (Math.max(...points.map(point => point[at])) - Math.min(...points.map(point => point[at]))) * scale
  const scale = Math.cos(((points[0]?.[1] ?? 0) * Math.PI) / 180)
  const at = extent(0, scale) >= extent(1, 1) ? 0 : 1
  return points.toSorted((a, b) => a[at] - b[at])
}

/** Of a street: its line, or one through its spaces. Else the ring of the most corners, closed. Empty where there is only a point. */
export const outlineOf = (kind: 'street' | 'lot' | 'garage', geometries: Geometry[]): Point[] => {
  const rounded = (ring: Position[]) => ring.map(([x, y]): Point => [round(x!), round(y!)])
  if (kind === 'street') {
    const lines = cornersOf(geometries.filter(({ type }) => type === 'LineString' || type === 'MultiLineString'))
    if (lines.length > 0)
      return rounded(lines.reduce((longest, line) => (line.length > longest.length ? line : longest)))
    const centers = alongOf(cornersOf(geometries).map(meanOf))
    return centers.length > 1 ? centers : []
  }
  const rings = cornersOf(geometries).filter(ring => ring.length > 2)
  if (rings.length === 0) return []
  const ring = rounded(rings.reduce((most, own) => (own.length > most.length ? own : most)))
  const [first] = ring as [Point]
  const last = ring.at(-1)!
  return first[0] === last[0] && first[1] === last[1] ? ring : [...ring, first]
}

/** What to do about meters of a projection, as UTM or a state plane. */
export const saveInDegrees =
  'save the layer in EPSG:4326, degrees of WGS 84 (in QGIS: Export, Save Features As, CRS EPSG:4326)'

/** Whether an outline's numbers are degrees. */
export const isInDegrees = (geometry: Geometry): boolean =>
  ringsOf(geometry).every(ring => ring.every(([x, y]) => Math.abs(x!) <= 180 && Math.abs(y!) <= 90))
