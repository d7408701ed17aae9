// Cities over HTTP: what an import says of one, which are near, and which are unknown.
import * as contract from '@parkit/contract/city/cities'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#app/testing.ts'
import { source, testCity, testFacts, testPlace } from '#city/places/testing.ts'

let parkit: TestServer
beforeAll(async () => {
  parkit = await startTestServer()
  const atSea = testCity()
  atSea.facts = testFacts({
    name: 'Öland',
    timeZone: 'Europe/Stockholm',
    country: 'SE',
    currency: 'SEK',
    units: 'km',
    latitude: 56.7,
    longitude: 16.7,
  })
  atSea.places = [
    testPlace('7001', 0, { timeZone: 'Europe/Stockholm', latitude: 56.2, longitude: 16.4 }),
    testPlace('7002', 0, { timeZone: 'Europe/Stockholm', latitude: 57.3, longitude: 17.1 }),
  ]
  await parkit.loadCity(source(atSea, 'first', 'oland'))
  const empty = {
    facts: testFacts({ name: 'Brno', latitude: 49.2, longitude: 16.6 }),
    places: [],
    tariffs: [],
    names: [],
  }
  await parkit.loadCity(source(empty, 'first', 'brno'))
})
afterAll(() => parkit.stop())

const list = async (query: { Latitude?: number; Longitude?: number }) => {
  const { body } = await parkit.call(contract.cities, { query })
  return body.Items.map(({ City, Distance }) => [City, Distance])
}

test('a city says what its data says, and what its places cover', async () => {
  const { body } = await parkit.call(contract.city, { params: { city: 'oland' } })
  expect(body).toEqual({
    City: 'oland',
    Name: 'Öland',
    NamedPlaces: false,
    TimeZone: 'Europe/Stockholm',
    Country: 'SE',
    Region: 'Colorado',
    Currency: 'SEK',
    Units: 'km',
    Languages: ['en', 'es', 'hi'],
    Latitude: 56.7,
    Longitude: 16.7,
    Bounds: { West: 16.4, South: 56.2, East: 17.1, North: 57.3 },
    SupportHours: [{ Days: [1, 2, 3, 4, 5, 6], From: '08:00', To: '20:00' }],
    Placard: 'none',
    Terms: {
      ServiceFee: 0.35,
      FreeCancelSeconds: 60,
      FreeCancelsPlateZoneDay: 1,
      FreeCancelsAccountDay: 3,
      AutoExtendMinutes: 15,
    },
    Distance: null,
  })
  expect((await parkit.call(contract.city, { params: { city: 'brno' } })).body.Bounds).toBeNull()
  expect((await parkit.call(contract.city, { params: { city: 'OLAND' } })).error.Code).toBe('not_found')
})

test('all are listed by name, and from a position the nearest first: 0 within one, else to its edge or center', async () => {
  expect(await list({})).toEqual([
    ['brno', null],
    ['test', null],
    ['oland', null],
  ])
  // one degree of longitude is 55.6 km there
  const [oland, brno] = (await list({ Latitude: 57.3, Longitude: 18.1 })) as [string, number][]
  expect(oland![0]).toBe('oland')
  expect(oland![1]).toBeGreaterThan(59_000)
  expect(oland![1]).toBeLessThan(61_000)
  expect(brno![0]).toBe('brno')
  expect((await list({ Latitude: 56.9, Longitude: 16.5 }))[0]).toEqual(['oland', 0])
  expect((await list({ Latitude: 49.2, Longitude: 16.6 }))[0]).toEqual(['brno', 0])
})

test('half a position is refused at the half that is missing', async () => {
  const { status, error } = await parkit.call(contract.cities, { query: { Latitude: 57 } })
  expect([status, Object.keys(error.Fields!)]).toEqual([400, ['Longitude']])
})

test('new facts take the place of the old; wrong ones import nothing', async () => {
  const changed = { facts: testFacts({ name: 'Brünn', languages: ['en'] }), places: [], tariffs: [], names: [] }
  await parkit.loadCity(source(changed, 'second', 'brno'))
  const named = async () => (await parkit.call(contract.city, { params: { city: 'brno' } })).body
  expect(await named()).toMatchObject({ Name: 'Brünn', Languages: ['en'] })
  for (const wrong of [
    { timeZone: 'Mars/Olympus' },
    { currency: 'euro' },
    { name: '' },
    { languages: [] },
    { latitude: 91 },
  ]) {
    const city = { ...changed, facts: testFacts(wrong as object) }
    await expect(parkit.loadCity(source(city, 'third', 'brno'))).rejects.toThrow()
  }
  expect((await named()).Name).toBe('Brünn')
})
