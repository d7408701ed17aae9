// The entry of exports: a city's places, counts, and rates as open data, written page by page.
import type { Cities } from '#city/cities/cities.ts'
import type { Places } from '#city/places/places.ts'
import { csvLines, csvStart } from '#platform/csv.ts'
import type { Database } from '#platform/db.ts'
import { refuse } from '#platform/errors.ts'
import { createExportAccess } from './access.ts'
import { type CityPlaces, type Exported, etagOf, jsonList, withOutlines } from './answers.ts'
import { createApds } from './apds.ts'
import { type Book, createBooks } from './books.ts'
import { createCds } from './cds.ts'
import { rateColumns, rateRows } from './rates-rows.ts'
import { featureOf, zoneColumns, zoneRow } from './rows.ts'
import { createStays, type Stay } from './stays.ts'

type Deps = {
  db: Database
  places: Pick<Places, 'readCity' | 'listOutlines'>
  cities: Pick<Cities, 'find'>
  /** that began in [from, to), of a city by its id */
  listStays: (cityId: number, from: Temporal.Instant, to: Temporal.Instant) => Promise<Stay[]>
}

export const createExports = ({ db, places, cities, listStays }: Deps) => {
  function* rows({ list }: CityPlaces) {
    yield csvStart + csvLines([zoneColumns])
    for (const { place } of list()) yield csvLines([zoneRow(place)])
  }

  function* counts({ list }: CityPlaces) {
    yield csvStart + csvLines([['city', 'zone_number', 'capacity', 'taken', 'observed_at']])
    for (const { place, report } of list())
      if (report) yield csvLines([[place.city, place.zoneNumber, place.capacity, report.taken, report.asOf]])
  }

  const zonesTag = (file: string, code: string, { hash, list }: CityPlaces) =>
    etagOf([file, code, hash, ...list().map(({ place }) => `${place.zoneNumber} ${place.ruleBookId}`)])

  return {
    cds: createCds({ places, cities }),
    apds: createApds({ places, cities }),
    stays: createStays({ places, cities, listStays }),
    access: createExportAccess({ db }),

    /** Throws `not_found`. */
    zonesGeoJson: async (code: string): Promise<Exported> => {
      const city = places.readCity(code)
      const features = withOutlines(places, city.list(), ({ place }, outline) => featureOf(place, outline))
      const text = jsonList('{"type":"FeatureCollection","features":[', features, '\n]}\n')
      return { etag: zonesTag('zones.geojson', code, city), text }
    },
    /** Throws `not_found`. */
    zonesCsv: async (code: string): Promise<Exported> => {
      const city = places.readCity(code)
      return { etag: zonesTag('zones.csv', code, city), text: rows(city) }
    },
    /** Throws `not_found`. */
    countsCsv: async (code: string): Promise<Exported> => {
      const text = [...counts(places.readCity(code))].join('')
      return { etag: etagOf(['counts.csv', text]), text: [text] }
    },
    /** The rules in force now. Throws `not_found`. */
    ratesCsv: async (code: string, now: Temporal.Instant): Promise<Exported> => {
      const { currency } = (await cities.find(code)) ?? refuse('not_found')
      const bookOf = createBooks(now)
      const books = new Map<string, Book>()
      for (const { place } of places.readCity(code).list()) {
        const book = bookOf(place)
        if (book) books.set(book.bookId, book)
      }
      const sorted = [...books.values()].toSorted((a, b) => (a.bookId < b.bookId ? -1 : 1))
      const text = csvStart + csvLines([rateColumns, ...sorted.flatMap(book => rateRows(book, code, currency))])
      return { etag: etagOf(['rates.csv', text]), text: [text] }
    },
  }
}
export type Exports = ReturnType<typeof createExports>
