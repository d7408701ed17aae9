// Sessions by the rules of their city: the fee with the first paid minute, prices that a running session keeps, refusals by rule.
import { randomUUID } from 'node:crypto'
import type { RuleBook } from '@parkit/contract/city/calendar-schemas'
import { quote } from '@parkit/contract/parking/sessions'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { noon, startTestServer } from '#app/testing.ts'
import { flat, price, rule, steps } from '#city/calendar/testing.ts'
import { insertRate } from '#city/overrides/testing.ts'
import { testPlace } from '#city/places/testing.ts'
import { publishBooks } from '#city/rules/rules.ts'
import { asOwner } from '#platform/testing.ts'
import { parkingActions } from './actions-testing.ts'
import { changeActions } from './change-testing.ts'
import { parkingCity, zones } from './testing.ts'

const own = '8801'
const bookOf = (...rules: RuleBook['rules']): RuleBook => ({ rules, caps: [], otherwise: 'unknown' })
const quarters = (cents: number) => price(steps(cents, 900))
/** Free until 1 PM, then $2 an hour; from 8 PM on with a placard alone; after midnight nothing is known. */
const usual = bookOf(
  rule({
    id: 'free',
    priority: 10,
    name: { en: 'Free' },
    when: [{ from: '06:00', to: '13:00', dateOf: 'start' }],
    price: price(flat(0)),
  }),
  rule({
    id: 'meter',
    priority: 20,
    name: { en: 'Meter' },
    when: [{ from: '13:00', to: '20:00', dateOf: 'start' }],
    price: quarters(50),
  }),
  rule({
    id: 'placard',
    priority: 30,
    name: { en: 'Placard' },
    who: { holds: ['placard'] },
    when: [{ from: '20:00', to: '23:00', dateOf: 'start' }],
  }),
  rule({
    id: 'none',
    priority: 40,
    activity: 'none',
    who: { not: ['placard'] },
    when: [{ from: '20:00', to: '23:00', dateOf: 'start' }],
  }),
)
const city = parkingCity()
city.places.push(
  testPlace(own, 100, { timeZone: 'America/Chicago', kind: 'street', tariffId: 'quarters', ruleBookId: 'own' }),
)
city.books = [{ bookId: 'own', name: 'Own', book: usual, inForceFrom: '2026-01-01T06:00:00Z' }]
const parkit = await startTestServer({ city })
const { start, extend, stop, balance, later } = parkingActions(parkit)
const { detail } = changeActions(parkit)
afterAll(parkit.stop)

const at = (minutes: number) => noon.add({ minutes })
const cityId = async (): Promise<number> =>
  (await parkit.db.pool.query('select city from zone where zone_number = $1', [own])).rows[0].city
let version = 1
/** In force from an instant; the clock is set a minute before what comes first. */
const publish = async (book: RuleBook, from: Temporal.Instant) => {
  const id = await cityId()
  const draft = { bookId: 'own', name: 'Own', book, inForceFrom: from }
  const now = from.subtract({ minutes: 1 })
  await parkit.db.transaction(tx => publishBooks(tx, id, [draft], now))
  version++
  await expect
    .poll(() => parkit.features.places.requirePlace({ city: id, zone_number: own }).published.versions.length)
    .toBe(version)
}
beforeEach(async () => {
  parkit.clock.set(noon)
})

test('the fee comes with the first paid minute, also by an extension, and once', async () => {
  const driver = await parkit.driver()
  const { body } = await start(driver, { ZoneNumber: own, Minutes: 30 })
  expect(body).toMatchObject({ Parking: 0, ServiceFee: 0 })
  const { body: longer } = await extend(driver, body.SessionId, 60)
  expect(longer).toMatchObject({ Minutes: 90, Parking: 1, ServiceFee: 0.35, AmountPaid: 1.35 })
  expect(await balance(driver)).toBe(48.65)
  const { body: longest } = await extend(driver, body.SessionId, 15)
  expect(longest).toMatchObject({ Parking: 1.5, ServiceFee: 0.35 })
  const { Lines, Steps } = await detail(driver, body.SessionId)
  expect(Lines.map(({ Name, Minutes, Amount }) => [Name, Minutes, Amount])).toEqual([
    ['Free', 60, 0],
    ['Meter', 45, 1.5],
    ['Service fee', 0, 0.35],
  ])
  expect(Steps.map(({ Amount }) => Amount)).toEqual([0, 1.35, 0.5])
  later(80)
  expect((await stop(driver, body.SessionId)).body).toMatchObject({ Refunded: 0.5, AmountPaid: 1.35 })
})

