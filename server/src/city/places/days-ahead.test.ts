// The rules of seven days, and closures, event rates, and holidays ahead: over HTTP, on a real database.
import { randomUUID } from 'node:crypto'
import type { Rule } from '@parkit/contract/city/calendar-schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ban, during, free, hourly, rule } from '#city/calendar/testing.ts'
import { publishClosure } from '#city/overrides/overrides.ts'
import { insertRate } from '#city/overrides/testing.ts'
import { publishDays } from '#city/rules/rules.ts'
import { source, startPlaces, testCity, testPlace, tuesday } from './testing.ts'

const own = '5101'
const timeZone = 'America/Denver'
const weekdays = { weekdays: [1, 2, 3, 4, 5], from: '08:00', to: '18:00', notOnDays: ['holidays'] }
const meter = rule({
  id: 'meter',
  priority: 20,
  name: { en: 'Meter', es: 'Parquímetro' },
  when: [during(weekdays)],
  price: hourly(200),
  limits: { maxStaySeconds: 7_200, maxStayCounts: 'paid', noReturnScope: 'zone' },
})
const sweeping = ban({
  id: 'sweeping',
  name: { en: 'Street sweeping' },
  when: [during({ weekdays: [3], from: '08:00', to: '12:00' })],
})
const rest = rule({ id: 'rest', priority: 30, name: { en: 'Free' }, price: free })
const at = (local: string) => Temporal.PlainDateTime.from(local).toZonedDateTime(timeZone).toInstant()

let city: Awaited<ReturnType<typeof startPlaces>>
let id: number
beforeAll(async () => {
  city = await startPlaces()
  id = (await city.db.pool.query(`select city_id from city where code = 'test'`)).rows[0].city_id
  await city.db.transaction(async tx => {
    const days = [
      { day: '2026-04-17', name: 'Founders’ Day' },
      { day: '2026-05-25', name: 'Memorial Day' },
      { day: '2026-07-03', name: 'Independence Day' },
    ]
    await publishDays(
      tx,
      { city: id, timeZone, listId: 'holidays', name: 'Holidays', list: { days, knownUntil: '2026-12-31' } },
      tuesday,
    )
    await publishDays(
      tx,
      {
        city: id,
        timeZone,
        listId: 'matches',
        name: 'Matches',
        list: { days: [{ day: '2026-04-18', name: 'Match' }], knownUntil: '2026-12-31' },
      },
      tuesday,
    )
  })
  const version = (rules: Rule[], local: string) => {
    const book = { rules, caps: [], otherwise: 'unknown' as const }
    return { bookId: 'own', name: 'Own', book, inForceFrom: `${at(local)}` }
  }
  const { places, ...data } = testCity()
  const added = testPlace(own, 900, { kind: 'street', timeZone, ruleBookId: 'own' })
  const books = [
    version([sweeping, meter, rest], '2026-04-01T00:00'),
    version([sweeping, meter, { ...rest, reason: { en: 'Thanks' } }], '2026-04-16T10:00'),
    version([{ ...meter, id: 'dearer', price: hourly(300) }, rest], '2026-04-20T00:00'),
  ]
  await city.loadCity(source({ ...data, books, places: [...places, added] }, 'with own'))
})
afterAll(() => city.stop())

const rulesOf = async (zone = own, query = '') => (await city.get(`/api/Parking/Zone/${zone}/Rules${query}`)).body
type Period = { Day: string; From: string; Until: string; RuleId: string; En: string[] }
const saidOn = async (day: string, query = '') =>
  (await rulesOf(own, query)).Periods.filter((one: Period) => one.Day === day).map(
    ({ From, Until, RuleId }: Period) => {
      const [from, until] = [From, Until].map(at =>
        Temporal.Instant.from(at).toZonedDateTimeISO(timeZone).toPlainTime().toString().slice(0, 5),
      )
      return `${from}–${until} ${RuleId}`
    },
  )

