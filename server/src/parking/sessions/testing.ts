// For parking's tests: a city with one place for each rule of a stay.
import type { RateLine, Tariff } from '@parkit/contract/city/tariff-schemas'
import { type City, testFacts, testPlace } from '#city/places/testing.ts'

const everyDay = [1, 2, 3, 4, 5, 6, 7]
const tariff = (id: string, lines: RateLine[]): Tariff => ({
  id,
  version: 1,
  validFrom: '2026-01-01',
  name: id,
  rates: [{ name: 'All day', days: everyDay, from: '00:00', to: '24:00', lines }],
})
const tier = (fromMinutes: number, toMinutes: number | null, cents: number): RateLine => ({
  type: 'flatRateTier',
  fromMinutes,
  toMinutes,
  cents,
})

export const zones = {
  /** 50 cents a quarter of an hour, four hours at most, unused minutes back */
  street: '5101',
  /** 12, 18, then 24 dollars; keeps what was paid */
  garage: '5102',
  noReturn: '5103',
  opensInTheEvening: '5104',
  closesAtOne: '5105',
  free: '5106',
  twoSpaces: '5107',
} as const

/** `quarterCents`: what the street costs for a quarter of an hour. */
export const parkingCity = ({ quarterCents = 50 } = {}): City => {
  const place = (zoneNumber: string, own: Parameters<typeof testPlace>[2]) =>
    testPlace(zoneNumber, 100, { timeZone: 'America/Chicago', kind: 'street', tariffId: 'quarters', ...own })
  return {
    facts: testFacts({ timeZone: 'America/Chicago', region: 'Illinois' }),
    tariffs: [
      tariff('quarters', [
        { type: 'incrementingRate', fromMinutes: 0, toMinutes: null, stepMinutes: 15, cents: quarterCents },
      ]),
      tariff('tiers', [tier(0, 60, 1200), tier(60, 120, 1800), tier(120, null, 2400)]),
      tariff('nothing', [{ type: 'flatRate', fromMinutes: 0, toMinutes: null, cents: 0 }]),
    ],
    places: [
      place(zones.street, { maxStayMinutes: 240 }),
      place(zones.garage, { kind: 'garage', tariffId: 'tiers', refundsUnused: false }),
      place(zones.noReturn, { noReturnMinutes: 60 }),
      place(zones.opensInTheEvening, { hours: [{ days: everyDay, from: '18:00', to: '23:00' }] }),
      place(zones.closesAtOne, { hours: [{ days: everyDay, from: '06:00', to: '13:00' }] }),
      place(zones.free, { tariffId: 'nothing' }),
      place(zones.twoSpaces, { capacity: 2 }),
    ],
    names: [],
  }
}
