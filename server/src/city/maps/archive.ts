// The tiles of one archive (.pmtiles), in a file or behind a web address that answers ranges, or of a template of addresses.
import { open } from 'node:fs/promises'
import { EtagMismatch, PMTiles, type Source, TileType } from 'pmtiles'
import { FetchFault, fetchIfAny, fetchRange } from '#platform/public-fetch.ts'

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

const timeoutMs = 10_000
/** far more than a tile holds */
const mostBytes = 20_000_000

/** An archive that was replaced is read anew: its tag is another, or it ends before. */
const webSource = (url: string, allowedHosts: readonly string[]): Source => ({
  getKey: () => url,
  getBytes: async (offset, length, _, etag) => {
    const part = await fetchRange(url, offset, length, { timeoutMs, allowedHosts })
    const own = part?.etag?.startsWith('W/') ? undefined : part?.etag
    if (!part || (etag && own && own !== etag)) throw new EtagMismatch(`${url} was replaced.`)
    return { data: new Uint8Array(part.bytes).buffer, etag: own }
  },
})

/** OpenStreetMap's usual tiles end here */
const usualMostZoom = 14

const templateTiles = (template: string, allowedHosts: readonly string[]): Tiles => ({
  read: async (z, x, y) => {
    const at = { '{z}': z, '{x}': x, '{y}': y }
    const url = template.replace(/\{[zxy]\}/g, part => String(at[part as keyof typeof at]))
    return fetchIfAny(url, { mostBytes, timeoutMs, allowedHosts })
  },
  mostZoom: usualMostZoom,
  bounds: null,
})

/**
 * `allowedHosts`: each a `host:port` that may be inside the network. Throws with a message for people where it can't be read or holds no
 * vector tiles.
 */
export const openTiles = async (from: string, allowedHosts: readonly string[]): Promise<Tiles> => {
  if (/\{z\}.*\{x\}.*\{y\}|\{z\}.*\{y\}.*\{x\}/.test(from)) return templateTiles(from, allowedHosts)
  const archive = new PMTiles(/^https?:\/\//.test(from) ? webSource(from, allowedHosts) : fileSource(from))
  const { tileType, maxZoom, minLon, minLat, maxLon, maxLat } = await archive.getHeader().catch(error => {
    throw error instanceof FetchFault ? new Error(`${from} cannot be read: ${error.message}.`) : error
  })
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
