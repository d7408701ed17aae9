// A city in the Curb Data Specification 1.1: its zones, policies, and whether its counters report.
import type { Cities } from '#city/cities/cities.ts'
import type { Places } from '#city/places/places.ts'
import { refuse } from '#platform/errors.ts'
import { type CityPlaces, type Exported, etagOf, jsonList, type Listed, withOutlines } from './answers.ts'
import { type Book, createBooks } from './books.ts'
import type { CdsPolicy } from './cds-policies.ts'
import { cdsVersion, curbStatusOf, curbZonesOf, type KindPolicies, kindPoliciesOf } from './cds-zones.ts'

type Deps = { places: Pick<Places, 'readCity' | 'listOutlines'>; cities: Pick<Cities, 'find'> }

/** Older than this, a counter is said to be silent. */
const silentAfterMinutes = 30

export const createCds = ({ places, cities }: Deps) => {
  /** Throws `not_found`. What each place's rules are as policies, worked out once for all that share them. */
  const read = async (code: string, now: Temporal.Instant) => {
    const city = (await cities.find(code)) ?? refuse('not_found')
    const bookOf = createBooks(now)
    const groups = new Map<Book | null, KindPolicies[]>([[null, [{ kinds: ['general'], policies: [] }]]])
    const groupsOf = ({ place }: Listed): KindPolicies[] => {
      const book = bookOf(place)
      return groups.getOrInsertComputed(book, () => kindPoliciesOf(book!))
    }
    const publishedAt = city.importedAt ?? now
    const begin = (of: string) =>
      `${JSON.stringify({
        version: cdsVersion,
        time_zone: city.timeZone,
        currency: city.currency,
        last_updated: publishedAt.epochMilliseconds,
        author: city.name,
      }).slice(0, -1)},"data":{"${of}":[`
    return { ...places.readCity(code), city, groupsOf, publishedAt, begin }
  }
  type Read = Awaited<ReturnType<typeof read>>

  const idsOf = (groups: KindPolicies[]) => groups.flatMap(({ policies }) => policies.map(one => one.curb_policy_id))

  function* marks(what: string, { city, hash, list, groupsOf }: Read) {
    yield JSON.stringify([what, city, hash])
    for (const one of list())
      yield `${one.place.zoneNumber} ${one.report?.taken} ${one.report?.asOf} ${idsOf(groupsOf(one))}`
  }

  const end = '\n]}}\n'
  const policiesOf = ({ list, groupsOf }: Read): CdsPolicy[] => {
    const found = new Map<string, CdsPolicy>()
    for (const one of list())
      for (const { policies } of groupsOf(one)) for (const policy of policies) found.set(policy.curb_policy_id, policy)
    return [...found.values()]
  }
  const statusOf = ({ list }: CityPlaces, now: Temporal.Instant) =>
    list()
      .filter(({ report }) => report !== null)
      .map(({ place, report }) =>
        curbStatusOf(
          place,
          Temporal.Instant.compare(report!.observedAt.add({ minutes: silentAfterMinutes }), now) >= 0,
        ),
      )
      .toArray()
  const whole = (begin: string, list: object[]): Exported => {
    const text = `${begin}${list.length > 0 ? '\n' : ''}${list.map(one => JSON.stringify(one)).join(',\n')}${end}`
    return { etag: etagOf([text]), text: [text] }
  }

  return {
    /** Throws `not_found`. */
    zones: async (code: string, now: Temporal.Instant): Promise<Exported> => {
      const data = await read(code, now)
      const pages = withOutlines(places, data.list(), (one, outline) =>
        curbZonesOf(one.place, outline, data.groupsOf(one), one.report, data),
      )
      const zones = (async function* () {
        for await (const page of pages) yield page.flat()
      })()
      return { etag: etagOf(marks('zones', data)), text: jsonList(data.begin('zones'), zones, end) }
    },

    /** Throws `not_found`. */
    policies: async (code: string, now: Temporal.Instant): Promise<Exported> => {
      const data = await read(code, now)
      return whole(data.begin('policies'), policiesOf(data))
    },

    /** No area and no marked space of a city is known. Throws `not_found`. */
    none: async (code: string, what: 'areas' | 'spaces', now: Temporal.Instant): Promise<Exported> => {
      const data = await read(code, now)
      return whole(data.begin(what), [])
    },

    /** Throws `not_found`. */
    status: async (code: string, now: Temporal.Instant): Promise<Exported> => {
      const data = await read(code, now)
      return whole(data.begin('status'), statusOf(data, now))
    },
  }
}
export type Cds = ReturnType<typeof createCds>
