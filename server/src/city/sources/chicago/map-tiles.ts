// The map's tiles: zoom 13 from the package, and zooms 10 to 12 derived from it with fewer features.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Feature, FeatureCollection } from 'geojson'
import GeoJSONVT from 'geojson-vt'
import vtpbf from 'vt-pbf'
import { featuresOf, holds } from '#city/tile-names/tile-names.ts'
import type { Position } from '#platform/plane.ts'
import { attribution, type FixtureTile, fixtureZoom } from './fixture.ts'

const leastZoom = 10

/** layer → what of it is worth drawing from afar */
const fromAfar: Record<string, (properties: Record<string, unknown>) => boolean> = {
  water: () => true,
  landuse: ({ class: kind }) => kind === 'park' || kind === 'cemetery' || kind === 'wood',
  road: ({ class: kind }) => ['motorway', 'trunk', 'primary', 'secondary', 'major_rail'].includes(String(kind)),
  place_label: ({ type }) => type === 'city' || type === 'town' || type === 'neighbourhood',
}
const kept = ['class', 'type', 'name', 'localrank', 'scalerank']

const collect = (tiles: FixtureTile[], layer: string): FeatureCollection => ({
  type: 'FeatureCollection',
  features: tiles.flatMap(tile =>
    featuresOf(tile, layer)
      .filter(({ properties }) => fromAfar[layer]!(properties))
      .map((feature): Feature => {
        const { geometry } = feature.toGeoJSON(tile.x, tile.y, fixtureZoom)
        // an absent property would break the tile
        const properties = Object.fromEntries(
          kept.flatMap(key => (feature.properties[key] === undefined ? [] : [[key, feature.properties[key]]])),
        )
        return { type: 'Feature', geometry, properties }
      })
      // labels reach far beyond a tile: each is kept once
      .filter(({ geometry }) => geometry.type !== 'Point' || holds(tile, geometry.coordinates as Position)),
  ),
})

const write = (folder: string, z: number, x: number, y: number, bytes: Uint8Array) => {
  mkdirSync(join(folder, `${z}/${x}`), { recursive: true })
  writeFileSync(join(folder, `${z}/${x}/${y}.pbf`), bytes)
}

/** What the tiles cover: west, south, east, north. */
const boundsOf = (tiles: FixtureTile[]) => {
  const n = 2 ** fixtureZoom
  const degrees = (x: number, y: number) => [
    (x / n) * 360 - 180,
    (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / n))) * 180) / Math.PI,
  ]
  const [xs, ys] = [tiles.map(({ x }) => x), tiles.map(({ y }) => y)]
  return [...degrees(Math.min(...xs), Math.max(...ys) + 1), ...degrees(Math.max(...xs) + 1, Math.min(...ys))]
}

/** Writes `{z}/{x}/{y}.pbf` and `tiles.json` under `folder`; answers how many tiles. */
export const writeTiles = (tiles: FixtureTile[], folder: string): number => {
  let count = 0
  for (const { x, y, bytes } of tiles) {
    write(folder, fixtureZoom, x, y, bytes)
    count++
  }
  const description = { tilejson: '3.0.0', tiles: ['/tiles/{z}/{x}/{y}.pbf'], attribution, bounds: boundsOf(tiles) }
  writeFileSync(
    join(folder, 'tiles.json'),
    JSON.stringify({ ...description, minzoom: leastZoom, maxzoom: fixtureZoom }),
  )
  const layers = Object.keys(fromAfar).map(
    name => [name, new GeoJSONVT(collect(tiles, name), { maxZoom: fixtureZoom, indexMaxZoom: fixtureZoom })] as const,
  )
  for (let z = leastZoom; z < fixtureZoom; z++) {
    const parents = new Set(tiles.map(({ x, y }) => `${x >> (fixtureZoom - z)} ${y >> (fixtureZoom - z)}`))
    for (const parent of parents) {
      const [x, y] = parent.split(' ').map(Number) as [number, number]
      const drawn = layers.flatMap(([name, index]) => {
        const tile = index.getTile(z, x, y)
        return tile ? [[name, tile] as const] : []
      })
      write(folder, z, x, y, vtpbf.fromGeojsonVt(Object.fromEntries(drawn), { version: 2 }))
      count++
    }
  }
  return count
}
