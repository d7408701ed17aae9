// Sessions paid by card over HTTP: authorized, started, extended, stopped or ended, and captured for what was used.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#app/testing.ts'
import { cardOf, createFaults } from '#money/cards/testing.ts'
import { parkingActions } from './actions-testing.ts'
import { type CardActions, cardActions } from './card-testing.ts'
import { zones } from './testing.ts'

const faults = createFaults()
const authorize = /POST .v1.payment_intents.pi_….confirm$/

let parkit: TestServer
let actions: ReturnType<typeof parkingActions>
let guest: CardActions['guest']
let atProvider: CardActions['atProvider']
let session: CardActions['session']
let work: CardActions['work']
beforeAll(async () => {
  parkit = await startTestServer({ cardFetch: faults.wrap })
  actions = parkingActions(parkit)
  ;({ guest, atProvider, session, work } = cardActions(parkit))
})
afterAll(() => parkit.stop())
beforeEach(() => {
  faults.clear()
})

test('a start by card authorizes the price, and the stop captures what was used', async () => {
  const driver = await guest()
  const { status, body } = await actions.start(driver, { PayWith: driver.visa })
  expect([status, body]).toMatchObject([
    200,
    { Status: 'running', AmountPaid: 2.35, PaidVia: 'Visa •••• 4242', PaymentStatus: 'Pending' },
  ])
  expect(await atProvider(driver)).toEqual([{ state: 'held', status: 'requires_capture', asked: 235, taken: 0 }])
  actions.later(20)
  const stopped = await actions.stop(driver, body.SessionId)
  expect(stopped.body).toMatchObject({ Status: 'ended', AmountPaid: 1.35, Refunded: 1, PaymentStatus: 'Pending' })
  await work()
  expect(await atProvider(driver)).toEqual([{ state: 'captured', status: 'succeeded', asked: 235, taken: 135 }])
  expect(await session(driver, body.SessionId)).toMatchObject({ PaymentStatus: 'Paid', AmountPaid: 1.35 })
  expect(await actions.balance(driver)).toBe(0)
})

test('the automatic end captures everything that was paid for', async () => {
  const driver = await guest()
  const { body } = await actions.start(driver, { PayWith: driver.visa })
  await work(3600)
  await work()
  expect(await atProvider(driver)).toMatchObject([{ state: 'captured', taken: 235 }])
  expect(await session(driver, body.SessionId)).toMatchObject({ Status: 'ended', PaymentStatus: 'Paid' })
})

test('a stop in the first minute releases everything', async () => {
  const driver = await guest()
  const { body } = await actions.start(driver, { PayWith: driver.visa })
  parkit.clock.advance({ seconds: 59 })
  expect((await actions.stop(driver, body.SessionId)).body).toMatchObject({ AmountPaid: 0, PaymentStatus: 'Refunded' })
  await work()
  expect(await atProvider(driver)).toEqual([{ state: 'released', status: 'canceled', asked: 235, taken: 0 }])
})

test('a zone without refunds captures everything', async () => {
  const driver = await guest()
  const { body } = await actions.start(driver, { PayWith: driver.visa, ZoneNumber: zones.garage })
  actions.later(5)
  await actions.stop(driver, body.SessionId)
  await work()
  expect(await atProvider(driver)).toMatchObject([{ state: 'captured', asked: 1235, taken: 1235 }])
})

test('an extension has its own hold; of both, the used amount is captured, oldest first', async () => {
  const driver = await guest()
  const { body } = await actions.start(driver, { PayWith: driver.visa })
  actions.later(1)
  const extended = await actions.extend(driver, body.SessionId, 60)
  expect(extended.body).toMatchObject({ Minutes: 120, AmountPaid: 4.35, PaidVia: 'Visa •••• 4242' })
  actions.later(69)
  expect((await actions.stop(driver, body.SessionId)).body.AmountPaid).toBe(2.85)
  await work()
  expect(await atProvider(driver)).toMatchObject([
    { state: 'captured', asked: 235, taken: 235 },
    { state: 'captured', asked: 200, taken: 50 },
  ])
})

