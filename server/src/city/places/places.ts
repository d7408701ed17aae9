// The entry of places: finding them, their signs, how full they are, importing a city's data, and operators' counts.
import type * as contract from '@parkit/contract/city/places'
import type { Tariff } from '@parkit/contract/city/tariff-schemas'
import type { Answer } from '@parkit/contract/platform/call'
import { serviceFeeCents } from '@parkit/contract/platform/limits'
import { toDollars } from '@parkit/contract/platform/money'
import { tariffInForce } from '#city/tariff/tariff.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database, Queryable } from '#platform/db.ts'
import { refuse } from '#platform/errors.ts'
import { createInvalidatingCache } from '#platform/invalidating-cache.ts'
import { availabilityOf, freeSpaces, isStale } from './availability.ts'
import type { Source } from './city.ts'
import { findPlaces, type Query, usualStayMinutes } from './find.ts'
import { type Expectation, forecastOf } from './forecast.ts'
import { type Imported, importCity } from './import.ts'
import { type Opening, type StayLimit, stayLimit as stayLimitOf } from './opening-hours.ts'
import { type Facts, loadPlaceIndex, type PlaceIndex } from './place-index.ts'
import { readSign, type Sign, type Terms } from './sign.ts'
import * as store from './store.ts'
import { walkMinutes } from './walk.ts'

export type { City, CityPlace, RefusedRow, Source, Street } from './city.ts'

/** A place as other features see it. */
export type Place = Omit<Facts, 'terms'> &
  Terms & {
    /** Throws where no version holds at the instant. */
    tariffAt: (at: Temporal.Instant) => Tariff
  }

/** Why a report's row does not count. */
type ReportFault = 'unknown_zone' | 'above_capacity' | 'in_the_future'
export type OccupancyReport = { zoneNumber: string; taken: number; observedAt: Temporal.Instant }

type Deps = {
  db: Database
  clock: Clock
  /** running sessions of each zone that started after `since` */
  countRunningSince: (asked: { zoneNumber: string; since: Temporal.Instant }[]) => Promise<Map<string, number>>
  /** what is usual at a place; none: no forecast is made up */
  expectationOf?: (place: Place) => Expectation
  /** called where reloading failed; the places read before stay */
  onError?: (error: unknown) => void
}

/** tolerance for an operator's clock that is ahead */
const aheadMs = 60_000
const mostOutlines = 10_000

/** The longest stay from a start: `{ closed, maxMinutes, reason }`. A withdrawn place is closed. */
export const stayLimit = (
  place: Opening & Pick<Place, 'maxStayMinutes' | 'withdrawn'>,
  start: Temporal.Instant,
): StayLimit => (place.withdrawn ? { closed: true, maxMinutes: 0, reason: 'closing' } : stayLimitOf(place, start))

const placeOf = ({ terms, ...own }: Facts): Place => ({
  ...own,
  ...terms,
  tariffAt: at => tariffInForce(terms.tariffs, at, terms.timeZone),
})

