// A server that goes from test keys to live keys: what was made with the others is left alone, said, and goes on with its own keys.
import { randomUUID } from 'node:crypto'
import * as cards from '@parkit/contract/money/cards'
import { withdraw, withdrawal } from '@parkit/contract/money/refunds'
import * as plans from '@parkit/contract/money/subscription'
import { addMoney } from '@parkit/contract/money/wallet'
import { quote, start, stop } from '@parkit/contract/parking/sessions'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildApp } from '#app/app.ts'
import { startTestServer, type TestServer } from '#app/testing.ts'
import { source } from '#city/places/testing.ts'
import { parkingCity, zones } from '#parking/sessions/testing.ts'
import { readConfig } from '#platform/config.ts'
import type { Database } from '#platform/db.ts'
import { createLog } from '#platform/log.ts'
import { createTestDatabase } from '#platform/testing.ts'
import { createSandboxStripe } from '#sandbox/sandbox.ts'
import { createStripe, reconcile } from './cards.ts'
import { cardOf, createFaults, lostAt } from './testing.ts'

const faults = createFaults()
const said: string[] = []
/** what the live keys were used for: path and body */
const asked: string[] = []
let parkit: TestServer
let liveDb: Database
let live: Awaited<ReturnType<typeof buildApp>>

/** Stripe's live mode: it knows nothing of what the sandbox of the server keeps. */
const createLiveFetch = (): typeof fetch => {
  const elsewhere = createSandboxStripe({ db: liveDb, clock: parkit.clock })
  return (url, init) => {
    asked.push(`${url} ${init?.body ?? ''}`)
    const headers = new Headers(init?.headers)
    headers.set('authorization', `Bearer ${elsewhere.secretKey}`)
    return elsewhere.fetch(String(url), { ...init, headers })
  }
}
const liveKeys = { secretKey: 'sk_live_1', publishableKey: 'pk_live_1', webhookSecret: 'whsec_1' }

const startLive = () =>
  buildApp({
    config: { ...readConfig({ LOG_LEVEL: 'warn', RATE_LIMIT: 'off' }), stripe: liveKeys },
    db: parkit.db,
    clock: parkit.clock,
    city: source(parkingCity()),
    checkAnswers: true,
    cardFetch: createLiveFetch,
    log: createLog('warn', line => said.push(JSON.parse(line).msg)),
  })

beforeAll(async () => {
  parkit = await startTestServer({ cardFetch: faults.wrap })
  liveDb = await createTestDatabase()
})
afterAll(async () => {
  await live?.app.close()
  await liveDb.close()
  await parkit.stop()
})
beforeEach(() => faults.clear())

type Declared = { method: 'GET' | 'POST' | 'DELETE'; path: string }
const atLive = async ({ method, path }: Declared, token: string, payload?: object, key: string = randomUUID()) => {
  const headers = { authorization: `Bearer ${token}`, 'idempotency-key': key }
  const response = await live.app.inject({ method, url: path, headers, ...(payload && { payload }) })
  return response.json()
}
const stateOf = async (chargeId: string) =>
  (await parkit.db.pool.query<{ state: string }>('select state from charge where charge_id = $1', [chargeId])).rows[0]
    ?.state
const chargesOf = async (driverId: string, state: string) =>
  (
    await parkit.db.pool.query<{ charge_id: string }>(
      'select charge_id from charge where driver_id = $1 and state = $2',
      [driverId, state],
    )
  ).rows.map(row => row.charge_id)

