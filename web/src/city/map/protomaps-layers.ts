// Tiles in the layers of Protomaps' basemap (version 4), as the layers that the map is painted from.
import type { Feature, PreparedTile } from 'protomaps-leaflet'

type Props = Feature['props']
/** A feature in one of our layers, by its own kind. */
type Placed = { layer: string; props: Props }

const line = 2
const area = 3

const landuse: Record<string, string> = {
  park: 'park',
  nature_reserve: 'park',
  recreation_ground: 'park',
  garden: 'park',
  golf_course: 'park',
  playground: 'park',
  cemetery: 'cemetery',
  wood: 'wood',
  forest: 'wood',
  grass: 'grass',
  grassland: 'grass',
  meadow: 'grass',
  scrub: 'scrub',
  pitch: 'pitch',
  industrial: 'industrial',
  railway: 'industrial',
  school: 'school',
  college: 'school',
  university: 'school',
  hospital: 'hospital',
}

const roadClass = ({ kind, kind_detail }: Props): string | undefined => {
  const detail = String(kind_detail ?? '')
  if (kind === 'highway') return detail.endsWith('_link') ? 'motorway_link' : 'motorway'
  if (kind === 'major_road' || kind === 'medium_road') return detail.endsWith('_link') ? 'link' : 'primary'
  if (kind === 'minor_road') return detail === 'service' ? 'service' : 'street'
  if (kind === 'path') return detail === 'pedestrian' ? 'pedestrian' : undefined
  return kind === 'rail' ? 'major_rail' : undefined
}

const placed: Record<string, (props: Props, type: number) => Placed[]> = {
  water: ({ name }, type) => (type === area ? [{ layer: 'water', props: {} }] : type === line ? waterway(name) : []),
  landuse: ({ kind }) =>
    landuse[String(kind)] ? [{ layer: 'landuse', props: { class: landuse[String(kind)]! } }] : [],
  buildings: () => [{ layer: 'building', props: {} }],
  roads: props => {
    const name = roadClass(props)
    const { is_tunnel } = props
    if (!name) return []
    const own = { class: name, ...(is_tunnel && { structure: 'tunnel' }) }
    return [
      { layer: 'road', props: own },
      ...(props.name ? [{ layer: 'road_label', props: { name: props.name } }] : []),
    ]
  },
  places: ({ kind, name }) => {
    const type = kind === 'locality' ? 'city' : kind === 'neighbourhood' ? 'neighbourhood' : null
    return type && name ? [{ layer: 'place_label', props: { type, name, localrank: 1 } }] : []
  },
  pois: ({ kind, name }) =>
    kind === 'park' && name ? [{ layer: 'poi_label', props: { maki: 'park', name, localrank: 1 } }] : [],
}

const waterway = (name: Props[string] | undefined): Placed[] => [
  { layer: 'waterway', props: {} },
  ...(name ? [{ layer: 'waterway_label', props: { name } }] : []),
]

type Data = PreparedTile['data']
const translated = new WeakMap<Data, Data>()

/** Worked out once for each tile that was read. */
export function inOurLayers(tile: PreparedTile): PreparedTile {
  const data = translated.get(tile.data) ?? new Map<string, Feature[]>()
  if (!translated.has(tile.data)) {
    for (const [layer, features] of tile.data)
      for (const feature of features)
        for (const { layer: own, props } of placed[layer]?.(feature.props, feature.geomType) ?? []) {
          const ours = data.get(own) ?? []
          data.set(own, ours)
          ours.push({ ...feature, props })
        }
    translated.set(tile.data, data)
  }
  return { ...tile, data }
}
