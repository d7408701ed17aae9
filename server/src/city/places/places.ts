// The entry of places: finding them, their signs, how full they are, and operators' counts.
import type * as contract from '@parkit/contract/city/places'
import type { rules } from '@parkit/contract/city/zone-rules'
import type { Answer, Input } from '@parkit/contract/platform/call'
import { toDollars } from '@parkit/contract/platform/money'
import { type Calendar, calendarAsOf } from '#city/calendar/calendar.ts'
import { type CityTerms, termsAt } from '#city/cities/cities.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database, Queryable } from '#platform/db.ts'
import { refuse } from '#platform/errors.ts'
import { createAvailabilities, idOf } from './availabilities.ts'
import { type availabilityOf, freeSpaces, isStale, type Report } from './availability.ts'
import { createChangeStreams } from './change-streams.ts'
import { closureAhead } from './closures.ts'
import { rulesAhead } from './days-ahead.ts'
import { findPlaces, type Query, startOf, suggestNames, usualStayMinutes } from './find.ts'
import { type Expectation, forecastOf } from './forecast.ts'
import { createHistory } from './history.ts'
import { createLiveIndex } from './live-index.ts'
import { positionOf } from './map-cells.ts'
import { type ViewQuery, viewMap } from './map-view.ts'
import { createOccupancy } from './occupancy.ts'
import type { Facts } from './place-index.ts'
import { feeCentsAt, readSign, type Sign, type Terms } from './sign.ts'
import { createSessionRules, rulesAt, type StayRules, tellsSpaces } from './stay-rules.ts'
import { walkMinutes } from './walk.ts'
import { createMeant, type NamedZone } from './which-zone.ts'
import { type ZoneId, zoneKey } from './zone-key.ts'
import { sourceText, zoneRules } from './zone-rules.ts'

export { type City, type CityName, CityPlace } from './city.ts'
export type { OccupancyReport } from './occupancy.ts'
export { type StayRules, tellsSpaces } from './stay-rules.ts'
export { replaceNames } from './store.ts'
export type { NamedZone } from './which-zone.ts'
export { type ZoneId, zoneKey } from './zone-key.ts'

/** A place as other features see it. */
export type Place = Omit<Facts, 'terms'> &
  Terms & {
    /**
     * What decides a stay from `start`: prices as published at `rulesAsOf`, closures and other bans as at `bansAsOf`, both the same for a
     * new one. Null: it opens only later.
     */
    calendarAt: (start: Temporal.Instant, rulesAsOf?: Temporal.Instant, bansAsOf?: Temporal.Instant) => Calendar | null
    /** The same with the version, for a stay that keeps it. */
    rulesAt: (start: Temporal.Instant, asOf?: Temporal.Instant) => StayRules | null
    /** What the city sets for a stay that begins then. */
    termsAt: (start: Temporal.Instant) => CityTerms
  }

type Deps = {
  db: Database
  clock: Clock
  /** running sessions of each zone that started after `since`, by `zoneKey` */
  countRunningSince: (zones: (ZoneId & { since: Temporal.Instant })[]) => Promise<Map<string, number>>
  /** what counts follow that are invented: it stands in for what is not learned yet. None: no forecast is made up */
  expectationOf?: (place: Place) => Expectation | null
  /** called where reloading failed; the places read before stay */
  onError?: (error: unknown) => void
}

const placeOf = ({ terms, ...own }: Facts): Place => ({
  ...own,
  ...terms,
  calendarAt: (start, rulesAsOf = start, bansAsOf = rulesAsOf) =>
    calendarAsOf(terms.published, start, rulesAsOf, bansAsOf),
  termsAt: start => termsAt(terms.cityTerms, start),
  rulesAt: (start, asOf = start) => rulesAt(terms, start, asOf, asOf),
})

type Available = ReturnType<typeof availabilityOf>
type InCity = Pick<contract.Zone, 'City' | 'CityName'>

