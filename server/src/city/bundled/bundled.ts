// The entry of the city that comes with ParkIt: the start imports it like every other, and does not read its file again while that is the same.
import { CityFacts, findCity, lockCity, setCityState, upsertCity } from '#city/cities/cities.ts'
import { createImports, ImportRefused, type ImportRun } from '#city/imports/imports.ts'
import { fillBooks } from '#city/rules/rules.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database, Queryable } from '#platform/db.ts'
import type { AppLog } from '#platform/log.ts'
import * as store from './store.ts'

/** The file of a city of ParkIt, with the city's facts. */
export type CitySource = {
  /** the city's, in links */
  code: string
  /** another one whenever the file is another: it is not read while this is the same */
  hash: string
  /** of the format `parkit` */
  read: () => Uint8Array
}

const sourceId = 'parkit'
const by = 'ParkIt’s start'

type Deps = { db: Pick<Database, 'pool' | 'transaction'>; clock: Clock; log: Pick<AppLog, 'warn'> }

/**
 * In one transaction: a new city is made, filled, and live; a known one gets new facts, and what its file changes, as far as one person may:
 * an import of a live city that changes prices, or withdraws too many places, is checked, waits for people, and is logged. Null: the file was
 * read before, published or not. Throws where the file or its facts are wrong.
 */
export const loadCity = async ({ db, clock, log }: Deps, source: CitySource): Promise<ImportRun | null> => {
  const isRead = async (from: Queryable) => (await store.selectContentHash(from, source.code, sourceId)) === source.hash
  if (await isRead(db.pool)) return null
  // what an older version of ParkIt loaded is compared by its rules
  await fillBooks(db, clock.now())
  return db.transaction(async tx => {
    await lockCity(tx, source.code)
    if (await isRead(tx)) return null
    const bytes = source.read()
    const { facts } = JSON.parse(Buffer.from(bytes).toString()) as { facts: unknown }
    const isNew = (await findCity(tx, source.code)) === null
    await upsertCity(tx, source.code, CityFacts.parse(facts), clock.now())
    const city = (await findCity(tx, source.code))!
    const imports = createImports({ db: { pool: tx, transaction: work => work(tx) }, clock })
    const run = await imports.check(city, { format: 'parkit', bytes, sourceId, by })
    await store.setContentHash(tx, city.id, sourceId, source.hash)
    try {
      const published = await imports.publish(city, run.import_id, { by })
      if (isNew) await setCityState(tx, city, 'live')
      return published
    } catch (error) {
      if (!(error instanceof ImportRefused)) throw error
      log.warn(
        { city: source.code, import: run.import_id, reason: error.message },
        'new data of a city waits for people',
      )
      return run
    }
  })
}
