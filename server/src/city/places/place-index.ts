// All places in memory: by zone number, by distance, by name; built for a million of them.
import { near } from '@parkit/contract/platform/limits'
import { around } from 'geokdbush'
import KDBush from 'kdbush'
import { type CityRow, listCities } from '#city/cities/cities.ts'
import { loadRules, type Rules } from '#city/rules/rules.ts'
import type { Queryable } from '#platform/db.ts'
import { type Report, reportOf } from './availability.ts'
import { type Called, createCalled } from './called.ts'
import type { CityPlace } from './city.ts'
import { createMapCells } from './map-cells.ts'
import { createSearch, type Named, type Search } from './search.ts'
import type { Terms } from './sign.ts'
import * as store from './store.ts'
import type { Position } from './walk.ts'

/** A place's own facts; `terms` is one object for all places that share them. */
export type Facts = Position & {
  zoneNumber: string
  name: string
  kind: CityPlace['kind']
  address: string
  neighbourhood: string
  capacity: number
  features: CityPlace['features']
  evChargers: number
  accessibleSpaces: number
  clearanceMetres: number | null
  withdrawn: boolean
  terms: Terms
}

const pageRows = 10_000
const mostReports = 10_000

/** Where a city has no streets to search for, its places are also found by their addresses. */
const listNames = (facts: Facts[], names: store.NameRow[], called: Called): Named[] => {
  const withStreets = new Set(names.filter(({ kind }) => kind === 'street').map(({ city }) => city))
  return [
    ...names.map(({ also, ...row }): Named => ({ ...row, ...(also && { also }) })),
    ...facts.flatMap(({ name, address, latitude, longitude, withdrawn, terms }, zone): Named[] => {
      if (withdrawn) return []
      const other = called.nameOf(zone)
      const also = [
        ...(other ? [other] : []),
        ...(withStreets.has(terms.city) || name.includes(address) ? [] : [address]),
      ]
      return [{ kind: 'zone', name, ...(also.length > 0 && { also }), latitude, longitude, zone }]
    }),
  ]
}

const metresPerDegree = 111_195

/** Returns whether a position is beyond what the places of each city cover, and whatever is near. */
const createOutside = (facts: Facts[]) => {
  const boxes = new Map<number, [south: number, west: number, north: number, east: number]>()
  for (const { latitude, longitude, withdrawn, terms } of facts) {
    if (withdrawn) continue
    const [south, west, north, east] = boxes.get(terms.cityId) ?? [90, 180, -90, -180]
    boxes.set(terms.cityId, [
      Math.min(south, latitude),
      Math.min(west, longitude),
      Math.max(north, latitude),
      Math.max(east, longitude),
    ])
  }
  const margin = near.radiusMetres / metresPerDegree
  return ({ latitude, longitude }: Position): boolean => {
    const marginEast = margin / Math.cos((latitude * Math.PI) / 180)
    return boxes
      .values()
      .every(
        ([south, west, north, east]) =>
          latitude < south - margin ||
          latitude > north + margin ||
          longitude < west - marginEast ||
          longitude > east + marginEast,
      )
  }
}

/** Of a place never reported: no instant. */
const neverReported = [0, Number.NaN] as const

/** Returns the terms of a group: one object for all groups with the same. */
const createTerms = (rules: Rules, cities: Map<number, CityRow>) => {
  const terms = new Map<string, Terms>()
  const termsOf = (group: store.PlaceGroup): Terms => {
    const { city, time_zone, refunds_unused, attribution, rule_book_id, payable, rates_text } = group
    const code = cities.get(city)?.code ?? ''
    return terms.getOrInsertComputed(
      [city, time_zone, refunds_unused, attribution, rule_book_id, payable, rates_text].join('|'),
      () => ({
        city: code,
        cityId: city,
        takesPlacard: cities.get(city)?.placard === 'self-declared',
        cityTerms: cities.get(city)?.terms ?? [],
        timeZone: time_zone,
        refundsUnused: refunds_unused,
        attribution,
        ruleBookId: rule_book_id,
        payable,
        ratesText: rates_text === null ? null : JSON.parse(rates_text),
        published: rules.published(code, rule_book_id, time_zone),
      }),
    )
  }
  return { termsOf, all: () => [...terms.values()] }
}