const closureOf = ({ terms }: Pick<Facts, 'terms'>, now: Temporal.Instant) => {
  const Closure = closureAhead(terms, now)
  return Closure && { Closure }
}

const openingOf = ({ withdrawn }: Facts, { open, until }: Sign) => ({
  OpenNow: open && !withdrawn,
  OpensAt: open || withdrawn ? null : (until?.toString() ?? null),
})

const summaryOf = (place: Facts, sign: Sign, available: Available, inCity: InCity, now: Temporal.Instant) => ({
  ZoneNumber: place.zoneNumber,
  ...inCity,
  Name: place.name,
  Kind: place.kind,
  Address: place.address,
  Latitude: place.latitude,
  Longitude: place.longitude,
  TimeZone: place.terms.timeZone,
  Capacity: place.capacity,
  ...available,
  Features: place.features,
  EvChargers: place.evChargers,
  AccessibleSpaces: place.accessibleSpaces,
  Payable: place.terms.payable,
  HourlyRate: toDollars(sign.hourlyCents),
  RateKind: sign.rateKind,
  MaxStayMinutes: sign.limits.maxMinutes,
  ...openingOf(place, sign),
  ...closureOf(place, now),
})

const zoneOf = (
  place: Facts,
  sign: Sign,
  available: Available,
  inCity: InCity,
  outline: [number, number][],
  now: Temporal.Instant,
): contract.Zone => {
  const { terms } = place
  return {
    ...summaryOf(place, sign, available, inCity, now),
    Neighbourhood: place.neighbourhood,
    Outline: outline,
    ...zoneRules(terms, now),
    RatesText: sourceText(terms),
    OpenUntil: sign.open && !place.withdrawn ? (sign.until?.toString() ?? null) : null,
    MinStayMinutes: sign.limits.minMinutes,
    NoReturnMinutes: sign.limits.noReturnMinutes,
    RefundsUnused: terms.refundsUnused,
    ClearanceMetres: place.clearanceMetres,
    ServiceFee: toDollars(feeCentsAt(terms, now)),
    ...(terms.payable && tellsSpaces(placeOf(place), now) && { TellsSpaces: true }),
    Attribution: terms.attribution,
  }
}

const pinOf = (
  place: Facts,
  sign: Sign,
  { Availability, Stalls }: Available,
  inCity: InCity,
  now: Temporal.Instant,
): contract.MapPlace => ({
  ZoneNumber: place.zoneNumber,
  ...inCity,
  Name: place.name,
  Latitude: place.latitude,
  Longitude: place.longitude,
  TimeZone: place.terms.timeZone,
  Payable: place.terms.payable,
  Price: toDollars(sign.priceCents),
  PriceMinutes: sign.priceMinutes,
  ...openingOf(place, sign),
  Availability,
  Stalls,
  ...closureOf(place, now),
})

/** About a meter. */
const roundDegrees = (degrees: number) => Math.round(degrees * 1e5) / 1e5

