// Files of every format with parts of them broken at random: each row is taken or refused, or the whole file is unreadable; nothing throws else.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCounts } from './counts.ts'
import { type FileToRead, type Format, readFile } from './readers.ts'
import { UnreadableFile } from './shape.ts'
import { readTable, type TableRow } from './tables.ts'
import { dryRun, mappingWith, smallFacts } from './testing.ts'

type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

const line = [[-104.99, 39.74], [-104.989, 39.74]] // biome-ignore format: one line
const ring = [...line, [-104.989, 39.741], [-104.99, 39.74]]
const shapes: Json[] = [
  { type: 'Point', coordinates: [-104.99, 39.74] },
  { type: 'LineString', coordinates: line },
  { type: 'MultiLineString', coordinates: [line] },
  { type: 'Polygon', coordinates: [ring] },
  { type: 'MultiPolygon', coordinates: [[ring]] },
  { type: 'GeometryCollection', geometries: [{ type: 'MultiPoint', coordinates: line }] },
]

const cds: Json = {
  version: '1.1.0',
  currency: 'USD',
  data: {
    zones: shapes.map((geometry, i) => ({
      curb_zone_id: `z${i}`,
      user_zone_id: `410${i}`,
      street_name: 'Main St',
      num_spaces: 4,
      curb_policy_ids: ['p1'],
      geometry: i === 0 ? { type: 'Feature', geometry } : geometry,
    })),
    policies: [
      {
        curb_policy_id: 'p1',
        priority: 5,
        rules: [
          {
            activity: 'parking',
            max_stay: 2,
            max_stay_unit: 'hour',
            no_return: 1,
            no_return_unit: 'hour',
            user_classes: ['car'],
            purposes: ['delivery'],
            rate: [{ rate: 200, rate_unit: 'hour', increment_amount: 25, start_duration: 0, maximum_fee: 400 }],
          },
        ],
        time_spans: [
          { days_of_week: ['mon'], weeks_of_month: [1], time_of_day_start: '08:00', time_of_day_end: '20:00' },
          { start_date: 1_767_250_800_000, months: [1], days_of_month: [1] },
          { designated_period: 'holidays', designated_period_except: true },
        ],
      },
    ],
  },
}

const features: Json = {
  type: 'FeatureCollection',
  features: shapes.map((geometry, i) => ({
    type: 'Feature',
    geometry,
    properties: {
      zone: `410${i}`,
      name: 'Main St',
      street: '1 Main St',
      spaces: 4,
      rate: '2.00',
      minutes: 15,
      hours: '8:00AM-6:00PM',
      most: '2 hours',
      status: 'In service',
      from: '',
    },
  })),
}

const sites: Json[] = shapes.map((_, i) => ({
  uid: `410${i}`,
  name: 'Station Garage',
  type: 'CAR_PARK',
  lat: '39.74',
  lon: -104.99,
  capacity: '100',
  max_height: 200,
  fee_description: '$2',
  restrictions: [{ type: 'CHARGING', capacity: 6 }],
}))
const sitesDrawn: Json = {
  type: 'FeatureCollection',
  features: shapes.map((geometry, i) => ({ type: 'Feature', geometry, properties: sites[i]! })),
}

