// Cheapest and most room, with the nearest first where that is equal.
import { expect, test } from 'vitest'
import { sortPlaces } from './place-filters.ts'

const place = (ZoneNumber: string, Price: number, Free: number | null, more: object = {}) => ({
  ZoneNumber,
  Price,
  PriceMinutes: 60,
  Free,
  Availability: Free === null ? ('unknown' as const) : ('plenty' as const),
  ...more,
})

const near = place('1001', 5, 3)
const closed = place('1002', 0, 50, { PriceMinutes: 0 })
const uncounted = place('1003', 2, null)
const stale = place('1004', 5, 90, { Availability: 'unknown' })
const places = [near, closed, uncounted, stale]

const zones = (order: Parameters<typeof sortPlaces>[1]) => sortPlaces(places, order).map(({ ZoneNumber }) => ZoneNumber)

test('the server’s order is kept', () => {
  expect(zones('nearest')).toEqual(['1001', '1002', '1003', '1004'])
})

test('cheapest: a place that never opens is not cheap', () => {
  expect(zones('price')).toEqual(['1003', '1001', '1004', '1002'])
})

test('most space: places without a recent count come last', () => {
  expect(zones('space')).toEqual(['1002', '1001', '1003', '1004'])
})
