// `npm run city:import`: makes a city, checks a file against its places, publishes what was checked, and undoes that, each a step.
import { readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { CityFacts, type CityRow, createCities, upsertCity } from '#city/cities/cities.ts'
import { createPlaces } from '#city/places/places.ts'
import { actorOf } from '#city/team/team.ts'
import { cardKeysOf } from '#platform/card-keys.ts'
import { systemClock } from '#platform/clock.ts'
import { runCommand } from '#platform/command.ts'
import { type OptionValues, readCommandLine } from '#platform/command-line.ts'
import type { Database } from '#platform/db.ts'
import { migrate } from '#platform/migrate.ts'
import { progressBar } from '#platform/progress-bar.ts'
import { takeCounts } from './counts.ts'
import { feedOptions, feedUsage, setFeed, showSources } from './feed-command.ts'
import { createImports, type FileToRead, type Format, formats, type Imports, undoUntil } from './imports.ts'
import { showRows, showRun } from './report.ts'

const usage = `Usage: npm run city:import -- new-city CODE FACTS.json
       npm run city:import -- check CODE FILE --format ${formats.join('|')} [--source NAME] [--mapping FILE] [--with FILE]…
                              [--attribution TEXT] [--otherwise free|closed|unknown]
       npm run city:import -- check CODE FILE --kind closures --format csv|geojson|cds [--source NAME] [--mapping FILE] [--with FILE]…
       npm run city:import -- show IMPORT [--rows refused|changed|added|withdrawn]
       npm run city:import -- publish CODE IMPORT [--confirm "NAME OF THE CITY"]
       npm run city:import -- undo CODE IMPORT
       npm run city:import -- counts CODE FILE --format csv|geojson|parkapi|apds [--source NAME] [--mapping FILE]
${feedUsage}
       npm run city:import -- list CODE`

const options = {
  format: { type: 'string' },
  source: { type: 'string', default: 'places' },
  mapping: { type: 'string' },
  with: { type: 'string', multiple: true },
  attribution: { type: 'string' },
  otherwise: { type: 'string' },
  confirm: { type: 'string' },
  kind: { type: 'string', default: 'places' },
  rows: { type: 'string', default: 'refused' },
  by: { type: 'string', default: userInfo().username },
  ...feedOptions,
} as const
type Given = OptionValues<typeof options>

const makeCity = async (db: Database, code: string, file: string): Promise<void> => {
  if (!/^[a-z][a-z0-9-]{1,30}$/.test(code)) throw new Error(`“${code}” is no code: small letters, digits, and -.`)
  const read = CityFacts.safeParse(JSON.parse(readFileSync(file, 'utf8')))
  if (!read.success) {
    const [issue] = read.error.issues
    throw new Error(`${file}: ${issue!.path.join('.') || 'facts'} ${issue!.message}`)
  }
  const known = await createCities({ db, clock: systemClock }).find(code)
  await db.transaction(tx => upsertCity(tx, code, read.data, systemClock.now()))
  console.log(`${read.data.name} is city ${code}${known ? ', with new facts' : ', in setup'}.`)
}

const fileOf = (path: string, given: Given): FileToRead => {
  if (!given.format || !formats.includes(given.format as Format)) throw new Error(usage)
  return {
    format: given.format as Format,
    bytes: readFileSync(path),
    mapping: given.mapping && readFileSync(given.mapping, 'utf8'),
    beside: given.with?.map(path => readFileSync(path)),
    attribution: given.attribution,
    otherwise: given.otherwise as FileToRead['otherwise'],
    open: file => readFileSync(join(dirname(path), file)),
  }
}

type Step = (
  work: { db: Database; imports: Imports; city: CityRow; values: Given },
  arg: string,
  url?: string,
) => Promise<void>
const toAgree = (code: string, proposal: string) =>
  `Prices change, so somebody else has to agree: npm run city:proposals -- ${code} --approve ${proposal} --by EMAIL`

const steps: Record<string, Step> = {
  check: async ({ imports, city, values }, path) => {
    const bar = progressBar()
    const isClosures = values.kind === 'closures'
    const sourceId = isClosures && values.source === 'places' ? 'closures' : values.source
    const file = { ...fileOf(path, values), sourceId, by: values.by }
    const run = await (isClosures ? imports.checkClosures(city, file) : imports.check(city, file, bar.show))
    bar.end()
    await showRun(imports, run)
    console.log(`\nPublish it with: npm run city:import -- publish ${city.code} ${run.import_id}`)
  },
  publish: async ({ db, imports, city, values }, importId) => {
    const bar = progressBar()
    const actor = await actorOf(db.pool, values.by)
    const run = await imports.publish(city, importId, { actor, confirmed: values.confirm }, bar.show).finally(bar.end)
    if (run.proposal) return console.log(toAgree(city.code, run.proposal))
    const { added, changed, withdrawn } = run.counters
    console.log(`Published by ${values.by}: ${added} added, ${changed} changed, ${withdrawn} withdrawn.`)
    const rows = run.format === 'closures' ? await imports.rows(importId, ['added', 'changed'], null, 5_000) : []
    if (rows.some(({ after }) => after && 'price' in after))
      console.log(
        `Its event rates wait for a second person, unless the city is in setup: npm run city:proposals -- ${city.code}`,
      )
    const until = undoUntil(run)!.toZonedDateTimeISO(city.timeZone).toPlainDateTime()
    console.log(`It can be undone until ${until.toString({ smallestUnit: 'minute' })}, local time.`)
  },
  undo: async ({ db, imports, city, values }, importId) => {
    const actor = await actorOf(db.pool, values.by)
    const { restored, refused, proposal } = await imports.undo(city, importId, { actor })
    if (proposal) return console.log(toAgree(city.code, proposal))
    console.log(`${restored} places are what they were before.`)
    if (refused.length > 0) console.log(`Edited later, and left as they are: ${refused.join(', ')}.`)
  },
  counts: async ({ db, city, values }, path) => {
    const places = createPlaces({ db, clock: systemClock, countRunningSince: async () => new Map() })
    await places.start()
    const { accepted, same, refused } = await takeCounts(
      { db, places },
      city,
      { ...fileOf(path, values), sourceId: values.source },
      systemClock.now(),
    ).finally(places.stop)
    console.log(`${accepted} counts taken, ${same} no newer than those known, ${refused.length} rows refused.`)
    for (const { row, key, reason } of refused) console.log(`  row ${row}, ${key}: ${reason}`)
  },
  feed: setFeed,
  sources: showSources,
  list: async ({ imports, city }) => {
    for (const run of await imports.list(city.id)) {
      const { added, changed, withdrawn, refused } = run.counters
      console.log(
        `${run.import_id}  ${run.read_at}  ${run.source_id}  ${run.state}  +${added ?? 0} ~${changed ?? 0} -${withdrawn ?? 0}, ${refused ?? 0} refused`,
      )
    }
  },
}

const { step, code, arg, url, values } = readCommandLine(usage, options, (values, [step = '', code = '', arg, url]) => {
  const isSound = code !== '' && (['show', 'list', 'sources'].includes(step) || arg !== undefined)
  return isSound && (step in steps || step === 'new-city' || step === 'show') ? { step, code, arg, url, values } : null
})
await runCommand(async ({ config, connectionString, db }) => {
  await migrate({ connectionString, cardKeys: cardKeysOf(config.stripe) })
  const imports = createImports({ db, clock: systemClock })
  if (step === 'new-city') return makeCity(db, code, arg!)
  if (step === 'show') return showRows(imports, code, values.rows)
  const city = await createCities({ db, clock: systemClock }).find(code)
  if (!city)
    throw new Error(`There is no city ${code}. Make it with: npm run city:import -- new-city ${code} FACTS.json`)
  await steps[step]!({ db, imports, city, values }, arg ?? '', url)
})
