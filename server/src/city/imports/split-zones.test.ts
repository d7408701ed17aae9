// Places that are called otherwise than their number, over HTTP: a zone that was split by its rates, and what a source calls its places.
import * as contract from '@parkit/contract/city/places'
import * as parking from '@parkit/contract/parking/sessions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#app/testing.ts'
import { createCities, listCities } from '#city/cities/cities.ts'
import { source, testCity } from '#city/places/testing.ts'
import { asOwner } from '#platform/testing.ts'
import { createImports } from './imports.ts'
import { mappingWith, smallFacts, smallFile } from './testing.ts'

const row = (zone: string, nth: number, rate: string) =>
  `${zone},Main St,${nth} Main St,39.74${nth},-104.99,${nth},${rate},15,8:00AM-6:00PM,2 hours,In service,`
const rows = [
  row('2498', 10, '2.00'),
  row('2498', 11, '1.00'),
  row('2498', 12, '2.00'),
  row('A007', 13, '1.00'),
  row('13', 14, '1.00'),
  row('4101', 15, '1.00'),
]

let parkit: TestServer
beforeAll(async () => {
  parkit = await startTestServer()
  const data = { ...testCity(), facts: smallFacts, places: [], names: [], tariffs: [] }
  await parkit.loadCity(source(data, 'import', 'small'))
  await asOwner(parkit.db.connectionString, `update city set state = 'setup' where code = 'small'`)
  const small = (await listCities(parkit.db.pool)).find(({ code }) => code === 'small')!
  const imports = createImports(parkit)
  const { import_id } = await imports.check(small, {
    ...smallFile(rows, mappingWith({ split: true })),
    sourceId: 'meters',
    by: 'Ana',
  })
  await imports.publish(small, import_id, { by: 'Ana' })
  await parkit.features.places.start()
})
afterAll(() => parkit.stop())

test('a place whose first rules hold in a minute is closed until then, at the price of then, and never free', async () => {
  const from = parkit.clock.now().add({ seconds: 60 }).toString()
  const read = async () => {
    const { body } = await zone('4101')
    const { Items } = (await parkit.call(contract.find, { query: { Query: '4101', City: 'small', Limit: 1 } })).body
    expect(Items[0]).toMatchObject({ Price: 1.35, PriceMinutes: 60, HourlyRate: 1, OpenNow: body.OpenNow })
    return [body.OpenNow, body.OpensAt]
  }
  expect(await read()).toEqual([false, from])
  const open = (await parkit.call(contract.find, { query: { City: 'small', OpenNow: 'true' } })).body.Items
  expect(open.filter(({ City }) => City === 'small')).toEqual([])
  parkit.clock.set(parkit.clock.now().add({ minutes: 2 }))
  expect(await read()).toEqual([true, null])
})

const zone = (typed: string, query: object = {}) => parkit.call(contract.zone, { params: { zone: typed }, query })
const inCity = { City: 'small', CityName: 'Small City' }

test('a zone that was split asks which part, each with its price; the nearest first', async () => {
  const asked = await zone('2498')
  expect([asked.status, asked.error.Code]).toEqual([409, 'zone_parts'])
  const parts = asked.error.Parts as contract.ZonePart[]
  expect(parts.map(({ ZoneNumber }) => ZoneNumber).toSorted()).toEqual(['249801', '249802'])
  const byPrice = parts.toSorted((a, b) => a.Price - b.Price)
  expect(byPrice).toEqual([
    { ...inCity, ZoneNumber: byPrice[0]!.ZoneNumber, Name: 'Main St', Side: null, Payable: true, Price: 1.35, PriceMinutes: 60, RatesText: expect.anything() }, // biome-ignore format: one line
    { ...inCity, ZoneNumber: byPrice[1]!.ZoneNumber, Name: 'Main St', Side: null, Payable: true, Price: 2.35, PriceMinutes: 60, RatesText: expect.anything() }, // biome-ignore format: one line
  ])
  expect(byPrice[1]!.RatesText!.En).toContain('$2.00/hr')
  const near = async (Latitude: number) => {
    const { error } = await zone('2498', { Latitude, Longitude: -104.99 })
    return (error.Parts as contract.ZonePart[])[0]!.Price
  }
  // the cheap one has a single row, between those of the other
  expect([await near(39.7411), await near(39.75)]).toEqual([1.35, 1.35])
  for (const { ZoneNumber } of parts) expect((await zone(ZoneNumber)).status).toBe(200)
})

test('nobody is quoted or started at a number that means several parts', async () => {
  const { token, VehicleId } = await parkit.driver()
  const body = { ZoneNumber: '2498', Minutes: 60, VehicleId, PayWith: 'wallet' } as const
  for (const { status, error } of [
    await parkit.call(parking.quote, { body }, { token }),
    await parkit.call(parking.start, { body }, { token }),
  ])
    expect([status, error.Code]).toEqual([409, 'zone_parts'])
  const { status, body: started } = await parkit.call(parking.start, { body: { ...body, ZoneNumber: '249801' } }, { token }) // biome-ignore format: one line
  expect([status, started.ZoneNumber]).toEqual([200, '249801'])
})

test('the number of a source is found where it is typed, in any case, and by search', async () => {
  for (const typed of ['A007', 'a007', ' A007 ']) {
    const { status, body } = await zone(typed)
    expect([typed, status, body.Address]).toEqual([typed, 200, '13 Main St'])
    expect(body.ZoneNumber).toMatch(/^[1-9]\d{5}$/)
  }
  expect((await zone('13')).body.Address).toBe('14 Main St')
  const missing = await zone('A008')
  expect([missing.status, missing.error.Fields]).toEqual([400, { zone: 'Zone numbers have 4 to 6 digits.' }])
  const suggested = async (Query: string) =>
    (await parkit.call(contract.suggest, { query: { Query, City: 'small' } })).body.Items.map(({ Detail }) => Detail)
  expect(await suggested('a00')).toEqual(['13 Main St'])
  expect((await suggested('2498')).toSorted()).toEqual(['10 Main St', '11 Main St'])
  const found = async (Query: string) =>
    (await parkit.call(contract.find, { query: { Query, City: 'small', Limit: 2 } })).body.Items.map(
      ({ Address }) => Address,
    )
  expect((await found('A007'))[0]).toBe('13 Main St')
  expect((await found('2498')).toSorted()).toEqual(['10 Main St', '11 Main St'])
})

test('a city says whether its places have names', async () => {
  const cities = createCities(parkit)
  expect([(await cities.read('small')).NamedPlaces, (await cities.read('test')).NamedPlaces]).toEqual([true, false])
})
