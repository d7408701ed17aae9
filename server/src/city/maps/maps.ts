// The entry of maps: what each city's map is drawn from, and its tiles, which all come from ParkIt's own address. Phones ask nobody else, and
// keep tiles for offline use, which they could not do with ranges of an archive.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Database, Queryable } from '#platform/db.ts'
import { refuse } from '#platform/errors.ts'
import { openTiles, type Tiles } from './archive.ts'
import { boxAt, withMargin } from './bounds.ts'
import * as store from './store.ts'
import { streetTiles } from './streets.ts'

/** What a browser needs to draw a map; later ones are used where earlier ones end. */
export type MapSource = {
  /** template of addresses */
  tiles: string
  schema: 'protomaps' | 'mapbox'
  bounds: [west: number, south: number, east: number, north: number]
  mostZoom: number
  /** whose data it is, in the words its license asks for; null: the city's own */
  attribution: string | null
}

type Bounds = MapSource['bounds']
const world: Bounds = [-180, -85, 180, 85]
/** so long the list of all maps waits for one, and one that cannot be read is not tried again */
const [mostWaitMs, faultMs] = [3_000, 10_000]
const isWithin = (inner: Bounds, outer: Bounds) =>
  inner[0] >= outer[0] && inner[1] >= outer[1] && inner[2] <= outer[2] && inner[3] <= outer[3]

/** Those of the demo city, made by the build; null where they were not. */
const readBuilt = (folder: string): MapSource | null => {
  const file = join(folder, 'tiles.json')
  if (!existsSync(file)) return null
  const { tiles, bounds, maxzoom, attribution } = JSON.parse(readFileSync(file, 'utf8'))
  return { tiles: tiles[0], schema: 'mapbox', bounds, mostZoom: maxzoom, attribution }
}

type Opened = Tiles & { attribution: string | null; schema: MapSource['schema'] }

const openOwn = async (db: Queryable, row: store.MapRow, allowedHosts: readonly string[]): Promise<Opened> => {
  if (row.tiles !== null)
    return {
      ...(await openTiles(row.tiles, allowedHosts)),
      attribution: row.attribution,
      schema: row.schema ?? 'protomaps',
    }
  const [streets, outlines] = await Promise.all([store.listStreets(db, row.code), store.listOutlines(db, row.id)])
  const edges = outlines.map(({ name, kind, outline }) => ({ name, isStreet: kind === 'street', outline }))
  const credits = [...new Set(outlines.map(({ attribution }) => attribution).filter(text => text !== ''))]
  return {
    ...streetTiles(streets, edges, row.bounds && withMargin(row.bounds)),
    attribution: credits.length > 0 ? credits.join(' · ') : null,
    schema: 'mapbox',
  }
}

/** `allowedHosts`: each a `host:port` inside the network that tiles may be read from. */
export const createMaps = ({
  db,
  built,
  allowedHosts,
}: {
  db: Database
  built: string
  allowedHosts: readonly string[]
}) => {
  const builtMap = readBuilt(built)
  /** by city; forgotten when its places or its map change */
  const opened = new Map<string, Promise<Opened>>()
  let endListening = () => {}

  let rows: Promise<store.MapRow[]> | null = null
  const forget = () => {
    opened.clear()
    rows = null
  }
  const readRows = (): Promise<store.MapRow[]> => {
    rows ??= store.listMaps(db.pool)
    rows.catch(forget)
    return rows
  }

  const open = (row: store.MapRow): Promise<Opened> =>
    opened.getOrInsertComputed(row.code, () => {
      const opening = openOwn(db.pool, row, allowedHosts)
      opening.catch(() =>
        setTimeout(() => opened.get(row.code) === opening && opened.delete(row.code), faultMs).unref(),
      )
      return opening
    })
  const boundsOf = ({ bounds }: Tiles, row: store.MapRow): Bounds =>
    bounds ?? (row.bounds ? withMargin(row.bounds) : world)

  const isDrawn = ({ tiles, bounds }: store.MapRow): boolean =>
    tiles === null && (bounds === null || (builtMap !== null && isWithin(bounds, builtMap.bounds)))

  const sourceOf = async (row: store.MapRow): Promise<MapSource | null> => {
    // an archive that cannot be read, or not yet, leaves plain ground, and the other cities as they are
    const tiles = await Promise.race([open(row).catch(() => null), wait(mostWaitMs, null, { ref: false })])
    return (
      tiles && {
        tiles: `/tiles/${row.code}/{z}/{x}/{y}.pbf`,
        schema: tiles.schema,
        bounds: boundsOf(tiles, row),
        mostZoom: tiles.mostZoom,
        attribution: tiles.attribution,
      }
    )
  }

  return {
    start: async (): Promise<void> => {
      endListening = await db.changes.listen(['zone'], forget)
    },
    stop: (): void => endListening(),

    /** Those that were chosen, the one of the demo city, and streets of cities that have neither. */
    list: async (): Promise<MapSource[]> => {
      const cities = await readRows()
      const sourcesOf = async (chosen: store.MapRow[]) =>
        (await Promise.all(chosen.map(sourceOf))).filter(source => source !== null)
      return [
        ...(await sourcesOf(cities.filter(({ tiles }) => tiles !== null))),
        ...(builtMap ? [builtMap] : []),
        ...(await sourcesOf(cities.filter(row => row.tiles === null && !isDrawn(row)))),
      ]
    },

    /** Null where the map has nothing there, or does not reach. Throws `not_found`: no such city. */
    tile: async (code: string, z: number, x: number, y: number): Promise<Uint8Array | null> => {
      const row = (await readRows()).find(city => city.code === code) ?? refuse('not_found')
      const tiles = await open(row)
      const { columns, rows } = boxAt(z, boundsOf(tiles, row))
      const isListed = z <= tiles.mostZoom && x >= columns[0] && x <= columns[1] && y >= rows[0] && y <= rows[1]
      // strangers have nothing else asked of whose tiles they are
      return isListed ? tiles.read(z, x, y) : null
    },
  }
}
export type Maps = ReturnType<typeof createMaps>
