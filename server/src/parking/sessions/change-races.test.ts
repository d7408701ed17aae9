// Changes of a session beside other calls on other connections and by card: once, whole, or not at all.
import { randomUUID } from 'node:crypto'
import { confirm } from '@parkit/contract/money/cards'
import type { Session } from '@parkit/contract/parking/sessions'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { buildApp } from '#app/app.ts'
import { noon, startTestServer } from '#app/testing.ts'
import { source } from '#city/places/testing.ts'
import { readConfig } from '#platform/config.ts'
import { parkingActions } from './actions-testing.ts'
import { cardActions } from './card-testing.ts'
import { changeActions, changeCity, dear } from './change-testing.ts'
import { zones } from './testing.ts'

const parkit = await startTestServer({ city: changeCity(), poolSize: 12 })
const { start, extend, stop, balance, later } = parkingActions(parkit)
const { move, changePlate, detail, rights } = changeActions(parkit)
const { guest, withCard, answerBank, atProvider, work } = cardActions(parkit)
/** on the same database: one server does the calls of an account one after the other */
const config = readConfig({ LOG_LEVEL: 'silent', RATE_LIMIT: 'off' })
const second = await buildApp({ config, db: parkit.db, clock: parkit.clock, city: source(changeCity()) })
const beside = changeActions(parkit, second.app)
afterAll(async () => {
  await second.app.close()
  // fails where the books do not hold
  await parkit.stop()
})
beforeEach(() => parkit.clock.set(noon))

type Driver = Awaited<ReturnType<typeof parkit.driver>>
const { pool } = parkit.db

const parked = async (dollars = 50) => {
  const driver = await parkit.driver({ dollars })
  const { body } = await start(driver)
  later(20)
  return { driver, id: body.SessionId }
}

test('one key moves once, on two servers at the same moment, and answers the same', async () => {
  const { driver, id } = await parked()
  const key = randomUUID()
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, i) => (i % 2 ? move : beside.move)(driver, id, dear, { key })),
  )
  expect(answers.map(({ status, body }) => [status, body])).toEqual(answers.map(() => [200, answers[0]!.body]))
  expect(await balance(driver)).toBe(46.25)
  later(1)
  expect((await move(driver, id, dear, { key })).body).toEqual(answers[0]!.body)
  const other = await move(driver, id, zones.street, { key })
  expect([other.status, other.error.Code]).toEqual([409, 'idempotency_conflict'])
})

test('of many changes at the same moment one of each kind happens', async () => {
  const { driver, id } = await parked()
  const vehicles = await Promise.all(['RACE 1', 'RACE 2'].map(plate => parkit.addVehicle(driver.token, plate)))
  const answers = await Promise.all([
    ...[dear, zones.free, zones.twoSpaces].flatMap(zone => [move(driver, id, zone), beside.move(driver, id, zone)]),
    ...vehicles.flatMap(vehicle => [changePlate(driver, id, vehicle), beside.changePlate(driver, id, vehicle)]),
  ])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
  expect(answers.filter(({ status }) => status !== 200).map(({ error }) => error.Code)).toEqual(
    Array.from({ length: 8 }, () => 'change_used'),
  )
  expect((await detail(driver, id)).Changes?.map(({ Kind }) => Kind).toSorted()).toEqual(['moved', 'plateChanged'])
  expect(await rights(id)).toHaveLength(3)
})

test('a move beside a stop, an extension, and the end: each is priced as the session then is', async () => {
  for (let round = 0; round < 6; round++) {
    parkit.clock.set(noon)
    const { driver, id } = await parked()
    const answers = await Promise.all([
      move(driver, id, dear),
      round % 2 ? stop(driver, id) : extend(driver, id, 15),
      beside.move(driver, id, zones.free),
      beside.changePlate(driver, id, await parkit.addVehicle(driver.token, `SIDE ${round}`)),
    ])
    for (const { status, error } of answers) {
      if (status !== 200) expect(['change_used', 'session_ended']).toContain(error.Code)
    }
    later(60)
    await Promise.all([parkit.jobs.runDue(), beside.move(driver, id, zones.twoSpaces)])
    const { Lines, AmountPaid, Refunded } = await detail(driver, id)
    const sum = Lines.reduce((total, { Amount }) => total + Amount, 0)
    expect(sum - Refunded).toBeCloseTo(AmountPaid)
  }
  expect(await parkit.books()).toEqual([])
})

type Priced = (driver: Driver, id: string) => Promise<{ status: number; body: Session }>
test.each<[name: string, statement: string, act: Priced, paid: number]>([
  // 20 minutes there, none here; and a quarter of an hour more here
  ['a stop', 'parking_stop', (driver, id) => stop(driver, id), 1.35],
  ['an extension', 'parking_extend', (driver, id) => extend(driver, id, 15), 4.55],
])('%s that was priced before a move is priced again after it', async (_, statement, act, paid) => {
  const { driver, id } = await parked()
  const query = pool.query.bind(pool) as (...asked: unknown[]) => Promise<never>
  const spy = vi.spyOn(pool, 'query').mockImplementation(async (...asked: unknown[]) => {
    if ((asked[0] as { name?: string }).name !== statement) return query(...asked)
    spy.mockRestore()
    expect((await beside.move(driver, id, dear)).status).toBe(200)
    return query(...asked)
  })
  const { status, body } = await act(driver, id)
  expect([status, body]).toMatchObject([200, { ZoneNumber: dear, AmountPaid: paid, Changes: [{ Kind: 'moved' }] }])
  expect(await balance(driver)).toBeCloseTo(50 - paid)
})