test('a session of the version before goes on by its tariff, and pays no fee later', async () => {
  const driver = await parkit.driver()
  const { body } = await start(driver, { ZoneNumber: zones.street, Minutes: 60 })
  const { id, validFrom, name, rates } = city.tariffs[0]!
  await asOwner(
    parkit.db.connectionString,
    `insert into tariff (tariff_id, version, valid_from, name, rates) values ('${id}', 1, '${validFrom}', '${name}', '${JSON.stringify(rates)}');
     update zone set tariff_id = '${id}', min_stay_minutes = 15, max_stay_minutes = 240 where zone_number = '${zones.street}';
     update session set tariff_id = '${id}', tariff_version = 1, rule_book_id = null, rule_book_version = null, rules_as_of = null
      where session_id = '${body.SessionId}'`,
  )
  expect((await extend(driver, body.SessionId, 60)).body).toMatchObject({
    Minutes: 120,
    Parking: 4,
    ServiceFee: 0.35,
    MaxMinutes: 240,
  })
  expect((await extend(driver, body.SessionId, 121)).error.Code).toBe('over_max_stay')
  later(30)
  expect((await stop(driver, body.SessionId)).body).toMatchObject({ Refunded: 3, AmountPaid: 1.35 })
})

test('case 21: a stay keeps its version when another comes, also for its extension; a start on the instant has the new one', async () => {
  const driver = await parkit.driver()
  parkit.clock.set(at(90))
  await publish(bookOf(rule({ id: 'meter', name: { en: 'Meter' }, price: quarters(100) })), at(120))
  const { body } = await start(driver, { ZoneNumber: own, Minutes: 60 })
  expect(body.Parking).toBe(2)
  parkit.clock.set(at(130))
  expect((await extend(driver, body.SessionId, 60)).body.Parking).toBe(4)
  const other = await parkit.driver()
  parkit.clock.set(at(120))
  expect((await start(other, { ZoneNumber: own, Minutes: 60 })).body.Parking).toBe(4)
  parkit.clock.set(noon)
})

test('case 22: an event rate published during a stay leaves it its price, and holds for a start after it', async () => {
  const driver = await parkit.driver()
  parkit.clock.set(at(60))
  const { body } = await start(driver, { ZoneNumber: own, Minutes: 60 })
  const id = await cityId()
  await insertRate(parkit.db.pool, {
    city: id,
    zoneNumber: own,
    rule: rule({ id: randomUUID(), name: { en: 'Match' }, price: quarters(500) }),
    startsAt: at(60),
    endsAt: at(400),
    publishedAt: at(90),
  })
  const place = () => parkit.features.places.requirePlace({ city: id, zone_number: own })
  await expect.poll(() => place().published.overrides.length).toBe(1)
  parkit.clock.set(at(100))
  expect((await extend(driver, body.SessionId, 15)).body.Parking).toBe(2.5)
  const other = await parkit.driver()
  parkit.clock.set(at(90))
  expect((await start(other, { ZoneNumber: own, Minutes: 15 })).body.Parking).toBe(5)
})

test('a rule for others refuses with what is missing, and a time of which nothing is known is not sold', async () => {
  const driver = await parkit.driver()
  const day = noon.subtract({ hours: 24 })
  parkit.clock.set(day.add({ hours: 9 }))
  expect((await start(driver, { ZoneNumber: own, Minutes: 15 })).error.Code).toBe('class_not_held')
  parkit.clock.set(day.add({ hours: 11, minutes: 30 }))
  expect((await start(driver, { ZoneNumber: own, Minutes: 15 })).error.Code).toBe('rules_unknown')
})

test('a place whose prices are unknown or in another currency is neither quoted nor started (D-125)', async () => {
  const driver = await parkit.driver()
  const setPayable = async (isPayable: boolean) => {
    await asOwner(
      parkit.db.connectionString,
      `update zone set payable = ${isPayable} where zone_number = '${zones.street}';
       insert into change (topic, city) values ('zone', 1)`,
    )
    const tried = async () => (await start(driver, { ZoneNumber: zones.street })).error?.Code
    await expect.poll(tried, { timeout: 5_000 }).toBe(isPayable ? 'already_parked' : 'not_payable')
  }
  await parkit.park(driver)
  await setPayable(false)
  const body = { ZoneNumber: zones.street, VehicleId: driver.VehicleId, Minutes: 60 }
  const quoted = await parkit.call(quote, { body }, { token: driver.token })
  expect([quoted.status, quoted.error.Code]).toEqual([409, 'not_payable'])
  expect(await balance(driver)).toBe(50 - 2.35)
  await setPayable(true)
})
