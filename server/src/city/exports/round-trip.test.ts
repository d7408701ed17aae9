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
  await parkit.features.places.importPlaces(source(small(), 'first', 'small'))
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

const spoken = (policies: CdsPolicy[]) => policies.map(({ name, rules, time_spans }) => ({ name, rules, time_spans }))

test('CDS: each zone with its place, its rules at every quarter of an hour, its prices, and once more the same policies', async () => {
  const [zones, policies] = [await exported('Cds/small/curbs/zones'), await exported('Cds/small/curbs/policies')]
  const { places, books } = readAgain({ format: 'cds', bytes: bytesOf(zones), beside: bytesOf(policies) })
  expect(places.map(factsOf)).toEqual(expectedFacts())
  const given: CdsPolicy[] = JSON.parse(policies).data.policies
  const list = [...parkit.features.places.readCity('small').list()]
  for (const [i, { place }] of list.entries()) {
    const { book } = books.find(({ bookId }) => bookId === places[i]!.bookId)!
    const before = place.calendarAt(noon)!
    const after: Calendar = { ...before, book }
    const start = noon.toZonedDateTimeISO(facts.timeZone).startOfDay()
    for (let quarter = 0; quarter < 7 * 96; quarter++) {
      const at = start.add({ minutes: quarter * 15 }).toInstant()
      const [one, other] = [before, after].map(calendar =>
        evaluateStay({ calendar, facts: anyCar, start: at, seconds: 60 * (15 + ((quarter * 7) % 200)) }),
      )
      expect([place.zoneNumber, at.toString(), other!.refusal?.code, other!.seconds, other!.totalCents]).toEqual([
        place.zoneNumber,
        at.toString(),
        one!.refusal?.code,
        one!.seconds,
        one!.totalCents,
      ])
    }
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

test('CDS: a year of sweeping, holidays, nights, and residents, by the rule that decides at each quarter of an hour', () => {
  const book: RuleBook = { rules, caps: [], otherwise: 'free' }
  const writtenOf = (one: RuleBook) =>
    cdsPoliciesOf({ book: one, overrides: [], publishedAt: noon, timeZone: chicago }, 'general')
  const policies = writtenOf(book)
  const again = bookOfPolicies(policies, { version: '1.1.0', timeZone: chicago, otherwise: 'unknown' })
  expect(spoken(writtenOf(again))).toEqual(spoken(policies))
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
