// Reading many places page by page: each page continues where the last one ended, for places and reports.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOwner, createTestDatabase, explaining } from '#platform/testing.ts'
import { selectPlaces } from './store.ts'

const db = await createTestDatabase()
afterAll(db.close)

beforeAll(async () => {
  await asOwner(
    db.connectionString,
    `set session_replication_role = replica;
     insert into zone (zone_number, name, kind, address, neighborhood, latitude, longitude, time_zone, capacity, features,
                        ev_chargers, accessible_spaces, tariff_id, min_stay_minutes, refunds_unused, hours, tow_away, outline,
                        attribution, city)
     select lpad(i::text, 6, '0'), 'Lot ' || i, 'lot', '', '', 41.88, -87.63, 'America/Chicago', 20, '{}', 0, 0, 'quarters',
            15, i % 2 = 1, '[]', '[]', '[]', '', 1
       from generate_series(1, 20000) as i;
     insert into zone_count (city, zone_number, observed_at, taken) select 1, zone_number, now(), 3 from zone;
     analyze zone, zone_count`,
  )
})

test('a page reads only its own part of the index', async () => {
  const plans: string[] = []
  const groups = await selectPlaces(explaining(db.pool, plans), 1, '010000', 100)
  const [odd, even] = groups.toSorted((a, b) => Number(b.refunds_unused) - Number(a.refunds_unused))
  expect(groups).toHaveLength(2)
  const everyOther = (from: number) => Array.from({ length: 50 }, (_, i) => from + 2 * i)
  expect([odd!.at.toSorted((a, b) => a - b), even!.at.toSorted((a, b) => a - b)]).toEqual([
    everyOther(0),
    everyOther(1),
  ])
  for (const { at, zone_number, taken, refunds_unused, last } of groups) {
    expect(zone_number).toEqual(at.map(i => `0${10_001 + i}`))
    expect(taken).toEqual(at.map(() => 3))
    expect(last).toBe(refunds_unused ? '010099' : '010100')
  }
  expect(plans[0]).not.toContain('Seq Scan')
  expect(
    plans[0]!.match(/Index Cond: \(\(?ROW\((zone_count\.)?city, (zone_count\.)?zone_number\) > ROW\(\$1/g),
  ).toHaveLength(2)
})
