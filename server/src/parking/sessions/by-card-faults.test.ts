// Sessions by card when answers are lost and servers die: no cent is lost or doubled.
import { randomUUID } from 'node:crypto'
import * as contract from '@parkit/contract/parking/sessions'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildApp } from '#app/app.ts'
import { startTestServer, type TestServer } from '#app/testing.ts'
import { source } from '#city/places/testing.ts'
import { createFaults, lostAt, stripeError } from '#money/cards/testing.ts'
import { readConfig } from '#platform/config.ts'
import { parkingActions } from './actions-testing.ts'
import { type CardActions, cardActions } from './card-testing.ts'
import { parkingCity, zones } from './testing.ts'

const faults = createFaults()
const [prepare, authorize, capture, close] = [
  /POST .v1.payment_intents$/,
  /POST .v1.payment_intents.pi_….confirm$/,
  /POST .v1.payment_intents.pi_….capture$/,
  /POST .v1.payment_intents.pi_….cancel$/,
]

let parkit: TestServer
let actions: ReturnType<typeof parkingActions>
let cards: CardActions
beforeAll(async () => {
  parkit = await startTestServer({ cardFetch: faults.wrap })
  actions = parkingActions(parkit)
  cards = cardActions(parkit)
})
afterAll(() => parkit.stop())
beforeEach(() => {
  faults.clear()
})

const legs: [string, () => void][] = [
  ['before it was prepared', () => Object.assign(faults, { before: lostAt(prepare) })],
  ['after it was prepared', () => Object.assign(faults, { after: lostAt(prepare) })],
  ['before it was authorised', () => Object.assign(faults, { before: lostAt(authorize) })],
  ['after it was authorised', () => Object.assign(faults, { after: lostAt(authorize) })],
]

test.each(legs)('a start lost %s: pending, no session, and the reconciliation gives it up', async (_, lose) => {
  const driver = await cards.guest()
  const key = randomUUID()
  lose()
  expect(await actions.start(driver, { PayWith: driver.visa }, key)).toMatchObject({
    error: { Code: 'payment_pending' },
  })
  faults.clear()
  expect(await actions.active(driver)).toEqual([])
  await cards.sweep()
  const [charge] = await cards.atProvider(driver)
  expect(['void', 'released']).toContain(charge!.state)
  expect(charge).toMatchObject({ taken: 0 })
  expect(charge!.status).not.toBe('requires_capture')
  expect(await actions.start(driver, { PayWith: driver.visa }, key)).toMatchObject({ error: { Code: 'card_declined' } })
  expect((await actions.start(driver, { PayWith: driver.visa })).status).toBe(200)
})

test.each(legs)('a start lost %s and retried with its key starts one session', async (_, lose) => {
  const driver = await cards.guest()
  const key = randomUUID()
  lose()
  await actions.start(driver, { PayWith: driver.visa }, key)
  faults.clear()
  parkit.clock.advance({ seconds: 5 })
  const again = await actions.start(driver, { PayWith: driver.visa }, key)
  // the clock starts when it is parked, not when it was first asked for
  expect(again).toMatchObject({ status: 200, body: { StartedAt: parkit.clock.now().toString() } })
  await cards.sweep()
  expect(await cards.atProvider(driver)).toMatchObject([{ state: 'held', status: 'requires_capture', asked: 235 }])
  expect((await actions.start(driver, { PayWith: driver.visa }, key)).body.SessionId).toBe(again.body.SessionId)
})

test.each(legs)('an extension lost %s leaves the session unchanged until it is retried', async (_, lose) => {
  const driver = await cards.guest()
  const { body } = await actions.start(driver, { PayWith: driver.visa })
  const key = randomUUID()
  parkit.clock.advance({ seconds: 1 })
  lose()
  expect(await actions.extend(driver, body.SessionId, 60, key)).toMatchObject({ error: { Code: 'payment_pending' } })
  faults.clear()
  expect(await cards.session(driver, body.SessionId)).toMatchObject({ Minutes: 60, AmountPaid: 2.35 })
  expect(await actions.extend(driver, body.SessionId, 60, key)).toMatchObject({ status: 200, body: { Minutes: 120 } })
  await cards.sweep()
  expect(await cards.atProvider(driver)).toMatchObject([
    { state: 'held', asked: 235 },
    { state: 'held', asked: 200 },
  ])
})

