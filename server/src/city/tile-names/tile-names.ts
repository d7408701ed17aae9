// The entry of names in map tiles: streets, stations, landmarks, and the like, from the layers of Protomaps' basemap (version 4) or of Mapbox Streets.
import { distance } from 'geokdbush'
import type { CityName } from '#city/places/places.ts'
import { featuresOf, holds, shapesOf, type Tile } from './features.ts'

export { decodeTile, featuresOf, holds, shapesOf, type Tile, tileAt } from './features.ts'

export type Schema = 'protomaps' | 'mapbox'
type Kind = CityName['kind']
type Properties = Record<string, unknown>
type Layers = {
  /** layer → the kind of a label; null: it is none of ours */
  labels: Record<string, (properties: Properties) => Kind | null>
  roads: string
  isStreet: (properties: Properties) => boolean
}

/** A `type` of Mapbox or a `kind` of Protomaps → what drivers call it; the others are landmarks. */
const kindOfType: Record<string, Kind> = {
  School: 'school',
  University: 'school',
  College: 'school',
  Hospital: 'hospital',
  Park: 'park',
  'Golf Course': 'park',
  'Nature Reserve': 'park',
  Beach: 'park',
  school: 'school',
  university: 'school',
  college: 'school',
  hospital: 'hospital',
  park: 'park',
  golf_course: 'park',
  nature_reserve: 'park',
  beach: 'park',
  station: 'station',
  halt: 'station',
}
/** Nobody parks for these. */
const skippedTypes = new Set([
  'Railway',
  'Industrial',
  'Brownfield',
  'Made Wastewater Plant',
  'Made Water Works',
  'atm',
  'bench',
  'bicycle_parking',
  'bicycle_rental',
  'bus_stop',
  'drinking_water',
  'industrial',
  'parking',
  'platform',
  'post_box',
  'railway',
  'recycling',
  'toilets',
  'tram_stop',
  'waste_basket',
])
const labelKind = (type: unknown): Kind | null =>
  skippedTypes.has(String(type)) ? null : (kindOfType[String(type)] ?? 'landmark')

const placeTypes = new Set(['neighbourhood', 'suburb', 'quarter', 'macrohood', 'town', 'village', 'hamlet', 'island'])
const streetClasses = new Set(['street', 'street_limited', 'tertiary', 'secondary', 'primary'])
const streetKinds = new Set(['major_road', 'medium_road', 'minor_road'])

const layersOf: Record<Schema, Layers> = {
  mapbox: {
    labels: {
      poi_label: ({ type }) => labelKind(type),
      rail_station_label: () => 'station',
      airport_label: () => 'landmark',
      place_label: ({ type }) => (placeTypes.has(String(type)) ? 'neighborhood' : null),
    },
    roads: 'road_label',
    isStreet: ({ class: kind }) => streetClasses.has(String(kind)),
  },
  protomaps: {
    labels: {
      pois: ({ kind }) => labelKind(kind),
      places: ({ kind, kind_detail }) =>
        placeTypes.has(String(kind)) || placeTypes.has(String(kind_detail)) ? 'neighborhood' : null,
    },
    roads: 'roads',
    isStreet: ({ kind, kind_detail }) =>
      (streetKinds.has(String(kind)) && !/service|_link$/.test(String(kind_detail))) || kind_detail === 'pedestrian',
  },
}

/** The name in other languages, where the data has it. */
const otherNames = (properties: Properties): string[] => {
  const translated = Object.keys(properties)
    .filter(key => /^name[_:]/.test(key))
    .map(key => String(properties[key]))
  return [...new Set(translated)].filter(name => name && name !== properties.name)
}

/** All but streets; of a name on several tiles the one that the tile itself holds. */
export const labelsOf = (tile: Tile, schema: Schema): CityName[] =>
  Object.entries(layersOf[schema].labels).flatMap(([layer, kindOf]) =>
    featuresOf(tile, layer).flatMap((feature): CityName[] => {
      const { properties } = feature
      const kind = kindOf(properties)
      const at = shapesOf(feature, tile)[0]?.[0]
      if (!kind || !properties.name || !at || !holds(tile, at)) return []
      const also = otherNames(properties)
      const name = String(properties.name)
      return [{ kind, name, longitude: at[0], latitude: at[1], ...(also.length > 0 && { also }) }]
    }),
  )

export type NamedRoad = { name: string; also: string[]; line: [longitude: number, latitude: number][] }

/** The pieces of streets, which go on a little beyond the tile's edge. */
export const roadsOf = (tile: Tile, schema: Schema): NamedRoad[] => {
  const { roads, isStreet } = layersOf[schema]
  return featuresOf(tile, roads).flatMap(feature => {
    const { properties } = feature
    if (!properties.name || !isStreet(properties)) return []
    const also = otherNames(properties)
    return shapesOf(feature, tile).map(line => ({ name: String(properties.name), also, line }))
  })
}

/** metres within which two labels of one name are one thing */
const sameMetres = 400

/** Labels without those whose kind and name are among `known`, and without those that repeat another nearby. */
export const withoutRepeats = (labels: CityName[], known: Pick<CityName, 'kind' | 'name'>[]): CityName[] => {
  const keyOf = ({ kind, name }: Pick<CityName, 'kind' | 'name'>) => `${kind} ${name}`
  const ours = new Set(known.map(keyOf))
  const taken = new Map<string, CityName[]>()
  return labels.filter(label => {
    const same = taken.getOrInsertComputed(keyOf(label), () => [])
    const isNear = (other: CityName) =>
      distance(other.longitude, other.latitude, label.longitude, label.latitude) * 1_000 < sameMetres
    if (ours.has(keyOf(label)) || same.some(isNear)) return false
    same.push(label)
    return true
  })
}
