// Reads the OpenStreetMap tiles of Chicago in @mapbox/mvt-fixtures: 30 tiles of zoom 13 in the Mapbox Streets layers.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { VectorTile, type VectorTileFeature } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import type { Position } from './geometry.ts'

/** ODbL 1.0, section 4.3: the notice that goes with everything made from the data. */
export const attribution = '© OpenStreetMap contributors'

export const fixtureZoom = 13
/** what the tiles cover, in degrees */
export const fixtureBox = { west: -87.803, south: 41.771, east: -87.583, north: 41.968 }

const folder = join(dirname(fileURLToPath(import.meta.resolve('@mapbox/mvt-fixtures'))), 'real-world/chicago')

export type FixtureTile = { x: number; y: number; bytes: Buffer; tile: VectorTile }

export const readFixture = (): FixtureTile[] =>
  readdirSync(folder)
    .sort()
    .map(file => {
      const [, x, y] = /^13-(\d+)-(\d+)\.mvt$/.exec(file)!.map(Number)
      const bytes = readFileSync(join(folder, file))
      return { x: x!, y: y!, bytes, tile: new VectorTile(new PbfReader(bytes)) }
    })

export const featuresOf = ({ tile }: FixtureTile, layer: string): VectorTileFeature[] => {
  const found = tile.layers[layer]
  return found ? Array.from({ length: found.length }, (_, i) => found.feature(i)) : []
}

/** Lines and rings of a feature as [longitude, latitude]; outer rings alone. */
export const shapesOf = (feature: VectorTileFeature, { x, y }: FixtureTile): Position[][] => {
  const { geometry } = feature.toGeoJSON(x, y, fixtureZoom)
  switch (geometry.type) {
    case 'Point':
      return [[geometry.coordinates as Position]]
    case 'LineString':
      return [geometry.coordinates as Position[]]
    case 'MultiLineString':
      return geometry.coordinates as Position[][]
    case 'Polygon':
      return [geometry.coordinates[0] as Position[]]
    case 'MultiPolygon':
      return geometry.coordinates.map(rings => rings[0] as Position[])
    default:
      return []
  }
}

/** Tiles repeat what lies just beyond their edge; a point counts in the one tile that holds it. */
export const holds = ({ x, y }: FixtureTile, [longitude, latitude]: Position): boolean => {
  const n = 2 ** fixtureZoom
  const radians = (latitude * Math.PI) / 180
  return (
    Math.floor(((longitude + 180) / 360) * n) === x &&
    Math.floor(((1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2) * n) === y
  )
}
