// Prepares the demo city from the package's tiles: zones, streets, ZIP codes and map tiles under build/chicago. Run by `npm run build`.
import { createHash } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import zipcodes from 'zipcodes'
import { prepared } from './chicago.ts'
import { fixtureBox, readFixture } from './fixture.ts'
import { writeTiles } from './map-tiles.ts'
import { readStreets } from './streets.ts'
import { tariffs } from './tariffs.ts'
import { carParks, streetZones } from './zones.ts'

const tiles = readFixture()
const streets = readStreets(tiles)
const places = [...carParks(tiles, streets), ...streetZones(tiles, streets)]
const { west, south, east, north } = fixtureBox
const zips = Object.values(zipcodes.codes)
  .filter(
    ({ latitude, longitude, country }) =>
      country === 'US' && longitude > west && longitude < east && latitude > south && latitude < north,
  )
  .map(({ zip, latitude, longitude }) => ({ zip, latitude, longitude }))

mkdirSync(prepared, { recursive: true })
rmSync(join(prepared, 'tiles'), { recursive: true, force: true })
const drawn = writeTiles(tiles, join(prepared, 'tiles'))
const city = JSON.stringify({ places, tariffs, streets, zips })
writeFileSync(join(prepared, 'city.json'), city)
writeFileSync(join(prepared, 'hash'), createHash('sha256').update(city).digest('hex'))
console.log(`Chicago: ${places.length} zones, ${streets.length} streets, ${zips.length} ZIP codes, ${drawn} map tiles`)