const said = (string: string) => [{ language: 'en', string }]
const apds: Json = {
  data: [
    ...shapes.slice(0, 3).map((_, i) => ({
      id: `410${i}`,
      type: 'place',
      layer: 0,
      name: said('Main St'),
      timeZone: 'America/Denver',
      indicativePlacePointLocation: [shapes[0]!],
      placeBoundedZone: [shapes[4]!],
      rightSpecifications: [{ id: 'park' }],
      operatingRestrictions: [{ operatingRestriction: 'noParking' }],
      hierarchyElementReference: { supply: [{ supplyQuantity: 8 }] },
    })),
    { id: '4100-loading', type: 'subplaceElement', layer: 1, name: said('Loading'), parentId: { id: '4100' } },
    {
      id: 'rate',
      version: 1,
      rateTableName: said('Meter'),
      availability: 'public',
      validity: {
        validityTimeSpecification: {
          overallStartTime: '2026-01-01T07:00:00Z',
          validPeriods: [
            {
              recurringDayWeekMonthPeriod: [{ applicableDay: ['monday'] }],
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
          maxTime: 'PT2H',
          maxValueCollection: { currencyType: 'USD', currencyValue: 12 },
          rateLines: [{ sequence: 1, rateLineType: 'incrementingRate', incrementPeriod: 'PT15M', value: 0.25 }],
        },
      ],
    },
    { id: 'park', type: 'oneTimeUseParking', rateEligibility: [{ rateTable: { id: 'rate', version: 1 } }] },
  ],
}

const bytesOf = (json: Json) => Buffer.from(JSON.stringify(json))
const mapping = mappingWith({ format: 'geojson', place: { latitude: undefined, longitude: undefined } })
const files: Record<string, [valid: Json, toFile: (json: Json) => FileToRead]> = {
  cds: [cds, json => ({ format: 'cds', bytes: bytesOf(json) })],
  geojson: [features, json => ({ format: 'geojson', bytes: bytesOf(json), mapping })],
  'geojson with columns of positions': [
    features,
    json => ({
      format: 'geojson',
      bytes: bytesOf(json),
      mapping: mappingWith({ format: 'geojson', place: { latitude: '39.74', longitude: '-104.99' } }),
    }),
  ],
  parkapi: [{ items: sites }, json => ({ format: 'parkapi', bytes: bytesOf(json) })],
  'parkapi with geometries': [sitesDrawn, json => ({ format: 'parkapi', bytes: bytesOf(json) })],
  'a patch of parkapi': [
    { items: sites },
    json => ({ format: 'parkapi', bytes: bytesOf({ items: sites }), beside: [bytesOf(json)] }),
  ],
  apds: [apds, json => ({ format: 'apds', bytes: bytesOf(json) })],
}

/** The paths of all values within one, itself the empty path. */
const pathsOf = (json: Json): (string | number)[][] => [
  [],
  ...(json && typeof json === 'object'
    ? Object.entries(json).flatMap(([name, part]) => pathsOf(part).map(path => [name, ...path]))
    : []),
]
/** With the value at a path replaced; undefined takes it out, of a list it leaves null. */
const replaced = (json: Json, [name, ...rest]: (string | number)[], by: Json | undefined): Json | undefined => {
  if (name === undefined) return by
  if (!json || typeof json !== 'object') return json
  const part = replaced((json as { [name: string]: Json })[name] as Json, rest, by)
  if (Array.isArray(json)) return json.map((own, i) => (String(i) === String(name) ? (part ?? null) : own))
  const { [name]: _, ...others } = json
  return part === undefined ? others : { ...others, [name]: part }
}

const strange: (Json | undefined)[] = [
  undefined, null, true, 0, -1, 0.5, 1e300, 1e15, '', ' ', 'x', 'constructor', '__proto__', '9'.repeat(400), '25:99', 'P', [], [null], [[]], [[[]]], {}, { type: 'Point' },
  { type: 'Point', coordinates: null }, { type: 'Polygon', coordinates: [null] }, { type: 'GeometryCollection', geometries: [null] }, { type: 'Circle' }, { toString: 1, valueOf: 1 },
] // biome-ignore format: a list of values
const value = fc.oneof(
  { arbitrary: fc.constantFrom(...strange), weight: 4 },
  { arbitrary: fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>, weight: 1 },
)

const change = (json: Json) => fc.tuple(fc.constantFrom(...pathsOf(json)), value)

for (const [name, [valid, toFile]] of Object.entries(files)) {
  test(`${name}: however it is broken, each row is taken or refused`, () => {
    const whole = dryRun(toFile(valid))
    expect(whole.reading.places.length).toBeGreaterThanOrEqual(3)
    fc.assert(
      fc.property(fc.array(change(valid), { minLength: 1, maxLength: 3 }), changes => {
        const broken = changes.reduce<Json>((json, [path, by]) => replaced(json, path, by) ?? null, valid)
        try {
          const { reading, checked } = dryRun(toFile(broken))
          const rows = new Set([
            ...checked.places.flatMap(place => place.rows),
            ...checked.refused.map(({ row }) => row),
          ])
          rows.delete(0)
          expect([...rows].toSorted((a, b) => a - b)).toEqual(Array.from({ length: reading.rowsRead }, (_, i) => i + 1))
        } catch (error) {
          if (!(error instanceof UnreadableFile)) throw error
        }
      }),
      { numRuns: 300 },
    )
  })
}

const countedAt = '2026-06-02T18:00:00Z'
const counted: Record<string, [valid: Json, file: Omit<FileToRead, 'bytes'>]> = {
  'counts of parkapi': [
    { items: [{ uid: '4101', realtime_free_capacity: 3, realtime_data_updated_at: countedAt }] },
    { format: 'parkapi' },
  ],
  'counts of apds': [
    {
      data: [
        {
          id: '4101',
          type: 'place',
          hierarchyElementReference: { demandTable: [{ demandType: [{ count: 3, recordDateTime: countedAt }] }] },
        },
      ],
    },
    { format: 'apds' },
  ],
  'counts of geojson': [
    { type: 'FeatureCollection', features: [{ properties: { zone: '4101', free: 3, at: countedAt } }] },
    { format: 'geojson', mapping: JSON.stringify({ format: 'geojson', ref: '{zone}', free: '{free}', at: '{at}' }) },
  ],
}
for (const [name, [valid, file]] of Object.entries(counted))
  test(`${name}: however they are broken, each row is taken or refused`, () => {
    const read = (json: Json) => readCounts({ ...file, bytes: bytesOf(json) }, 'America/Denver')
    expect(read(valid).counts).toHaveLength(1)
    fc.assert(
      fc.property(change(valid), ([path, by]) => {
        try {
          read(replaced(valid, path, by) ?? null)
        } catch (error) {
          if (!(error instanceof UnreadableFile)) throw error
        }
      }),
      { numRuns: 300 },
    )
  })

test('a geometry that is none is refused with what is wrong with it, and the other rows are taken', () => {
  const refusalOf = (format: Format, json: Json) => {
    const { places, refused } = readFile(
      { format, bytes: bytesOf(json), ...(format === 'geojson' && { mapping }) },
      smallFacts,
    )
    expect(places).toHaveLength(5)
    return refused.map(({ row, field }) => [row, field])
  }
  const bad = { type: 'LineString', coordinates: [[-104.99, 39.74], ['x', 39.74]] } // biome-ignore format: one line
  expect(refusalOf('cds', replaced(cds, ['data', 'zones', 1, 'geometry'], bad)!)).toEqual([
    [2, 'geometry.coordinates.1.0'],
  ])
  expect(refusalOf('geojson', replaced(features, ['features', 1, 'geometry'], bad)!)).toEqual([
    [2, 'geometry.coordinates.1.0'],
  ])
  expect(refusalOf('geojson', replaced(features, ['features', 1], null)!)).toEqual([[2, 'zone']])
  expect(refusalOf('parkapi', replaced(sitesDrawn, ['features', 1, 'geometry'], bad)!)).toEqual([
    [2, 'geometry.coordinates.1.0'],
  ])
  expect(refusalOf('parkapi', replaced({ items: sites }, ['items', 1], null)!)).toEqual([[2, 'uid']])
})

test('a table of many columns and many short rows takes no more memory than its cells', () => {
  const columns = Array.from({ length: 9_000 }, (_, n) => `c${n}`).join()
  const [first, ...rest] = readTable(Buffer.from(`${columns}${'\nx'.repeat(20_000)}`), { format: 'csv' })
  const widthOf = ({ fields }: TableRow) => [...fields.keys()].length
  expect([widthOf(first!), rest.length]).toEqual([9_000, 19_999])
  expect(rest.every(row => widthOf(row) === 1)).toBe(true)
})
