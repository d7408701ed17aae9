// What a driver is told before paying where a city's rules, not a tariff, tow cars or change the price: street sweeping on the second Tuesday
// of a month, a free evening, and the other side of the street at another price.
import type { RuleBook } from '@parkit/contract/city/calendar-schemas'
import { find, zone } from '@parkit/contract/city/places'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { noon, startTestServer } from '#app/testing.ts'
import { ban, during, flat, price, rule, steps } from '#city/calendar/testing.ts'
import { testPlace } from '#city/places/testing.ts'
import { parkingActions } from './actions-testing.ts'
import { parkingCity } from './testing.ts'

const even = '8811'
const odd = '8812'
/** swept without towing */
const swept = '8813'
const sweeping = ban({
  id: 'sweeping',
  name: { en: 'Street sweeping' },
  tow: true,
  when: [during({ weekdays: [2], nth: [2], from: '13:00', to: '15:00' })],
})
const { tow: _, ...noParking } = sweeping
const free = rule({
  id: 'free',
  priority: 20,
  name: { en: 'Free' },
  when: [during({ from: '18:00', to: '08:00' })],
  price: price(flat(0)),
})
const meter = (cents: number) =>
  rule({ id: 'meter', priority: 30, name: { en: 'Meter' }, price: price(steps(cents, 900)) })
const bookOf = (cents: number): RuleBook => ({ rules: [sweeping, free, meter(cents)], caps: [], otherwise: 'unknown' })

const city = parkingCity()
const street = { timeZone: 'America/Chicago', kind: 'street' as const, tariffId: 'quarters' }
city.places.push(
  testPlace(even, 100, { ...street, address: '102 Elm St', ruleBookId: 'even' }),
  testPlace(swept, 120, { ...street, address: '105 Elm St', ruleBookId: 'swept' }),
  testPlace(odd, 110, { ...street, address: '103 Elm St', ruleBookId: 'odd' }),
)
const inForceFrom = '2026-01-01T06:00:00Z'
city.books = [
  { bookId: 'even', name: 'Even side', book: bookOf(50), inForceFrom },
  { bookId: 'odd', name: 'Odd side', book: bookOf(25), inForceFrom },
  { bookId: 'swept', name: 'Swept', book: { ...bookOf(50), rules: [noParking, meter(50)] }, inForceFrom },
]
const parkit = await startTestServer({ city })
const { quote, start } = parkingActions(parkit)
afterAll(parkit.stop)

beforeEach(() => {
  parkit.clock.set(noon)
})

const read = async (number: string) => (await parkit.call(zone, { params: { zone: number }, query: {} })).body

test('a stay that reaches the sweeping of the second Tuesday is cut and says so before it is paid, and its zone says when', async () => {
  const driver = await parkit.driver()
  const { body } = await quote(driver, { ZoneNumber: even, Minutes: 120 })
  expect(body).toMatchObject({ Minutes: 60, MaxMinutes: 60, Parking: 2, Warnings: ['cut_to_tow_away'] })
  expect((await read(even)).TowAway[0]).toEqual({ From: '2026-04-14T18:00:00Z', Until: '2026-04-14T20:00:00Z' })
  const started = await start(driver, { ZoneNumber: even, Minutes: 120 })
  expect(started.body).toMatchObject({ EndsAt: '2026-04-14T18:00:00Z', Warnings: ['cut_to_tow_away'] })
  // within it nobody may start
  parkit.clock.set(noon.add({ minutes: 70 }))
  expect((await quote(driver, { ZoneNumber: even })).error.Code).toBe('zone_closed')
  // on the third Tuesday nobody sweeps
  parkit.clock.set(noon.add({ hours: 7 * 24 }))
  expect((await quote(driver, { ZoneNumber: even, Minutes: 120 })).body).toMatchObject({ Minutes: 120, Warnings: [] })
  expect((await read(even)).TowAway).toEqual([])
})

test('sweeping without towing cuts a stay too, and says that nobody parks from then on', async () => {
  const driver = await parkit.driver()
  const cut = { EndsAt: '2026-04-14T18:00:00Z', Warnings: ['cut_to_no_parking'] }
  expect((await quote(driver, { ZoneNumber: swept, Minutes: 120 })).body).toMatchObject({ Minutes: 60, ...cut })
  expect((await start(driver, { ZoneNumber: swept, Minutes: 120 })).body).toMatchObject(cut)
})

test('a stay into the free evening has a line of its own for it, by which the start sheet offers to end then', async () => {
  const driver = await parkit.driver()
  parkit.clock.set(noon.add({ hours: 5, minutes: 30 }))
  const { body } = await quote(driver, { ZoneNumber: even, Minutes: 60 })
  expect(body.Lines.map(({ Name, Minutes, Amount }) => [Name, Minutes, Amount]).slice(0, 2)).toEqual([
    ['Meter', 30, 1],
    ['Free', 30, 0],
  ])
})

test('the two sides of a street have the prices of their own books, where the start sheet compares them', async () => {
  const query = { Latitude: 39.7392, Longitude: -104.9903, Radius: 300, Minutes: 60 }
  const { Items } = (await parkit.call(find, { query })).body
  const priceOf = (number: string) => Items.find(({ ZoneNumber }) => ZoneNumber === number)?.Price
  expect([priceOf(even), priceOf(odd)]).toEqual([2.35, 1.35])
})