test('by card the difference is authorized, and the end captures what each zone cost', async () => {
  const driver = await guest()
  const { body } = await start(driver, { PayWith: driver.visa })
  later(20)
  expect((await move(driver, body.SessionId, dear)).body).toMatchObject({ AmountPaid: 3.75, PaymentStatus: 'Pending' })
  expect(await atProvider(driver)).toMatchObject([
    { state: 'held', asked: 235 },
    { state: 'held', asked: 140 },
  ])
  expect(await parkit.books()).toEqual([])
  later(40)
  await work()
  await work()
  expect(await atProvider(driver)).toMatchObject([
    { state: 'captured', taken: 235 },
    { state: 'captured', taken: 140 },
  ])
})

test('by card a difference that is returned is not captured', async () => {
  const driver = await guest()
  const { body } = await start(driver, { PayWith: driver.visa, ZoneNumber: dear })
  later(20)
  expect((await move(driver, body.SessionId, zones.free)).body).toMatchObject({ AmountPaid: 1.95 })
  expect(await atProvider(driver)).toMatchObject([{ state: 'held', asked: 355 }])
  later(5)
  await stop(driver, body.SessionId)
  await work()
  expect(await atProvider(driver)).toMatchObject([{ state: 'captured', asked: 355, taken: 195 }])
})

test('a stay that began free is moved to a paid zone by card', async () => {
  const driver = await guest()
  const { body } = await start(driver, { PayWith: driver.visa, ZoneNumber: zones.free })
  later(20)
  expect((await move(driver, body.SessionId, zones.street)).body).toMatchObject({ AmountPaid: 1.85, ServiceFee: 0.35 })
  expect(await atProvider(driver)).toMatchObject([{ state: 'held', asked: 185 }])
})

test('a bank that refuses the difference leaves the session, its right, and its holds as they were', async () => {
  const driver = await guest()
  const { SessionId } = (await start(driver, { PayWith: driver.visa })).body
  later(20)
  const before = [await detail(driver, SessionId), await rights(SessionId), await atProvider(driver)]
  await parkit.db.pool.query(
    `update sandbox_object set behaviour = 'fails_later' where object = 'payment_method' and customer in
       (select customer_id from card_customer where driver_id = $1)`,
    [driver.driverId],
  )
  const { status, error } = await move(driver, SessionId, dear)
  expect([status, error.Code]).toEqual([402, 'card_declined'])
  await work(60)
  expect([await detail(driver, SessionId), await rights(SessionId)]).toEqual(before.slice(0, 2))
  expect((await atProvider(driver)).filter(({ state }) => state === 'held')).toEqual(before[2])
})

test('a bank that asks first: nothing moves until the driver has answered, at the price that was shown', async () => {
  const driver = await withCard('pm_card_authenticationRequired', '3184')
  const begin = randomUUID()
  const first = (await start(driver, { PayWith: driver.card }, begin)).body
  await answerBank(first.RequiresAction!.intentId, first.RequiresAction!.ClientSecret, true)
  await parkit.call(confirm, { body: { intentId: first.RequiresAction!.intentId } }, driver)
  const { SessionId } = (await start(driver, { PayWith: driver.card }, begin)).body
  later(14)
  const { QuoteId, Total } = (await changeActions(parkit).moveQuote(driver, SessionId, dear)).body
  const key = randomUUID()
  const asked = (await move(driver, SessionId, dear, { key, QuoteId })).body
  expect([asked.ZoneNumber, asked.RequiresAction]).toMatchObject([zones.street, { intentId: expect.any(String) }])
  expect(await rights(SessionId)).toHaveLength(1)
  // longer than a quote holds, and into another quarter of an hour
  later(4)
  await answerBank(asked.RequiresAction!.intentId, asked.RequiresAction!.ClientSecret, true)
  const { status, body } = await move(driver, SessionId, dear, { key, QuoteId })
  expect([status, body.ZoneNumber]).toEqual([200, dear])
  expect(body.AmountPaid).toBeCloseTo(2.35 + Total)
})

test('two sessions that change to each other’s plates at the same moment: neither gets a plate that parks', async () => {
  const { driver, id } = await parked()
  const VehicleId = await parkit.addVehicle(driver.token, 'SWAP 1')
  const other = (await start(driver, { VehicleId })).body
  const answers = await Promise.all([
    changePlate(driver, id, VehicleId),
    beside.changePlate(driver, other.SessionId, driver.VehicleId),
  ])
  expect(answers.map(({ error }) => error.Code)).toEqual(['already_parked', 'already_parked'])
})
