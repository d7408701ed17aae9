// For tests: a small invented city far from the demo city, and a server with places and operators alone.
import type { Tariff } from '@parkit/contract/city/tariff-schemas'
import Fastify from 'fastify'
import type { CitySource } from '#city/bundled/bundled.ts'
import { loadWhole, source } from '#city/bundled/testing.ts'
import { CityTerms, type TermsVersion } from '#city/cities/cities.ts'
import { createOperator, inviteOperator } from '#city/operators/operators.ts'
import { mountOperator } from '#city/operators/routes.ts'
import { createRouteRegistrar, registerContractValidation } from '#platform/http.ts'
import { createTestDatabase, TestClock } from '#platform/testing.ts'
import type { City, CityPlace } from './city.ts'
import type { Expectation } from './forecast.ts'
import { createPlaces } from './places.ts'
import { mountPlaces } from './routes.ts'
import { zoneKey } from './zone-key.ts'

export { loadWhole, source } from '#city/bundled/testing.ts'
export type { City } from './city.ts'

/** Tuesday, 11:00 in Denver. */
export const tuesday = Temporal.Instant.from('2026-04-14T17:00:00Z')
export const centre = { Latitude: 39.7392, Longitude: -104.9903 }

const hourly = (id: string, cents: number, validFrom = '2026-01-01'): Tariff => ({
  id,
  version: 1,
  validFrom,
  name: id,
  rates: [
    {
      name: 'All day',
      days: [1, 2, 3, 4, 5, 6, 7],
      from: '00:00',
      to: '24:00',
      lines: [{ type: 'incrementingRate', fromMinutes: 0, toMinutes: null, stepMinutes: 60, cents }],
    },
  ],
})

/** A place so many metres north of the centre; whatever matters to a test is said there. */
export const testPlace = (zoneNumber: string, metresNorth: number, own: Partial<CityPlace> = {}): CityPlace => ({
  zoneNumber,
  name: `Lot ${zoneNumber}`,
  kind: 'lot',
  address: `${zoneNumber} Broadway`,
  neighbourhood: 'Capitol Hill',
  latitude: centre.Latitude + metresNorth / 111_195,
  longitude: centre.Longitude,
  timeZone: 'America/Denver',
  capacity: 20,
  features: [],
  evChargers: 0,
  accessibleSpaces: 0,
  tariffId: 'two-dollars',
  minStayMinutes: 15,
  maxStayMinutes: null,
  noReturnMinutes: null,
  refundsUnused: true,
  hours: [],
  towAway: [],
  outline: [
    [-104.99, 39.739],
    [-104.989, 39.739],
    [-104.99, 39.739],
  ],
  clearanceMetres: null,
  attribution: '© nobody',
  ...own,
})

/** Of an invented city; whatever matters to a test is said there. */
export const testFacts = (own: Partial<City['facts']> = {}): City['facts'] => ({
  name: 'Test City',
  timeZone: 'America/Denver',
  country: 'US',
  region: 'Colorado',
  currency: 'USD',
  units: 'mi',
  languages: ['en', 'es', 'hi'],
  latitude: centre.Latitude,
  longitude: centre.Longitude,
  supportHours: [{ days: [1, 2, 3, 4, 5, 6], from: '08:00', to: '20:00' }],
  ...own,
})

/** The terms of a city that sets none of its own. */
export const usualVersions: readonly TermsVersion[] = [{ ...CityTerms.parse({}), version: 1, inForceMs: 0 }]

