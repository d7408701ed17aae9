// `npm run city:map`: chooses what a city's map is drawn from.
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { lockCity, recordCityChange } from '#city/cities/cities.ts'
import { cardKeysOf } from '#platform/card-keys.ts'
import { runCommand } from '#platform/command.ts'
import { migrate } from '#platform/migrate.ts'
import { openTiles } from './archive.ts'
import { listMaps, setMap } from './store.ts'

const usage = `Usage: npm run city:map -- CODE FILE.pmtiles|URL|none [--credit TEXT] [--layers protomaps|mapbox]
  FILE.pmtiles  an archive of vector tiles; it stays where it is, and every server must be able to read it there
  URL           of such an archive, or of tiles with {z}, {x}, and {y} in it
  none          streets are drawn from the city's own data
  --credit      whose data it is (© OpenStreetMap contributors)
  --layers      whose names the layers have (protomaps)`

const readOptions = () => {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        credit: { type: 'string', default: '© OpenStreetMap contributors' },
        layers: { type: 'string', default: 'protomaps' },
      },
    })
  } catch {
    return null
  }
}

const options = readOptions()
const [code, from, ...rest] = options?.positionals ?? []
if (!options || !code || !from || rest.length > 0 || !/^(protomaps|mapbox)$/.test(options.values.layers)) {
  console.error(usage)
  process.exitCode = 1
} else {
  await runCommand(async ({ config, connectionString, db }) => {
    await migrate({ connectionString, cardKeys: cardKeysOf(config.stripe) })
    const isNone = from === 'none'
    const tiles = isNone || /^https?:\/\//.test(from) ? from : resolve(from)
    if (!isNone) await openTiles(tiles)
    const city = (await listMaps(db.pool)).find(row => row.code === code)
    if (!city) throw new Error(`No city has the code ${code}.`)
    await db.transaction(async tx => {
      await lockCity(tx, code)
      const { layers, credit } = options.values
      await setMap(tx, isNone ? [code, null, null, null] : [code, tiles, layers, credit])
      await recordCityChange(tx, city.id, code)
    })
    console.log(
      isNone ? `The map of ${code} is drawn from the city's own data.` : `The map of ${code} is drawn from ${tiles}.`,
    )
  })
}
