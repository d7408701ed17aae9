// What is exported and read again is the same: places, when each rule holds, and what a stay costs; docs/cities.md says what is lost.
import type { Rule, RuleBook } from '@parkit/contract/city/calendar-schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { noon, startTestServer, type TestServer } from '#app/testing.ts'
import { type Calendar, evaluateStay, stateAt } from '#city/calendar/calendar.ts'
import { anyCar, ban, chicago, during, free, hourly, price, rule, steps } from '#city/calendar/testing.ts'
import { bookOfPolicies } from '#city/imports/cds-policies.ts'
import { type FileToRead, readFile } from '#city/imports/readers.ts'
import type { PlaceOfRows } from '#city/imports/shape.ts'
import { type City, source, testCity, testFacts, testPlace } from '#city/places/testing.ts'
import { apdsBookOf } from './apds-rates.ts'
import type { Book } from './books.ts'
import { type CdsPolicy, cdsPoliciesOf } from './cds-policies.ts'

const facts = testFacts({ name: 'Small City' })
/** A curb of its own for each, some meters from the next. */
const curb = (zoneNumber: string, nth: number, own: Parameters<typeof testPlace>[2] = {}) => {
  const latitude = (39_740 + nth) / 1000
  const outline: City['places'][number]['outline'] = [
    [-104.99, latitude],
    [-104.985, latitude],
    [-104.98, latitude],
  ]
  return testPlace(zoneNumber, 0, { kind: 'street', latitude, longitude: -104.985, outline, ...own })
}
const small = (): City => ({
  ...testCity(),
  facts,
  places: [
    curb('8001', 1, { maxStayMinutes: 120, noReturnMinutes: 60 }),
    curb('8002', 2, { towAway: [{ days: [1, 2, 3, 4, 5], from: '22:00', to: '02:00' }], capacity: 7 }),
    curb('8003', 3, { hours: [{ days: [1, 2, 3, 4, 5], from: '06:00', to: '22:00' }], tariffId: 'five-dollars' }),
    curb('800412', 4, { tariffId: 'free', name: 'Señor St, "back"' }),
  ],
})

let parkit: TestServer
beforeAll(async () => {
  parkit = await startTestServer()
  await parkit.loadCity(source(small(), 'first', 'small'))
})
afterAll(() => parkit.stop())

const bytesOf = (text: string) => new TextEncoder().encode(text)
const exported = async (path: string) => {
  const reply = await parkit.app.inject({ url: `/api/${path}` })
  expect(reply.statusCode).toBe(200)
  return reply.payload
}
const readAgain = (file: FileToRead) => {
  const reading = readFile(file, facts)
  expect(reading.refused).toEqual([])
  return reading
}
const factsOf = ({ number, name, address, latitude, longitude, outline, spaces }: Partial<PlaceOfRows>) => ({
  number,
  name,
  address,
  latitude,
  longitude,
  outline,
  spaces,
})
const expectedFacts = () =>
  small().places.map(place =>
    factsOf({ ...place, number: place.zoneNumber, spaces: { general: place.capacity } } as Partial<PlaceOfRows>),
  )

/** A week of stays of fifteen minutes to three and a half hours. */
const expectSameStays = (zone: string, before: Calendar, after: Calendar) => {
  const start = noon.toZonedDateTimeISO(before.timeZone).startOfDay()
  for (let quarter = 0; quarter < 7 * 96; quarter++) {
    const at = start.add({ minutes: quarter * 15 }).toInstant()
    const [one, other] = [before, after].map(calendar =>
      evaluateStay({ calendar, facts: anyCar, start: at, seconds: 60 * (15 + ((quarter * 7) % 200)) }),
    )
    const told = (stay: typeof one) => [zone, at.toString(), stay!.refusal?.code, stay!.seconds, stay!.totalCents]
    expect(told(other)).toEqual(told(one))
  }
}

const spoken = (policies: CdsPolicy[]) => policies.map(({ name, rules, time_spans }) => ({ name, rules, time_spans }))

