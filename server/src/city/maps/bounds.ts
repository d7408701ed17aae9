// What the map of a city covers.
import { tileAt } from '#city/tile-names/tile-names.ts'

/** In degrees. */
export type Bounds = [west: number, south: number, east: number, north: number]

/** A city's streets go on a little beyond its places. */
const marginDegrees = 0.02

export const withMargin = ([west, south, east, north]: Bounds): Bounds => [
  west - marginDegrees,
  south - marginDegrees,
  east + marginDegrees,
  north + marginDegrees,
]

export type Box = { z: number; columns: [from: number, to: number]; rows: [from: number, to: number]; count: number }

/** The tiles of a zoom that have something of these bounds. */
export const boxAt = (z: number, [west, south, east, north]: Bounds): Box => {
  const [left, top] = tileAt(z, [west, north])
  const [right, bottom] = tileAt(z, [east, south])
  return { z, columns: [left, right], rows: [top, bottom], count: (right - left + 1) * (bottom - top + 1) }
}
