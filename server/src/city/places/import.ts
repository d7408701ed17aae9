// Imports a city's data in one transaction; invalid rows are refused one by one.
import { checkTariff } from '#city/calendar/calendar.ts'
import { CityFacts, type CityRow, lockCity, upsertCity } from '#city/cities/cities.ts'
import { limitPaidStreets, publishTariffBooks } from '#city/rules/rules.ts'
import type { Queryable } from '#platform/db.ts'
import { type City, type CityPlace, checkPlaces, type RefusedRow, type Source } from './city.ts'
import * as store from './store.ts'

export type Imported = { places: number; newTariffVersions: number; refused: RefusedRow[] }

const boundsOf = (places: CityPlace[]): CityRow['bounds'] =>
  places.length === 0
    ? null
    : places.reduce<[number, number, number, number]>(
        ([west, south, east, north], { latitude, longitude }) => [
          Math.min(west, longitude),
          Math.min(south, latitude),
          Math.max(east, longitude),
          Math.max(north, latitude),
        ],
        [180, 90, -180, -90],
      )

/** A tariff that bears the id of another city's gets one of its own, so that no import prices another city's places. */
const withOwnTariffs = async (tx: Queryable, code: string, city: City): Promise<City> => {
  const taken = await store.selectTariffsElsewhere(
    tx,
    code,
    city.tariffs.map(({ id }) => id),
  )
  if (taken.length === 0) return city
  const names = new Map(taken.map(({ tariff_id }) => [tariff_id, `${code}-${tariff_id}`]))
  const own = (id: string) => names.get(id) ?? id
  return {
    ...city,
    tariffs: city.tariffs.map(tariff => ({ ...tariff, id: own(tariff.id) })),
    places: city.places.map(place => ({ ...place, tariffId: own(place.tariffId) })),
  }
}

/** To be run in a transaction. Null: this data was imported before. Throws where the city's own facts are wrong. */
export const importCity = async (tx: Queryable, source: Source, now: Temporal.Instant): Promise<Imported | null> => {
  if ((await lockCity(tx, source.code)) === source.hash) return null
  const city = await withOwnTariffs(tx, source.code, source.read())
  const facts = CityFacts.parse(city.facts)
  const tariffs = city.tariffs.filter(tariff => checkTariff(tariff).length === 0)
  const sound = new Set(tariffs.map(tariff => tariff.id))
  const { places, refused } = checkPlaces(city.places, id => sound.has(id))
  const newTariffVersions = await store.insertTariffs(tx, tariffs)
  const id = await upsertCity(tx, source.code, { hash: source.hash, at: now, facts, bounds: boundsOf(places) })
  await store.upsertPlaces(tx, id, places)
  await store.replaceNames(tx, source.code, 'import', city.names)
  await publishTariffBooks(tx, id, now)
  if (city.streetsLimitPaidTime) await limitPaidStreets(tx, id, now)
  return { places: city.places.length - refused.length, newTariffVersions, refused }
}