test('CDS: each zone with its place, its rules at every quarter of an hour, its prices, and once more the same policies', async () => {
  const [zones, policies] = [await exported('Cds/small/curbs/zones'), await exported('Cds/small/curbs/policies')]
  const { places, books } = readAgain({ format: 'cds', bytes: bytesOf(zones), beside: [bytesOf(policies)] })
  expect(places.map(factsOf)).toEqual(expectedFacts())
  const given: CdsPolicy[] = JSON.parse(policies).data.policies
  const list = [...parkit.features.places.readCity('small').list()]
  for (const [i, { place }] of list.entries()) {
    const { book } = books.find(({ bookId }) => bookId === places[i]!.bookId)!
    const before = place.calendarAt(noon)!
    expectSameStays(place.zoneNumber, before, { ...before, book })
    const zone = JSON.parse(zones).data.zones[i] as { curb_policy_ids: string[] }
    const own = zone.curb_policy_ids.map(id => given.find(one => one.curb_policy_id === id)!)
    const again = cdsPoliciesOf({ book, overrides: [], publishedAt: noon, timeZone: facts.timeZone }, 'general')
    expect(spoken(again)).toEqual(spoken(own))
  }
})

const lists = new Map([
  [
    'holidays',
    { days: new Map(['2026-07-03', '2026-11-26', '2026-12-25'].map(day => [day, {}])), knownUntil: '2030-01-01' },
  ],
])
const rules: Rule[] = [
  ban({
    name: { en: 'Sweeping' },
    when: [
      during({ weekdays: [2], nth: [1, 3], from: '08:00', to: '12:00', yearly: { from: '04-10', before: '12-01' } }),
    ],
  }),
  rule({
    name: { en: 'Residents' },
    priority: 20,
    who: { holds: ['resident'] },
    when: [during({ from: '18:00', to: '08:00' })],
    price: free,
  }),
  rule({
    name: { en: 'Meter' },
    priority: 30,
    when: [during({ weekdays: [1, 2, 3, 4, 5, 6], from: '08:00', to: '20:00', notOnDays: ['holidays'] })],
    price: price(steps(25, 450)),
    limits: { maxStaySeconds: 7200, maxStayCounts: 'rule', noReturnScope: 'zone' },
  }),
  rule({
    name: { en: 'Friday night' },
    priority: 40,
    when: [during({ weekdays: [5], from: '20:00', to: '03:00' })],
    price: hourly(300),
  }),
]

/** The rule that decides at each quarter of an hour of a year, for everyone and for residents. */
const expectSameRules = (book: RuleBook, again: RuleBook) => {
  const calendarOf = (one: RuleBook): Calendar => ({
    book: one,
    overrides: [],
    lists,
    banLists: lists,
    timeZone: chicago,
  })
  const [before, after] = [calendarOf(book), calendarOf(again)]
  const nameAt = (calendar: Calendar, holds: string[], at: Temporal.Instant) => {
    const { ban: closed, rule: priced } = stateAt(calendar, { ...anyCar, holds }, at)
    const won = closed ?? priced
    return typeof won === 'string' ? 'Free' : won.name.en
  }
  const start = Temporal.ZonedDateTime.from(`2026-01-01T00:00[${chicago}]`)
  for (let local = start; local.year === 2026; local = local.add({ minutes: 15 })) {
    const at = local.toInstant()
    for (const holds of [[], ['resident']])
      if (nameAt(after, holds, at) !== nameAt(before, holds, at))
        throw new Error(`${local} ${holds}: ${nameAt(after, holds, at)}, not ${nameAt(before, holds, at)}`)
  }
}

test('CDS: a year of sweeping, holidays, nights, and residents, by the rule that decides at each quarter of an hour', () => {
  const book: RuleBook = { rules, caps: [], otherwise: 'free' }
  const writtenOf = (one: RuleBook) =>
    cdsPoliciesOf({ book: one, overrides: [], publishedAt: noon, timeZone: chicago }, 'general')
  const policies = writtenOf(book)
  const again = bookOfPolicies(policies, { version: '1.1.0', timeZone: chicago, otherwise: 'unknown' })
  expect(spoken(writtenOf(again))).toEqual(spoken(policies))
  expectSameRules(book, again)
})

const place = {
  ref: '{zone_number}',
  name: '{name}',
  kind: '{kind}',
  address: '{address}',
  neighborhood: '{neighborhood}',
  latitude: '{latitude}',
  longitude: '{longitude}',
  spaces: { general: '{capacity}' },
}