/** Reads all places, page by page, so that the process can answer calls in between. */
const readPlaces = async (db: Queryable, termsOf: (group: store.PlaceGroup) => Terms) => {
  const facts: Facts[] = []
  const counted: (readonly [taken: number, observedMs: number])[] = []
  const called = createCalled()
  // same key, same object
  const features = new Map<string, CityPlace['features']>()
  const words = new Map<string, string>()
  /** A place with accessible spaces is found as accessible, whether or not its source calls it so. */
  const featuresOf = (named: CityPlace['features'], accessibleSpaces: number): CityPlace['features'] => {
    const all = accessibleSpaces > 0 && !named.includes('accessible') ? [...named, 'accessible' as const] : named
    return features.getOrInsert(all.join(), all)
  }
  const same = (text: string) => words.getOrInsert(text, text)

  const addPage = (groups: store.PlaceGroup[], count: number): void => {
    const page = new Array<Facts>(count)
    const reported = new Array<(typeof counted)[number]>(count)
    for (const group of groups) {
      const terms = termsOf(group)
      for (const [i, at] of group.at.entries()) {
        page[at] = {
          zoneNumber: group.zone_number[i]!,
          name: group.name[i]!,
          kind: same(group.kind[i]!) as Facts['kind'],
          address: group.address[i]!,
          neighbourhood: same(group.neighbourhood[i]!),
          latitude: group.latitude[i]!,
          longitude: group.longitude[i]!,
          capacity: group.capacity[i]!,
          features: featuresOf(group.features[i]!, group.accessible_spaces[i]!),
          evChargers: group.ev_chargers[i]!,
          accessibleSpaces: group.accessible_spaces[i]!,
          clearanceMetres: group.clearance_metres[i]!,
          withdrawn: group.withdrawn[i]!,
          terms,
        }
        const ref = group.source_ref[i]
        if (ref) called.add(facts.length + at, ref, group.side[i]!)
        reported[at] = group.taken[i] === null ? neverReported : [group.taken[i]!, group.observed_ms[i]!]
      }
    }
    for (const place of page) facts.push(place)
    for (const count of reported) counted.push(count)
  }

  let reading: Promise<store.PlaceGroup[]> | null = store.selectPlaces(db, 0, '', pageRows)
  while (reading) {
    const groups: store.PlaceGroup[] = await reading
    const count = groups.reduce((sum, { at }) => sum + at.length, 0)
    const last = groups.toSorted((a, b) => a.city - b.city || (a.last < b.last ? -1 : 1)).at(-1)
    // the database reads the next page while this one is added
    reading = last && count === pageRows ? store.selectPlaces(db, last.city, last.last, pageRows) : null
    addPage(groups, count)
  }
  return { facts, counted, called }
}

/** A k-d tree of the places' positions. */
const createTree = (facts: Facts[]): KDBush => {
  const tree = new KDBush(Math.max(1, facts.length))
  for (const place of facts) tree.add(place.longitude, place.latitude)
  // an index cannot be empty: one point that no predicate lets through
  if (facts.length === 0) tree.add(0, 0)
  return tree.finish()
}

