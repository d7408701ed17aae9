// What the map of a city covers.

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
