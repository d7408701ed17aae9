// The entry of exports: a city's places, counts, and rates as open data, written page by page.
import type { Cities } from '#city/cities/cities.ts'
import type { Places } from '#city/places/places.ts'
import { csvLines, csvStart } from '#platform/csv.ts'
import { type CityPlaces, type Exported, etagOf, jsonList, withOutlines } from './answers.ts'
import { createApds } from './apds.ts'
import { createCds } from './cds.ts'
import { featureOf, zoneColumns, zoneRow } from './rows.ts'

type Deps = { places: Pick<Places, 'readCity' | 'listOutlines'>; cities: Pick<Cities, 'find'> }

export const createExports = ({ places, cities }: Deps) => {
  function* rows({ list }: CityPlaces) {
    yield csvStart + csvLines([zoneColumns])
    for (const { place } of list()) yield csvLines([zoneRow(place)])
  }

  function* counts({ list }: CityPlaces) {
    yield csvStart + csvLines([['city', 'zone_number', 'capacity', 'taken', 'observed_at']])
    for (const { place, report } of list())
      if (report) yield csvLines([[place.city, place.zoneNumber, place.capacity, report.taken, report.asOf]])
  }

  return {
    cds: createCds({ places, cities }),
    apds: createApds({ places, cities }),

    /** Throws `not_found`. */
    zonesGeoJson: async (code: string): Promise<Exported> => {
      const city = places.readCity(code)
      const features = withOutlines(places, city.list(), ({ place }, outline) => featureOf(place, outline))
      const text = jsonList('{"type":"FeatureCollection","features":[', features, '\n]}\n')
      return { etag: etagOf(['zones.geojson', code, city.hash]), text }
    },
    /** Throws `not_found`. */
    zonesCsv: async (code: string): Promise<Exported> => {
      const city = places.readCity(code)
      return { etag: etagOf(['zones.csv', code, city.hash]), text: rows(city) }
    },
    /** Throws `not_found`. */
    countsCsv: async (code: string): Promise<Exported> => {
      const text = [...counts(places.readCity(code))].join('')
      return { etag: etagOf(['counts.csv', text]), text: [text] }
    },
  }
}
export type Exports = ReturnType<typeof createExports>
