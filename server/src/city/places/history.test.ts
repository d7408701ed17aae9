// Counts are kept by the hour, and the forecast is learned from them: over HTTP, on a real database.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { partitionJobs } from '#platform/partitions.ts'
import { asOwner, partitionBounds } from '#platform/testing.ts'
import { startPlaces, tuesday } from './testing.ts'

let city: Awaited<ReturnType<typeof startPlaces>>
beforeAll(async () => {
  city = await startPlaces()
})
afterAll(() => city.stop())

const row = (ZoneNumber: string, Taken: number, at: Temporal.Instant) => ({
  ZoneNumber,
  Taken,
  ObservedAt: at.toString(),
})
type Kept = { hour: Date; taken_sum: string; samples: number; taken_min: number; taken_max: number }
const keptOf = async (zone: string) =>
  (
    await asOwner<Kept & Record<string, unknown>>(
      city.db.connectionString,
      `select hour, taken_sum, samples, taken_min, taken_max from zone_count_hour where zone_number = '${zone}' order by hour`,
    )
  ).map(({ hour, ...own }) => [
    hour.toISOString().slice(0, 13),
    Number(own.taken_sum),
    own.samples,
    own.taken_min,
    own.taken_max,
  ])

test('each accepted report adds to its hour, whatever their order; a refused one does not', async () => {
  city.clock.set(tuesday)
  const at = (minutes: number) => tuesday.subtract({ minutes })
  await city.report({
    Reports: [
      row('5001', 4, at(5)),
      row('5001', 10, at(10)),
      row('5001', 7, at(0)),
      row('5001', 21, at(1)),
      row('999999', 1, at(1)),
    ],
  })
  await city.report({ Reports: [row('5001', 1, at(20)), row('5003', 5, at(60 * 24 * 400))] })
  expect(await keptOf('5001')).toEqual([
    ['2026-04-14T16', 15, 3, 1, 10],
    ['2026-04-14T17', 7, 1, 7, 7],
  ])
  // long ago: kept, and no availability of today
  expect(await keptOf('5003')).toHaveLength(1)
  // longer ago than counts are kept
  await city.report({ Reports: [row('5003', 5, at(60 * 24 * 740))] })
  expect(await keptOf('5003')).toHaveLength(1)
})

test('reports that cross lose nothing', async () => {
  const zones = ['5001', '5002', '5003', '5005', '5006']
  const at = tuesday.add({ hours: 2 })
  city.clock.set(at)
  await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      city.report({ Reports: (i % 2 ? zones : zones.toReversed()).map(zone => row(zone, 1 + (i % 3), at)) }),
    ),
  )
  for (const zone of zones) expect((await keptOf(zone)).at(-1)).toEqual(['2026-04-14T19', 39, 20, 1, 3])
})

const forecast = async (zone: string) => (await city.get(`/api/Parking/Zone/${zone}/Forecast`)).body
/** Hourly counts of the weeks before, reported a week at a time. */
const reportWeeks = async (zone: string, weeks: number, takenAt: (local: Temporal.ZonedDateTime) => number) => {
  for (let week = weeks; week > 0; week--) {
    const Reports = Array.from({ length: 168 }, (_, i) => {
      const at = tuesday.subtract({ hours: week * 168 - i }).add({ minutes: 30 })
      return row(zone, takenAt(at.toZonedDateTimeISO('America/Denver')), at)
    })
    expect((await city.report({ Reports })).body).toEqual({ Accepted: 168, Refused: [] })
  }
}
const busyByDay = ({ hour }: Temporal.ZonedDateTime) => (hour >= 8 && hour < 18 ? 16 : 2)

test('without counts there is no forecast; five weeks of them make one, which says its error', async () => {
  city.clock.set(tuesday)
  expect(await forecast('500410')).toEqual({ Hours: [], Capacity: 20, ErrorPercent: null })
  await reportWeeks('500410', 5, busyByDay)
  // what was learned holds to the end of the hour
  city.clock.set(tuesday.add({ minutes: 59 }))
  expect((await forecast('500410')).Hours).toEqual([])
  city.clock.set(tuesday.add({ hours: 1 }))
  const { Hours, ErrorPercent } = await forecast('500410')
  expect(Hours).toHaveLength(24)
  expect(Hours[0].At).toBe(tuesday.add({ hours: 1 }).toString())
  // noon, 5 PM, 6 PM in Denver
  expect([Hours[0], Hours[5], Hours[6]].map(({ Free }: { Free: number }) => Free > 10)).toEqual([false, false, true])
  expect(ErrorPercent).toBeGreaterThan(0)
  expect(ErrorPercent).toBeLessThan(5)
})