export const testCity = (): City => ({
  facts: testFacts(),
  tariffs: [hourly('one-dollar', 100), hourly('two-dollars', 200), hourly('five-dollars', 500), hourly('free', 0)],
  places: [
    testPlace('5001', 100, { kind: 'street', name: 'Colfax Avenue', maxStayMinutes: 120, noReturnMinutes: 60 }),
    testPlace('5002', 200, { tariffId: 'one-dollar', features: ['accessible'], accessibleSpaces: 2 }),
    testPlace('5003', 300, {
      kind: 'garage',
      name: 'Union Garage',
      tariffId: 'five-dollars',
      features: ['ev', 'covered'],
      evChargers: 4,
      clearanceMetres: 2,
      refundsUnused: false,
      hours: [{ days: [1, 2, 3, 4, 5, 6, 7], from: '06:00', to: '22:00' }],
    }),
    testPlace('500410', 400, { hours: [{ days: [6, 7], from: '08:00', to: '18:00' }] }),
    testPlace('5005', 500, { tariffId: 'free', towAway: [{ days: [2], from: '11:30', to: '13:00' }] }),
    testPlace('5006', 5_000, { neighbourhood: 'Globeville', name: 'Café Lot' }),
  ],
  names: [
    {
      kind: 'street',
      name: 'East Colfax Avenue',
      latitude: 39.74,
      longitude: -104.97,
      lines: [
        [
          [-104.9903, 39.74],
          [-104.95, 39.74],
        ],
      ],
      numbers: [
        [1, -104.9903, 39.74],
        [4_000, -104.95, 39.74],
      ],
    },
    {
      kind: 'street',
      name: 'Broadway',
      latitude: 39.725,
      longitude: -104.9875,
      lines: [
        [
          [-104.9875, 39.7],
          [-104.9875, 39.75],
        ],
      ],
    },
    { kind: 'zip', name: '80216', latitude: 39.7842, longitude: -104.9903 },
    { kind: 'neighborhood', name: 'Globeville', latitude: 39.7842, longitude: -104.9903 },
    { kind: 'landmark', name: 'Stapleton', also: ['स्टेपलटन'], latitude: 39.78, longitude: -104.7 },
  ],
})

/** `running`: zone number → started-at of each running session. */
export const startPlaces = async ({
  data = testCity(),
  expectation,
}: {
  data?: City
  expectation?: Expectation
} = {}) => {
  const db = await createTestDatabase()
  const clock = new TestClock(tuesday)
  const running = new Map<string, Temporal.Instant[]>()
  let asked = 0
  const another = () =>
    createPlaces({
      db,
      clock,
      countRunningSince: async zones => {
        asked++
        const count = (zone: string, since: Temporal.Instant) =>
          (running.get(zone) ?? []).filter(at => Temporal.Instant.compare(at, since) > 0).length
        return new Map(zones.map(({ since, ...zone }) => [zoneKey(zone), count(zone.zoneNumber, since)]))
      },
      ...(expectation && { expectationOf: () => expectation }),
    })
  const places = another()
  await loadWhole({ db, clock }, source(data))
  await places.start()
  const operator = createOperator({ db, places })
  const token = await inviteOperator(db, 'Test Parking', tuesday)

  const app = Fastify({ bodyLimit: 1024 * 1024 })
  app.decorateRequest('caller', null)
  registerContractValidation(app)
  const mount = createRouteRegistrar(app, {
    credentials: { findStaff: async () => null, findDriver: async () => null, findOperator: operator.findOperator },
    clock,
    checkAnswers: true,
  })
  mountPlaces(app, mount, places)
  mountOperator(mount, operator)

  return {
    db,
    clock,
    running,
    places,
    operator,
    another,
    /** Its data whole, with the places read again; null where it was read before. */
    loadCity: async (source: CitySource) => {
      const run = await loadWhole({ db, clock }, source)
      await places.reload()
      return run
    },
    token,
    countsAsked: () => asked,
    get: async (url: string) => {
      const { statusCode, body } = await app.inject(url)
      return { status: statusCode, body: JSON.parse(body) }
    },
    report: async (payload: object, credential = token) => {
      const { statusCode, body } = await app.inject({
        method: 'POST',
        url: '/api/Operator/Occupancy',
        payload,
        headers: { authorization: `Bearer ${credential}` },
      })
      return { status: statusCode, body: JSON.parse(body) }
    },
    stop: async () => {
      await places.stop()
      await app.close()
      await db.close()
    },
  }
}