test('a session that ends during its extension: the extension is given up, and nothing more is charged', async () => {
  const driver = await cards.guest()
  const { body } = await actions.start(driver, { PayWith: driver.visa })
  parkit.clock.advance({ seconds: 61 })
  faults.after = lostAt(authorize)
  const key = randomUUID()
  await actions.extend(driver, body.SessionId, 60, key)
  faults.clear()
  await actions.stop(driver, body.SessionId)
  expect(await actions.extend(driver, body.SessionId, 60, key)).toMatchObject({ error: { Code: 'session_ended' } })
  await cards.sweep()
  expect(await cards.atProvider(driver)).toMatchObject([
    { state: 'captured', taken: 85 },
    { state: 'released', status: 'canceled', taken: 0 },
  ])
})

test.each([
  ['before the provider', () => Object.assign(faults, { before: lostAt(capture) })],
  ['after the provider', () => Object.assign(faults, { after: lostAt(capture) })],
  [
    'by a fault of the provider',
    () =>
      Object.assign(faults, {
        instead: (path: string) =>
          capture.test(path) ? stripeError(500, { type: 'api_error', message: 'Sorry' }) : undefined,
      }),
  ],
])('a capture lost %s is retried until it is answered, and charged once', async (_, lose) => {
  const driver = await cards.guest()
  const { body } = await actions.start(driver, { PayWith: driver.visa })
  actions.later(20)
  await actions.stop(driver, body.SessionId)
  lose()
  await cards.sweep(0)
  expect(await cards.session(driver, body.SessionId)).toMatchObject({ AmountPaid: 1.35 })
  faults.clear()
  await cards.sweep(120)
  await cards.sweep(120)
  expect(await cards.atProvider(driver)).toMatchObject([{ state: 'captured', taken: 135 }])
  expect(await cards.session(driver, body.SessionId)).toMatchObject({ PaymentStatus: 'Paid' })
})

test('the reconciliation gives up just before the start completes: no session', async () => {
  const driver = await cards.guest()
  faults.after = async path => {
    if (authorize.test(path)) await cards.sweep()
  }
  expect(await actions.start(driver, { PayWith: driver.visa })).toMatchObject({ error: { Code: 'card_declined' } })
  expect(await actions.active(driver)).toEqual([])
  expect(await cards.atProvider(driver)).toMatchObject([{ state: 'released', status: 'canceled' }])
})

test('the start completes just before the reconciliation gives up: the session stays', async () => {
  const driver = await cards.guest()
  const key = randomUUID()
  faults.after = lostAt(authorize)
  await actions.start(driver, { PayWith: driver.visa }, key)
  faults.clear()
  // the sweep has read the row, and its question is on the way
  const onItsWay = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  let looks = 0
  faults.before = async path => {
    if (!/GET .v1.payment_intents/.test(path) || looks++ > 0) return
    onItsWay.resolve()
    await goOn.promise
  }
  const swept = cards.sweep()
  await onItsWay.promise
  expect((await actions.start(driver, { PayWith: driver.visa }, key)).status).toBe(200)
  goOn.resolve()
  await swept
  await cards.sweep()
  expect(await cards.atProvider(driver)).toMatchObject([{ state: 'held', status: 'requires_capture' }])
})

test('a lost release is retried', async () => {
  const driver = await cards.guest()
  const { body } = await actions.start(driver, { PayWith: driver.visa })
  await actions.stop(driver, body.SessionId)
  faults.before = lostAt(close)
  await cards.sweep(0)
  expect(await cards.atProvider(driver)).toMatchObject([{ state: 'capturing', status: 'requires_capture' }])
  faults.clear()
  await cards.sweep(120)
  expect(await cards.atProvider(driver)).toMatchObject([{ state: 'released', status: 'canceled' }])
})

test('a webhook before the response settles the capture once', async () => {
  const driver = await cards.guest()
  const { body } = await actions.start(driver, { PayWith: driver.visa })
  actions.later(20)
  await actions.stop(driver, body.SessionId)
  faults.after = async path => {
    if (!capture.test(path)) return
    // the message comes in, and the answer is lost
    void parkit.jobs.runDue()
    await expect.poll(async () => (await cards.atProvider(driver))[0]!.state).toBe('captured')
    throw new Error('the line is dead')
  }
  await cards.work()
  await cards.work(120)
  await cards.work(120)
  expect(await cards.atProvider(driver)).toMatchObject([{ state: 'captured', taken: 135 }])
  expect(await cards.session(driver, body.SessionId)).toMatchObject({ PaymentStatus: 'Paid' })
})