test('an evening of a match that the city has listed is forecast by the matches before', async () => {
  city.clock.set(tuesday)
  const matches = ['2026-03-19', '2026-03-27', '2026-04-08', '2026-04-14']
  const evening = (at: Temporal.ZonedDateTime) => at.hour >= 18 && matches.includes(at.toPlainDate().toString())
  await reportWeeks('5005', 5, at => (evening(at) ? 19 : busyByDay(at)))
  const { pool } = city.db
  await pool.query(
    `insert into day_list (city, list_id, name, known_until) values (1, 'matches', 'Matches', '2026-12-31')`,
  )
  await pool.query(
    `insert into day_list_day (city, list_id, day, published_at, name) select 1, 'matches', unnest($1::date[]), $2, 'Match'`,
    [matches, tuesday.subtract({ hours: 1000 }).toString()],
  )
  // a forecast is learned once an hour
  let hours = 0
  await expect
    .poll(async () => {
      city.clock.set(tuesday.add({ hours: 1 + (hours++ % 6) }))
      const { Hours } = await forecast('5005')
      const at = Temporal.ZonedDateTime.from('2026-04-14T21:00[America/Denver]').toInstant().toString()
      return Hours.find(({ At }: { At: string }) => At === at)?.Free
    })
    .toBeLessThan(8)
})

test('a forecast that is no better than the average is hidden', async () => {
  city.clock.set(tuesday)
  await reportWeeks('5006', 5, () => 10)
  city.clock.set(tuesday.add({ hours: 1 }))
  expect(await forecast('5006')).toEqual({ Hours: [], Capacity: 20, ErrorPercent: null })
})

test('a zone’s history is read once an hour at most', async () => {
  const { pool } = city.db
  let reads = 0
  const query = pool.query.bind(pool) as (...args: unknown[]) => unknown
  pool.query = ((...args: unknown[]) => {
    if ((args[0] as { name?: string }).name === 'zone_count_hours') reads++
    return query(...args)
  }) as typeof pool.query
  try {
    city.clock.set(tuesday.add({ hours: 2 }))
    await Promise.all([1, 2, 3].map(() => forecast('500410')))
    city.clock.set(tuesday.add({ hours: 2, minutes: 59 }))
    await forecast('500410')
    expect(reads).toBe(1)
    city.clock.set(tuesday.add({ hours: 3 }))
    await forecast('500410')
    expect(reads).toBe(2)
  } finally {
    pool.query = query as typeof pool.query
  }
})

test('months are made ahead, and dropped 24 months after their end', async () => {
  const roll = (at: string) => partitionJobs(city.db).partitions!('all', Temporal.Instant.from(at), async () => {})
  const months = async () => (await partitionBounds(city.db.connectionString, 'zone_count_hour')).map(([name]) => name)
  for (const month of ['2030-11', '2030-12', '2031-01']) {
    await roll(`${month}-15T09:00:00Z`)
    city.clock.set(Temporal.Instant.from(`${month}-20T09:00:00Z`))
    await city.report({ Reports: [row('5002', 3, city.clock.now())] })
  }
  expect((await months()).slice(-4)).toEqual([
    'zone_count_hour_203012',
    'zone_count_hour_203101',
    'zone_count_hour_203102',
    'zone_count_hour_later',
  ])
  const hours = async () => (await keptOf('5002')).map(([hour]) => hour)
  await roll('2032-12-31T23:59:59Z')
  expect((await hours()).slice(-2)).toEqual(['2030-12-20T09', '2031-01-20T09'])
  await roll('2033-01-01T00:00:00Z')
  expect(await hours()).toEqual(['2031-01-20T09'])
  expect((await months())[0]).toBe('zone_count_hour_203101')
})
