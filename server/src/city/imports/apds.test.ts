// Files of APDS v4: what a place's rates and restrictions become, what is refused with its field, and its counts.
import { expect, test } from 'vitest'
import { testFacts } from '#city/places/testing.ts'
import { readCounts } from './counts.ts'
import { readFile } from './readers.ts'

type Json = { [field: string]: unknown }
const bytesOf = (data: Json[], more: Json = {}) => Buffer.from(JSON.stringify({ ...more, data }))
const said = (string: string) => [{ language: 'en', string }]

const element = (own: Json = {}): Json => ({
  id: '4101',
  version: 1,
  type: 'place',
  layer: 0,
  name: said('Main St'),
  hierarchyElementRecord: { creationTime: '2026-01-01T00:00:00Z' },
  characteristics: { structureType: 'onStreet' },
  indicativePlacePointLocation: [{ type: 'Point', coordinates: [-104.99, 39.74] }],
  hierarchyElementReference: { supply: [{ supplyQuantity: 8 }] },
  ...own,
})
const line = (own: Json = {}) => ({
  sequence: 1,
  rateLineType: 'incrementingRate',
  durationStart: '00:00',
  incrementPeriod: 'PT7M30S',
  value: 0.25,
  usageCondition: 'unlimited',
  ...own,
})
const table = (collection: Json = {}, own: Json = {}) => ({
  id: 'rate-1571',
  version: 3,
  rateTableName: said('Meter 1571'),
  availability: 'public',
  validity: {
    validityStatus: 'definedByValidityTimeSpec',
    validityTimeSpecification: {
      overallStartTime: '2026-01-01T07:00:00Z',
      validPeriods: [
        {
          recurringDayWeekMonthPeriod: [{ applicableDay: ['monday', 'saturday'] }],
          recurringTimePeriodOfDay: [{ startTimeOfPeriod: '08:00', endTimeOfPeriod: '20:00' }],
        },
      ],
      exceptionPeriods: [
        { recurringSpecialDay: [{ specialDayType: 'publicHoliday', intersectWithApplicableDays: true }] },
      ],
    },
  },
  rateLineCollections: [
    {
      collectionSequence: 1,
      applicableCurrency: 'USD',
      resetTime: '06:00',
      relativeTimes: true,
      taxIncluded: true,
      maxTime: 'PT2H',
      maxValueCollection: { currencyType: 'USD', currencyValue: 12 },
      rateLines: [line({ durationEnd: '02:00' })],
      ...collection,
    },
  ],
  ...own,
})
const right = (own: Json = {}) => ({
  id: 'park',
  version: 1,
  type: 'oneTimeUseParking',
  hierarchyElements: [{ id: '4101', version: 1 }],
  rateEligibility: [{ priority: 1, rateTable: { id: 'rate-1571', version: 3 } }],
  ...own,
})
const read = (elements: Json[], tables: Json[], rights: Json[], facts = testFacts()) =>
  readFile({ format: 'apds', bytes: bytesOf(elements), beside: [bytesOf(tables), bytesOf(rights)] }, facts)

test('the rate table of a meter becomes a rule with its hours, steps, longest stay, and cap', () => {
  const { places, books, refused, rowsRead } = read([element()], [table()], [right()])
  expect([refused, rowsRead]).toEqual([[], 1])
  expect(places).toMatchObject([{ ref: '4101', number: '4101', kind: 'street', spaces: { general: 8 }, rows: [1] }])
  expect(places[0]!.bookId).toBe(books[0]!.bookId)
  expect(books[0]!.inForceFrom?.toString()).toBe('2026-01-01T07:00:00Z')
  expect(books[0]!.book).toEqual({
    rules: [
      {
        id: 'rate-1',
        priority: 1,
        name: { en: 'Meter 1571' },
        when: [{ weekdays: [1, 6], from: '08:00', to: '20:00', notOnDays: ['holidays'], dateOf: 'minute' }],
        who: {},
        activity: 'park',
        price: {
          lines: [{ type: 'step', fromSeconds: 0, toSeconds: null, stepSeconds: 450, cents: 25 }],
          count: 'period',
        },
        limits: { maxStaySeconds: 7200, maxStayCounts: 'rule', noReturnScope: 'zone' },
      },
    ],
    caps: [{ cents: 1200, resetAt: '06:00', ruleIds: ['rate-1'] }],
    otherwise: 'unknown',
  })
})