test('every webhook replayed after its record was deleted: no money moves twice', async () => {
  const driver = await cards.guest()
  const { body } = await actions.start(driver, { PayWith: driver.visa })
  actions.later(1)
  await actions.extend(driver, body.SessionId, 60)
  actions.later(19)
  await actions.stop(driver, body.SessionId)
  await cards.work()
  const before = await cards.atProvider(driver)
  expect(before).toMatchObject([{ state: 'captured', taken: 135 }, { state: 'released' }])
  for (let i = 0; i < 2; i++) {
    await parkit.db.pool.query('delete from card_event')
    await parkit.db.pool.query(
      `insert into job (kind, ref, run_at) select 'sandbox-webhook', id, $1 from sandbox_object where object = 'event'
       on conflict do nothing`,
      [parkit.clock.now().toString()],
    )
    await cards.work()
  }
  expect(await cards.atProvider(driver)).toEqual(before)
  expect(await parkit.books()).toEqual([])
})

test('a stop and the end at the same moment capture once', async () => {
  const driver = await cards.guest()
  const { body } = await actions.start(driver, { PayWith: driver.visa })
  actions.later(59)
  await Promise.all([
    ...Array.from({ length: 4 }, () => actions.stop(driver, body.SessionId)),
    parkit.jobs.runDue(parkit.clock.now().add({ minutes: 1 })),
  ])
  await cards.work(60)
  await cards.work(60)
  expect(await cards.atProvider(driver)).toMatchObject([{ state: 'captured', taken: 235 }])
})

test('another driver can’t stop or see the session', async () => {
  const [driver, other] = [await cards.guest(), await cards.guest()]
  const { body } = await actions.start(driver, { PayWith: driver.visa })
  expect((await actions.stop(other, body.SessionId)).status).toBe(404)
  expect((await parkit.call(contract.session, { params: { id: body.SessionId } }, { token: other.token })).status).toBe(
    404,
  )
})

test('an extension that cost nothing, retried from a more expensive end, charges no card', async () => {
  const driver = await cards.guest()
  const { SessionId } = (await actions.start(driver, { PayWith: driver.visa, ZoneNumber: zones.garage, Minutes: 61 }))
    .body
  const key = randomUUID()
  const first = await actions.extend(driver, SessionId, 30, key)
  expect(first.body).toMatchObject({ Minutes: 91, AmountPaid: 18.35 })
  expect((await actions.extend(driver, SessionId, 30, key)).body).toEqual(first.body)
  expect(await cards.atProvider(driver)).toHaveLength(1)
})

test('a hold for an extension that completed without it is released', async () => {
  const driver = await cards.guest()
  const { SessionId } = (await actions.start(driver, { PayWith: driver.visa, ZoneNumber: zones.garage, Minutes: 61 }))
    .body
  const key = randomUUID()
  // by another process: in one, the calls of an account run one after the other
  const { app } = await buildApp({
    config: readConfig({ LOG_LEVEL: 'silent', RATE_LIMIT: 'off' }),
    db: parkit.db,
    clock: parkit.clock,
    city: source(parkingCity()),
  })
  const elsewhere = async (url: string, payload: object, idempotencyKey: string = randomUUID()) => {
    const headers = { authorization: `Bearer ${driver.token}`, 'idempotency-key': idempotencyKey }
    return (await app.inject({ method: 'POST', url, payload, headers })).json()
  }
  faults.before = async path => {
    if (!authorize.test(path)) return
    faults.clear()
    // from the end that this one comes to, the same call costs nothing, and answers first
    expect((await elsewhere(contract.extend.path, { SessionId, Minutes: 60 })).AmountPaid).toBe(24.35)
    expect((await elsewhere(contract.extend.path, { SessionId, Minutes: 60 }, key)).AmountPaid).toBe(24.35)
    actions.later(2)
    await elsewhere(contract.stop.path, { SessionId })
    await app.close()
  }
  expect((await actions.extend(driver, SessionId, 60, key)).body).toMatchObject({ Minutes: 181, AmountPaid: 24.35 })
  await cards.sweep(60)
  expect((await cards.atProvider(driver)).map(({ state }) => state).toSorted()).toEqual([
    'captured',
    'captured',
    'released',
  ])
})
