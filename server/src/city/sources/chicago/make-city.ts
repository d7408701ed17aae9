// The demo city's data, computed from the map tiles: places, tariffs, and names to search for.
import type { City } from '#city/places/places.ts'
import type { FixtureTile } from './fixture.ts'
import { readNames } from './names.ts'
import { readStreets, streetNames } from './streets.ts'
import { tariffs } from './tariffs.ts'
import { carParks, streetZones } from './zones.ts'

const facts: City['facts'] = {
  name: 'Chicago',
  timeZone: 'America/Chicago',
  country: 'US',
  region: 'Illinois',
  currency: 'USD',
  units: 'mi',
  languages: ['en', 'es', 'hi'],
  // State St & Madison St
  latitude: 41.882,
  longitude: -87.6278,
  supportHours: [{ days: [1, 2, 3, 4, 5, 6], from: '08:00', to: '20:00' }],
}

export const makeCity = (tiles: FixtureTile[]): City => {
  const streets = readStreets(tiles)
  return {
    facts,
    places: [...carParks(tiles, streets), ...streetZones(streets)],
    tariffs,
    names: [...readNames(tiles), ...streetNames(streets)],
    streetsLimitPaidTime: true,
  }
}