test('an unused extension is released completely', async () => {
  const driver = await guest()
  const { body } = await actions.start(driver, { PayWith: driver.visa })
  actions.later(1)
  await actions.extend(driver, body.SessionId, 60)
  actions.later(9)
  await actions.stop(driver, body.SessionId)
  await work()
  expect(await atProvider(driver)).toMatchObject([
    { state: 'captured', taken: 85 },
    { state: 'released', status: 'canceled', taken: 0 },
  ])
})

test('a declined extension changes nothing, and the session continues', async () => {
  const driver = await guest()
  const { body } = await actions.start(driver, { PayWith: driver.visa })
  faults.instead = path =>
    authorize.test(path)
      ? Response.json({ error: { type: 'card_error', code: 'card_declined', message: 'No' } }, { status: 402 })
      : undefined
  const refused = await actions.extend(driver, body.SessionId, 60)
  expect(refused.status).not.toBe(200)
  expect(await session(driver, body.SessionId)).toMatchObject({ Status: 'running', Minutes: 60, AmountPaid: 2.35 })
  faults.clear()
  await work(35)
  await work()
  expect((await actions.stop(driver, body.SessionId)).status).toBe(200)
  await work()
  expect((await atProvider(driver)).filter(({ taken }) => taken > 0)).toEqual([])
})

test('another driver’s card or an unknown one starts no session', async () => {
  const [driver, other] = [await guest(), await guest()]
  for (const PayWith of [other.visa, 'pm_none'])
    expect(await actions.start(driver, { PayWith })).toMatchObject({
      status: 400,
      error: { Fields: { PayWith: expect.any(String) } },
    })
  expect(await atProvider(driver)).toEqual([])
})

test('a free stay charges no card', async () => {
  const driver = await guest()
  const { body } = await actions.start(driver, { PayWith: driver.visa, ZoneNumber: zones.free })
  expect(body).toMatchObject({ AmountPaid: 0, PaidVia: 'Visa •••• 4242', PaymentStatus: 'Paid' })
  await work(3600)
  expect(await atProvider(driver)).toEqual([])
})

test('a stay by card ends before its authorization expires', async () => {
  const driver = await guest()
  const body = { ZoneNumber: zones.twoSpaces, PayWith: driver.visa }
  expect(await actions.start(driver, { ...body, Minutes: 6 * 24 * 60 + 1 })).toMatchObject({
    error: { Code: 'over_max_stay' },
  })
  const started = await actions.start(driver, { ...body, Minutes: 6 * 24 * 60 })
  expect(started.body.MaxMinutes).toBe(6 * 24 * 60)
  expect(await actions.extend(driver, started.body.SessionId, 1)).toMatchObject({ error: { Code: 'over_max_stay' } })
  await actions.stop(driver, started.body.SessionId)
})

test('one key starts one session, also ten times concurrently', async () => {
  const driver = await guest()
  const key = randomUUID()
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => actions.start(driver, { PayWith: driver.visa }, key)),
  )
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.SessionId}`)).size).toBe(1)
  expect(await atProvider(driver)).toMatchObject([{ state: 'held' }])
  expect(await actions.start(driver, { PayWith: driver.visa, Minutes: 30 }, key)).toMatchObject({
    error: { Code: 'idempotency_conflict' },
  })
})

test('wallet and card concurrently for one plate: one session, and the other hold is released', async () => {
  const driver = await parkit.driver({ dollars: 50 })
  const visa = await cardOf(parkit, driver.token, '4242')
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, i) => actions.start(driver, { PayWith: i % 2 ? visa : 'wallet' })),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409])
  const [{ body }] = answers.filter(({ status }) => status === 200) as [(typeof answers)[0]]
  await work()
  const kept = (await atProvider(driver)).filter(({ state }) => state !== 'released')
  expect(kept.map(({ state }) => state)).toEqual(body.PaidVia === 'wallet' ? [] : ['held'])
  expect(await actions.balance(driver)).toBe(body.PaidVia === 'wallet' ? 47.65 : 50)
  await actions.stop(driver, body.SessionId)
})

test('a plate with an active session authorizes no card', async () => {
  const driver = await guest()
  await actions.start(driver, { PayWith: driver.visa })
  expect(await actions.start(driver, { PayWith: driver.visa })).toMatchObject({ error: { Code: 'already_parked' } })
  expect(await atProvider(driver)).toHaveLength(1)
})
