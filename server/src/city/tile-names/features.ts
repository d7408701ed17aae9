// Features of a vector tile: their shapes in degrees, and which tile holds a point. Pure.
import { VectorTile, type VectorTileFeature } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'

/** [longitude, latitude] */
type Position = [number, number]
export type Tile = { z: number; x: number; y: number; tile: VectorTile }

/** Throws where the bytes are no vector tile. */
export const decodeTile = (bytes: Uint8Array): VectorTile => new VectorTile(new PbfReader(bytes))

export const featuresOf = ({ tile }: Tile, layer: string): VectorTileFeature[] => {
  const found = tile.layers[layer]
  return found ? Array.from({ length: found.length }, (_, i) => found.feature(i)) : []
}

/** Lines and rings of a feature as [longitude, latitude]; outer rings alone. */
export const shapesOf = (feature: VectorTileFeature, { z, x, y }: Tile): Position[][] => {
  const { geometry } = feature.toGeoJSON(x, y, z)
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

/** Column and row of the tile that holds a point. */
export const tileAt = (z: number, [longitude, latitude]: Position): [x: number, y: number] => {
  const n = 2 ** z
  const radians = (latitude * Math.PI) / 180
  return [
    Math.floor(((longitude + 180) / 360) * n),
    Math.floor(((1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2) * n),
  ]
}

/** Tiles repeat what lies just beyond their edge; a point counts in the one tile that holds it. */
export const holds = ({ z, x, y }: Tile, at: Position): boolean => {
  const [column, row] = tileAt(z, at)
  return column === x && row === y
}
