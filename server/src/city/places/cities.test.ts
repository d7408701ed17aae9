// Two cities with the same zone numbers over HTTP: which one a number means, and that nothing of one reaches the other.
import * as operators from '@parkit/contract/city/operators'
import * as contract from '@parkit/contract/city/places'
import * as saved from '@parkit/contract/city/saved'
import * as past from '@parkit/contract/parking/past'
import * as parking from '@parkit/contract/parking/sessions'
import * as usual from '@parkit/contract/parking/usual'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#app/testing.ts'
import { inviteOperator } from '#city/operators/operators.ts'
import { parkingCity, zones } from '#parking/sessions/testing.ts'
import { source, testFacts } from './testing.ts'

let parkit: TestServer
/** Far from the first city, and its street costs as much for the first hour as theirs. */
const there = { Latitude: 42.3736, Longitude: -71.1097 }
let here: { Latitude: number; Longitude: number }
let otherId: number
beforeAll(async () => {
  parkit = await startTestServer()
  const other = parkingCity()
  other.facts = testFacts({ name: 'Cambridge', timeZone: 'America/New_York', latitude: 42.3736, longitude: -71.1097 })
  const [first] = other.places
  here = { Latitude: first!.latitude, Longitude: first!.longitude }
  other.places = other.places.map((place, i) => ({
    ...place,
    name: `Cambridge ${place.zoneNumber}`,
    timeZone: 'America/New_York',
    latitude: there.Latitude + i / 10_000,
    longitude: there.Longitude,
    noReturnMinutes: null,
  }))
  await parkit.loadCity(source(other, 'first', 'cambridge'))
  otherId = (await parkit.features.cities.find('cambridge'))!.id
})
afterAll(() => parkit.stop())

const street = { ZoneNumber: zones.street, Minutes: 60 }
const inCambridge = { ...street, City: 'cambridge' }
const cities = [
  { City: 'cambridge', Name: 'Cambridge' },
  { City: 'test', Name: 'Test City' },
]
const sign = async (query: object) => parkit.call(contract.zone, { params: { zone: zones.street }, query })

test('a number that two cities have: the city named, else the one around the driver, else it is asked', async () => {
  const asked = await sign({})
  expect([asked.status, asked.error.Code, asked.error.Cities]).toEqual([409, 'zone_ambiguous', cities])
  expect((await sign({ City: 'cambridge' })).body).toMatchObject({
    City: 'cambridge',
    CityName: 'Cambridge',
    Name: `Cambridge ${zones.street}`,
    TimeZone: 'America/New_York',
  })
  expect((await sign(there)).body.City).toBe('cambridge')
  expect((await sign(here)).body.City).toBe('test')
  // far from both
  expect((await sign({ Latitude: 0, Longitude: 0 })).error.Code).toBe('zone_ambiguous')
  expect((await sign({ ...here, City: 'cambridge' })).body.City).toBe('cambridge')
  expect((await sign({ City: 'nowhere' })).error.Code).toBe('unknown_zone')
})

test('a search by number shows that of the city around the driver, and all where that is unknown', async () => {
  const found = async (query: object) => {
    const { body } = await parkit.call(contract.find, { query: { Query: zones.street, Limit: 2, ...query } })
    return body.Items.filter(({ ZoneNumber }) => ZoneNumber === zones.street).map(({ City }) => City)
  }
  expect(await found(there)).toEqual(['cambridge'])
  expect(await found({ City: 'test' })).toEqual(['test'])
  expect((await found({})).toSorted()).toEqual(['cambridge', 'test'])
  const { body } = await parkit.call(contract.find, { query: { City: 'cambridge', Limit: 1 } })
  expect(body).toMatchObject({ Centre: { Latitude: there.Latitude, Outside: false }, Items: [{ City: 'cambridge' }] })
  const { body: typed } = await parkit.call(contract.suggest, { query: { Query: zones.street, ...there } })
  expect(typed.Items.slice(0, 2).map(({ City, CityName }) => [City, CityName])).toEqual([
    ['cambridge', 'Cambridge'],
    ['test', 'Test City'],
  ])
})