test('GeoJSON and CSV: the same facts by their columns; a table has no outlines', async () => {
  const mapping = (format: string) => JSON.stringify({ format, place })
  const geojson = readAgain({
    format: 'geojson',
    bytes: bytesOf(await exported('Export/small/zones.geojson')),
    mapping: mapping('geojson'),
  })
  expect(geojson.places.map(factsOf)).toEqual(expectedFacts())
  expect(geojson.places[0]).toMatchObject({ kind: 'street', neighborhood: 'Capitol Hill' })
  const csv = readAgain({
    format: 'csv',
    bytes: bytesOf(await exported('Export/small/zones.csv')),
    mapping: mapping('csv'),
  })
  expect(csv.places.map(factsOf)).toEqual(expectedFacts().map(one => ({ ...one, outline: [] })))
})

test('APDS: each place with its facts, its rules at every quarter of an hour, and its prices', async () => {
  const answers = await Promise.all(['places', 'rates', 'rights/specs'].map(path => exported(`Apds/small/v4/${path}`)))
  const [places, ...beside] = answers.map(bytesOf) as [Uint8Array, ...Uint8Array[]]
  const reading = readAgain({ format: 'apds', bytes: places, beside })
  // a line is no area, which alone APDS has for outlines
  expect(reading.places.map(factsOf)).toEqual(expectedFacts().map(one => ({ ...one, outline: [] })))
  expect(reading.places[0]).toMatchObject({ kind: 'street', neighborhood: 'Capitol Hill' })
  const list = [...parkit.features.places.readCity('small').list()]
  for (const [i, { place }] of list.entries()) {
    const { book } = reading.books.find(({ bookId }) => bookId === reading.places[i]!.bookId)!
    const before = place.calendarAt(noon)!
    expectSameStays(place.zoneNumber, before, { ...before, book })
  }
})

const bookOf = (book: RuleBook): Book => ({
  bookId: 'book',
  version: 1,
  inForceFrom: noon,
  publishedAt: noon,
  timeZone: chicago,
  overrides: [],
  book,
})
/** Of a place with a book, as two answers of APDS. */
const apdsOf = (book: RuleBook) => {
  const { tables, rights, restrictions } = apdsBookOf(bookOf(book), 'general', 'USD')!
  const element = {
    id: '8001',
    version: 1,
    type: 'place',
    layer: 0,
    name: [{ language: 'en', string: 'Oak St' }],
    hierarchyElementRecord: { creationTime: noon.toString() },
    indicativePlacePointLocation: [{ type: 'Point', coordinates: [-104.99, 39.74] }],
    rightSpecifications: rights.map(({ id, version }) => ({ id, version })),
    operatingRestrictions: restrictions,
    hierarchyElementReference: { supply: [{ supplyQuantity: 5 }] },
  }
  return { said: { tables, rights, restrictions }, files: [[element], [...tables, ...rights]] }
}
const readApds = (files: object[][]) => {
  const [bytes, ...beside] = files.map(data => bytesOf(JSON.stringify({ data }))) as [Uint8Array, ...Uint8Array[]]
  return readAgain({ format: 'apds', bytes, beside })
}
/** Ids and what they are made of are ParkIt's own at each import. */
const withoutIds = (value: unknown) => JSON.parse(JSON.stringify(value, (key, own) => (key === 'id' ? undefined : own)))

test('APDS: a year of sweeping, holidays, residents, and tiers under a cap, and once more the same tables', () => {
  const tiered: RuleBook = {
    rules: [
      ...rules.slice(0, 2).map(one => ({ ...one, when: one.when.map(({ yearly: _, ...when }) => when) })),
      rules[2]!,
      rule({
        id: 'evening',
        name: { en: 'Evening', es: 'Tarde' },
        priority: 50,
        when: [during({ from: '20:00', to: '02:00' })],
        price: price(
          { type: 'total', fromSeconds: 0, toSeconds: 1800, cents: 300 },
          { type: 'total', fromSeconds: 1800, toSeconds: 3600, cents: 500 },
          steps(25, 450, 3600),
        ),
      }),
    ],
    caps: [{ cents: 900, ruleIds: ['evening'], resetAt: '06:00' }],
    otherwise: 'free',
  }
  const { said, files } = apdsOf(tiered)
  const { books, places } = readApds(files)
  expect(places[0]!.bookId).toBe(books[0]!.bookId)
  const again = books[0]!.book
  expect(withoutIds(apdsOf(again).said)).toEqual(withoutIds(said))
  expectSameRules(tiered, again)
  const calendarOf = (book: RuleBook): Calendar => ({ book, overrides: [], lists, banLists: lists, timeZone: chicago })
  expectSameStays('8001', calendarOf(tiered), calendarOf(again))
})