test('tiers are added up, and spaces of a kind with rates of their own are rules for those', () => {
  const tiers = [
    line({ rateLineType: 'flatRateTier', durationEnd: '00:30', incrementPeriod: 'PT30M', value: 3 }),
    line({ sequence: 2, rateLineType: 'flatRateTier', durationStart: '00:30', durationEnd: '02:00', incrementPeriod: undefined, value: 2 }), // biome-ignore format: one line
  ]
  const sub = element({
    id: '4101-loading',
    type: 'subplaceElement',
    layer: 1,
    parentId: { id: '4101' },
    operatingRestrictions: [{ operatingRestriction: 'streetCleaning' }],
    hierarchyElementReference: { supply: [{ supplyQuantity: 2 }] },
  })
  const loading = right({ id: 'load', type: 'loadingUnloading', hierarchyElements: [{ id: '4101-loading' }] })
  const { places, books, refused } = read([element(), sub], [table({ rateLines: tiers })], [right(), loading])
  expect(refused).toEqual([])
  expect(places[0]).toMatchObject({ rows: [1, 2], spaces: { general: 8, loading: 2 } })
  const { rules } = books[0]!.book
  expect(rules.map(({ id, activity, spaceKinds }) => [id, activity, spaceKinds?.includes('loading')])).toEqual([
    ['ban-1', 'none', true],
    ['rate-2', 'park', false],
    ['rate-3', 'load', true],
  ])
  expect(rules[1]!.price!.lines.map(({ type, cents }) => [type, cents])).toEqual([
    ['total', 300],
    ['total', 500],
  ])
})

test('what no rule says is a warning with its field, and its place has its rates in words', () => {
  const faultOf = (elements: Json, tables: Json, rights: Json = right()) => {
    const { places, books, refused } = read([elements], [tables], [rights])
    expect([places.length, places[0]!.bookId, books, refused]).toEqual([1, null, [], []])
    expect(places[0]!.ratesText!.en).toMatch(/^Meter 1571: \$0\.\d+ every 7\.5 min/)
    return places[0]!.warning?.field
  }
  const collection = 'rateLineCollections.0'
  const inTable = (own: Json, more: Json = {}) => faultOf(element(), table(own, more))
  const [one] = table().rateLineCollections
  expect(inTable({}, { rateLineCollections: [one, one] })).toBe(`rate-1571, rateLineCollections`)
  expect(inTable({ minValueCollection: {} })).toBe(`rate-1571, ${collection}`)
  expect(inTable({ relativeTimes: false })).toBe(`rate-1571, ${collection}.relativeTimes`)
  expect(inTable({ taxIncluded: false })).toBe(`rate-1571, ${collection}.taxIncluded`)
  expect(inTable({ rateLines: [line({ maxValue: 3 })] })).toBe(`rate-1571, ${collection}.rateLines.0`)
  expect(inTable({ maxTime: undefined })).toBe(`rate-1571, ${collection}.rateLines.0.durationEnd`)
  expect(inTable({ rateLines: [line({ value: 0.333 })] })).toBe(`rate-1571, ${collection}.rateLines.0.value`)
  expect(inTable({}, { availability: 'private' })).toBe(`rate-1571, availability`)
  const over = { recurringTimePeriodOfDay: [{ startTimeOfPeriod: '20:00', endTimeOfPeriod: '02:00' }] }
  const during = (validPeriods: Json[]) => ({ validity: { validityTimeSpecification: { validPeriods } } })
  expect(inTable({}, during([over]))).toBe(`rate-1571, endTimeOfPeriod`)
  expect(inTable({}, during([{ recurringSpecialDay: [{ specialDayType: 'longWeekendDay', intersectWithApplicableDays: true }] }]))).toBe(`rate-1571, recurringSpecialDay`) // biome-ignore format: one line
  const eligibility = (own: Json) => right({ rateEligibility: [{ rateTable: { id: 'rate-1571' }, ...own }] })
  expect(faultOf(element(), table(), eligibility({ rateDiscount: { discountRate: 10 } }))).toBe(`park, rateEligibility.0`) // biome-ignore format: one line
  expect(faultOf(element(), table(), right({ type: 'permitParking' }))).toBe(`park, type`)
  const limited = element({ operatingRestrictions: [{ operatingRestriction: 'parkingTimeLimit' }] })
  expect(faultOf(limited, table())).toBe('operatingRestrictions')
  const [place] = read(
    [element(), element({ id: 'x', type: 'space', parentId: { id: '4101' } })],
    [table()],
    [right()],
  ).places
  expect([place!.bookId, place!.warning!.field, place!.rows]).toEqual([null, 'childIds', [1]])
  expect(inTable({}, { validity: { validityTimeSpecification: { overallStartTime: 'soon' } } })).toBe(
    'overallStartTime',
  )
  const open = element({ times: { available24hours: false } })
  expect(faultOf(open, table())).toBe('times')
})

