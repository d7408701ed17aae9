// The city that comes with ParkIt, loaded the way every other is imported: what is stored, versioned, withdrawn, refused, undone, and left to people.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { findCity } from '#city/cities/cities.ts'
import { createImports } from '#city/imports/imports.ts'
import type { NamedZone } from '#city/places/places.ts'
import { type City, source, startPlaces, testCity, testPlace, tuesday } from '#city/places/testing.ts'
import { clearImportNames } from '#driver/account/retention-store.ts'
import { loadCity } from './bundled.ts'

let city: Awaited<ReturnType<typeof startPlaces>>
beforeAll(async () => {
  city = await startPlaces()
})
afterAll(() => city.stop())

const centsOf = (zone: NamedZone) =>
  city.places.resolvePlace(zone).published.versions.map(({ book }) => book.rules[0]!.price!.lines[0]!.cents)
const changedBy = (change: (data: City) => void) => {
  const data = testCity()
  change(data)
  return data
}

test('the start publishes an import of the city, which is live; the same file is not read again', async () => {
  const imports = createImports(city)
  const { id, state } = (await findCity(city.db.pool, 'test'))!
  const runs = await imports.list(id)
  expect([state, runs]).toMatchObject([
    'live',
    [
      {
        source_id: 'parkit',
        format: 'parkit',
        state: 'published',
        published_by: 'ParkIt’s start',
        counters: { added: 6 },
      },
    ],
  ])
  const rows = await imports.rows(runs[0]!.import_id, ['added'], null, 100)
  expect(rows.map(({ rowNo, key }) => [rowNo, key])).toEqual(
    testCity().places.map(({ zoneNumber }, i) => [i + 1, zoneNumber]),
  )

  const read = () => {
    throw new Error('read again')
  }
  expect(await city.loadCity({ ...source(testCity()), read })).toBeNull()
  // two servers that start at once load it once
  const deps = { db: city.db, clock: city.clock, log: { warn: vi.fn() } }
  const together = await Promise.all([1, 2].map(() => loadCity(deps, source(testCity(), 'from another build'))))
  expect(together.map(run => run?.counters.same ?? null).toSorted()).toEqual([6, null])
  expect(await imports.list(id)).toHaveLength(2)
})

test('changed data updates places, withdraws missing ones, keeps zone numbers, and versions rule books', async () => {
  const changed = changedBy(data => {
    data.places = data.places.filter(place => place.zoneNumber !== '5006')
    data.places[0]!.capacity = 30
    data.tariffs[0]!.rates[0]!.lines[0]!.cents = 150
  })
  const other = await city.another()
  await other.start()

  expect((await city.loadCity(source(changed, 'second')))!.counters).toMatchObject({
    changed: 1,
    withdrawn: 1,
    same: 4,
  })
  expect(city.places.resolvePlace({ ZoneNumber: '5001' }).capacity).toBe(30)
  const { published, rulesAt } = city.places.resolvePlace({ ZoneNumber: '5002' })
  expect(published.versions.map(({ version }) => version)).toEqual([1, 2])
  // from a minute after its publication on, when every server knows it
  expect([tuesday, tuesday.add({ seconds: 60 })].map(at => rulesAt(at)!.version)).toEqual([1, 2])
  expect(centsOf({ ZoneNumber: '5002' })).toEqual([100, 150])

  // nobody may start there, but who parked there before can still be priced
  expect(city.places.resolvePlace({ ZoneNumber: '5006' })).toMatchObject({ withdrawn: true, name: 'Café Lot' })
  expect((await city.get('/api/Parking/Zone/5006')).body).toMatchObject({ OpenNow: false, OpensAt: null })
  const { body } = await city.get('/api/Parking/Find?Query=5006')
  expect(body.Items).toEqual([])

  await expect.poll(() => other.resolvePlace({ ZoneNumber: '5001' }).capacity).toBe(30)
  await other.stop()

  await city.loadCity(source(testCity(), 'third'))
  expect(city.places.resolvePlace({ ZoneNumber: '5006' }).withdrawn).toBe(false)
})

test('a load is undone, names too, and the next start does not load it again', async () => {
  const changed = changedBy(data => {
    data.places[0]!.name = 'Renamed Avenue'
    data.names[0]!.name = 'West Colfax Avenue'
  })
  const run = (await city.loadCity(source(changed, 'renamed')))!
  const streets = async () =>
    (await city.db.pool.query(`select name from place_name where kind = 'street' order by name`)).rows.map(
      row => row.name,
    )
  expect(await streets()).toEqual(['Broadway', 'West Colfax Avenue'])
  const test = (await findCity(city.db.pool, 'test'))!
  const undone = await createImports(city).undo(test, run.import_id, { actor: { command: 'Ana' } })
  expect(undone).toMatchObject({ restored: 1, refused: [] })
  expect(await streets()).toEqual(['Broadway', 'East Colfax Avenue'])
  expect(await city.loadCity(source(changed, 'renamed'))).toBeNull()
  expect(city.places.resolvePlace({ ZoneNumber: '5001' }).name).toBe('Colfax Avenue')
})

test('the first load undone leaves neither places nor names', async () => {
  const fresh = await startPlaces()
  const imports = createImports(fresh)
  const test = (await findCity(fresh.db.pool, 'test'))!
  const [first] = await imports.list(test.id)
  await imports.undo(test, first!.import_id, { actor: { command: 'Ana' } })
  await fresh.places.reload()
  expect((await fresh.get('/api/Parking/Suggest?Query=Colfax')).body.Items).toEqual([])
  await fresh.stop()
})

