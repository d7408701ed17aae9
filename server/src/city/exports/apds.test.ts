// APDS over HTTP and its rates: places with their counts, tables that say what a book says or nothing, valid by the repaired schema.
import type { Rule, RuleBook } from '@parkit/contract/city/calendar-schemas'
import * as operators from '@parkit/contract/city/operators'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { noon, startTestServer, type TestServer } from '#app/testing.ts'
import { at, ban, chicago, during, flat, hourly, price, rule, steps } from '#city/calendar/testing.ts'
import { inviteOperator } from '#city/operators/operators.ts'
import { type City, source, testCity, testFacts, testPlace } from '#city/places/testing.ts'
import { apdsBookOf } from './apds-rates.ts'
import type { Book } from './books.ts'
import { apdsModel, faultsOf, schemasFolder } from './schemas-testing.ts'

const ring: City['places'][number]['outline'] = [
  [-104.99, 39.74],
  [-104.98, 39.74],
  [-104.98, 39.75],
  [-104.99, 39.74],
]
let parkit: TestServer
beforeAll(async () => {
  parkit = await startTestServer()
  const city: City = {
    ...testCity(),
    facts: testFacts({ name: 'Small City' }),
    places: [
      testPlace('8001', 0, { outline: ring, maxStayMinutes: 120 }),
      testPlace('8002', 0, { kind: 'street', hours: [{ days: [1, 2, 3, 4, 5], from: '06:00', to: '22:00' }] }),
    ],
  }
  await parkit.loadCity(source(city, 'first', 'small'))
})
afterAll(() => parkit.stop())

type Json = { [field: string]: unknown; id: string; version: number }
type List = { meta: { total: number; pageSize: number; offset: number }; data: Json[] }
const read = async (path: string, headers: Record<string, string> = {}) => {
  const reply = await parkit.app.inject({ url: `/api/Apds/${path}`, headers })
  const body: List = reply.payload ? JSON.parse(reply.payload) : null
  return { status: reply.statusCode, body, etag: String(reply.headers.etag) }
}

test('places, the rights that are sold there, and the tables that they go by', async () => {
  const { meta, data } = (await read('small/v4/places')).body
  expect(meta).toMatchObject({ offset: 0, pageSize: 2, total: 2 })
  expect(data[0]).toMatchObject({
    id: '8001',
    type: 'place',
    name: [{ language: 'en', string: 'Lot 8001' }],
    layer: 0,
    timeZone: 'America/Denver',
    hierarchyElementReference: { supply: [{ supplyViewType: 'spaceView', supplyQuantity: 20 }] },
    placeBoundedZone: [{ type: 'MultiPolygon', coordinates: [[ring]] }],
  })
  expect(data[1]).toMatchObject({ operatingRestrictions: [{ operatingRestriction: 'noParking' }] })
  const rights = (await read('small/v4/rights/specs')).body.data
  const tables = (await read('small/v4/rates')).body.data
  for (const { rightSpecifications } of data) {
    const [{ id }] = rightSpecifications as [Json]
    const right = rights.find(one => one.id === id)!
    expect(right).toMatchObject({ type: 'oneTimeUseParking', transferable: false })
    const [{ rateTable }] = right.rateEligibility as [{ rateTable: Json }]
    expect(tables.find(one => one.id === rateTable.id)).toMatchObject({
      rateLineCollections: [
        {
          applicableCurrency: 'USD',
          rateLines: [{ rateLineType: 'incrementingRate', incrementPeriod: 'PT1H', value: 2 }],
        },
      ],
    })
  }
})

test('the last count is in the demand table, and changes the tag', async () => {
  const before = await read('small/v4/places')
  expect((await read('small/v4/places', { 'if-none-match': before.etag })).status).toBe(304)
  const token = await inviteOperator(parkit.db, 'Small Parking', noon, (await parkit.features.cities.find('small'))!.id)
  const Reports = [{ ZoneNumber: '8001', Taken: 5, ObservedAt: noon.toString() }]
  await parkit.call(operators.occupancy, { body: { Reports } }, { token })
  await expect
    .poll(async () => (await read('small/v4/places')).body.data[0]!.hierarchyElementReference)
    .toMatchObject({
      demandTable: [{ demandType: [{ count: 5, percentage: 25, occupancyCalculation: 'counted' }] }],
    })
  expect((await read('small/v4/places')).etag).not.toBe(before.etag)
  for (const path of ['places', 'rates', 'rights/specs']) expect((await read(`none/v4/${path}`)).status).toBe(404)
})

const bookOf = (rules: Rule[], more: Partial<RuleBook> = {}): Book => ({
  bookId: 'book',
  version: 3,
  inForceFrom: at('2026-01-01T00:00'),
  publishedAt: at('2026-01-01T00:00'),
  timeZone: chicago,
  overrides: [],
  book: { rules, caps: [], otherwise: 'unknown', ...more },
})
const written = (rules: Rule[], more: Partial<RuleBook> = {}) => apdsBookOf(bookOf(rules, more), 'general', 'USD')

