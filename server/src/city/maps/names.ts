// The names that the search knows from the tiles of a city's map: streets with their lines, stations, landmarks, and the like.
import { setTimeout as wait } from 'node:timers/promises'
import type { CityName } from '#city/places/places.ts'
import { decodeTile, labelsOf, type NamedRoad, roadsOf, type Schema } from '#city/tile-names/tile-names.ts'
import { FetchFault } from '#platform/public-fetch.ts'
import type { Tiles } from './archive.ts'
import { type Bounds, type Box, boxAt, withMargin } from './bounds.ts'

/** Streets and labels are all there at this zoom. */
const namesZoom = 14
/** Where a city has more, they are read from a zoom further out, which has fewer names. */
const mostTiles = 1_000
const mostNames = 50_000
const mostMs = 300_000
/** a tile that does not come is asked for so often, after a longer pause each time */
const tries = 3
const pauseMs = 250
/** where more of the tiles than this cannot be read, the map is not as it should be */
const mostBadShare = 0.1
/** characters */
const longestName = 120

const boxOf = (tiles: Tiles, bounds: Bounds): Box => {
  let box = boxAt(Math.min(tiles.mostZoom, namesZoom), bounds)
  while (box.count > mostTiles) box = boxAt(box.z - 1, bounds)
  return box
}

const streetsOf = (roads: NamedRoad[]): CityName[] =>
  Map.groupBy(roads, ({ name }) => name)
    .entries()
    .map(([name, pieces]): CityName => {
      const lines = pieces.map(({ line }) => line)
      const points = lines.flat()
      const [longitude, latitude] = points[points.length >> 1]!
      const also = [...new Set(pieces.flatMap(piece => piece.also))]
      return { kind: 'street', name, longitude, latitude, lines, ...(also.length > 0 && { also }) }
    })
    .toArray()

export type NamesRead = {
  /** some of them more than once */
  names: CityName[]
  tiles: number
  /** of the zoom, within the city's bounds */
  ofTiles: number
  /** that were no tiles */
  unreadable: number
  /** that did not come, however often they were asked for */
  failed: number
  /** why the last of those did not; empty: all came */
  failure: string
  zoom: number
  /** why it ended before the last tile; null: it did not */
  ended: 'names' | 'time' | null
}

/** Throws `FetchFault` where the last try failed too. */
const readPatiently = async (read: () => Promise<Uint8Array | null>): Promise<Uint8Array | null> => {
  for (let attempt = 1; attempt < tries; attempt++) {
    try {
      return await read()
    } catch (error) {
      if (!(error instanceof FetchFault)) throw error
      await wait(pauseMs * attempt)
    }
  }
  return read()
}

/**
 * Names within the bounds of the city's places and a little beyond. Bounded in tiles, names, and time; `show` is told how many tiles are read.
 * A tile that does not come, or is none, is passed over; throws as soon as more than a tenth of them, and more than one, are so, or no tile came.
 */
export const readNames = async (
  tiles: Tiles,
  schema: Schema,
  bounds: Bounds,
  show: (done: number, of: number) => void,
): Promise<NamesRead> => {
  const wide = withMargin(bounds)
  const [west, south, east, north] = wide
  const isWithin = ([longitude, latitude]: readonly [number, number]) =>
    longitude >= west && longitude <= east && latitude >= south && latitude <= north
  const { z, columns, rows, count } = boxOf(tiles, wide)
  const labels: CityName[] = []
  const roads: NamedRoad[] = []
  const streets = new Set<string>()
  const until = performance.now() + mostMs
  const read: Omit<NamesRead, 'names'> = {
    tiles: 0,
    ofTiles: count,
    unreadable: 0,
    failed: 0,
    failure: '',
    zoom: z,
    ended: null,
  }
  const addTile = (x: number, y: number, bytes: Uint8Array): void => {
    try {
      const tile = { z, x, y, tile: decodeTile(bytes) }
      const isShort = ({ name }: { name: string }) => name.length <= longestName
      const found = labelsOf(tile, schema).filter(
        label => isShort(label) && isWithin([label.longitude, label.latitude]),
      )
      const pieces = roadsOf(tile, schema).filter(road => isShort(road) && road.line.some(isWithin))
      labels.push(...found)
      roads.push(...pieces)
      for (const { name } of pieces) streets.add(name)
    } catch {
      read.unreadable++
    }
  }
  for (let x = columns[0]; x <= columns[1] && !read.ended; x++) {
    for (let y = rows[0]; y <= rows[1] && !read.ended; y++) {
      try {
        const bytes = await readPatiently(() => tiles.read(z, x, y))
        if (bytes) addTile(x, y, bytes)
      } catch (error) {
        if (!(error instanceof FetchFault)) throw error
        read.failed++
        read.failure = error.message
      }
      show(++read.tiles, count)
      requireMost(read)
      if (labels.length + streets.size > mostNames) read.ended = 'names'
      else if (performance.now() > until && read.tiles < count) read.ended = 'time'
    }
  }
  return { ...read, names: [...streetsOf(roads), ...labels] }
}

/** Throws with a message for people. */
const requireMost = ({ tiles, ofTiles, unreadable, failed, failure }: Omit<NamesRead, 'names'>): void => {
  const bad = unreadable + failed
  if (bad <= Math.max(1, ofTiles * mostBadShare) && failed < ofTiles) return
  const why = failed > 0 ? `the address: ${failure}` : 'they are no vector tiles of this kind'
  throw new Error(`${bad} of ${tiles} tiles could not be read (${why}). The map of the city was not changed.`)
}

/** What was read, in words for who runs the command. */
export const saidOf = ({ tiles, ofTiles, unreadable, failed, failure, zoom, ended }: NamesRead): string => {
  const end = { names: `more than ${mostNames} names`, time: `${mostMs / 60_000} minutes` }
  return [
    `${tiles} of ${ofTiles} tiles of zoom ${zoom} read`,
    ...(ended ? [`ended after ${end[ended]}`] : []),
    ...(failed > 0 ? [`${failed} of them did not come (${failure})`] : []),
    ...(unreadable > 0 ? [`${unreadable} of them unreadable`] : []),
  ].join(', ')
}
