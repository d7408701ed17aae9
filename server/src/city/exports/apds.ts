// A city in the APDS v4 data exchange: places with their counts, rights to park there, and rate tables.
import type { Cities } from '#city/cities/cities.ts'
import type { Places } from '#city/places/places.ts'
import { refuse } from '#platform/errors.ts'
import { type Exported, etagOf, jsonList, type Listed, withOutlines } from './answers.ts'
import { type ApdsGroup, placeElementsOf } from './apds-places.ts'
import { apdsBookOf } from './apds-rates.ts'
import { said } from './apds-times.ts'
import { type Book, createBooks, kindGroupsOf } from './books.ts'

type Deps = { places: Pick<Places, 'readCity' | 'listOutlines'>; cities: Pick<Cities, 'find'> }

export const createApds = ({ places, cities }: Deps) => {
  /** Throws `not_found`. */
  const read = async (code: string, now: Temporal.Instant) => {
    const city = (await cities.find(code)) ?? refuse('not_found')
    const bookOf = createBooks(now)
    const groups = new Map<Book | null, { mark: string; groups: ApdsGroup[] }>()
    const written = (book: Book | null): ApdsGroup[] =>
      book
        ? kindGroupsOf(book.book).map((kinds, i) => ({
            kinds,
            book: apdsBookOf(book, kinds[0]!, city.currency, i === 0 ? '' : `-${kinds.join('-')}`),
          }))
        : [{ kinds: ['general'], book: null }]
    const writtenOf = ({ place }: Listed) =>
      groups.getOrInsertComputed(bookOf(place), book => {
        const made = written(book)
        return { groups: made, mark: JSON.stringify(made) }
      })
    const groupsOf = (one: Listed) => writtenOf(one).groups
    const markOf = (one: Listed) => writtenOf(one).mark
    const known = { publishedAt: city.importedAt ?? now, country: city.country, cityName: city.name }
    const { list, hash } = places.readCity(code)
    const referenceInstant = Math.floor(known.publishedAt.epochMilliseconds / 1000)
    const begin = (total: number) =>
      `{"meta":${JSON.stringify({ referenceInstant, offset: 0, pageSize: total, total })},"data":[`
    return { city, hash, list, groupsOf, markOf, known, begin }
  }
  type Read = Awaited<ReturnType<typeof read>>
  const end = '\n]}\n'

  const whole = ({ begin }: Read, list: object[]): Exported => {
    const text = `${begin(list.length)}\n${list.map(one => JSON.stringify(one)).join(',\n')}${end}`
    return { etag: etagOf([text]), text: [text] }
  }

  return {
    /** All on one page. Throws `not_found`. */
    places: async (code: string, now: Temporal.Instant): Promise<Exported> => {
      const data = await read(code, now)
      const total = data.list().reduce((sum, one) => sum + data.groupsOf(one).length, 0)
      const pages = withOutlines(places, data.list(), (one, outline) =>
        placeElementsOf(one.place, outline, data.groupsOf(one), one.report, data.known),
      )
      const elements = (async function* () {
        for await (const page of pages) yield page.flat()
      })()
      const marks = data
        .list()
        .map(one => `${one.place.zoneNumber} ${one.report?.taken} ${one.report?.asOf} ${data.markOf(one)}`)
      const etag = etagOf([JSON.stringify(['apds places', data.city, data.hash]), ...marks])
      return { etag, text: jsonList(data.begin(total), elements, end) }
    },

    /** Throws `not_found`. */
    rates: async (code: string, now: Temporal.Instant): Promise<Exported> => {
      const data = await read(code, now)
      const tables = new Map<string, object>()
      for (const one of data.list())
        for (const { book } of data.groupsOf(one)) for (const table of book?.tables ?? []) tables.set(table.id, table)
      return whole(data, [...tables.values()])
    },

    /** Which rates hold where, the most important first. Throws `not_found`. */
    rights: async (code: string, now: Temporal.Instant): Promise<Exported> => {
      const data = await read(code, now)
      const issuer = { id: code, version: 1 }
      const placeVersion = Math.max(1, Math.floor(data.known.publishedAt.epochMilliseconds / 1000))
      const rights = new Map<string, { right: object; from: string; elements: object[] }>()
      for (const one of data.list())
        for (const [i, { kinds, book }] of data.groupsOf(one).entries())
          for (const right of book?.rights ?? []) {
            const id = i === 0 ? one.place.zoneNumber : `${one.place.zoneNumber}-${kinds.join('-')}`
            rights
              .getOrInsertComputed(right.id, () => ({
                right,
                from: String(data.known.publishedAt),
                elements: [],
              }))
              .elements.push({ id, version: placeVersion })
          }
      return whole(
        data,
        [...rights.values()].map(({ right, from, elements }) => ({
          ...right,
          description: said(data.city.name),
          issuer,
          transferable: false,
          hierarchyElements: elements,
          validity: { validityStatus: 'active', validityTimeSpecification: { overallStartTime: from } },
        })),
      )
    },
  }
}
export type Apds = ReturnType<typeof createApds>