test('names are kept for as long as an undo may bring them back', async () => {
  const fresh = await startPlaces()
  const { pool } = fresh.db
  const kept = async () =>
    (await pool.query('select names is not null as kept from import_run order by read_at')).rows.map(row => row.kept)
  const clearAfter = async (days: number) => {
    fresh.clock.advance({ hours: 24 * days })
    return clearImportNames(pool, fresh.clock.now())
  }
  expect(await clearAfter(31)).toBe(0)
  await fresh.loadCity(source(testCity(), 'second'))
  expect(await clearAfter(31)).toBe(0)
  await fresh.loadCity(source(testCity(), 'third'))
  // the second can be undone no more, and the third to the second
  expect(await clearAfter(31)).toBe(1)
  expect(await kept()).toEqual([false, true, true])
  await fresh.stop()
})

test('in a live city, other prices and many withdrawals wait for people; the log says so once', async () => {
  const warn = vi.fn()
  const load = (data: City, hash: string) =>
    loadCity({ db: city.db, clock: city.clock, log: { warn } }, source(data, hash))
  const dearer = changedBy(data => {
    data.tariffs[0]!.rates[0]!.lines[0]!.cents = 700
  })
  const before = centsOf({ ZoneNumber: '5002' })
  for (let start = 0; start < 2; start++) await load(dearer, 'dearer')
  const reasons = () => warn.mock.calls.map(([{ reason }]) => reason)
  expect(reasons()).toEqual([expect.stringContaining('Prices of Test City would change')])
  await city.places.reload()
  expect(centsOf({ ZoneNumber: '5002' })).toEqual(before)

  const fewer = changedBy(data => data.places.splice(0, 3))
  expect(await load(fewer, 'fewer')).toMatchObject({ state: 'checked', counters: { withdrawn: 3 } })
  expect(reasons()[1]).toContain('50.0 % of the places would be withdrawn')
  await city.places.reload()
  expect(city.places.resolvePlace({ ZoneNumber: '5002' }).withdrawn).toBe(false)
})

test('impossible rows are rejected, each with its reason', async () => {
  const wrong = changedBy(({ tariffs, places }) => {
    tariffs.push({ ...tariffs[0]!, id: 'no-rates', rates: [] })
    places.push(
      testPlace('12', 0),
      testPlace('6001', 0, { latitude: 91 }),
      testPlace('6002', 0, { capacity: 0 }),
      testPlace('6003', 0, { timeZone: 'Mars/Olympus' }),
      testPlace('6004', 0, { tariffId: 'nobody knows' }),
      testPlace('6005', 0, { tariffId: 'no-rates' }),
      testPlace('6006', 0, { maxStayMinutes: 10 }),
      testPlace('6007', 0, { hours: [{ days: [1], from: '25:00', to: '26:00' }] }),
      testPlace('5001', 0),
      testPlace('6008', 0, { timeZone: 'America/New_York' }),
      testPlace('6009', 0, { capacity: 1, accessibleSpaces: 2 }),
      testPlace('6010', 0, { latitude: -39.7 }),
      testPlace('6011', 0, { ruleBookId: 'of nobody' }),
    )
  })
  const { import_id, counters } = (await city.loadCity(source(wrong, 'fourth')))!
  expect(counters).toMatchObject({ read: 19, refused: 13, same: 6, withdrawn: 0 })
  const refused = await createImports(city).rows(import_id, ['refused'], null, 100)
  expect(Object.fromEntries(refused.map(({ key, field, reason }) => [key, `${field}: ${reason}`]))).toEqual({
    12: 'zoneNumber: not 4 to 6 digits',
    6001: expect.stringMatching(/^latitude: /),
    6002: expect.stringMatching(/^capacity: /),
    6003: 'timeZone: unknown time zone',
    6004: 'tariffId: no sound tariff nobody knows',
    6005: 'tariffId: no sound tariff no-rates',
    6006: 'maxStayMinutes: shorter than the shortest stay',
    6007: expect.stringMatching(/^hours\.0\.from: no local time/),
    5001: 'ref: is given twice',
    6008: 'timeZone: is not the city’s, America/Denver',
    6009: 'accessibleSpaces: are more than there are spaces',
    6010: expect.stringMatching(/^position: is \d+ km from the city’s center/),
    6011: 'rules: no rules are called of nobody',
  })
})

test('an import of one city refuses no number of another, and each keeps its own', async () => {
  const second = { ...testCity(), places: [testPlace('5001', 0, { name: 'Namesake' }), testPlace('7001', 0)] }
  const imported = await city.loadCity(source(second, 'first', 'second-city'))
  expect(imported!.counters).toMatchObject({ added: 2, refused: 0 })
  expect(city.places.resolvePlace({ ZoneNumber: '5001', City: 'test' }).name).toBe('Colfax Avenue')
  expect(city.places.resolvePlace({ ZoneNumber: '5001', City: 'second-city' }).name).toBe('Namesake')
  expect(city.places.resolvePlace({ ZoneNumber: '7001' }).withdrawn).toBe(false)
})

test('a tariff of one city that bears the id of another’s prices its own places alone', async () => {
  const second = { ...testCity(), places: [testPlace('7002', 0, { tariffId: 'one-dollar' })] }
  const [rate] = second.tariffs.find(({ id }) => id === 'one-dollar')!.rates
  rate!.lines[0]!.cents = 900
  const before = centsOf({ ZoneNumber: '5002', City: 'test' })
  for (const hash of ['second', 'third']) await city.loadCity(source(second, hash, 'second-city'))
  expect(centsOf({ ZoneNumber: '5002', City: 'test' })).toEqual(before)
  expect(centsOf({ ZoneNumber: '7002' })).toEqual([900])
})
