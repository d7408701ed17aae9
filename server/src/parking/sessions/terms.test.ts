// Terms of cities over HTTP: two with other fees and free cancels, and a session that keeps those of its start.
import { cities } from '@parkit/contract/city/cities'
import { find, zone } from '@parkit/contract/city/places'
import { plans } from '@parkit/contract/money/subscription'
import { quote, stopQuote } from '@parkit/contract/parking/sessions'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { noon, startTestServer } from '#app/testing.ts'
import { type CityTerms, insertTerms, recordCityChange } from '#city/cities/cities.ts'
import { source, testFacts } from '#city/places/testing.ts'
import { hashPlates } from '#driver/account/retention-store.ts'
import { parkingActions } from './actions-testing.ts'
import { changeActions } from './change-testing.ts'
import { parkingCity, zones } from './testing.ts'

const lakeTerms: CityTerms = {
  serviceFeeCents: 90,
  freeCancelSeconds: 120,
  freeCancelsPlateZoneDay: 2,
  freeCancelsAccountDay: 2,
  autoExtendMinutes: 30,
  historyDays: 90,
}
const inLake = '7777'

const parkit = await startTestServer()
const { start, stop, balance, later } = parkingActions(parkit)
const { move } = changeActions(parkit)
const lake = parkingCity()
lake.facts = testFacts({ name: 'Lake', timeZone: 'America/Chicago', latitude: 45, terms: lakeTerms })
lake.places = lake.places
  .filter(({ zoneNumber }) => zoneNumber === zones.street || zoneNumber === zones.free)
  .map(place => ({ ...place, zoneNumber: place.zoneNumber === zones.street ? inLake : '7778', latitude: 45 }))
await parkit.loadCity(source(lake, 'first', 'lake'))
afterAll(parkit.stop)
beforeEach(() => parkit.clock.set(noon))

const priceOf = async (ZoneNumber: string, Minutes = 60) =>
  (await parkit.call(quote, { body: { ZoneNumber, Minutes } })).body
const seconds = (n: number) => parkit.clock.set(noon.add({ seconds: n }))

test('signs, searches, quotes, and starts have the fee of their city, and plans the highest', async () => {
  expect([await priceOf(zones.street), await priceOf(inLake)]).toMatchObject([
    { Parking: 2, ServiceFee: 0.35, Total: 2.35 },
    { Parking: 2, ServiceFee: 0.9, Total: 2.9 },
  ])
  expect((await priceOf('7778')).ServiceFee).toBe(0)
  const fees = await Promise.all(
    [zones.street, inLake].map(async number => (await parkit.call(zone, { params: { zone: number } })).body.ServiceFee),
  )
  expect(fees).toEqual([0.35, 0.9])
  const near = { Latitude: 45, Longitude: -104.9903 }
  const { Items } = (await parkit.call(find, { query: near })).body
  expect(Items.map(({ ZoneNumber, Price }) => [ZoneNumber, Price])).toContainEqual([inLake, 2.9])
  const driver = await parkit.driver()
  expect((await start(driver, { ZoneNumber: inLake, Minutes: 60 })).body).toMatchObject({
    ServiceFee: 0.9,
    AmountPaid: 2.9,
  })
  expect(await balance(driver)).toBe(47.1)
  const [free, deluxe] = (await parkit.call(plans, {})).body
  expect([free, deluxe]).toMatchObject([
    { ServiceFee: 0.9, ServiceFeeVaries: true },
    { ServiceFee: 0, ServiceFeeVaries: false },
  ])
  const listed = (await parkit.call(cities, { query: {} })).body.Items
  expect(
    listed.map(({ City, Terms }) => [City, Terms.ServiceFee, Terms.FreeCancelSeconds, Terms.AutoExtendMinutes]),
  ).toEqual([
    ['lake', 0.9, 120, 30],
    ['test', 0.35, 60, 15],
  ])
})

test('free cancels go by the city of the stay: how soon, and how many a day', async () => {
  const driver = await parkit.driver()
  const endAfter = async (ZoneNumber: string, wait: number) => {
    parkit.clock.set(noon)
    const { SessionId } = (await start(driver, { ZoneNumber, Minutes: 60 })).body
    seconds(wait)
    const promised = (await parkit.call(stopQuote, { params: { id: SessionId } }, { token: driver.token })).body
      .AmountPaid
    const { AmountPaid } = (await stop(driver, SessionId)).body
    expect(AmountPaid).toBe(promised)
    return AmountPaid
  }
  // the free cancels of the account in all cities count: two in the one by its own terms, then a third in the other
  expect(await endAfter(inLake, 119)).toBe(0)
  expect(await endAfter(inLake, 119)).toBe(0)
  expect(await endAfter(inLake, 10)).toBe(1.4)
  expect(await endAfter(zones.street, 61)).toBe(0.85)
  expect(await endAfter(zones.street, 59)).toBe(0)
  expect(await endAfter(zones.garage, 59)).toBe(12.35)
})

test('new terms hold for stays that begin once they do; a session keeps those of its start', async () => {
  const driver = await parkit.driver()
  const { SessionId } = (await start(driver, { ZoneNumber: '7778', Minutes: 15 })).body
  const { rows } = await parkit.db.pool.query(`select city_id from city where code = 'lake'`)
  const changed = { ...lakeTerms, serviceFeeCents: 120 }
  const set = (from: Temporal.Instant) =>
    parkit.db.transaction(async tx => {
      await insertTerms(tx, rows[0].city_id, changed, { from, by: 'test', now: noon })
      await recordCityChange(tx, rows[0].city_id, 'lake')
    })
  await expect(set(noon.add({ seconds: 59 }))).rejects.toThrow('city_terms')
  await set(noon.add({ minutes: 5 }))
  const after = noon.add({ minutes: 6 }).toString()
  const later5 = async () =>
    (await parkit.call(quote, { body: { ZoneNumber: inLake, Minutes: 60, StartAt: after } })).body.ServiceFee
  await expect.poll(later5).toBe(1.2)
  expect((await priceOf(inLake)).ServiceFee).toBe(0.9)

  later(6)
  expect((await priceOf(inLake)).ServiceFee).toBe(1.2)
  // the first paid minute of the stay that began free
  expect((await move(driver, SessionId, inLake)).body).toMatchObject({ ServiceFee: 0.9 })
  const other = await parkit.driver()
  expect((await start(other, { ZoneNumber: inLake, Minutes: 15 })).body.ServiceFee).toBe(1.2)
  await expect(parkit.db.pool.query('update city_terms set service_fee_cents = 0')).rejects.toThrow('permission denied')
})

test('plates of past stays are known as long as their city says', async () => {
  await hashPlates(parkit.db.pool, noon.add({ hours: 24 * 91 }))
  const { rows } = await parkit.db.pool.query(
    `select distinct city.code, plate_key like 'hashed %' as hashed from session join city on city_id = city
      where status = 'ended' order by code`,
  )
  expect(rows).toEqual([
    { code: 'lake', hashed: true },
    { code: 'test', hashed: false },
  ])
})
