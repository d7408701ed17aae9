// `npm run city:map`: chooses what a city's map is drawn from.
import { resolve } from 'node:path'
import { lockCity, recordCityChange } from '#city/cities/cities.ts'
import { type Schema, withoutRepeats } from '#city/tile-names/tile-names.ts'
import { cardKeysOf } from '#platform/card-keys.ts'
import { runCommand } from '#platform/command.ts'
import { readCommandLine } from '#platform/command-line.ts'
import { migrate } from '#platform/migrate.ts'
import { progressBar } from '#platform/progress-bar.ts'
import { openTiles, type Tiles } from './archive.ts'
import type { Bounds } from './bounds.ts'
import { type NamesRead, readNames, saidOf } from './names.ts'
import { listMaps, listOwnNames, replaceNames, setMap } from './store.ts'

const usage = `Usage: npm run city:map -- CODE FILE.pmtiles|URL|none [--credit TEXT] [--layers protomaps|mapbox]
  FILE.pmtiles  an archive of vector tiles; it stays where it is, and every server must be able to read it there
  URL           of such an archive, or of tiles with {z}, {x}, and {y} in it
  none          streets are drawn from the city's own data
  --credit      whose data it is (© OpenStreetMap contributors)
  --layers      whose names the layers have (protomaps)`

/** Names of the tiles, with a bar while they are read; none before the city has places. */
const readShown = async (tiles: Tiles, layers: Schema, bounds: Bounds | null): Promise<NamesRead | null> => {
  if (!bounds) {
    console.log(
      'The city has no places yet: run this again after their import, so that the search knows the names of the map.',
    )
    return null
  }
  const bar = progressBar()
  return readNames(tiles, layers, bounds, (done, of) => bar.show('reading names', done, of)).finally(bar.end)
}

const options = {
  credit: { type: 'string', default: '© OpenStreetMap contributors' },
  layers: { type: 'string', default: 'protomaps' },
} as const
const { code, from, credit, layers } = readCommandLine(usage, options, ({ credit, layers }, [code, from, ...rest]) =>
  code && from && rest.length === 0 && (layers === 'protomaps' || layers === 'mapbox')
    ? { code, from, credit, layers: layers as Schema }
    : null,
)

await runCommand(async ({ config, connectionString, db }) => {
  await migrate({ connectionString, cardKeys: cardKeysOf(config.stripe) })
  const isNone = from === 'none'
  const tiles = isNone || /^https?:\/\//.test(from) ? from : resolve(from)
  const opened = isNone ? null : await openTiles(tiles, config.feedPrivateHosts)
  const city = (await listMaps(db.pool)).find(row => row.code === code)
  if (!city) throw new Error(`No city has the code ${code}.`)
  const read = opened && (await readShown(opened, layers, city.bounds))
  const kept = await db.transaction(async tx => {
    await lockCity(tx, code)
    const names = read ? withoutRepeats(read.names, await listOwnNames(tx, code)) : []
    await replaceNames(tx, code, 'map', names)
    await setMap(tx, isNone ? [code, null, null, null] : [code, tiles, layers, credit])
    await recordCityChange(tx, city.id, code)
    return names.length
  })
  console.log(
    isNone ? `The map of ${code} is drawn from the city's own data.` : `The map of ${code} is drawn from ${tiles}.`,
  )
  if (read) console.log(`${kept} names for the search: ${saidOf(read)}.`)
})
