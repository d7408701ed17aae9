// The entry of exports: a city's places and counts as open data, written page by page.
import { createHash } from 'node:crypto'
import type { Place, Places } from '#city/places/places.ts'
import { csvLines, csvStart } from '#platform/csv.ts'
import { featureOf, zoneColumns, zoneRow } from './rows.ts'

/** What is sent, and what it is compared by: the same tag, the same content. */
export type Exported = { etag: string; text: Iterable<string> | AsyncIterable<string> }

/** Goes up with every change of what is written. */
const version = 1
const outlinesAtOnce = 1_000

const etagOf = (...parts: string[]) =>
  `"${createHash('sha256')
    .update([version, ...parts].join('\n'))
    .digest('base64url')
    .slice(0, 22)}"`

type City = ReturnType<Places['readCity']>

export const createExports = ({ places }: { places: Pick<Places, 'readCity' | 'listOutlines'> }) => {
  async function* features({ list }: City) {
    const lines = async (page: Place[]) => {
      const outlines = await places.listOutlines(page.map(({ zoneNumber }) => zoneNumber))
      return page.map(place => JSON.stringify(featureOf(place, outlines.get(place.zoneNumber)))).join(',\n')
    }
    let separator = '\n'
    yield '{"type":"FeatureCollection","features":['
    let page: Place[] = []
    for (const { place } of list()) {
      page.push(place)
      if (page.length < outlinesAtOnce) continue
      yield separator + (await lines(page))
      separator = ',\n'
      page = []
    }
    if (page.length > 0) yield separator + (await lines(page))
    yield '\n]}\n'
  }

  async function* rows({ list }: City) {
    yield csvStart + csvLines([zoneColumns])
    for (const { place } of list()) yield csvLines([zoneRow(place)])
  }

  function* counts({ list }: City) {
    yield csvStart + csvLines([['city', 'zone_number', 'capacity', 'taken', 'observed_at']])
    for (const { place, report } of list())
      if (report) yield csvLines([[place.city, place.zoneNumber, place.capacity, report.taken, report.asOf]])
  }

  return {
    /** Throws `not_found`. */
    zonesGeoJson: async (code: string): Promise<Exported> => {
      const city = places.readCity(code)
      return { etag: etagOf('zones.geojson', code, city.hash), text: features(city) }
    },
    /** Throws `not_found`. */
    zonesCsv: async (code: string): Promise<Exported> => {
      const city = places.readCity(code)
      return { etag: etagOf('zones.csv', code, city.hash), text: rows(city) }
    },
    /** Throws `not_found`. */
    countsCsv: async (code: string): Promise<Exported> => {
      const text = [...counts(places.readCity(code))].join('')
      return { etag: etagOf('counts.csv', text), text: [text] }
    },
  }
}
export type Exports = ReturnType<typeof createExports>
