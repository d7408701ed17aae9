// The entry of cities: what is true of each as a whole, and which are near.
import type * as contract from '@parkit/contract/city/cities'
import type { Answer, Input } from '@parkit/contract/platform/call'
import { toDollars } from '@parkit/contract/platform/money'
import { distance } from 'geokdbush'
import type { Clock } from '#platform/clock.ts'
import type { Database, Queryable } from '#platform/db.ts'
import { refuse, refuseField } from '#platform/errors.ts'
import * as store from './store.ts'
import { type CityTerms, termsAt } from './terms.ts'

export { CityFacts, type CityFactsGiven, LocalHours, latitude, longitude, timeZone, words } from './facts.ts'
export {
  type CityRow,
  cityState,
  findCity,
  insertTerms,
  listCities,
  lockCity,
  recordCityChange,
  setCityState,
  upsertCity,
} from './store.ts'
export { CityTerms, type TermsVersion, termsAt } from './terms.ts'

export type Position = { latitude: number; longitude: number }

/** The position of a query, null where it has none. Throws at the half that is missing. */
export const positionIn = ({ Latitude, Longitude }: { Latitude?: number; Longitude?: number }): Position | null => {
  if (Latitude === undefined && Longitude === undefined) return null
  if (Latitude === undefined) return refuseField('Latitude', 'latitude')
  if (Longitude === undefined) return refuseField('Longitude', 'longitude')
  return { latitude: Latitude, longitude: Longitude }
}

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most)

/** Whole great-circle meters to the nearest edge of what the city's places cover; 0 within. */
const metresTo = ({ bounds, ...centre }: store.CityRow, { latitude, longitude }: Position): number => {
  const [west, south, east, north] = bounds ?? [centre.longitude, centre.latitude, centre.longitude, centre.latitude]
  return Math.round(distance(longitude, latitude, clamp(longitude, west, east), clamp(latitude, south, north)) * 1_000)
}

const termsAnswer = (terms: CityTerms): contract.City['Terms'] => ({
  ServiceFee: toDollars(terms.serviceFeeCents),
  FreeCancelSeconds: terms.freeCancelSeconds,
  FreeCancelsPlateZoneDay: terms.freeCancelsPlateZoneDay,
  FreeCancelsAccountDay: terms.freeCancelsAccountDay,
  AutoExtendMinutes: terms.autoExtendMinutes,
})

const answerOf = (city: store.CityRow, from: Position | null, now: Temporal.Instant): contract.City => ({
  City: city.code,
  Name: city.name,
  TimeZone: city.timeZone,
  Country: city.country,
  Region: city.region,
  Currency: city.currency,
  Units: city.units,
  Languages: city.languages,
  Latitude: city.latitude,
  Longitude: city.longitude,
  Bounds: city.bounds && {
    West: city.bounds[0],
    South: city.bounds[1],
    East: city.bounds[2],
    North: city.bounds[3],
  },
  SupportHours: city.supportHours.map(({ days, from, to }) => ({ Days: days, From: from, To: to })),
  Placard: city.placard,
  Terms: termsAnswer(termsAt(city.terms, now)),
  NamedPlaces: city.namedPlaces,
  Distance: from && metresTo(city, from),
})

export const createCities = ({ db, clock }: { db: Pick<Database, 'pool'>; clock: Clock }) => {
  /** With their ids; by name, or from a position the nearest first. */
  const nearest = async (
    from: Position | null,
    read: Queryable = db.pool,
  ): Promise<(contract.City & { id: number })[]> => {
    const cities = (await store.listCities(read)).map(city => ({
      id: city.id,
      ...answerOf(city, from, clock.now()),
    }))
    return from ? cities.sort((one, other) => one.Distance! - other.Distance!) : cities
  }

  return {
    nearest,

    /** Null where no city has this code. */
    find: (code: string): Promise<store.CityRow | null> => store.findCity(db.pool, code),

    /** Throws at the half of a position that is missing. */
    list: async (query: Input<typeof contract.cities>['query']): Promise<Answer<typeof contract.cities>> => ({
      Items: (await nearest(positionIn(query))).map(({ id, ...city }) => city),
    }),

    /** Throws `not_found`. */
    read: async (code: string): Promise<contract.City> =>
      answerOf((await store.findCity(db.pool, code)) ?? refuse('not_found'), null, clock.now()),
  }
}
export type Cities = ReturnType<typeof createCities>
