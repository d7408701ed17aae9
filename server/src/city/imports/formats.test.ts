// Files of CDS Curbs and ParkAPI: what each field becomes, and what is refused.
import { expect, test } from 'vitest'
import { testFacts } from '#city/places/testing.ts'
import { type Format, readFile } from './readers.ts'

const read = (format: Format, json: object, beside?: object, facts = testFacts()) =>
  readFile(
    {
      format,
      bytes: Buffer.from(JSON.stringify(json)),
      ...(beside && { beside: [Buffer.from(JSON.stringify(beside))] }),
      attribution: 'Small City',
    },
    facts,
  )

const line = { type: 'LineString', coordinates: [[-104.99, 39.74], [-104.989, 39.74], [-104.988, 39.74]] } // biome-ignore format: one line
const zone = (own: object) => ({ curb_zone_id: 'z1', geometry: line, num_spaces: 4, curb_policy_ids: ['p1'], ...own })
const costs = [{ rate: 0, rate_unit: 'hour' }]
const parking = { activity: 'parking', rate: costs }
const policy = (own: object) => ({ curb_policy_id: 'p1', priority: 5, rules: [parking], ...own })
const cds = (zones: object[], policies: object[], version = '1.1.0', currency = 'USD') =>
  read('cds', { version, currency, data: { zones, policies } })

test('CDS: the number on the sign, the curb, and a policy’s rule with its rate', () => {
  const { places, books, refused } = cds(
    [zone({ user_zone_id: '4101', street_name: 'Main St', street_side: 'north' }), zone({ curb_zone_id: 'z2' })],
    [
      policy({
        name: 'Meter',
        time_spans: [{ days_of_week: ['mon', 'tue'], time_of_day_start: '08:00', time_of_day_end: '20:00' }],
        rules: [
          {
            activity: 'parking',
            max_stay: 2,
            max_stay_unit: 'hour',
            no_return: 1,
            no_return_unit: 'hour',
            rate: [{ rate: 200, rate_unit: 'hour', increment_amount: 25, maximum_fee: 400 }],
          },
        ],
      }),
    ],
  )
  expect(refused).toEqual([])
  expect(
    places.map(({ ref, number, kind, side, spaces, latitude }) => [ref, number, kind, side, spaces, latitude]),
  ).toEqual([
    ['4101', '4101', 'street', 'north', { general: 4 }, 39.74],
    ['z2', null, 'street', null, { general: 4 }, 39.74],
  ])
  expect(books).toHaveLength(1)
  expect(books[0]!.book.rules).toEqual([
    {
      id: 'p1.1',
      priority: 6,
      name: { en: 'Meter' },
      when: [{ weekdays: [1, 2], from: '08:00', to: '20:00', dateOf: 'minute' }],
      who: {},
      activity: 'park',
      price: {
        lines: [{ type: 'step', fromSeconds: 0, toSeconds: null, stepSeconds: 450, cents: 25 }],
        count: 'period',
        maxCents: 400,
      },
      limits: { maxStaySeconds: 7200, maxStayCounts: 'rule', noReturnSeconds: 3600, noReturnScope: 'zone' },
    },
  ])
})

test('CDS: an exception is of its period alone in 1.0, and of all fields of its span in 1.1', () => {
  const spans = [{ designated_period: 'holidays', designated_period_except: true, days_of_week: ['sat', 'sun'] }]
  const whenOf = (version: string) =>
    cds([zone({})], [policy({ time_spans: spans })], version).books[0]!.book.rules[0]!.when
  expect(whenOf('1.0.1')).toEqual([{ weekdays: [6, 7], notOnDays: ['holidays'], dateOf: 'minute' }])
  // not a weekend's holiday: any weekday, or any day that is no holiday
  expect(whenOf('1.1.0')).toEqual([
    { weekdays: [1, 2, 3, 4, 5], dateOf: 'minute' },
    { notOnDays: ['holidays'], dateOf: 'minute' },
  ])
})

test('CDS: each of several purposes may park; a class must be held; exact prices without increments', () => {
  const { books } = cds(
    [zone({})],
    [
      policy({
        rules: [
          { activity: 'loading', purposes: ['delivery', 'freight'], user_classes: ['truck', 'electric'], rate: costs },
          { activity: 'parking', user_classes: ['accessible'], rate: [{ rate: 90, rate_unit: 'hour' }] },
          { activity: 'no stopping' },
        ],
      }),
    ],
  )
  const { rules } = books[0]!.book
  expect(rules.map(({ activity, who }) => [activity, who])).toEqual([
    ['load', { vehicleKinds: ['truck'], energy: ['electric'], holds: ['delivery'] }],
    ['load', { vehicleKinds: ['truck'], energy: ['electric'], holds: ['freight'] }],
    ['park', { holds: ['accessible'] }],
    ['none', {}],
  ])
  expect(rules[2]!.price!.lines[0]).toMatchObject({ stepSeconds: 40, cents: 1 })
})

