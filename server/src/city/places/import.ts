// Imports a city's data in one transaction; invalid rows are refused one by one.
import { checkTariff } from '#city/tariff/tariff.ts'
import type { Queryable } from '#platform/db.ts'
import { checkPlaces, type RefusedRow, type Source } from './city.ts'
import * as store from './store.ts'

export type Imported = { places: number; newTariffVersions: number; refused: RefusedRow[] }

/** To be run in a transaction. Null: this data was imported before. */
export const importCity = async (tx: Queryable, source: Source, now: Temporal.Instant): Promise<Imported | null> => {
  if ((await store.lockCity(tx, source.name)) === source.hash) return null
  const city = source.read()
  const tariffs = city.tariffs.filter(tariff => checkTariff(tariff).length === 0)
  const sound = new Set(tariffs.map(tariff => tariff.id))
  const { places, refused } = checkPlaces(city.places, id => sound.has(id))
  const newTariffVersions = await store.insertTariffs(tx, tariffs)
  for (const zoneNumber of await store.upsertPlaces(tx, source.name, places)) {
    refused.push({ zoneNumber, reason: 'zoneNumber: belongs to another city' })
  }
  await store.replaceNames(tx, source.name, city.names)
  await store.recordImport(tx, source.name, source.hash, now)
  return { places: city.places.length - refused.length, newTariffVersions, refused }
}