export const loadPlaceIndex = async (db: Queryable, now: Temporal.Instant) => {
  // before the places: one that is newer than its city is read again soon
  const cities = await listCities(db)
  const idOf = new Map(cities.map(({ id, code }) => [code, id]))
  let rules = await loadRules(db, now)
  const names = await store.selectNames(db)
  const shared = createTerms(rules, new Map(cities.map(city => [city.id, city])))
  const { facts, counted, called } = await readPlaces(db, shared.termsOf)
  const taken = Int32Array.from(counted, count => count[0])
  const observedMs = Float64Array.from(counted, count => count[1])
  const tree = createTree(facts)
  const cells = await createMapCells(facts, tree)
  /** of places read lately, made from `taken` and `observedMs` */
  const reports = new Map<number, Report>()
  let search: Promise<Search> | null = null

  /** The city's first place whose zone number is not below `zoneNumber`, else where the next city begins. */
  const lowerBound = (cityId: number, zoneNumber: string): number => {
    let low = 0
    let high = facts.length
    while (low < high) {
      const middle = (low + high) >> 1
      const place = facts[middle]!
      const isBelow = place.terms.cityId === cityId ? place.zoneNumber < zoneNumber : place.terms.cityId < cityId
      if (isBelow) low = middle + 1
      else high = middle
    }
    return low
  }

  const findIndex = (cityId: number, zoneNumber: string): number | null => {
    const at = lowerBound(cityId, zoneNumber)
    return facts[at]?.zoneNumber === zoneNumber && facts[at].terms.cityId === cityId ? at : null
  }

  const served = new Set(facts.filter(({ withdrawn }) => !withdrawn).map(({ terms }) => terms.cityId))
  const isLive = (at: number) => !facts[at]!.withdrawn
  const nearest = (from: Position, limit: number, radiusMetres: number, accepts: (place: Facts) => boolean): number[] =>
    around(tree, from.longitude, from.latitude, limit, radiusMetres / 1000, at => {
      const place = facts[at]
      return place !== undefined && !place.withdrawn && accepts(place)
    })

  /** Places with closures or event rates have terms of their own; of each the terms of all others like it. */
  const own = new Map<Facts, Terms>()
  const setRules = (read: Rules): void => {
    rules = read
    for (const [place, terms] of own) place.terms = terms
    own.clear()
    for (const terms of shared.all()) terms.published = rules.published(terms.city, terms.ruleBookId, terms.timeZone)
    for (const [city, zoneNumber] of rules.overridden) {
      const place = facts[findIndex(idOf.get(city) ?? 0, zoneNumber) ?? -1]
      if (!place) continue
      const { terms } = place
      own.set(place, terms)
      place.terms = { ...terms, published: rules.publishedOf(city, zoneNumber, terms.ruleBookId, terms.timeZone) }
    }
  }
  setRules(rules)

  return {
    size: facts.length,
    rules: () => rules,
    /** Takes over what the cities have published since. */
    setRules,
    /** All of them, by name. */
    cities,
    /** Those with places. */
    served: cities.filter(({ id }) => served.has(id)),
    /** Of the nearest place; null where none is near. */
    cityAround: (position: Position): number | null => {
      const [at] = nearest(position, 1, near.cityMetres, () => true)
      return at === undefined ? null : facts[at]!.terms.cityId
    },
    facts: (at: number): Facts => facts[at]!,
    findIndex,
    /**
     * In each city the zone with this number, else those that their source calls so: several, where it was split by its rates. One that
     * was withdrawn only where none is left.
     */
    listCalled: (typed: string): number[] => {
      const others = Map.groupBy(called.find(typed).filter(isLive), at => facts[at]!.terms.cityId)
      const numbered = cities.map(({ id }) => [id, findIndex(id, typed)] as const)
      const live = numbered.flatMap(([id, at]) => (at !== null && isLive(at) ? [at] : (others.get(id) ?? [])))
      return live.length > 0 ? live : numbered.flatMap(([, at]) => at ?? [])
    },
    /** Of the street, as its source says it. */
    sideOf: called.sideOf,
    /** All whose zone number begins with it, so many of each city at most. */
    listPrefixed: (prefix: string, most: number): number[] =>
      cities.flatMap(({ id }) => {
        const found: number[] = []
        const begins = (place: Facts | undefined) => place?.terms.cityId === id && place.zoneNumber.startsWith(prefix)
        for (let at = lowerBound(id, prefix); begins(facts[at]) && found.length < most; at++) {
          if (isLive(at)) found.push(at)
        }
        return found
      }),
    nearest,
    report: (at: number): Report | null => {
      const known = reports.get(at)
      if (known || Number.isNaN(observedMs[at])) return known ?? null
      const report = reportOf(taken[at]!, Temporal.Instant.fromEpochMilliseconds(Math.floor(observedMs[at]!)))
      if (reports.size === mostReports) reports.clear()
      reports.set(at, report)
      return report
    },
    /** Of each zone the newest counts. */
    addCounts: (counts: store.Count[]): void => {
      // one that a server of the version before has sent names no city
      for (const [zoneNumber, count, ms, cityId = 1] of counts) {
        const at = findIndex(cityId, zoneNumber)
        if (at === null || observedMs[at]! >= ms) continue
        taken[at] = count
        observedMs[at] = ms
        reports.delete(at)
      }
    },
    isOutside: createOutside(facts),
    cells,
    /** Built once, in turns that let other calls through. */
    search: (): Promise<Search> => {
      search ??= createSearch(listNames(facts, names, called), [...new Set(names.map(({ city }) => city))])
      return search
    },
  }
}
export type PlaceIndex = Awaited<ReturnType<typeof loadPlaceIndex>>
