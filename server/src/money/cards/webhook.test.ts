// Webhook events: accepted only with a fresh signature, applied once, in any order, beside the browser and the sweep.
import { randomUUID } from 'node:crypto'
import { details } from '@parkit/contract/driver/account'
import { activity, addMoney } from '@parkit/contract/money/wallet'
import Fastify from 'fastify'
import Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#app/testing.ts'
import { type Cards, createCards } from './cards.ts'
import { mountWebhook } from './routes.ts'
import { createStripe } from './stripe.ts'
import { webhookPath } from './stripe-events.ts'
import { createFaults, lostAt } from './testing.ts'

const faults = createFaults()
const confirm = /POST .v1.payment_intents.pi_….confirm$/
let parkit: TestServer
beforeAll(async () => {
  parkit = await startTestServer({ cardFetch: faults.wrap })
})
afterAll(() => parkit.stop())
beforeEach(async () => {
  faults.clear()
  await parkit.jobs.runDue()
})

const guest = () => parkit.driver({ dollars: 0, vehicle: false })
const add = (token: string, key: string = randomUUID()) =>
  parkit.call(addMoney, { body: { Amount: 20 } }, { token, key })
const balance = async (token: string) => (await parkit.call(details, {}, { token })).body.Balance
const topUps = async (token: string) => (await parkit.call(activity, { query: {} }, { token })).body.Items.length

test('a webhook credits a charge whose response was lost, and leaves nothing to reconcile', async () => {
  const { token, driverId } = await guest()
  faults.after = lostAt(confirm)
  expect(await add(token)).toMatchObject({ status: 409, error: { Code: 'payment_pending' } })
  expect(await balance(token)).toBe(0)
  await parkit.jobs.runDue()
  expect(await balance(token)).toBe(20)
  const { rows } = await parkit.db.pool.query(
    `select kind from job join charge on ref = charge_id::text where driver_id = $1`,
    [driverId],
  )
  expect(rows).toEqual([])
})

test('a webhook before the response credits once, and the response shows the balance', async () => {
  const { token } = await guest()
  faults.after = async path => {
    if (confirm.test(path)) await parkit.jobs.runDue()
  }
  expect(await add(token)).toMatchObject({ status: 200, body: { Balance: 20 } })
  expect([await balance(token), await topUps(token)]).toEqual([20, 1])
})

/** All events the sandbox has told of, as they stand in its book. */
const events = async () => {
  const { rows } = await parkit.db.pool.query<{ id: string; body: Stripe.Event }>(
    `select id, body from sandbox_object where object = 'event' order by seq`,
  )
  return rows
}

test('every webhook ten times concurrently in reverse order: each is applied once', async () => {
  const { token } = await guest()
  faults.after = lostAt(confirm)
  await add(token)
  faults.clear()
  const again = (await events()).toReversed().flatMap(({ id }) => Array.from({ length: 10 }, () => id))
  const { pool } = parkit.db
  await pool.query(
    `insert into job (kind, ref, run_at) select 'sandbox-webhook', id, $1 from sandbox_object where object = 'event'
     on conflict do nothing`,
    [parkit.clock.now()],
  )
  const due = again.map(() => parkit.jobs.runDue())
  await Promise.all([...due, add(token)])
  expect([await balance(token), await topUps(token)]).toEqual([40, 2])
})

const secret = 'whsec_test'
/** The same books behind a webhook secret that the test knows. */
const known = () =>
  createCards({
    db: parkit.db,
    clock: parkit.clock,
    log: console,
    onRefund: async () => {},
    onDispute: async () => {},
    onPlan: async () => {},
    provider: createStripe({ name: 'stripe', secretKey: 'sk', publishableKey: 'pk', webhookSecret: secret }),
  })
const signed = (payload: string, ageSeconds = 0, key = secret) => {
  const timestamp = Math.floor(parkit.clock.now().epochMilliseconds / 1000) - ageSeconds
  return Stripe.webhooks.generateTestHeaderString({ payload, secret: key, timestamp })
}
const event = {
  id: 'evt_1',
  object: 'event',
  type: 'customer.created',
  api_version: Stripe.API_VERSION,
  livemode: false,
  data: { object: {} },
}
const payload = JSON.stringify(event)

test('only a correctly signed, complete and recent webhook is accepted', () => {
  const cards = known()
  expect(cards.readEvent(Buffer.from(payload), signed(payload))).toMatchObject({ id: 'evt_1', paymentId: null })
  expect(cards.readEvent(Buffer.from(payload), signed(payload, 300))).toMatchObject({ id: 'evt_1' })
  expect(() => cards.readEvent(Buffer.from(payload), signed(payload, 301))).toThrow(/tolerance/)
  expect(() => cards.readEvent(Buffer.from(payload), signed(payload, 0, 'whsec_other'))).toThrow(/signature/)
  expect(() => cards.readEvent(Buffer.from(payload.replace('evt_1', 'evt_2')), signed(payload))).toThrow(/signature/)
})

test.each([
  ['of another API version', { api_version: '2020-08-27' }, /version 2020-08-27, not 2026/],
  ['of the account’s version', { api_version: null }, /version null, not 2026/],
  ['of the other mode', { livemode: true }, /not of the test mode/],
])('a signed event %s is refused, and the log says what to change', async (_, change, message) => {
  const raw = JSON.stringify({ ...event, ...change })
  expect(() => known().readEvent(Buffer.from(raw), signed(raw))).toThrow(message)
  expect(() => known().readEvent(Buffer.from(raw), signed(raw, 0, 'whsec_other'))).toThrow(/signature/)

  const logged: unknown[] = []
  const app = Fastify()
  app.log.error = (line: unknown) => void logged.push(line)
  await mountWebhook(app, known() as Cards)
  const headers = { 'content-type': 'application/json', 'stripe-signature': signed(raw) }
  expect((await app.inject({ method: 'POST', url: webhookPath, payload: raw, headers })).statusCode).toBe(400)
  expect(logged).toEqual([expect.stringMatching(message)])
})

test('an event of a type that is not acted on has no effect', async () => {
  const { body } = (await events()).find(one => one.body.type === 'payment_intent.created')!
  const raw = JSON.stringify(body)
  expect(known().readEvent(Buffer.from(raw), signed(raw))).toMatchObject({ paymentId: null, payment: null })
})

test('one event received by ten servers at once is applied once', async () => {
  const { token } = await guest()
  faults.after = lostAt(confirm)
  await add(token)
  const { body } = (await events()).findLast(event => event.body.type === 'payment_intent.succeeded')!
  const raw = JSON.stringify(body)
  const cards = known()
  await Promise.all(Array.from({ length: 10 }, () => cards.takeEvent(cards.readEvent(Buffer.from(raw), signed(raw)))))
  expect([await balance(token), await topUps(token)]).toEqual([20, 1])
})

test.each([
  ['no signature', {}],
  ['a forged one', { 'stripe-signature': 't=1,v1=00' }],
])('over HTTP, %s is answered 400 and has no effect', async (_, headers) => {
  const response = await parkit.app.inject({
    method: 'POST',
    url: webhookPath,
    payload,
    headers: { 'content-type': 'application/json', ...headers },
  })
  expect(response.statusCode).toBe(400)
  const { rows } = await parkit.db.pool.query('select from card_event where event_id = $1', ['evt_1'])
  expect(rows).toEqual([])
})
