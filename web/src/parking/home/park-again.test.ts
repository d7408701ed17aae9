// The stay that Home offers: the habit of this hour, the one of this place first, else the last stay; never of a parked car.
import type { UsualStay } from '@parkit/contract/parking/usual'
import { expect, test } from 'vitest'
import { aboutText, chooseStay } from './park-again.ts'

const place = { Name: 'State St', TimeZone: 'America/Chicago', PlateNumber: 'BD 8041', Minutes: 120 }
const stay = (ZoneNumber: string, When: UsualStay['When'], more: Partial<UsualStay> = {}): UsualStay => ({
  ...place,
  ZoneNumber,
  City: 'chicago',
  CityName: null,
  When,
  Latitude: 41.88,
  Longitude: -87.63,
  VehicleId: 'car',
  ...more,
})
const work = stay('1001', { Days: 'weekdays', Minute: 540 })
const gym = stay('1002', { Days: 'weekdays', Minute: 1_140 }, { Latitude: 41.9 })
const market = stay('1003', { Days: 'weekends', Minute: 600 })
const last = stay('1004', null, { Latitude: 41.95 })
const stays = [work, gym, market, last]
const nowhere = { spot: null, parked: new Set<string>() }

test.each([
  ['Tuesday 9:30 AM', '2026-04-14T14:30:00Z', '1001'],
  ['Tuesday 6 PM', '2026-04-14T23:00:00Z', '1002'],
  ['Saturday 9:30 AM', '2026-04-18T14:30:00Z', '1003'],
  ['Tuesday 2 PM, no usual hour', '2026-04-14T19:00:00Z', '1004'],
])('%s in Chicago', (_, at, zone) => {
  expect(chooseStay(stays, Date.parse(at), nowhere)?.ZoneNumber).toBe(zone)
})

test('a habit of the place where the phone is comes before one of the hour', () => {
  const spot = { latitude: 41.901, longitude: -87.63 }
  expect(chooseStay(stays, Date.parse('2026-04-14T14:30:00Z'), { ...nowhere, spot })).toBe(gym)
})

test('a car that is parked is not offered again', () => {
  const nowMs = Date.parse('2026-04-14T14:30:00Z')
  const other = stay('1005', null, { VehicleId: 'other' })
  const parked = new Set(['car'])
  expect(chooseStay(stays, nowMs, { ...nowhere, parked })).toBeUndefined()
  expect(chooseStay([...stays, other], nowMs, { ...nowhere, parked })).toBe(other)
})

test('a start after midnight is near one before it', () => {
  const late = stay('1006', { Days: 'weekdays', Minute: 1_430 })
  expect(chooseStay([late], Date.parse('2026-04-14T05:20:00Z'), nowhere)).toBe(late)
})

test('the usual start by the half hour', () => {
  expect([0, 540, 556, 719, 735, 1_439].map(aboutText)).toEqual([
    '12 AM',
    '9 AM',
    '9:30 AM',
    '12 PM',
    '12:30 PM',
    '12 AM',
  ])
})