export const createPlaces = ({ db, clock, countRunningSince, expectationOf, onError = console.error }: Deps) => {
  const live = createLiveIndex({ db, clock, onError })
  const { get, outlinesOf } = live
  const history = createHistory(db)
  const changeStreams = createChangeStreams(onError)
  live.onChange(changeStreams.tell)
  const availabilities = createAvailabilities(get, countRunningSince)

  const requireIndex = ({ cityId, zoneNumber }: ZoneId): number =>
    get().findIndex(cityId, zoneNumber) ?? refuse('unknown_zone')

  /** The city's name is said where there are several. */
  const inCity = ({ terms }: { terms: Pick<Terms, 'city' | 'cityId'> }): InCity => {
    const { served } = get()
    const name = served.length > 1 ? served.find(({ id }) => id === terms.cityId)?.name : undefined
    return { City: terms.city, CityName: name ?? null }
  }

  /** Throws `unknown_zone`, `zone_ambiguous`, `zone_parts`. */
  const meantBy = createMeant(get, inCity, usualStayMinutes)
  const sessionRules = createSessionRules(get)

  return {
    start: live.start,
    stop: live.stop,
    changeStreams,
    /** Reads all places again at once; after an import each server does so by itself a moment later. */
    reload: live.reload,

    /** As a row names it. Throws `unknown_zone`. */
    requirePlace: ({ city, zone_number }: { city: number; zone_number: string }): Place =>
      placeOf(get().facts(requireIndex({ cityId: city, zoneNumber: zone_number }))),

    /** As a call names it. Throws `unknown_zone`, `zone_ambiguous`, `zone_parts`. */
    resolvePlace: (named: NamedZone): Place => placeOf(get().facts(meantBy(named, clock.now()))),

    /** Its city's code, and the city's name where ParkIt has several. */
    inCity: (place: Pick<Place, 'city' | 'cityId'>): InCity => inCity({ terms: place }),

    /** Empty where there is no such city any more. */
    cityName: (cityId: number): string => get().cities.find(({ id }) => id === cityId)?.name ?? '',

    /** The highest service fee of the cities where stays are paid, in cents, for one that begins then, and whether they all have it. */
    highestFee: (at: Temporal.Instant): { cents: number; isEverywhere: boolean } => {
      const fees = get()
        .served.filter(({ currency }) => currency === 'USD')
        .map(({ terms }) => termsAt(terms, at).serviceFeeCents)
      const most = Math.max(0, ...fees)
      return { cents: most, isEverywhere: fees.every(fee => fee === most) }
    },

    /** By city and zone number, from one of them up to another. */
    listPlaces: (from: number, to: number): Place[] => {
      const places = get()
      return Array.from({ length: Math.max(0, Math.min(to, places.size) - from) }, (_, i) =>
        placeOf(places.facts(from + i)),
      )
    },

    /** Of these zones, by `zoneKey`; read from the database. */
    listOutlines: live.readOutlines,

    /** A city's places as they are now, by zone number, without those withdrawn; `hash` is of its data. Throws `not_found`. */
    readCity: (code: string) => {
      const index = get()
      const hash = index.cities.find(city => city.code === code)?.hash ?? refuse('not_found')
      function* list(): Generator<{ place: Place; report: Report | null }> {
        for (let at = 0; at < index.size; at++) {
          const facts = index.facts(at)
          if (facts.terms.city === code && !facts.withdrawn) yield { place: placeOf(facts), report: index.report(at) }
        }
      }
      return { hash, list }
    },

    /** Of a zone, as `closureAhead`; undefined also where the zone is not known. */
    closureAhead: ({ cityId, zoneNumber }: ZoneId, now: Temporal.Instant) => {
      const at = get().findIndex(cityId, zoneNumber)
      return at === null ? undefined : closureAhead(get().facts(at).terms, now)
    },

    /** What a session is priced and limited by: its prices as it began, closures and other bans as they are known at `bansAsOf`. */
    sessionCalendar: (
      row: Parameters<typeof sessionRules>[0] & { city: number },
      bansAsOf: Temporal.Instant,
      from: Queryable = db.pool,
    ): Promise<Calendar> =>
      sessionRules(row, get().facts(requireIndex({ cityId: row.city, zoneNumber: row.zone_number })), bansAsOf, from),

    availability: async (place: ZoneId, now: Temporal.Instant) =>
      (await availabilities([requireIndex(place)], now))[0]!,

    find: async (query: Query, now: Temporal.Instant): Promise<Answer<typeof contract.find>> => {
      const places = get()
      const { centre, places: found } = await findPlaces(places, query, now)
      const available = await availabilities(
        found.map(({ at }) => at),
        now,
      )
      const Items = found.map(({ at, distanceMetres, sign }, i) => ({
        ...summaryOf(places.facts(at), sign, available[i]!, inCity(places.facts(at)), now),
        Distance: Math.round(distanceMetres),
        WalkMinutes: walkMinutes(distanceMetres),
        Price: toDollars(sign.priceCents),
        PriceMinutes: sign.priceMinutes,
      }))
      return { Items, Centre: centre }
    },

    /** Throws at the field that is wrong. */
    mapView: async (query: ViewQuery, now: Temporal.Instant): Promise<Answer<typeof contract.mapView>> => {
      const places = get()
      const { groups, alone, kerbs } = viewMap(places, query, now)
      const [available, lines] = await Promise.all([
        availabilities([...alone.map(({ at }) => at), ...kerbs], now),
        outlinesOf(kerbs.map(at => idOf(places.facts(at)))),
      ])
      return {
        Places: alone.map(({ at, sign }, i) =>
          pinOf(places.facts(at), sign, available[i]!, inCity(places.facts(at)), now),
        ),
        Groups: groups.map(({ place, count, cents, ...point }) => {
          const { latitude, longitude } = positionOf(point)
          return {
            ZoneNumber: places.facts(place).zoneNumber,
            ...inCity(places.facts(place)),
            Latitude: roundDegrees(latitude),
            Longitude: roundDegrees(longitude),
            Count: count,
            Price: cents === Infinity ? null : toDollars(cents),
          }
        }),
        Kerbs: kerbs.map((at, i) => ({
          ZoneNumber: places.facts(at).zoneNumber,
          ...inCity(places.facts(at)),
          Availability: available[alone.length + i]!.Availability,
          Line: lines[i]!,
        })),
      }
    },

    suggest: async (query: Input<typeof contract.suggest>['query']): Promise<Answer<typeof contract.suggest>> => ({
      Items: await suggestNames(get(), query, inCity),
    }),

    /** Throws `unknown_zone`, `zone_ambiguous`, `zone_parts`. */
    zone: async (named: NamedZone, now: Temporal.Instant): Promise<contract.Zone> => {
      const at = meantBy(named, now)
      const place = get().facts(at)
      const [[available], [outline]] = await Promise.all([availabilities([at], now), outlinesOf([idOf(place)])])
      return zoneOf(place, readSign(place.terms, now, usualStayMinutes), available!, inCity(place), outline!, now)
    },

    /** Throws the same, and at `At` where it is past. */
    rules: ({ At, ...named }: NamedZone & { At?: string }, now: Temporal.Instant): Answer<typeof rules> => {
      const place = get().facts(meantBy(named, now))
      const [{ zoneNumber, terms }, from] = [place, startOf(At, 'At', now)]
      return { ZoneNumber: zoneNumber, ...inCity(place), TimeZone: terms.timeZone, ...rulesAhead(terms, from, now) }
    },

    /** Throws `unknown_zone`, `zone_ambiguous`, `zone_parts`. No hours where too little is counted, or the zone's average is as good. */
    forecast: async (named: NamedZone, now: Temporal.Instant): Promise<Answer<typeof contract.forecast>> => {
      const at = meantBy(named, now)
      const place = placeOf(get().facts(at))
      const { capacity } = place
      const learned = await history.learned(place, now)
      const isLearned = typeof learned !== 'string'
      const expectation = learned === 'too_few' ? expectationOf?.(place) : null
      const usual = isLearned ? learned : expectation && { expectation }
      if (!usual) return { Hours: [], Capacity: capacity, ErrorPercent: null }
      const report = get().report(at)
      const live = report && !isStale(report.observedAt, now) ? report : null
      const running = live ? await countRunningSince([{ ...idOf(get().facts(at)), since: live.observedAt }]) : null
      const takenNow = live && 1 - freeSpaces(capacity, live.taken, running?.get(zoneKey(place)) ?? 0) / capacity
      return {
        Hours: forecastOf(place, usual, takenNow, now),
        Capacity: capacity,
        ErrorPercent: isLearned ? Math.round(learned.error * 1000) / 10 : null,
      }
    },

    ...createOccupancy({ db, live, history }),
  }
}
export type Places = ReturnType<typeof createPlaces>
