// Prepares the demo city from the package's tiles: its data and its map under build/chicago. Run by `npm run build`.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { prepared } from './chicago.ts'
import { readFixture } from './fixture.ts'
import { makeCity } from './make-city.ts'
import { writeTiles } from './map-tiles.ts'

const sha256 = (parts: (string | Uint8Array)[]) =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest('hex')

const sources = [import.meta.dirname, join(import.meta.dirname, '../../tile-names')].flatMap(folder =>
  readdirSync(folder)
    .filter(file => !file.endsWith('.test.ts'))
    .sort()
    .map(file => readFileSync(join(folder, file))),
)
const tiles = readFixture()
const zipCodes = readFileSync(fileURLToPath(import.meta.resolve('zipcodes/package.json')))
const inputs = sha256([...sources, ...tiles.map(({ bytes }) => bytes), zipCodes])
const inputsFile = join(prepared, 'inputs')

if (existsSync(inputsFile) && readFileSync(inputsFile, 'utf8') === inputs) {
  console.log('Chicago: prepared before')
} else {
  rmSync(prepared, { recursive: true, force: true })
  mkdirSync(prepared, { recursive: true })
  const drawn = writeTiles(tiles, join(prepared, 'tiles'))
  const made = makeCity(tiles)
  const city = JSON.stringify(made)
  writeFileSync(join(prepared, 'city.json'), city)
  writeFileSync(join(prepared, 'hash'), sha256([city]))
  // last: what was interrupted is done again
  writeFileSync(inputsFile, inputs)
  console.log(`Chicago: ${made.places.length} zones, ${made.names.length} names, ${drawn} map tiles`)
}
