// Streets as lines: the point of one nearest to a position, and where two of them meet.
import type { Position } from './walk.ts'

/** [longitude, latitude] along each piece. */
export type Lines = [number, number][][]
type Point = [x: number, y: number]
type Segment = [Point, Point]

const metresPerDegree = 111_195
// streets meet within this, though their lines were drawn apart
const meetingMetres = 40

/** Flat metres around a position: exact enough across one city, where the curve of the earth is centimetres. */
const planeAround = ({ latitude, longitude }: Position) => {
  const squeeze = Math.cos((latitude * Math.PI) / 180)
  return {
    toPlane: ([lon, lat]: [number, number]): Point => [
      (lon - longitude) * metresPerDegree * squeeze,
      (lat - latitude) * metresPerDegree,
    ],
    toPosition: ([x, y]: Point): Position => ({
      latitude: latitude + y / metresPerDegree,
      longitude: longitude + x / (metresPerDegree * squeeze),
    }),
  }
}

const segmentsOf = (lines: Lines, toPlane: (at: [number, number]) => Point): Segment[] =>
  lines.flatMap(line => {
    const points = line.map(toPlane)
    return points.slice(1).map((point, i): Segment => [points[i]!, point])
  })

const nearestOn = ([[ax, ay], [bx, by]]: Segment, [px, py]: Point): Point => {
  const dx = bx - ax
  const dy = by - ay
  const length = dx * dx + dy * dy
  const along = length === 0 ? 0 : Math.min(1, Math.max(0, ((px - ax) * dx + (py - ay) * dy) / length))
  return [ax + along * dx, ay + along * dy]
}

const between = ([ax, ay]: Point, [bx, by]: Point) => Math.hypot(ax - bx, ay - by)

/** Where two segments cross, else the end of one that is nearest to the other. */
const meeting = (a: Segment, b: Segment): { point: Point; metres: number } => {
  const [[ax, ay], [bx, by]] = a
  const [[cx, cy], [dx, dy]] = b
  const cross = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx)
  if (cross !== 0) {
    const onA = ((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)) / cross
    const onB = ((cx - ax) * (by - ay) - (cy - ay) * (bx - ax)) / cross
    if (onA >= 0 && onA <= 1 && onB >= 0 && onB <= 1) {
      return { point: [ax + onA * (bx - ax), ay + onA * (by - ay)], metres: 0 }
    }
  }
  const ends = [
    ...a.map(point => ({ point, metres: between(point, nearestOn(b, point)) })),
    ...b.map(point => ({ point, metres: between(point, nearestOn(a, point)) })),
  ]
  return ends.reduce((best, end) => (end.metres < best.metres ? end : best))
}

const apart = (a: Segment, b: Segment, axis: 0 | 1) =>
  Math.min(a[0][axis], a[1][axis]) - meetingMetres > Math.max(b[0][axis], b[1][axis]) ||
  Math.min(b[0][axis], b[1][axis]) - meetingMetres > Math.max(a[0][axis], a[1][axis])

/** The point of a street nearest to a position; null where the street has no lines. */
export const nearestPoint = (lines: Lines, from: Position): Position | null => {
  const { toPlane, toPosition } = planeAround(from)
  let best: Point | null = null
  for (const segment of segmentsOf(lines, toPlane)) {
    const point = nearestOn(segment, [0, 0])
    if (!best || Math.hypot(...point) < Math.hypot(...best)) best = point
  }
  return best && toPosition(best)
}

/** [longitude, latitude] of the least and the greatest corner, so far apart that what meets overlaps. */
const boxOf = (lines: Lines): [[number, number], [number, number]] => {
  const low: [number, number] = [Infinity, Infinity]
  const high: [number, number] = [-Infinity, -Infinity]
  for (const line of lines) {
    for (const point of line) {
      for (const axis of [0, 1] as const) {
        low[axis] = Math.min(low[axis], point[axis])
        high[axis] = Math.max(high[axis], point[axis])
      }
    }
  }
  return [low, high]
}
/** more than `meetingMetres` in every city */
const meetingDegrees = 0.001

/** False for most pairs of streets, which is found out sooner than from their lines. */
const mayMeet = (one: Lines, other: Lines): boolean => {
  const [[lowA, highA], [lowB, highB]] = [boxOf(one), boxOf(other)]
  return ([0, 1] as const).every(
    axis => lowA[axis] <= highB[axis] + meetingDegrees && lowB[axis] <= highA[axis] + meetingDegrees,
  )
}

/** Where two streets meet; of several crossings the one nearest to `from`. */
export const crossing = (one: Lines, other: Lines, from: Position): Position | null => {
  if (!mayMeet(one, other)) return null
  const { toPlane, toPosition } = planeAround(from)
  const others = segmentsOf(other, toPlane)
  let best: Point | null = null
  for (const a of segmentsOf(one, toPlane)) {
    for (const b of others) {
      if (apart(a, b, 0) || apart(a, b, 1)) continue
      const { point, metres } = meeting(a, b)
      if (metres <= meetingMetres && (!best || Math.hypot(...point) < Math.hypot(...best))) best = point
    }
  }
  return best && toPosition(best)
}