test('nothing that test keys made is used, refunded, or collected with live keys, and all of it goes on with test keys', async () => {
  const { call, clock, jobs } = parkit
  const driver = await parkit.driver({ dollars: 40 })
  const { token, driverId } = driver
  const visa = await cardOf(parkit, token, '4242')

  // a session that its card paid, and one that runs
  const stay = { ZoneNumber: zones.street, VehicleId: driver.VehicleId, Minutes: 60, PayWith: visa }
  const first = (await call(start, { body: stay }, driver)).body
  clock.advance({ minutes: 30 })
  await call(stop, { body: { SessionId: first.SessionId } }, driver)
  await jobs.runDue()
  const VehicleId = await parkit.addVehicle(token, 'TST 2ND')
  await call(start, { body: { ...stay, VehicleId } }, driver)
  // a top-up without an outcome, a refund that is not sent yet, and a plan
  await call(plans.subscribe, { body: { PlanId: 'deluxe' } }, driver)
  await jobs.runDue()
  faults.before = lostAt(/confirm/)
  const unsure = { body: { Amount: 20 }, key: 'pressed-before-the-keys-changed' }
  expect((await call(addMoney, unsure, { token, key: unsure.key })).error.Code).toBe('payment_pending')
  faults.clear()
  const sent = (await call(withdraw, { body: { Amount: 15 } }, driver)).body
  const [pending] = await chargesOf(driverId, 'pending')
  const [held] = await chargesOf(driverId, 'held')
  expect([pending, held, sent.Refunds[0]!.State]).toEqual([expect.any(String), expect.any(String), 'requested'])

  live = await startLive()
  expect(said.splice(0)).toEqual([
    expect.stringMatching(/are the live keys of stripe now, and were the test keys of sandbox/),
  ])
  // what is due is due for the live server
  await parkit.db.pool.query(`delete from job where kind like 'sandbox-%'`)
  clock.advance({ hours: 2 })
  await live.jobs.runDue()
  // the capture that the end of the session scheduled
  await live.jobs.runDue()
  const [ended] = await chargesOf(driverId, 'capturing')
  expect(ended).toBe(held)
  const waiting = [`charge ${pending}`, `capture ${held}`, `refund ${sent.Refunds[0]!.Id}`]
  for (const job of waiting)
    expect(said).toContainEqual(expect.stringContaining(`${job} waits for the test keys of sandbox`))
  expect(await stateOf(pending!)).toBe('pending')

  // no answer of a 404: each is refused for what it is
  expect(await atLive(addMoney, token, unsure.body, unsure.key)).toMatchObject({ Code: 'other_keys' })
  expect(await atLive(cards.listMethods, token)).toEqual([])
  expect(await atLive(withdrawal, token)).toMatchObject({ Most: 0, Sources: [] })
  expect(await atLive(withdraw, token, { Amount: 5 })).toMatchObject({ Code: 'bad_input' })
  const refund = { sessionId: first.SessionId, amountCents: 50, reason: 'The gate stayed shut', owner: 'alex' }
  await expect(live.features.refunds.decide(refund)).rejects.toThrow('other_keys')
  const { rows: unpaid } = await parkit.db.pool.query(
    'select provider_reference as "intentId" from charge where charge_id = $1',
    [pending],
  )
  expect(await atLive(cards.confirm, token, unpaid[0])).toMatchObject({ Code: 'other_keys' })
  // a plan of the test keys waives no fee, and a live one can begin beside it
  expect(await atLive(plans.subscription, token)).toMatchObject({ State: 'free', ServiceFeeWaived: false })
  const priced = await atLive(quote, token, { ZoneNumber: zones.street, VehicleId, Minutes: 60 })
  expect(priced.ServiceFee).toBeGreaterThan(0)
  const made = { body: { PaymentMethodId: 'pm_card_visa', Amount: 1, Currency: 'USD' } }
  expect(await atLive(cards.createIntent, token, made.body)).toMatchObject({ Status: 'authorized' })
  const subscribed = await atLive(plans.subscribe, token, { PlanId: 'deluxe' })
  expect(subscribed.Subscription).toMatchObject({ State: 'active' })
  // the books of the live keys know nothing of the others
  const provider = createStripe({ name: 'stripe', ...liveKeys, fetch: createLiveFetch() })
  const day = Temporal.PlainDate.from('2026-04-14')
  const [reconciled] = await reconcile({ db: parkit.db.pool, provider }, day, day)
  expect(reconciled).toMatchObject({ differences: [], taken: { books: { cents: 499 } } })

  // a month later the test plan is looked at, and nobody renews it
  said.length = 0
  clock.set('2026-05-15T12:00:00Z')
  await parkit.db.pool.query(`delete from job where kind like 'sandbox-%'`)
  await live.jobs.runDue()
  expect(said).toContainEqual(expect.stringMatching(/^subscription .* waits for the test keys of sandbox/))

  const { rows } = await parkit.db.pool.query<{ id: string }>('select id from sandbox_object')
  expect(rows.length).toBeGreaterThan(10)
  expect(asked.length).toBeGreaterThan(3)
  const testIds = rows.filter(({ id }) => id.includes('_') && asked.some(line => line.includes(id)))
  expect(testIds).toEqual([])

  // with the test keys again everything comes to its end; the authorization has expired, so its card is charged again
  await parkit.features.cards.jobs.capture(held!)
  await live.features.cards.jobs.collect!(`${held} 1`)
  expect(said).toContainEqual(expect.stringContaining(`collect ${held} 1 waits for the test keys of sandbox`))
  expect(await stateOf(held!)).toBe('lost')
  clock.advance({ hours: 25 })
  await jobs.runDue()
  expect([await stateOf(pending!), await stateOf(held!)]).toEqual(['void', 'replaced'])
  const refunds = await parkit.db.pool.query('select state from refund where refund_id = $1', [sent.Refunds[0]!.Id])
  expect(refunds.rows[0].state).not.toBe('requested')
})
