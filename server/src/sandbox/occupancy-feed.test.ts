// The demo city's counters: the same for the same place and time, at most the capacity, reported like an operator's.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPlaces, tuesday } from '#city/places/testing.ts'
import { countedTaken, createOccupancyFeed } from './occupancy-feed.ts'

let city: Awaited<ReturnType<typeof startPlaces>>
beforeAll(async () => {
  city = await startPlaces()
})
afterAll(() => city.stop())

const instants = fc.integer({ min: 0, max: 1_000_000 }).map(minutes => tuesday.add({ minutes }))
const places = fc.record({ zoneNumber: fc.stringMatching(/^\d{4,6}$/), capacity: fc.integer({ min: 1, max: 3_000 }) })
const shares = fc.double({ min: 0, max: 1, noNaN: true })

test('occupancy is whole spaces between zero and capacity, and repeatable', () => {
  fc.assert(
    fc.property(places, shares, fc.nat(20), instants, (place, usual, running, at) => {
      const taken = countedTaken(place, usual, running, at)
      expect(Number.isInteger(taken)).toBe(true)
      expect(taken).toBeGreaterThanOrEqual(0)
      expect(taken).toBeLessThanOrEqual(place.capacity)
      expect(countedTaken(place, usual, running, at)).toBe(taken)
    }),
  )
})

test('it is close to the usual, and varies by place and time', () => {
  const at = (zone: number, minutes: number) =>
    countedTaken({ zoneNumber: String(zone), capacity: 1_000 }, 0.5, 0, tuesday.add({ minutes }))
  const everywhere = Array.from({ length: 200 }, (_, i) => at(6_000 + i, 0))
  const allDay = Array.from({ length: 200 }, (_, i) => at(6_000, i * 30))
  for (const taken of [...everywhere, ...allDay]) expect(Math.abs(taken - 500)).toBeLessThanOrEqual(50)
  expect(new Set(everywhere).size).toBeGreaterThan(30)
  expect(new Set(allDay).size).toBeGreaterThan(30)
  // no jump from one minute to the next
  for (let minute = 0; minute < 60; minute++)
    expect(Math.abs(at(6_000, minute) - at(6_000, minute + 1))).toBeLessThan(10)
})

const feed = (usualAt = () => 0.5) =>
  createOccupancyFeed({
    city: 'test',
    places: city.places,
    clock: city.clock,
    usualAt,
    countRunningSince: async () => new Map([['1/5001', 7]]),
  })

test('every place is reported, including our own drivers’ cars', async () => {
  const stop = await feed().start(error => expect.unreachable(String(error)))
  await stop()
  const { body } = await city.get('/api/Parking/Zone/5002')
  expect(body.FreeAsOf).toBe(tuesday.toString())
  expect(body.Free).toBeGreaterThanOrEqual(9)
  expect(body.Free).toBeLessThanOrEqual(11)
  expect((await city.get('/api/Parking/Zone/5001')).body.Free).toBeLessThanOrEqual(4)
  expect((await city.get('/api/Parking/Zone/5006')).body.FreeAsOf).toBe(tuesday.toString())
})

test('it reports at startup, and a failed report stops nothing', async () => {
  city.clock.advance({ minutes: 5 })
  const stop = await feed().start(error => expect.unreachable(String(error)))
  await stop()
  expect((await city.get('/api/Parking/Zone/5002')).body.FreeAsOf).toBe(city.clock.now().toString())
  const errors: unknown[] = []
  const broken = await feed(() => {
    throw new Error('no curve')
  }).start(error => errors.push(error))
  await broken()
  expect(errors).toEqual([new Error('no curve')])
})

test('a city added before the start and places added later are reported, and stopping waits for a report in progress', async () => {
  const [place] = city.places.listPlaces(0, 1)
  const many = Array.from({ length: 12_000 }, (_, i) => ({ ...place!, zoneNumber: String(100_000 + i) }))
  const reported: string[] = []
  const released = Promise.withResolvers<void>()
  const reportOccupancy = async (reports: { zoneNumber: string }[]) => {
    if (reported.length > 0) await released.promise
    reported.push(...reports.map(({ zoneNumber }) => zoneNumber))
    return { accepted: reports.length, refused: [] }
  }
  const stop = await createOccupancyFeed({
    city: 'test',
    places: { listPlaces: (from, to) => many.slice(from, to), reportOccupancy },
    clock: city.clock,
    usualAt: () => 0.5,
    countRunningSince: async () => new Map(),
  }).start(error => expect.unreachable(String(error)))
  expect(reported).toHaveLength(5_000)
  const stopped = stop()
  expect(reported).toHaveLength(5_000)
  released.resolve()
  await stopped
  expect(reported).toEqual(many.slice(0, 10_000).map(({ zoneNumber }) => zoneNumber))
})