const tiers = rule({
  id: 'day',
  name: { en: 'Day', es: 'Día' },
  when: [during({ weekdays: [1, 6], from: '08:00', to: '20:00', notOnDays: ['holidays'] })],
  price: price(
    { type: 'total', fromSeconds: 0, toSeconds: 1800, cents: 300 },
    { type: 'total', fromSeconds: 1800, toSeconds: 3600, cents: 500 },
    steps(25, 450, 3600),
  ),
  limits: { maxStaySeconds: 7200, maxStayCounts: 'paid', noReturnScope: 'zone' },
})

test('running totals become tiers that are added, a holiday is an exception, a cap has its clock time', () => {
  const { tables, rights } = written([tiers], { caps: [{ cents: 1200, ruleIds: 'all', resetAt: '06:00' }] })!
  expect(tables[0]).toMatchObject({
    rateTableName: [
      { language: 'en', string: 'Day' },
      { language: 'es', string: 'Día' },
    ],
    validity: {
      validityTimeSpecification: {
        validPeriods: [
          {
            recurringDayWeekMonthPeriod: [{ applicableDay: ['monday', 'saturday'] }],
            recurringTimePeriodOfDay: [{ startTimeOfPeriod: '08:00', endTimeOfPeriod: '20:00' }],
          },
        ],
        exceptionPeriods: [{ recurringSpecialDay: [{ specialDayType: 'publicHoliday' }] }],
      },
    },
    rateLineCollections: [
      {
        maxTime: 'PT2H',
        resetTime: '06:00',
        maxValueCollection: { currencyType: 'USD', currencyValue: 12 },
        rateLines: [
          { rateLineType: 'flatRateTier', durationStart: '00:00', durationEnd: '00:30', value: 3 },
          { rateLineType: 'flatRateTier', durationStart: '00:30', durationEnd: '01:00', value: 2 },
          { rateLineType: 'incrementingRate', durationStart: '01:00', incrementPeriod: 'PT7M30S', value: 0.25 },
        ],
      },
    ],
  })
  expect(rights).toMatchObject([{ id: 'book-park', rateEligibility: [{ priority: 1, rateTable: { id: 'book-day' } }] }])
})

test('a book with anything that APDS cannot say has no rates: part of a price would be a wrong one', () => {
  const said = hourly(100)
  expect(written([rule({ price: said })])).not.toBeNull()
  // what is free has no most
  const capped = { caps: [{ cents: 900, ruleIds: 'all' as const, resetAt: '06:00' }] }
  expect(written([rule({ price: said }), rule({ price: hourly(0) })], capped)).not.toBeNull()
  for (const [rules, more] of [
    [[rule({ price: price(flat(0), steps(100, 3600, 90)) })]],
    [[rule({ price: said, who: { not: ['resident'] } })]],
    [[rule({ price: said, when: [during({ monthDays: [1, 15] })] })]],
    [[rule({ price: { ...said, waivedUpToSeconds: 600 } })]],
    [[rule({ price: said }), ban({ priority: 200 })]],
    [[rule({ price: said })], { caps: [{ cents: 900, ruleIds: 'all', resetAfterSeconds: 86_400 }] }],
    [[rule({ price: said })], { caps: [{ cents: 900, ruleIds: 'all' }] }],
    [[rule({ price: said }), rule({ price: said })], { caps: [{ cents: 900, ruleIds: 'all', resetAt: '06:00' }] }],
    [[rule({ price: { ...said, maxCents: 900 } })]],
    [[rule({ price: said }), rule({ price: { ...said, count: 'stay' } })]],
  ] as [Rule[], Partial<RuleBook>?][])
    expect(written(rules, more)).toBeNull()
})

test('a book that tells kinds of space apart is said for each', () => {
  const rules = [
    rule({ id: 'load', priority: 1, spaceKinds: ['loading'], activity: 'load', price: hourly(0) }),
    rule({ id: 'park', priority: 2, price: hourly(100) }),
  ]
  expect(apdsBookOf(bookOf(rules), 'loading', 'USD', '-loading')!.rights.map(({ id, type }) => [id, type])).toEqual([
    ['book-loading-park', 'oneTimeUseParking'],
    ['book-loading-load', 'loadingUnloading'],
  ])
  expect(written(rules)!.rights.map(({ type }) => type)).toEqual(['oneTimeUseParking'])
})

test.skipIf(!schemasFolder)('answers are valid by the schema in CITY_SCHEMAS, as repaired', async () => {
  for (const [path, list, model] of [
    ['places', 'HierarchyElementList', 'Place'],
    ['rates', 'RateTableList', 'RateTable'],
    ['rights/specs', 'RightSpecificationList', 'RightSpecification'],
  ] as const) {
    const { body } = await read(`small/v4/${path}`)
    expect([path, ...faultsOf(apdsModel(list), body)]).toEqual([path])
    const validate = apdsModel(model)
    for (const one of body.data) expect([one.id, ...faultsOf(validate, one)]).toEqual([one.id])
    expect(faultsOf(validate, { ...body.data[0], version: 0 })).not.toEqual([])
  }
  const table = apdsModel('RateTable')
  for (const one of written([tiers])!.tables) expect(faultsOf(table, one)).toEqual([])
})
