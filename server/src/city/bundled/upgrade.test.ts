// A database of the version before, which loaded its city in another way: nothing is loaded, versioned, withdrawn, or priced again.
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { source, startPlaces, testCity, tuesday } from '#city/places/testing.ts'
import { openDatabase } from '#platform/db.ts'
import { migrate } from '#platform/migrate.ts'
import { asOwner, connectionTo, newDatabaseName, TestClock } from '#platform/testing.ts'
import { copyRows } from '#platform/upgrade-testing.ts'
import { loadCity } from './bundled.ts'
import { asVersionBefore } from './version-before-testing.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const { connectionString: server } = inject('postgres')
const name = newDatabaseName()
const old = connectionTo(server, name)
/** the last migration of the version before */
const before = 202611241745

const data = { ...testCity(), streetsLimitPaidTime: true }
const log = { warn: vi.fn() }

let city: Awaited<ReturnType<typeof startPlaces>>
beforeAll(async () => {
  city = await startPlaces({ data })
  await asOwner(server, `create database ${name}`)
  await migrate({ connectionString: old, upTo: before })
  await asVersionBefore(city, data)
  await copyRows(city.db.connectionString, old)
})
afterAll(async () => {
  await city.stop()
  await asOwner(server, `drop database ${name} with (force)`)
})

const kept = async () => [
  await asOwner(
    old,
    `select zone_number, state, rule_book_id, version, changed_at, capacity, min_stay_minutes, max_stay_minutes, hours, tow_away, tariff_id
       from zone order by zone_number`,
  ),
  await asOwner(
    old,
    'select city, book_id, version, state, in_force_from, digest from rule_book order by book_id, version',
  ),
  await asOwner(old, 'select * from place_name order by kind, name, nth'),
  await asOwner(old, 'select zone_number, version from zone_history'),
]

test('its places are of the source that came with ParkIt; the same file is not read, and a changed one changes what is changed', async () => {
  const asBefore = await kept()
  expect(asBefore[1]!.filter(({ version }) => version === 2)).toHaveLength(1)
  await migrate({ connectionString: old })
  expect(await kept()).toEqual(asBefore)

  const db = openDatabase({ connectionString: old, poolSize: 2 })
  const deps = { db, clock: new TestClock(tuesday.add({ hours: 24 })), log }
  const read = () => {
    throw new Error('read again')
  }
  expect(await loadCity(deps, { ...source(data), read })).toBeNull()
  expect(await kept()).toEqual(asBefore)

  // the same content from another file
  const same = (await loadCity(deps, source(data, 'second')))!
  expect([same.state, same.counters]).toMatchObject(['published', { same: 6, changed: 0, added: 0, withdrawn: 0 }])
  expect(await kept()).toEqual(asBefore)

  // one place gets more spaces: it alone has a new version, and nothing has another price
  const [first, ...others] = data.places
  const larger = { ...data, places: [{ ...first!, capacity: 30 }, ...others] }
  const changed = (await loadCity(deps, source(larger, 'third')))!
  expect([changed.state, changed.counters]).toMatchObject([
    'published',
    { same: 5, changed: 1, added: 0, withdrawn: 0 },
  ])
  const [zones, books, , history] = await kept()
  expect(zones!.map(({ changed_at: _, ...zone }) => zone)).toEqual(
    asBefore[0]!.map(({ changed_at: _, ...zone }) =>
      zone.zone_number === first!.zoneNumber ? { ...zone, version: Number(zone.version) + 1, capacity: 30 } : zone,
    ),
  )
  expect(books).toEqual(asBefore[1])
  expect(history).toHaveLength(asBefore[3]!.length + 1)
  expect(log.warn).not.toHaveBeenCalled()
  await db.close()
})
