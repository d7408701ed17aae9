// The car parks of the map tiles, each once: tiles repeat what lies near their edges and cut what crosses them.
import { featuresOf } from '#city/tile-names/tile-names.ts'
import type { Position } from '#platform/plane.ts'
import { type FixtureTile, fixtureZoom } from './fixture.ts'

/** Units of a tile's side, and how far a tile reaches into its neighbours. */
const side = 4096
const margin = 64
/** Cuts are rounded to whole units in each tile; a unit is some 0.9 m. */
const rounding = 2

/** In units of the whole world's grid, so that neighbouring tiles agree. Rings are open. */
type Point = [x: number, y: number]
type Axis = 0 | 1
/** `parts`: all that the tile shows of it; `ring`: the largest part */
type Piece = { tile: Point; type: string; parts: Point[][]; ring: Point[] }
type Box = { from: Point; to: Point }

/** `outline`: a closed ring, in degrees */
type CarPark = { type: string; outline: Position[] }

const signedArea = (ring: Point[]) =>
  ring.reduce((sum, [x, y], i) => {
    const [previousX, previousY] = ring.at(i - 1)!
    return sum + previousX * y - x * previousY
  }, 0) / 2
const areaOf = (ring: Point[]) => Math.abs(signedArea(ring))

const boxOf = (ring: Point[]): Box => {
  const xs = ring.map(([x]) => x)
  const ys = ring.map(([, y]) => y)
  return { from: [Math.min(...xs), Math.min(...ys)], to: [Math.max(...xs), Math.max(...ys)] }
}

/** The area that a tile shows, with its margin. */
const viewOf = ([x, y]: Point): Box => ({
  from: [x * side - margin, y * side - margin],
  to: [(x + 1) * side + margin, (y + 1) * side + margin],
})

/** The part of a ring on one side of a line: `sign` 1 keeps what lies beyond `limit`, −1 what lies before it. */
const cut = (ring: Point[], axis: Axis, limit: number, sign: 1 | -1): Point[] =>
  ring.flatMap((to, i) => {
    const from = ring.at(i - 1)!
    const inside = (point: Point) => (point[axis] - limit) * sign >= 0
    if (inside(from) === inside(to)) return inside(to) ? [to] : []
    const along = (limit - from[axis]) / (to[axis] - from[axis])
    const across = from[1 - axis]! + (to[1 - axis]! - from[1 - axis]!) * along
    const crossing: Point = axis === 0 ? [limit, across] : [across, limit]
    return inside(to) ? [crossing, to] : [crossing]
  })

const within = (ring: Point[], { from, to }: Box): Point[] =>
  cut(cut(cut(cut(ring, 0, from[0], 1), 0, to[0], -1), 1, from[1], 1), 1, to[1], -1)

/** Two pieces are of the same car park where their tiles show the same of it in the area both cover. */
const isSame = (a: Piece, b: Piece): boolean => {
  const [one, other] = [viewOf(a.tile), viewOf(b.tile)]
  const both: Box = {
    from: [Math.max(one.from[0], other.from[0]), Math.max(one.from[1], other.from[1])],
    to: [Math.min(one.to[0], other.to[0]), Math.min(one.to[1], other.to[1])],
  }
  const seen = ({ parts }: Piece) => parts.map(part => within(part, both)).filter(part => areaOf(part) > 0)
  const [seenOfA, seenOfB] = [seen(a).flat(), seen(b).flat()]
  if (seenOfA.length === 0 || seenOfB.length === 0) return false
  const [boxA, boxB] = [boxOf(seenOfA), boxOf(seenOfB)]
  return ([0, 1] as const).every(
    axis =>
      Math.abs(boxA.from[axis] - boxB.from[axis]) <= rounding && Math.abs(boxA.to[axis] - boxB.to[axis]) <= rounding,
  )
}

/** No other tile shows any of it. */
const isInner = ({ parts, tile }: Piece): boolean => {
  const box = boxOf(parts.flat())
  return ([0, 1] as const).every(
    axis => box.from[axis] > tile[axis] * side + margin && box.to[axis] < (tile[axis] + 1) * side - margin,
  )
}

const isWhole = ({ parts, tile }: Piece): boolean => {
  const [box, view] = [boxOf(parts.flat()), viewOf(tile)]
  return ([0, 1] as const).every(axis => box.from[axis] > view.from[axis] && box.to[axis] < view.to[axis])
}

/** The ring begins where its longest edge along the line ends, and ends where that edge begins. */
const openedAt = (ring: Point[], axis: Axis, line: number): Point[] => {
  const lengths = ring.map((to, i) => {
    const from = ring.at(i - 1)!
    return from[axis] === line && to[axis] === line ? Math.abs(to[1 - axis]! - from[1 - axis]!) : 0
  })
  const begin = lengths.indexOf(Math.max(...lengths))
  return [...ring.slice(begin), ...ring.slice(0, begin)]
}

/** One ring of two pieces in neighbouring tiles, which meet at the border between them. */
const joined = (a: Piece, b: Piece): Point[] => {
  const axis: Axis = a.tile[0] === b.tile[0] ? 1 : 0
  const [low, high] = a.tile[axis] < b.tile[axis] ? [a, b] : [b, a]
  const border = high.tile[axis] * side
  const before = openedAt(cut(low.ring, axis, border, -1), axis, border)
  const after = openedAt(cut(high.ring, axis, border, 1), axis, border)
  // both wind the same way, so each ends where the other begins
  return [...before, ...after.slice(1, -1)]
}

const toDegrees = ([x, y]: Point): Position => {
  const world = side * 2 ** fixtureZoom
  return [(x / world) * 360 - 180, (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / world))) * 180) / Math.PI]
}

const piecesOf = (tiles: FixtureTile[]): Piece[] =>
  tiles.flatMap(tile =>
    featuresOf(tile, 'landuse')
      .filter(feature => feature.properties.class === 'parking')
      .map(feature => {
        const rings = feature
          .loadGeometry()
          .map(ring => ring.slice(0, -1).map(({ x, y }): Point => [x + tile.x * side, y + tile.y * side]))
        // holes wind the other way
        const parts = rings.filter(ring => signedArea(ring) > 0)
        const ring = parts.reduce((a, b) => (areaOf(b) > areaOf(a) ? b : a))
        return { tile: [tile.x, tile.y], type: String(feature.properties.type), parts, ring }
      }),
  )

/** A car park that reaches beyond all tiles is cut at their edge. */
export const readCarParks = (tiles: FixtureTile[]): CarPark[] => {
  const pieces = piecesOf(tiles)
  const groups: Piece[][] = []
  for (const piece of pieces.filter(piece => !isInner(piece))) {
    const known = groups.find(group => group.some(other => other.tile !== piece.tile && isSame(other, piece)))
    if (known) known.push(piece)
    else groups.push([piece])
  }
  return [...pieces.filter(isInner).map(piece => [piece]), ...groups].map(group => {
    const [first, second] = group as [Piece, Piece?]
    const whole = group.find(isWhole)
    const ring = whole?.ring ?? (second ? joined(first, second) : first.ring)
    return { type: first.type, outline: [...ring, ring[0]!].map(toDegrees) }
  })
}