test('seven days without a gap, cut at the city’s midnights: sweeping, a holiday, and prices that change on their day', async () => {
  city.clock.set(tuesday)
  const answer = await rulesOf()
  expect(answer).toMatchObject({ ZoneNumber: own, City: 'test', CityName: null, TimeZone: timeZone, Ahead: [] })
  const { Periods } = answer
  expect([Periods[0].From, Periods.at(-1).Until]).toEqual([tuesday.toString(), at('2026-04-21T00:00').toString()])
  for (const [i, { From }] of Periods.slice(1).entries()) expect(From).toBe(Periods[i].Until)
  expect(await saidOn('2026-04-14')).toEqual(['11:00–18:00 meter', '18:00–00:00 rest'])
  expect(await saidOn('2026-04-15')).toEqual([
    '00:00–08:00 rest',
    '08:00–12:00 sweeping',
    '12:00–18:00 meter',
    '18:00–00:00 rest',
  ])
  // a version of that morning, which says the same
  expect(await saidOn('2026-04-16')).toEqual(['00:00–08:00 rest', '08:00–18:00 meter', '18:00–00:00 rest'])
  expect(await saidOn('2026-04-17')).toEqual(['00:00–00:00 rest'])
  expect(await saidOn('2026-04-20')).toEqual(['00:00–08:00 rest', '08:00–18:00 dearer', '18:00–00:00 rest'])
  expect(Periods[0]).toMatchObject({
    Activity: 'park',
    Tow: false,
    HourlyRate: 2,
    RateKind: 'hourly',
    MaxStayMinutes: 120,
    En: ['2 hr parking', '$2.00/hr'],
    Es: ['Estacionamiento de 2 h', '$2.00/h'],
  })
  expect(Periods[1]).toMatchObject({ HourlyRate: 0, MaxStayMinutes: null, En: ['Parking', 'Free'] })
  expect(Periods[3]).toMatchObject({ Activity: 'none', HourlyRate: null, En: ['No parking', 'Street sweeping'] })
  // the list that no rule here names is not said, nor what is further ahead than 60 days
  expect(answer.Days).toMatchObject([
    { Day: '2026-04-17', List: 'holidays', Name: 'Founders’ Day' },
    { Day: '2026-05-25', List: 'holidays', Name: 'Memorial Day' },
  ])
  // a day after the seven says itself what holds
  expect(answer.Days.map(({ Periods }: { Periods?: { RuleId: string; Day: string }[] }) => Periods)).toMatchObject([
    undefined,
    [{ Day: '2026-05-25', RuleId: 'rest', En: ['Parking', 'Free'] }],
  ])
})

test('from a day ahead; not from one that is past', async () => {
  expect(await saidOn('2026-04-22', '?At=2026-04-22T16:00:00Z')).toEqual(['10:00–18:00 dearer', '18:00–00:00 rest'])
  expect(await rulesOf(own, '?At=2026-04-13T16:00:00Z')).toMatchObject({ Fields: { At: expect.anything() } })
})

test('closures and event rates are periods, and are said ahead however far', async () => {
  const closed = { name: 'Street fair', startsAt: at('2026-04-18T22:00'), endsAt: at('2026-04-19T02:00'), tow: true }
  const closure = await city.db.transaction(tx =>
    publishClosure(tx, { city: id, zoneNumbers: [own], ...closed }, tuesday),
  )
  const event = await insertRate(city.db.pool, {
    city: id,
    zoneNumber: own,
    rule: rule({ id: randomUUID(), name: { en: 'Match' }, price: hourly(500) }),
    startsAt: at('2026-08-01T17:00'),
    endsAt: at('2026-08-01T23:00'),
    publishedAt: tuesday,
  })
  await expect.poll(async () => (await rulesOf()).Ahead.length, { timeout: 5_000 }).toBe(2)
  const { Ahead } = await rulesOf()
  expect(Ahead).toMatchObject([
    {
      Id: closure,
      Kind: 'closure',
      Tow: true,
      Name: 'Street fair',
      En: ['Tow-away zone', 'Street fair', 'Sat, Apr 18, 10:00 PM–Sun, Apr 19, 2:00 AM'],
    },
    { Id: event, Kind: 'rate', Tow: false, En: ['Match', 'Sat, Aug 1, 5:00 PM–11:00 PM', '$5.00/hr'] },
  ])
  expect(await saidOn('2026-04-18')).toEqual(['00:00–22:00 rest', `22:00–00:00 ${closure}`])
  expect(await saidOn('2026-04-19')).toEqual([`00:00–02:00 ${closure}`, '02:00–00:00 rest'])
  expect(await saidOn('2026-08-01', '?At=2026-08-01T06:00:00Z')).toEqual([
    '00:00–17:00 rest',
    `17:00–23:00 ${event}`,
    '23:00–00:00 rest',
  ])
  const { Periods } = await rulesOf(own, '?At=2026-08-01T06:00:00Z')
  expect(Periods[1]).toMatchObject({ RuleId: event, En: ['Match', '$5.00/hr'] })
})

test('after what is known of a list the rules are unknown, and say so', async () => {
  const { Periods } = await rulesOf(own, '?At=2027-01-04T07:00:00Z')
  expect(Periods[1]).toMatchObject({
    Activity: 'unknown',
    RuleId: null,
    HourlyRate: null,
    En: ['Rate unknown. Check the sign.'],
  })
})

test('a place without an own rule says its closing hours; one that is unknown is 404, one that is no number 400', async () => {
  const { Periods } = await rulesOf('5003')
  expect(Periods.slice(0, 2)).toMatchObject([
    { Activity: 'park', HourlyRate: 5, En: ['Parking', '$5.00/hr'] },
    { Activity: 'none', HourlyRate: null, En: ['Closed'] },
  ])
  expect((await city.get('/api/Parking/Zone/9999/Rules')).status).toBe(404)
  expect((await city.get('/api/Parking/Zone/--/Rules')).status).toBe(400)
})