test('CDS: what has no rate is never free: its zone is shown, not payable, and says why', () => {
  const oneOf = (rules: object[]) => {
    const { places, books, refused } = cds([zone({}), zone({ curb_zone_id: 'z2', curb_policy_ids: ['p2'] })], [
      policy({ rules }),
      policy({ curb_policy_id: 'p2' }),
    ]) // biome-ignore format: short
    expect(refused).toEqual([])
    // the other zone is priced as before
    expect([places.length, books.length, places[1]!.warning]).toEqual([2, places[0]!.bookId ? 2 : 1, undefined])
    expect(places[0]!.bookId === null).toBe(places[0]!.warning !== undefined)
    return places[0]!.warning?.field
  }
  for (const activity of ['parking', 'loading', 'unloading', 'stopping'])
    for (const rate of [undefined, null, []])
      expect([activity, oneOf([{ activity, rate }])]).toEqual([activity, 'rules.rate'])
  // of several rules each must say its price, and bans have none
  expect(oneOf([{ activity: 'no parking' }, { activity: 'loading' }])).toBe('rules.rate')
  expect(oneOf([{ activity: 'no parking' }, { activity: 'no stopping', rate: [] }])).toBeUndefined()
  expect(oneOf([])).toBe('rules')
  // a rate that ends before the longest stay says nothing of the rest
  const first = { rate: 200, rate_unit: 'hour', end_duration: 1 }
  expect(oneOf([{ activity: 'parking', rate: [first] }])).toBe('rules.rate.end_duration')
  expect(oneOf([{ activity: 'parking', max_stay: 2, max_stay_unit: 'hour', rate: [first] }])).toBe(
    'rules.rate.end_duration',
  )
  expect(oneOf([{ activity: 'parking', max_stay: 60, rate: [first] }])).toBeUndefined()
})

test('CDS: what no rule says refuses its zone with the field', () => {
  const refusalOf = (zoneOwn: object, policyOwn: object) => {
    const { places, refused } = cds([zone(zoneOwn)], [policy(policyOwn)])
    expect(places).toEqual([])
    return [refused[0]!.row, refused[0]!.field]
  }
  const rate = (own: object) => ({ rules: [{ activity: 'parking', rate: [{ rate: 100, rate_unit: 'hour', ...own }] }] })
  expect(refusalOf({ num_spaces: null }, {})).toEqual([1, 'num_spaces'])
  expect(refusalOf({ geometry: null }, {})).toEqual([1, 'geometry'])
  expect(refusalOf({ curb_policy_ids: ['p9'] }, {})).toEqual([1, 'curb_policy_ids'])
  expect(refusalOf({}, rate({ rate_unit_period: 'calendar' }))).toEqual([1, 'rules.rate.rate_unit_period'])
  expect(refusalOf({}, rate({ rate_unit: 'month' }))).toEqual([1, 'rules.rate.rate_unit'])
  expect(refusalOf({}, { rules: [{ activity: 'hovering' }] })).toEqual([1, 'rules.activity'])
  expect(refusalOf({}, { rules: [{ ...parking, user_classes_except: ['truck'] }] })).toEqual([
    1,
    'rules.user_classes_except',
  ])
  expect(() => cds([], [], '2.0.0')).toThrow('ParkIt reads 1.0 and 1.1')
  // in another currency the zone is there, without a price
  expect(cds([zone({})], [policy({})], '1.1.0', 'EUR')).toMatchObject({ places: [{ bookId: null }], books: [] })
})

test('ParkAPI: spaces by kind, prices as text, a patch of some fields; no price is invented', () => {
  const site = {
    uid: '12',
    name: 'Station Garage',
    type: 'CAR_PARK',
    capacity: 100,
    capacity_disabled: 4,
    lat: 39.74,
    lon: -104.99,
  }
  const patch = {
    items: [
      {
        uid: '12',
        max_height: 200,
        fee_description: '1 Std.: 2,20 €',
        restrictions: [{ type: 'CHARGING', capacity: 6 }],
      },
    ],
  }
  const { places, refused } = read(
    'parkapi',
    { items: [site, { ...site, uid: '13', capacity: null }, { ...site, uid: '14', lat: null }, { uid: '15' }] },
    patch,
  )
  expect(places).toEqual([
    expect.objectContaining({
      ref: '12',
      number: null,
      kind: 'garage',
      spaces: { general: 90, accessible: 4, electric: 6 },
      clearanceCm: 200,
      features: ['ev', 'covered', 'accessible'],
      bookId: null,
      ratesText: { en: '1 Std.: 2,20 €' },
    }),
  ])
  expect(refused.map(({ row, key, field }) => [row, key, field])).toEqual([
    [2, '13', 'capacity'],
    [3, '14', 'lat'],
    [4, '15', 'name'],
  ])
})
