// Which city's map a tile is drawn from.
import { edgesOf } from './tile-overlay.ts'

/** As `/tiles/maps.json` lists them. */
export type MapSource = {
  /** template of addresses */
  tiles: string
  schema: 'protomaps' | 'mapbox'
  bounds: [west: number, south: number, east: number, north: number]
  mostZoom: number
  attribution: string | null
}

type At = { x: number; y: number; z: number }

/** The first that covers the middle of the tile, else the first that reaches into it. */
export function mapAt<M extends MapSource>(maps: readonly M[], { x, y, z }: At): M | undefined {
  const size = 1 / 2 ** z
  const reaching = maps.filter(({ bounds }) => {
    const { west, north, east, south } = edgesOf(bounds)
    return west < (x + 1) * size && east > x * size && north < (y + 1) * size && south > y * size
  })
  const [middleX, middleY] = [(x + 0.5) * size, (y + 0.5) * size]
  const covering = reaching.find(({ bounds }) => {
    const { west, north, east, south } = edgesOf(bounds)
    return west <= middleX && middleX <= east && north <= middleY && middleY <= south
  })
  return covering ?? reaching[0]
}
