// Plane geometry on a city's scale: metres, areas, lengths and nearest points of [longitude, latitude] shapes. Pure.

/** [longitude, latitude] */
export type Position = [number, number]

const metresPerDegree = 111_195
const degree = Math.PI / 180

const scale = (latitude: number) => metresPerDegree * Math.cos(latitude * degree)

export const metresBetween = (a: Position, b: Position): number =>
  Math.hypot((a[0] - b[0]) * scale(a[1]), (a[1] - b[1]) * metresPerDegree)

export const lengthMetres = (line: Position[]): number =>
  line.slice(1).reduce((sum, to, i) => sum + metresBetween(line[i]!, to), 0)

/** Twice the signed area of each edge with the origin at the ring's first corner. */
const edges = (ring: Position[]) => {
  const [x0, y0] = ring[0]!
  return ring.slice(1).map((to, i) => {
    const from = ring[i]!
    return { from, to, cross: (from[0] - x0) * (to[1] - y0) - (to[0] - x0) * (from[1] - y0) }
  })
}

export const areaSquareMetres = (ring: Position[]): number =>
  Math.abs(edges(ring).reduce((sum, { cross }) => sum + cross, 0) / 2) * scale(ring[0]![1]) * metresPerDegree

/** The centre of gravity of a closed ring. */
export const centreOf = (ring: Position[]): Position => {
  const [x0, y0] = ring[0]!
  const all = edges(ring)
  const doubled = all.reduce((sum, { cross }) => sum + cross, 0)
  if (doubled === 0) return [x0, y0]
  const along = (axis: 0 | 1, origin: number) =>
    origin +
    all.reduce((sum, { from, to, cross }) => sum + (from[axis] + to[axis] - 2 * origin) * cross, 0) / (3 * doubled)
  return [along(0, x0), along(1, y0)]
}

/** Metres from a point to the nearest point of a line. */
export const metresToLine = (point: Position, line: Position[]): number => {
  const x = scale(point[1])
  const flat = line.map(([longitude, latitude]) => [
    (longitude - point[0]) * x,
    (latitude - point[1]) * metresPerDegree,
  ]) as Position[]
  const toSegment = ([ax, ay]: Position, [bx, by]: Position) => {
    const [dx, dy] = [bx - ax, by - ay]
    const square = dx * dx + dy * dy
    const at = square === 0 ? 0 : Math.min(1, Math.max(0, -(ax * dx + ay * dy) / square))
    return Math.hypot(ax + at * dx, ay + at * dy)
  }
  return flat.slice(1).reduce((least, to, i) => Math.min(least, toSegment(flat[i]!, to)), Infinity)
}

/** Points along a line, no further apart than `metres`. */
export const cutLine = (line: Position[], metres: number): Position[] =>
  line.flatMap((from, i) => {
    const to = line[i + 1]
    if (!to) return [from]
    const parts = Math.max(1, Math.ceil(metresBetween(from, to) / metres))
    return Array.from(
      { length: parts },
      (_, part): Position => [
        from[0] + ((to[0] - from[0]) * part) / parts,
        from[1] + ((to[1] - from[1]) * part) / parts,
      ],
    )
  })
