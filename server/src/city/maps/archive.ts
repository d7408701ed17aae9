// The tiles of one archive (.pmtiles), in a file or behind a web address that answers ranges, or of a template of addresses.
import { open } from 'node:fs/promises'
import { FetchSource, PMTiles, type Source, TileType } from 'pmtiles'

export type Tiles = {
  /** Null where there is none. */
  read: (z: number, x: number, y: number) => Promise<Uint8Array | null>
  mostZoom: number
  /** west, south, east, north; null: not known */
  bounds: [number, number, number, number] | null
}

/** Opened for each read, so that a file that was replaced is read anew. */
const fileSource = (path: string): Source => ({
  getKey: () => path,
  getBytes: async (offset, length) => {
    await using file = await open(path)
    const bytes = new Uint8Array(length)
    const { bytesRead } = await file.read(bytes, 0, length, offset)
    return { data: bytes.buffer.slice(0, bytesRead) }
  },
})

const fetchMs = 10_000
/** OpenStreetMap's usual tiles end here */
const usualMostZoom = 14

const templateTiles = (template: string): Tiles => ({
  read: async (z, x, y) => {
    const at = { '{z}': z, '{x}': x, '{y}': y }
    const url = template.replace(/\{[zxy]\}/g, part => String(at[part as keyof typeof at]))
    const response = await fetch(url, { signal: AbortSignal.timeout(fetchMs) })
    if (response.status === 404 || response.status === 204) return null
    if (!response.ok) throw new Error(`${response.status} from the map's tiles`)
    return new Uint8Array(await response.arrayBuffer())
  },
  mostZoom: usualMostZoom,
  bounds: null,
})

/** Throws with a message for people where it can't be read or holds no vector tiles. */
export const openTiles = async (from: string): Promise<Tiles> => {
  if (/\{z\}.*\{x\}.*\{y\}|\{z\}.*\{y\}.*\{x\}/.test(from)) return templateTiles(from)
  const archive = new PMTiles(/^https?:\/\//.test(from) ? new FetchSource(from) : fileSource(from))
  const { tileType, maxZoom, minLon, minLat, maxLon, maxLat } = await archive.getHeader()
  if (tileType !== TileType.Mvt) throw new Error(`${from} holds no vector tiles.`)
  return {
    read: async (z, x, y) => {
      const tile = await archive.getZxy(z, x, y)
      return tile ? new Uint8Array(tile.data) : null
    },
    mostZoom: maxZoom,
    bounds: [minLon, minLat, maxLon, maxLat],
  }
}
