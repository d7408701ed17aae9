// What else than streets has a name in Chicago: the tiles' labels, ZIP codes, neighborhoods, and landmarks the tiles lack.
import zipcodes from 'zipcodes'
import type { CityName } from '#city/places/places.ts'
import { type FixtureTile, featuresOf, fixtureBox, holds, shapesOf } from './fixture.ts'
import { metresBetween, type Position } from './geometry.ts'
import { landmarks } from './landmarks.ts'
import { neighbourhoodNames } from './neighbourhoods.ts'

type Kind = CityName['kind']

/** A `type` of `poi_label` → what drivers call it; the others are landmarks. */
const kindOfType: Record<string, Kind> = {
  School: 'school',
  University: 'school',
  College: 'school',
  Hospital: 'hospital',
  Park: 'park',
  'Golf Course': 'park',
  'Nature Reserve': 'park',
  Beach: 'park',
}
/** Nobody parks for these. */
const skippedTypes = new Set(['Railway', 'Industrial', 'Brownfield', 'Made Wastewater Plant', 'Made Water Works'])
const placeTypes = new Set(['neighbourhood', 'suburb', 'town', 'village', 'hamlet', 'island'])

/** Layer → the kind of a label; null: it is none of ours. */
const layers: Record<string, (properties: Record<string, unknown>) => Kind | null> = {
  poi_label: ({ type }) => (skippedTypes.has(String(type)) ? null : (kindOfType[String(type)] ?? 'landmark')),
  rail_station_label: () => 'station',
  airport_label: () => 'landmark',
  place_label: ({ type }) => (placeTypes.has(String(type)) ? 'neighborhood' : null),
}

/** metres within which two labels of one name are one thing */
const sameMetres = 400

/** The name in other languages, where the data has it. */
const otherNames = (properties: Record<string, unknown>): string[] => {
  const translated = Object.keys(properties)
    .filter(key => key.startsWith('name_'))
    .map(key => String(properties[key]))
  return [...new Set(translated)].filter(name => name && name !== properties.name)
}

const readLabels = (tiles: FixtureTile[]): CityName[] => {
  const names: CityName[] = []
  for (const tile of tiles) {
    for (const [layer, kindOf] of Object.entries(layers)) {
      for (const feature of featuresOf(tile, layer)) {
        const { properties } = feature
        const kind = kindOf(properties)
        const at = shapesOf(feature, tile)[0]?.[0]
        if (!kind || !properties.name || !at || !holds(tile, at)) continue
        const also = otherNames(properties)
        names.push({
          kind,
          name: String(properties.name),
          longitude: at[0],
          latitude: at[1],
          ...(also.length > 0 && { also }),
        })
      }
    }
  }
  return names
}

const readZips = (): CityName[] => {
  const { west, south, east, north } = fixtureBox
  return Object.values(zipcodes.codes)
    .filter(
      ({ latitude, longitude, country }) =>
        country === 'US' && longitude > west && longitude < east && latitude > south && latitude < north,
    )
    .map(({ zip, latitude, longitude }) => ({ kind: 'zip', name: zip, latitude, longitude }))
}

const position = ({ longitude, latitude }: CityName): Position => [longitude, latitude]

/** Ours come first: a label of the same name is left out, and one that repeats another. */
export const readNames = (tiles: FixtureTile[]): CityName[] => {
  const ours: CityName[] = [
    ...landmarks.map(({ address: _, ...landmark }) => landmark),
    ...neighbourhoodNames().map((name): CityName => ({ kind: 'neighborhood', ...name })),
  ]
  const labels: CityName[] = []
  for (const label of readLabels(tiles)) {
    const isSame = ({ kind, name }: CityName) => kind === label.kind && name === label.name
    const isNear = (other: CityName) => metresBetween(position(other), position(label)) < sameMetres
    if (!ours.some(isSame) && !labels.some(other => isSame(other) && isNear(other))) labels.push(label)
  }
  return [...ours, ...labels, ...readZips()]
}
