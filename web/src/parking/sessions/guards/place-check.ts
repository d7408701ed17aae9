// How far the phone is from a zone, and whether that is too far to be parked there. Pure.
import type { Zone } from '@parkit/contract/city/places'
import { minuteMs } from '@parkit/contract/platform/time'
import type { Position, Spot } from '#platform/position.ts'

type Place = Pick<Zone, 'Latitude' | 'Longitude' | 'Outline' | 'Kind'>

/** A phone between high buildings is wrong by a block, also where it claims to know better. */
export const streetMetres = 300
/** Under a garage's roof the last fix is from the street, or from a mast. */
const garageMetres = 500
/** A driver who is still moving was elsewhere before. */
const oldestMs = 2 * minuteMs

const metresPerDegree = 111_195
type Point = readonly [east: number, north: number]

/** Meters from `spot`; exact enough within a city. */
const pointFrom = (spot: Spot, longitude: number, latitude: number): Point => [
  (longitude - spot.longitude) * metresPerDegree * Math.cos((spot.latitude * Math.PI) / 180),
  (latitude - spot.latitude) * metresPerDegree,
]

/** From the origin to a piece of a line. */
const metresToPiece = ([x, y]: Point, [toX, toY]: Point): number => {
  const [dx, dy] = [toX - x, toY - y]
  const length = dx * dx + dy * dy
  const along = length === 0 ? 0 : Math.min(1, Math.max(0, -(x * dx + y * dy) / length))
  return Math.hypot(x + along * dx, y + along * dy)
}

/** Whether the origin is within a closed ring: a ray to the east crosses it an odd number of times. */
const isInside = (ring: readonly Point[]): boolean =>
  ring.reduce((inside, [x, y], i) => {
    const [toX, toY] = ring[(i + 1) % ring.length]!
    return y > 0 !== toY > 0 && x + ((toX - x) * -y) / (toY - y) > 0 ? !inside : inside
  }, false)

/** To the nearest point of its kerb or area; 0 within it. */
export const metresToZone = (spot: Spot, { Latitude, Longitude, Outline }: Place): number => {
  const points = Outline.map(([longitude = 0, latitude = 0]) => pointFrom(spot, longitude, latitude))
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return Math.hypot(...pointFrom(spot, Longitude, Latitude))
  const isArea = points.length > 3 && first[0] === last[0] && first[1] === last[1]
  if (isArea && isInside(points)) return 0
  return Math.min(...points.map((point, i) => metresToPiece(point, points[i + 1] ?? point)))
}

/**
 * Meters to the zone, where the driver can't be parked there even if the phone is off by all that it admits. Null: near enough, or it
 * is not known well or recently enough where the phone is.
 */
export const metresAway = (position: Position, zone: Place, nowMs: number): number | null => {
  if (position.state !== 'known' || nowMs - position.atMs > oldestMs) return null
  const metres = metresToZone(position.spot, zone)
  const allowed = zone.Kind === 'garage' ? garageMetres : streetMetres
  return metres - position.accuracyMetres > allowed ? metres : null
}
