// Disability placards over HTTP: what a driver states, where it prices a stay and where not, and what a stay keeps of it.
import type { RuleBook } from '@parkit/contract/city/calendar-schemas'
import { find, zone } from '@parkit/contract/city/places'
import { placard, removePlacard, statePlacard } from '@parkit/contract/driver/placard'
import { fieldTexts } from '@parkit/contract/platform/field-errors'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { noon, startTestServer } from '#app/testing.ts'
import { ban, during, flat, price, rule, steps } from '#city/calendar/testing.ts'
import { source, testFacts, testPlace } from '#city/places/testing.ts'
import { asOwner } from '#platform/testing.ts'
import { parkingActions } from './actions-testing.ts'
import { changeActions } from './change-testing.ts'
import { parkingCity, zones } from './testing.ts'

/** free for two hours with a placard in an accessible space, half price with one elsewhere */
const own = '8801'
/** the same for everyone */
const plain = '8802'
const timeZone = 'America/Chicago'

const quarters = (cents: number) => price(steps(cents, 900))
const holders = { holds: ['placard'] }
const book: RuleBook = {
  rules: [
    ban({ id: 'reserved', spaceKinds: ['accessible'], who: { not: ['placard'] }, reason: { en: 'Placards only' } }),
    rule({
      id: 'exempt',
      priority: 20,
      name: { en: 'Placard exemption' },
      spaceKinds: ['accessible'],
      who: holders,
      price: price(flat(0)),
      limits: { maxStaySeconds: 7_200, maxStayCounts: 'rule', noReturnScope: 'zone' },
    }),
    rule({ id: 'half', priority: 30, name: { en: 'Placard rate' }, who: holders, price: quarters(25) }),
    rule({
      id: 'meter',
      priority: 40,
      name: { en: 'Meter' },
      price: quarters(50),
      limits: { maxStaySeconds: 3_600, maxStayCounts: 'rule', noReturnScope: 'zone' },
    }),
  ],
  caps: [],
  otherwise: 'unknown',
}
const everyone: RuleBook = {
  rules: [rule({ id: 'meter', name: { en: 'Meter' }, when: [during({})], price: quarters(40) })],
  caps: [],
  otherwise: 'unknown',
}

const city = parkingCity()
city.facts = testFacts({ timeZone, region: 'Illinois', placard: 'self-declared' })
const street = {
  timeZone,
  kind: 'street' as const,
  tariffId: 'quarters',
  features: ['accessible' as const],
  accessibleSpaces: 2,
}
city.places.push(
  testPlace(own, 100, { ...street, ruleBookId: 'own' }),
  testPlace(plain, 120, { ...street, features: ['van', 'step_free'], ruleBookId: 'everyone' }),
)
city.books = [
  { bookId: 'own', name: 'Own', book, inForceFrom: '2026-01-01T06:00:00Z' },
  { bookId: 'everyone', name: 'Everyone', book: everyone, inForceFrom: '2026-01-01T06:00:00Z' },
]
const parkit = await startTestServer({ city })
const { start, extend, stop, quote, balance, later } = parkingActions(parkit)
const { detail, move, moveQuote } = changeActions(parkit)
afterAll(parkit.stop)

type Driver = Awaited<ReturnType<typeof parkit.driver>>
const state = (driver: Driver, Until = '2027-05-31') => parkit.call(statePlacard, { body: { Until } }, driver)
const read = async (driver: Driver) => (await parkit.call(placard, {}, driver)).body.Until
const holder = async () => {
  const driver = await parkit.driver()
  await state(driver)
  return driver
}
const accessible = { ZoneNumber: own, SpaceKind: 'accessible' }

beforeEach(() => {
  parkit.clock.set(noon)
})

test('a driver states a placard until the day it expires, changes it, and removes it', async () => {
  const driver = await parkit.driver()
  expect(await read(driver)).toBeNull()
  expect((await state(driver)).body).toEqual({ Until: '2027-05-31' })
  expect((await state(driver, '2028-02-29')).body).toEqual({ Until: '2028-02-29' })
  expect(await read(driver)).toBe('2028-02-29')
  for (const [Until, reason] of [
    ['2027-02-30', 'date_unknown'],
    ['yesterday', 'date_unknown'],
    ['', 'date_required'],
    ['2026-04-01', 'placard_expired'],
    ['2046-01-01', 'placard_far'],
  ] as const)
    expect([Until, (await state(driver, Until)).error.Fields]).toEqual([Until, { Until: fieldTexts[reason].en }])
  expect(await read(driver)).toBe('2028-02-29')
  await parkit.call(removePlacard, {}, driver)
  expect(await read(driver)).toBeNull()
})

