// Importing a city: what is stored, versioned, withdrawn and refused.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requireTariff } from '#city/rules/rules.ts'
import type { NamedZone } from './places.ts'
import { source, startPlaces, testCity, testPlace, tuesday } from './testing.ts'

let city: Awaited<ReturnType<typeof startPlaces>>
beforeAll(async () => {
  city = await startPlaces()
})
afterAll(() => city.stop())

test('importing the same data twice changes nothing', async () => {
  const read = () => {
    throw new Error('read again')
  }
  expect(await city.loadCity({ ...source(testCity()), read })).toBeNull()
})

test('changed data updates places, withdraws missing ones, keeps zone numbers and versions tariffs', async () => {
  const changed = testCity()
  changed.places = changed.places.filter(place => place.zoneNumber !== '5006')
  changed.places[0]!.capacity = 30
  changed.tariffs[0]!.rates[0]!.lines[0]!.cents = 150
  const other = await city.another()
  await other.start()

  expect(await city.loadCity(source(changed, 'second'))).toEqual({
    places: 5,
    newTariffVersions: 1,
    refused: [],
  })
  expect(city.places.resolvePlace({ ZoneNumber: '5001' }).capacity).toBe(30)
  const { published, rulesAt } = city.places.resolvePlace({ ZoneNumber: '5002' })
  expect(published.versions.map(({ tariff }) => tariff!.version)).toEqual([1, 2])
  expect(rulesAt(tuesday)!.version).toBe(2)
  expect((await requireTariff(city.db.pool, 'one-dollar', 1)).rates[0]!.lines[0]!.cents).toBe(100)
  await expect(requireTariff(city.db.pool, 'one-dollar', 3)).rejects.toThrow('No tariff one-dollar version 3')

  // nobody may start there, but who parked there before can still be priced
  expect(city.places.resolvePlace({ ZoneNumber: '5006' })).toMatchObject({ withdrawn: true, name: 'Café Lot' })
  expect((await city.get('/api/Parking/Zone/5006')).body).toMatchObject({ OpenNow: false, OpensAt: null })
  const { body } = await city.get('/api/Parking/Find?Query=5006')
  expect(body.Items).toEqual([])

  await expect.poll(() => other.resolvePlace({ ZoneNumber: '5001' }).capacity).toBe(30)
  await other.stop()

  const back = testCity()
  await city.loadCity(source(back, 'third'))
  expect(city.places.resolvePlace({ ZoneNumber: '5006' }).withdrawn).toBe(false)
})

test('impossible rows are rejected, each with its reason', async () => {
  const wrong = testCity()
  wrong.tariffs.push({ ...wrong.tariffs[0]!, id: 'no-rates', rates: [] })
  wrong.places.push(
    testPlace('12', 0),
    testPlace('6001', 0, { latitude: 91 }),
    testPlace('6002', 0, { capacity: 0 }),
    testPlace('6003', 0, { timeZone: 'Mars/Olympus' }),
    testPlace('6004', 0, { tariffId: 'nobody knows' }),
    testPlace('6005', 0, { tariffId: 'no-rates' }),
    testPlace('6006', 0, { maxStayMinutes: 10 }),
    testPlace('6007', 0, { hours: [{ days: [1], from: '25:00', to: '26:00' }] }),
    testPlace('5001', 0),
  )
  const imported = await city.loadCity(source(wrong, 'fourth'))
  expect(imported!.places).toBe(6)
  expect(Object.fromEntries(imported!.refused.map(({ zoneNumber, reason }) => [zoneNumber, reason]))).toEqual({
    12: 'zoneNumber: not 4 to 6 digits',
    6001: expect.stringMatching(/^latitude: /),
    6002: expect.stringMatching(/^capacity: /),
    6003: 'timeZone: unknown time zone',
    6004: 'tariffId: no sound tariff nobody knows',
    6005: 'tariffId: no sound tariff no-rates',
    6006: 'maxStayMinutes: shorter than the shortest stay',
    6007: expect.stringMatching(/^hours\.0\.from: no local time/),
    5001: 'zoneNumber: given twice',
  })
})

test('an import of one city refuses no number of another, and each keeps its own', async () => {
  const second = { ...testCity(), places: [testPlace('5001', 0, { name: 'Namesake' }), testPlace('7001', 0)] }
  const imported = await city.loadCity(source(second, 'first', 'second-city'))
  expect(imported).toMatchObject({ places: 2, refused: [] })
  expect(city.places.resolvePlace({ ZoneNumber: '5001', City: 'test' }).name).toBe('Colfax Avenue')
  expect(city.places.resolvePlace({ ZoneNumber: '5001', City: 'second-city' }).name).toBe('Namesake')
  expect(city.places.resolvePlace({ ZoneNumber: '7001' }).withdrawn).toBe(false)
})

test('a tariff of one city that bears the id of another’s prices its own places alone', async () => {
  const second = { ...testCity(), places: [testPlace('7002', 0, { tariffId: 'one-dollar' })] }
  const [rate] = second.tariffs.find(({ id }) => id === 'one-dollar')!.rates
  rate!.lines[0]!.cents = 900
  const versionsOf = (zone: NamedZone) => city.places.resolvePlace(zone).published.versions
  const before = versionsOf({ ZoneNumber: '5002', City: 'test' }).length
  for (const hash of ['second', 'third'])
    expect(await city.loadCity(source(second, hash, 'second-city'))).toMatchObject({ refused: [] })
  expect(versionsOf({ ZoneNumber: '5002', City: 'test' })).toHaveLength(before)
  expect(versionsOf({ ZoneNumber: '7002' }).map(({ book }) => book.rules[0]!.price!.lines[0]!.cents)).toEqual([900])
})