export const createPlaces = ({ db, clock, countRunningSince, expectationOf, onError = console.error }: Deps) => {
  let index: PlaceIndex | null = null
  let loading: Promise<void> | null = null
  let loadAgain = false
  /** counts that arrived while the places were being read */
  let meanwhile: store.Count[] = []
  /** read from the database when asked for */
  const outlines = createInvalidatingCache<[number, number][]>(mostOutlines)
  const closers: (() => Promise<void>)[] = []

  const get = (): PlaceIndex => index ?? refuse('unavailable')

  const load = async () => {
    do {
      loadAgain = false
      meanwhile = []
      const read = await loadPlaceIndex(db.pool)
      read.addCounts(meanwhile)
      index = read
      outlines.invalidateAll()
    } while (loadAgain)
  }
  /** Reads all places again; a call during a read starts one more after it. */
  const reload = (): Promise<void> => {
    if (loading) loadAgain = true
    loading ??= load().finally(() => {
      loading = null
    })
    return loading
  }

  const reloadSoon = () => void reload().catch(onError)

  const take = (counts: store.Count[]) => {
    if (loading) meanwhile.push(...counts)
    index?.addCounts(counts)
  }

  const outlineOf = async (zoneNumber: string): Promise<[number, number][]> => {
    const known = outlines.get(zoneNumber, 0)
    if (known) return known
    const readAt = outlines.version()
    const value = await store.selectOutline(db.pool, zoneNumber)
    outlines.set(zoneNumber, { value, owner: zoneNumber, readAt, fromMs: 0, untilMs: Infinity })
    return value
  }

  const requireIndex = (zoneNumber: string): number => get().findIndex(zoneNumber) ?? refuse('unknown_zone')

  /** What each place's report and the sessions since come to, in one query. */
  const availabilities = async (indexes: number[], now: Temporal.Instant) => {
    const places = get()
    const reported = indexes.flatMap(at => {
      const report = places.report(at)
      return report ? [{ zoneNumber: places.facts(at).zoneNumber, since: report.observedAt }] : []
    })
    const running = reported.length > 0 ? await countRunningSince(reported) : new Map<string, number>()
    return indexes.map(at => {
      const { zoneNumber, capacity } = places.facts(at)
      return availabilityOf(capacity, places.report(at), running.get(zoneNumber) ?? 0, now)
    })
  }

  const summary = (place: Facts, sign: Sign, available: ReturnType<typeof availabilityOf>) => ({
    ZoneNumber: place.zoneNumber,
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
    HourlyRate: toDollars(sign.hourlyCents),
    MaxStayMinutes: place.terms.maxStayMinutes,
    OpenNow: sign.open && !place.withdrawn,
  })

  return {
    /** Reads all places and listens for what other server processes change. */
    start: async (): Promise<void> => {
      closers.push(
        await db.listen(store.placesChannel, reloadSoon),
        // null: notices were lost with the connection
        await db.listen(store.occupancyChannel, notice => (notice === null ? reloadSoon() : take(JSON.parse(notice)))),
      )
      await reload()
    },
    stop: async (): Promise<void> => {
      await Promise.all(closers.splice(0).map(close => close()))
      await loading
    },

    /** Null where the same data was imported before. */
    importPlaces: async (source: Source): Promise<Imported | null> => {
      const imported = await db.transaction(tx => importCity(tx, source, clock.now()))
      if (imported && index) await reload()
      return imported
    },

    /** Throws `unknown_zone`. */
    requirePlace: (zoneNumber: string): Place => placeOf(get().facts(requireIndex(zoneNumber))),

    /** By zone number, from one of them up to another. */
    listPlaces: (from: number, to: number): Place[] => {
      const places = get()
      return Array.from({ length: Math.max(0, Math.min(to, places.size) - from) }, (_, i) =>
        placeOf(places.facts(from + i)),
      )
    },

    /** A version that a session was started with. Throws where there is none. */
    requireTariff: async (id: string, version: number, from: Queryable = db.pool): Promise<Tariff> => {
      const isIt = (tariff: Tariff) => tariff.id === id && tariff.version === version
      // another process may know a newer version than this one
      const tariff = get().findTariff(id, version) ?? (await store.selectTariffs(from)).find(isIt)
      if (!tariff) throw new Error(`No tariff ${id} version ${version}`)
      return tariff
    },

    availability: async ({ zoneNumber }: Pick<Place, 'zoneNumber'>, now: Temporal.Instant) =>
      (await availabilities([requireIndex(zoneNumber)], now))[0]!,

    find: async (query: Query, now: Temporal.Instant): Promise<Answer<typeof contract.find>> => {
      const places = get()
      const { centre, places: found } = findPlaces(places, query, now)
      const available = await availabilities(
        found.map(({ at }) => at),
        now,
      )
      const Items = found.map(({ at, distanceMetres, sign }, i) => ({
        ...summary(places.facts(at), sign, available[i]!),
        Distance: Math.round(distanceMetres),
        WalkMinutes: walkMinutes(distanceMetres),
        Price: toDollars(sign.priceCents),
        PriceMinutes: sign.priceMinutes,
      }))
      return { Items, Centre: centre }
    },

    /** Throws `unknown_zone`. */
    zone: async (zoneNumber: string, now: Temporal.Instant): Promise<contract.Zone> => {
      const at = requireIndex(zoneNumber)
      const place = get().facts(at)
      const { terms } = place
      const sign = readSign(terms, now, usualStayMinutes)
      const [[available], outline] = await Promise.all([availabilities([at], now), outlineOf(zoneNumber)])
      const until = place.withdrawn ? null : (sign.until?.toString() ?? null)
      return {
        ...summary(place, sign, available!),
        Neighbourhood: place.neighbourhood,
        Outline: outline,
        Tariff: sign.tariff,
        Hours: terms.hours,
        TowAway: terms.towAway,
        OpenUntil: sign.open ? until : null,
        OpensAt: sign.open ? null : until,
        MinStayMinutes: terms.minStayMinutes,
        NoReturnMinutes: terms.noReturnMinutes,
        RefundsUnused: terms.refundsUnused,
        ClearanceMetres: place.clearanceMetres,
        ServiceFee: toDollars(serviceFeeCents),
        Attribution: terms.attribution,
      }
    },

    /** Throws `unknown_zone`. Without an expectation there are no hours. */
    forecast: async (zoneNumber: string, now: Temporal.Instant): Promise<Answer<typeof contract.forecast>> => {
      const at = requireIndex(zoneNumber)
      const place = placeOf(get().facts(at))
      if (!expectationOf) return { Hours: [], Capacity: place.capacity }
      const report = get().report(at)
      const live = report && !isStale(report.observedAt, now) ? report : null
      const running = live ? await countRunningSince([{ zoneNumber, since: live.observedAt }]) : null
      const takenNow =
        live && 1 - freeSpaces(place.capacity, live.taken, running?.get(zoneNumber) ?? 0) / place.capacity
      return forecastOf(place, expectationOf(place), takenNow, now)
    },

    /** Keeps the newest report of each zone; rows that cannot be are refused one by one. */
    reportOccupancy: async (
      reports: OccupancyReport[],
      now: Temporal.Instant,
    ): Promise<{ accepted: number; refused: { zoneNumber: string; reason: ReportFault }[] }> => {
      const places = get()
      const newest = new Map<string, store.Count>()
      const refused: { zoneNumber: string; reason: ReportFault }[] = []
      for (const { zoneNumber, taken, observedAt } of reports) {
        const at = places.findIndex(zoneNumber)
        const ms = observedAt.epochMilliseconds
        if (at === null || places.facts(at).withdrawn) refused.push({ zoneNumber, reason: 'unknown_zone' })
        else if (taken > places.facts(at).capacity) refused.push({ zoneNumber, reason: 'above_capacity' })
        else if (ms > now.epochMilliseconds + aheadMs) refused.push({ zoneNumber, reason: 'in_the_future' })
        else if ((newest.get(zoneNumber)?.[2] ?? -Infinity) < ms) newest.set(zoneNumber, [zoneNumber, taken, ms])
      }
      const counts = [...newest.values()]
      if (counts.length > 0) await db.transaction(tx => store.upsertReports(tx, counts))
      take(counts)
      return { accepted: reports.length - refused.length, refused }
    },
  }
}
export type Places = ReturnType<typeof createPlaces>
