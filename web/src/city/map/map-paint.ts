// How the city's vector tiles are painted: streets as ground, names along them, in the colours of the design's map.
import type { Availability } from '@parkit/contract/city/places'
import {
  CenteredTextSymbolizer,
  exp,
  type Feature,
  type LabelRule,
  LineLabelPlacement,
  LineLabelSymbolizer,
  LineSymbolizer,
  type PaintRule,
  PolygonSymbolizer,
} from 'protomaps-leaflet'

/** Of the design's colors, those of the map. */
export const tokens = [
  '--map-block',
  '--map-building',
  '--map-street',
  '--map-street-edge',
  '--map-park',
  '--map-water',
  '--map-label',
  '--map-park-label',
  '--map-water-label',
  '--go',
  '--warn',
  '--stop',
  '--ink-2',
] as const
export type Token = (typeof tokens)[number]

/** Of a kerb, by how full it is, and of the line around it. */
export const kerbTokens = {
  plenty: '--go',
  filling: '--warn',
  nearly: '--stop',
  full: '--ink-2',
  unknown: '--ink-2',
  casing: '--map-street',
} as const satisfies Record<Availability | 'casing', Token>

/** As a tile says it: `Feature.geomType`. */
const line = 2
const area = 3

/** `widths`: pixels by zoom. */
type Road = { classes: string[]; widths: Record<number, number>; from: number }

/** From below to above. Widths are those of the real streets from zoom 16 on, never under a pixel before. */
const roads: Road[] = [
  {
    classes: ['service', 'track', 'pedestrian'],
    from: 15,
    widths: { 15: 1.5, 16: 3, 17: 6, 18: 11 },
  },
  {
    classes: ['street', 'street_limited', 'link'],
    from: 13,
    widths: { 13: 1, 14: 2, 15: 5, 16: 9, 17: 16, 18: 30 },
  },
  {
    classes: ['tertiary', 'secondary', 'primary', 'trunk'],
    from: 11,
    widths: { 11: 1, 13: 2.5, 14: 4, 15: 8, 16: 13, 17: 22, 18: 40 },
  },
  {
    classes: ['motorway', 'motorway_link'],
    from: 11,
    widths: { 11: 1.5, 13: 3.5, 14: 5, 15: 9, 16: 14, 17: 24, 18: 42 },
  },
]

const green = ['park', 'cemetery', 'wood', 'grass', 'scrub', 'pitch']
const built = ['parking', 'industrial', 'school', 'hospital']

const isClass = (classes: readonly string[]) => (_: number, feature: Feature) =>
  classes.includes(String(feature.props.class))

/** Lower streets lie under the ones that are drawn. */
const isRoad = (classes: readonly string[]) => (zoom: number, feature: Feature) =>
  feature.geomType === line && feature.props.structure !== 'tunnel' && isClass(classes)(zoom, feature)

export function paintOf(token: (name: Token) => string): PaintRule[] {
  const fill = (dataLayer: string, colour: Token, classes?: readonly string[]): PaintRule => ({
    dataLayer,
    symbolizer: new PolygonSymbolizer({ fill: token(colour) }),
    filter: (zoom, feature) => feature.geomType === area && (!classes || isClass(classes)(zoom, feature)),
  })
  const road = ({ classes, widths, from }: Road, edge: boolean): PaintRule => {
    const stops = Object.entries(widths).map(([zoom, px]) => [Number(zoom), px])
    return {
      dataLayer: 'road',
      minzoom: edge ? Math.max(from, 14) : from,
      symbolizer: new LineSymbolizer({
        color: token(edge ? '--map-street-edge' : '--map-street'),
        width: zoom => exp(1.6, stops)(zoom) + (edge ? 2 : 0),
        lineCap: 'round',
        lineJoin: 'round',
      }),
      filter: isRoad(classes),
    }
  }
  return [
    fill('landuse', '--map-building', built),
    fill('landuse', '--map-park', green),
    fill('water', '--map-water'),
    {
      dataLayer: 'waterway',
      symbolizer: new LineSymbolizer({ color: token('--map-water'), width: 4, lineCap: 'round' }),
      filter: (_, feature) => feature.geomType === line,
    },
    {
      dataLayer: 'building',
      minzoom: 15,
      symbolizer: new PolygonSymbolizer({
        fill: token('--map-building'),
        stroke: token('--map-street-edge'),
        width: 1,
      }),
      filter: (_, feature) => feature.geomType === area,
    },
    {
      dataLayer: 'road',
      symbolizer: new LineSymbolizer({ color: token('--map-street-edge'), width: 1.5 }),
      filter: isRoad(['major_rail']),
    },
    ...roads.map(one => road(one, true)),
    ...roads.map(one => road(one, false)),
  ]
}

const family = '"Instrument Sans Variable", "Instrument Sans Rare", sans-serif'
/** Every face the labels use, to be loaded before the first tile is drawn: a canvas does not wait for letters. */
export const labelFonts = [`560 11px ${family}`, `620 12px ${family}`]

export function labelsOf(token: (name: Token) => string): LabelRule[] {
  const along = (dataLayer: string, colour: Token, halo: Token, more: Partial<LabelRule> = {}): LabelRule => ({
    dataLayer,
    minzoom: 15,
    ...more,
    symbolizer: new LineLabelSymbolizer({
      labelProps: ['name'],
      font: `semi-condensed 560 11px ${family}`,
      fill: token(colour),
      stroke: token(halo),
      width: 3,
      position: LineLabelPlacement.Center,
      repeatDistance: 420,
    }),
  })
  const at = (dataLayer: string, colour: Token, halo: Token, rest: Partial<LabelRule>): LabelRule => ({
    dataLayer,
    ...rest,
    symbolizer: new CenteredTextSymbolizer({
      labelProps: ['name'],
      font: `620 12px ${family}`,
      fill: token(colour),
      stroke: token(halo),
      width: 2,
      lineHeight: 1.4,
    }),
  })
  const isType = (types: readonly string[], most: number) => (_: number, feature: Feature) =>
    types.includes(String(feature.props.type)) && Number(feature.props.localrank ?? 1) <= most
  return [
    at('place_label', '--map-label', '--map-block', { maxzoom: 12, filter: isType(['city', 'town'], 3) }),
    at('place_label', '--map-label', '--map-block', { minzoom: 12, maxzoom: 14, filter: isType(['neighbourhood'], 4) }),
    at('poi_label', '--map-park-label', '--map-park', {
      minzoom: 15,
      filter: (_, feature) => feature.props.maki === 'park' && Number(feature.props.localrank ?? 1) <= 6,
    }),
    along('waterway_label', '--map-water-label', '--map-water'),
    along('road_label', '--map-label', '--map-street'),
  ]
}
