// Which map a tile is drawn from, and Protomaps' layers as ours.
import type { Feature, PreparedTile } from 'protomaps-leaflet'
import { expect, test } from 'vitest'
import { type MapSource, mapAt } from './map-sources.ts'
import { inOurLayers } from './protomaps-layers.ts'

const source = (name: string, bounds: MapSource['bounds']): MapSource => ({
  tiles: name,
  schema: 'mapbox',
  bounds,
  mostZoom: 14,
  attribution: null,
})
const chosen = source('chosen', [0, 0, 10, 10])
const large = source('large', [-20, -20, 20, 20])

test('the first map that covers the middle of a tile is drawn, else the first that reaches into it', () => {
  const at = (maps: MapSource[], x: number, y: number, z: number) => mapAt(maps, { x, y, z })?.tiles
  // at zoom 6 a tile is 5.6° wide; the one right of the middle of the world is below the equator
  expect(at([chosen, large], 32, 31, 6)).toBe('chosen')
  expect(at([chosen, large], 32, 32, 6)).toBe('large')
  expect(at([chosen], 33, 31, 6)).toBe('chosen')
  expect(at([chosen], 0, 0, 6)).toBeUndefined()
  // a world in one tile
  expect(at([source('corner', [0, 0, 1, 1])], 0, 0, 0)).toBe('corner')
})

const feature = (geomType: number, props: Record<string, string | boolean>) =>
  ({ geomType, props, geom: [], bbox: {}, numVertices: 0 }) as unknown as Feature

test('streets, water, parks, and names of Protomaps are in the layers that are painted', () => {
  const data = new Map([
    [
      'roads',
      [
        feature(2, { kind: 'highway', kind_detail: 'motorway_link', name: 'Ramp' }),
        feature(2, { kind: 'major_road', kind_detail: 'secondary', name: 'Main St' }),
        feature(2, { kind: 'minor_road', kind_detail: 'service', is_tunnel: true }),
        feature(2, { kind: 'path', kind_detail: 'footway' }),
        feature(2, { kind: 'rail' }),
      ],
    ],
    ['water', [feature(3, { kind: 'lake' }), feature(2, { kind: 'river', name: 'South Platte' }), feature(1, {})]],
    ['landuse', [feature(3, { kind: 'forest' }), feature(3, { kind: 'runway' })]],
    ['buildings', [feature(3, { kind: 'building' })]],
    ['places', [feature(1, { kind: 'neighbourhood', name: 'LoDo' }), feature(1, { kind: 'country', name: 'US' })]],
    ['pois', [feature(1, { kind: 'park', name: 'City Park' }), feature(1, { kind: 'cafe', name: 'Cafe' })]],
  ])
  const tile = { data } as unknown as PreparedTile
  const ours = inOurLayers(tile)
  expect(
    Object.fromEntries([...ours.data].map(([layer, features]) => [layer, features.map(({ props }) => props)])),
  ).toEqual({
    road: [
      { class: 'motorway_link' },
      { class: 'primary' },
      { class: 'service', structure: 'tunnel' },
      { class: 'major_rail' },
    ],
    road_label: [{ name: 'Ramp' }, { name: 'Main St' }],
    water: [{}],
    waterway: [{}],
    waterway_label: [{ name: 'South Platte' }],
    landuse: [{ class: 'wood' }],
    building: [{}],
    place_label: [{ type: 'neighbourhood', name: 'LoDo', localrank: 1 }],
    poi_label: [{ maki: 'park', name: 'City Park', localrank: 1 }],
  })
  // the labels of a tile are placed once: it stays the same data
  expect(inOurLayers(tile).data).toBe(ours.data)
})
