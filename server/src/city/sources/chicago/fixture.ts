// Reads the OpenStreetMap tiles of Chicago in @mapbox/mvt-fixtures: 30 tiles of zoom 13 in the Mapbox Streets layers.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { decodeTile, type Tile } from '#city/tile-names/tile-names.ts'

/** ODbL 1.0, section 4.3: the notice that goes with everything made from the data. */
export const attribution = '© OpenStreetMap contributors'

export const fixtureZoom = 13
/** what the tiles cover, in degrees */
export const fixtureBox = { west: -87.803, south: 41.771, east: -87.583, north: 41.968 }

const folder = join(dirname(fileURLToPath(import.meta.resolve('@mapbox/mvt-fixtures'))), 'real-world/chicago')

export type FixtureTile = Tile & { bytes: Buffer }

export const readFixture = (): FixtureTile[] =>
  readdirSync(folder)
    .sort()
    .map(file => {
      const [, x, y] = /^13-(\d+)-(\d+)\.mvt$/.exec(file)!.map(Number)
      const bytes = readFileSync(join(folder, file))
      return { z: fixtureZoom, x: x!, y: y!, bytes, tile: decodeTile(bytes) }
    })
