// What else than streets has a name in Chicago: the tiles' labels, ZIP codes, neighborhoods, and landmarks the tiles lack.
import zipcodes from 'zipcodes'
import type { CityName } from '#city/places/places.ts'
import { labelsOf, withoutRepeats } from '#city/tile-names/tile-names.ts'
import { type FixtureTile, fixtureBox } from './fixture.ts'
import { landmarks } from './landmarks.ts'
import { neighbourhoodNames } from './neighbourhoods.ts'

const readZips = (): CityName[] => {
  const { west, south, east, north } = fixtureBox
  return Object.values(zipcodes.codes)
    .filter(
      ({ latitude, longitude, country }) =>
        country === 'US' && longitude > west && longitude < east && latitude > south && latitude < north,
    )
    .map(({ zip, latitude, longitude }) => ({ kind: 'zip', name: zip, latitude, longitude }))
}

/** Ours come first: a label of the same name is left out, and one that repeats another. */
export const readNames = (tiles: FixtureTile[]): CityName[] => {
  const ours: CityName[] = [
    ...landmarks.map(({ address: _, ...landmark }) => landmark),
    ...neighbourhoodNames().map((name): CityName => ({ kind: 'neighborhood', ...name })),
  ]
  const labels = tiles.flatMap(tile => labelsOf(tile, 'mapbox'))
  return [...ours, ...withoutRepeats(labels, ours), ...readZips()]
}