test('in a city that takes the driver’s word, the rules for placards price the quote, the stay, its extension, its end, and its receipt', async () => {
  const [driver, other] = [await holder(), await parkit.driver()]
  expect((await quote(other, { ZoneNumber: own })).body).toMatchObject({ Total: 2.35, MaxMinutes: 60 })
  expect((await quote(other, { ZoneNumber: own })).body).not.toHaveProperty('Placard')
  expect((await quote(driver, { ZoneNumber: own, Minutes: 120 })).body).toMatchObject({
    Total: 2.35,
    Placard: 'applied',
    Lines: [{ Name: 'Placard rate', Minutes: 120, Amount: 2, Placard: true }, { Kind: 'fee' }],
  })
  expect((await quote(driver, accessible)).body).toMatchObject({ Total: 0, MaxMinutes: 120, Placard: 'applied' })

  const { body } = await start(driver, { ...accessible, Minutes: 60 })
  expect(body).toMatchObject({ Parking: 0, ServiceFee: 0, MaxMinutes: 120 })
  // what it began with holds, also once the placard is removed
  await parkit.call(removePlacard, {}, driver)
  expect((await extend(driver, body.SessionId, 60)).body).toMatchObject({ Minutes: 120, AmountPaid: 0 })
  expect((await extend(driver, body.SessionId, 15)).error.Code).toBe('over_max_stay')
  expect((await detail(driver, body.SessionId)).Lines).toMatchObject([{ Amount: 0, Placard: true }])
  later(30)
  expect((await stop(driver, body.SessionId)).body).toMatchObject({ AmountPaid: 0, Refunded: 0 })
  expect(await balance(driver)).toBe(50)

  const half = await holder()
  const paid = (await start(half, { ZoneNumber: own, Minutes: 120 })).body
  later(60)
  expect((await stop(half, paid.SessionId)).body).toMatchObject({ Parking: 2, Refunded: 1 })
})

test('an accessible space is chosen where the rules tell them apart, and not without a placard', async () => {
  const [driver, other] = [await holder(), await parkit.driver()]
  const tells = async (number: string) =>
    (await parkit.call(zone, { params: { zone: number }, query: {} })).body.TellsSpaces
  expect([await tells(own), await tells(plain)]).toEqual([true, undefined])
  expect((await start(other, accessible)).error.Code).toBe('class_not_held')
  const { status, error } = await quote(driver, { ZoneNumber: plain, SpaceKind: 'accessible' })
  expect([status, Object.keys(error.Fields!)]).toEqual([400, ['SpaceKind']])
  expect((await quote(driver, { ZoneNumber: plain })).body).toMatchObject({ Total: 1.95, Placard: 'no_rule' })
})

test('a place says what is known of access to it, and is found by its accessible spaces whatever its source calls it', async () => {
  const { Features, AccessibleSpaces } = (await parkit.call(zone, { params: { zone: plain }, query: {} })).body
  expect([Features, AccessibleSpaces]).toEqual([['van', 'step_free', 'accessible'], 2])
  const query = { Latitude: 39.7392, Longitude: -104.9903, Radius: 300, Features: 'accessible' }
  const { Items } = (await parkit.call(find, { query })).body
  expect(Items.map(({ ZoneNumber }) => ZoneNumber).toSorted()).toEqual([own, plain])
})

test('a stay that moves takes the placard along, and the kind of space where the new zone tells them apart', async () => {
  const driver = await holder()
  const { body } = await start(driver, accessible)
  expect((await moveQuote(driver, body.SessionId, plain)).body).toMatchObject({ Parking: 1.6 })
  await move(driver, body.SessionId, plain)
  const { rows } = await parkit.db.pool.query('select facts from session where session_id = $1', [body.SessionId])
  expect(rows).toEqual([{ facts: { spaceKind: 'general', vehicleKind: 'car', holds: ['placard'] } }])
})

test('an expired placard is no placard, nor is one without an account', async () => {
  const driver = await parkit.driver()
  await state(driver, '2026-04-14')
  expect((await quote(driver, { ZoneNumber: own })).body.Placard).toBe('applied')
  parkit.clock.set(noon.add({ hours: 24 }))
  expect(await read(driver)).toBeNull()
  expect((await quote(driver, { ZoneNumber: own })).body).not.toHaveProperty('Placard')
  expect((await quote(null, accessible)).error.Code).toBe('class_not_held')
  // looking ahead, what holds now may have expired by then
  parkit.clock.set(noon)
  const StartAt = noon.add({ hours: 48 }).toString()
  expect((await quote(driver, { ZoneNumber: own, StartAt })).body.Lines[0]!.Name).toBe('Meter')
})

test('a city that takes no driver’s word prices a placard like any car, and says so', async () => {
  const driver = await holder()
  const takes = (placard: string) =>
    asOwner(
      parkit.db.connectionString,
      `update city set placard = '${placard}'; insert into change (topic, city) select 'zone', city_id from city`,
    )
  const effect = async () => (await quote(driver, { ZoneNumber: own })).body.Placard
  await takes('none')
  await expect.poll(effect, { timeout: 5_000 }).toBe('not_taken')
  expect((await quote(driver, { ZoneNumber: own })).body.Total).toBe(2.35)
  expect((await start(driver, accessible)).error.Code).toBe('class_not_held')
  expect((await start(driver, { ZoneNumber: own })).body).toMatchObject({ AmountPaid: 2.35 })
  await takes('self-declared')
  await expect.poll(effect, { timeout: 5_000 }).toBe('applied')
})

test('a city whose data says nothing of placards takes none, as Chicago', async () => {
  const silent = { ...parkingCity(), facts: testFacts({ timeZone, region: 'Illinois' }) }
  await parkit.loadCity(source(silent, 'silent', 'silent'))
  const driver = await holder()
  const quoted = await quote(driver, { ZoneNumber: zones.street, City: 'silent' })
  expect(quoted.body).toMatchObject({ Total: 2.35, Placard: 'not_taken' })
})