test('a stay in the second city: quoted, started, extended, stopped, and kept by its name', async () => {
  const driver = await parkit.driver()
  const { token, VehicleId } = driver
  const asked = await parkit.call(parking.quote, { body: street })
  expect([asked.status, asked.error.Cities]).toEqual([409, cities])
  const quoted = await parkit.call(parking.quote, { body: { ...inCambridge, VehicleId } }, { token })
  const started = (body: object) =>
    parkit.call(parking.start, { body: { ...body, VehicleId, PayWith: 'wallet' } }, { token })
  expect((await started(street)).error.Code).toBe('zone_ambiguous')
  // a quote is good in its own city alone
  const other = await started({ ...street, City: 'test', QuoteId: quoted.body.QuoteId })
  expect([other.status, Object.keys(other.error.Fields!)]).toEqual([400, ['QuoteId']])
  const { body } = await started({ ...inCambridge, QuoteId: quoted.body.QuoteId })
  expect(body).toMatchObject({ City: 'cambridge', CityName: 'Cambridge', TimeZone: 'America/New_York' })
  const { SessionId } = body
  const more = await parkit.call(parking.extend, { body: { SessionId, Minutes: 15 } }, { token })
  expect(more.body).toMatchObject({ City: 'cambridge', Minutes: 75 })
  parkit.clock.advance({ minutes: 5 })
  expect((await parkit.call(parking.stop, { body: { SessionId } }, { token })).status).toBe(200)

  const { body: detail } = await parkit.call(parking.session, { params: { id: SessionId } }, { token })
  expect(detail).toMatchObject({ City: 'cambridge', CityName: 'Cambridge', Status: 'ended' })
  await started({ ...street, City: 'test' })
  const { body: visited } = await parkit.call(past.visits, { query: {} }, { token })
  expect(visited.Items.map(({ City, ZoneNumber }) => [City, ZoneNumber])).toEqual([
    ['test', zones.street],
    ['cambridge', zones.street],
  ])
  const { body: stays } = await parkit.call(usual.usual, {}, { token })
  expect(stays.Items[0]).toMatchObject({ City: 'test', CityName: 'Test City' })
})

test('a saved place is of one city', async () => {
  const { token } = await parkit.driver()
  const save = (body: object) =>
    parkit.call(saved.savePlace, { body: { ZoneNumber: zones.street, Kind: 'other', ...body } }, { token })
  expect((await save({})).error.Code).toBe('zone_ambiguous')
  await save({ City: 'test' })
  const { body } = await save(there)
  expect(body.Items.map(({ City }) => City)).toEqual(['test', 'cambridge'])
  const params = { zone: zones.street }
  const left = await parkit.call(saved.removeSaved, { params, query: { City: 'test' } }, { token })
  expect(left.body.Items.map(({ City }) => City)).toEqual(['cambridge'])
})

test('an operator counts and sees plates in its own city', async () => {
  const now = parkit.clock.now()
  const report = async (name: string, city: number, Taken: number) => {
    const token = await inviteOperator(parkit.db, name, now, city)
    const Reports = [{ ZoneNumber: zones.twoSpaces, Taken, ObservedAt: now.toString() }]
    return (await parkit.call(operators.occupancy, { body: { Reports } }, { token })).body
  }
  expect(await report('City', 1, 2)).toEqual({ Accepted: 1, Refused: [] })
  expect(await report('Cambridge', otherId, 0)).toEqual({ Accepted: 1, Refused: [] })
  const free = async (City: string) =>
    (await parkit.call(contract.zone, { params: { zone: zones.twoSpaces }, query: { City } })).body.Free
  await expect.poll(async () => [await free('test'), await free('cambridge')]).toEqual([0, 2])
  // a car that parks in one city takes no space in the other
  const driver = await parkit.driver()
  parkit.clock.advance({ minutes: 1 })
  const body = { ZoneNumber: zones.twoSpaces, City: 'cambridge', VehicleId: driver.VehicleId, Minutes: 60 }
  await parkit.call(parking.start, { body: { ...body, PayWith: 'wallet' } }, { token: driver.token })
  await expect.poll(async () => [await free('test'), await free('cambridge')]).toEqual([0, 1])
})
