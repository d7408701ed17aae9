// The demo city's data, computed from the map tiles: places, tariffs, and names to search for.
import type { City } from '#city/places/places.ts'
import type { FixtureTile } from './fixture.ts'
import { readNames } from './names.ts'
import { readStreets, streetNames } from './streets.ts'
import { tariffs } from './tariffs.ts'
import { carParks, streetZones } from './zones.ts'

export const makeCity = (tiles: FixtureTile[]): City => {
  const streets = readStreets(tiles)
  return {
    places: [...carParks(tiles, streets), ...streetZones(streets)],
    tariffs,
    names: [...readNames(tiles), ...streetNames(streets)],
  }
}
