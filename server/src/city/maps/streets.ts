// The map of a city without tiles: its streets and the edges of its places, as vector tiles in the layers that the app draws.
import type { Feature, Position } from 'geojson'
import GeoJSONVT from 'geojson-vt'
import vtpbf from 'vt-pbf'
import type { Tiles } from './archive.ts'

/** `lines`: [longitude, latitude] along each piece. */
export type Street = { name: string; lines: [number, number][][] }
export type Edge = { name: string; isStreet: boolean; outline: [number, number][] }

const mostZoom = 14

const lineOf = (name: string, lines: Position[][]): Feature => ({
  type: 'Feature',
  geometry: { type: 'MultiLineString', coordinates: lines },
  properties: { class: 'street', name },
})

const areaOf = (ring: Position[]): Feature => ({
  type: 'Feature',
  geometry: { type: 'Polygon', coordinates: [ring] },
  properties: { class: 'parking' },
})

const isRing = (outline: [number, number][]) =>
  outline.length > 3 && String(outline[0]) === String(outline[outline.length - 1])

/** Streets are those of the city's names, else the kerbs of its zones. */
export const streetTiles = (streets: Street[], edges: Edge[], bounds: Tiles['bounds']): Tiles => {
  const kerbs = edges.filter(({ isStreet, outline }) => isStreet && !isRing(outline))
  const lines = [
    ...streets.map(({ name, lines }) => lineOf(name, lines)),
    ...kerbs.map(({ name, outline }) => lineOf(name, [outline])),
  ]
  const areas = edges.filter(({ outline }) => isRing(outline)).map(({ outline }) => areaOf(outline))
  const cut = (features: Feature[]) =>
    new GeoJSONVT({ type: 'FeatureCollection', features }, { maxZoom: mostZoom, indexMaxZoom: 5, tolerance: 2 })
  const layers = { road: cut(lines), road_label: cut(lines), landuse: cut(areas) }
  return {
    read: async (z, x, y) => {
      const drawn = Object.entries(layers).flatMap(([name, layer]) => {
        const tile = layer.getTile(z, x, y)
        return tile && tile.features.length > 0 ? [[name, tile] as const] : []
      })
      return drawn.length === 0 ? null : vtpbf.fromGeojsonVt(Object.fromEntries(drawn), { version: 2 })
    },
    mostZoom,
    bounds,
  }
}
