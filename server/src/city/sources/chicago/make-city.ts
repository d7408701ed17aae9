// The demo city's data, computed from the map tiles: places, tariffs, streets and ZIP codes.
import zipcodes from 'zipcodes'
import type { City } from '#city/places/places.ts'
import { type FixtureTile, fixtureBox } from './fixture.ts'
import { readStreets } from './streets.ts'
import { tariffs } from './tariffs.ts'
import { carParks, streetZones } from './zones.ts'

const readZips = (): City['zips'] => {
  const { west, south, east, north } = fixtureBox
  return Object.values(zipcodes.codes)
    .filter(
      ({ latitude, longitude, country }) =>
        country === 'US' && longitude > west && longitude < east && latitude > south && latitude < north,
    )
    .map(({ zip, latitude, longitude }) => ({ zip, latitude, longitude }))
}

export const makeCity = (tiles: FixtureTile[]): City => {
  const streets = readStreets(tiles)
  return { places: [...carParks(tiles, streets), ...streetZones(streets)], tariffs, streets, zips: readZips() }
}
