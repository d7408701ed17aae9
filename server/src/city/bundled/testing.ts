// For tests: a city's data as a source, loaded whole into a database.
import { listCities } from '#city/cities/cities.ts'
import { createImports, type ImportRun } from '#city/imports/imports.ts'
import type { City } from '#city/places/places.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db.ts'
import { asOwner } from '#platform/testing.ts'
import { type CitySource, loadCity } from './bundled.ts'

export const source = (city: City, hash = 'first', code = 'test'): CitySource => ({
  code,
  hash,
  read: () => Buffer.from(JSON.stringify(city)),
})

/** Null where it was read before. As one person may in a city in setup, which is live afterwards; other prices hold a minute later. */
export const loadWhole = async (
  { db, clock }: { db: Database; clock: Clock },
  source: CitySource,
): Promise<ImportRun | null> => {
  const setState = (state: string) =>
    asOwner(db.connectionString, `update city set state = '${state}' where code = '${source.code}'`)
  await setState('setup')
  const run = await loadCity({ db, clock, log: { warn: () => {} } }, source)
  const city = (await listCities(db.pool)).find(({ code }) => code === source.code)!
  const isWaiting = run?.state === 'checked'
  const published = isWaiting
    ? await createImports({ db, clock }).publish(city, run.import_id, { by: 'Ana', confirmed: city.name })
    : run
  await setState('live')
  return published
}