test('a place that cannot be taken is refused whole; another currency is shown in words, without a fault', () => {
  const refusalOf = (own: Json) => {
    const { places, refused } = read([element(own)], [], [])
    expect(places).toEqual([])
    return refused.map(({ row, field }) => [row, field])
  }
  expect(refusalOf({ indicativePlacePointLocation: [null] })).toEqual([[1, 'indicativePlacePointLocation.0']])
  const orphan = { id: '4102-loading', type: 'subplaceElement', parentId: { id: '4102' } }
  expect(refusalOf(orphan)).toEqual([[1, 'parentId']])
  expect(refusalOf({ type: 'campus' })).toEqual([[1, 'type']])
  expect(refusalOf({ timeZone: 'Europe/Berlin' })).toEqual([[1, 'timeZone']])
  expect(refusalOf({ hierarchyElementReference: {} })).toEqual([[1, 'hierarchyElementReference.supply']])
  expect(refusalOf({ indicativePlacePointLocation: [] })).toEqual([[1, 'indicativePlacePointLocation']])
  const { places, refused } = read([element()], [table({ applicableCurrency: 'GBP' })], [right()])
  expect(refused).toEqual([])
  expect(places[0]).toMatchObject({ bookId: null, ratesText: { en: 'Meter 1571: £0.25 every 7.5 min up to 02:00' } })
  expect(() => readFile({ format: 'apds', bytes: bytesOf([element()], { meta: { total: 40 } }) }, testFacts())).toThrow('page of 40') // biome-ignore format: one line
})

test('counts: the newest that was counted; a forecast, a share, and a place without any are refused', () => {
  const demand = (...demandType: Json[]) => ({ hierarchyElementReference: { demandTable: [{ demandType }] } })
  const counted = (count: number | undefined, recordDateTime: string, occupancyCalculation = 'counted') => ({
    count,
    recordDateTime,
    occupancyCalculation,
  })
  const { counts, refused } = readCounts(
    {
      format: 'apds',
      bytes: bytesOf([
        element(demand(counted(3, '2026-06-02T18:00:00Z'), counted(5, '2026-06-02T18:05:00Z'), counted(9, '2026-06-02T19:00:00Z', 'expected'))), // biome-ignore format: one line
        element({ id: '4102', ...demand({ percentage: 50, recordDateTime: '2026-06-02T18:00:00Z' }) }),
        element({ id: '4103', hierarchyElementReference: { demandTable: [null] } }),
        element({ id: 'quarter', type: 'campus' }),
      ]),
    },
    'America/Denver',
  )
  expect(counts.map(({ ref, taken, at }) => [ref, taken, at.toString()])).toEqual([['4101', 5, '2026-06-02T18:05:00Z']])
  expect(refused.map(({ row, key, reason }) => [row, key, reason])).toEqual([
    [2, '4102', 'not_counted: it says no number'],
    [3, '4103', 'not_counted: it says no number'],
  ])
})
