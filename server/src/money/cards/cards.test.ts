// Charging a card when answers are lost: wherever one is lost, the money is taken and credited once or not at all.
import { randomUUID } from 'node:crypto'
import { details } from '@parkit/contract/driver/account'
import * as contract from '@parkit/contract/money/cards'
import { config } from '@parkit/contract/money/provider'
import { addMoney } from '@parkit/contract/money/wallet'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#app/testing.ts'
import { createSandboxStripe } from '#sandbox/stripe.ts'
import { createCards } from './cards.ts'
import { voidUnsent } from './store.ts'
import { createStripe } from './stripe.ts'
import { cardOf, createFaults, lostAt, stripeError } from './testing.ts'

const faults = createFaults()
const [prepare, confirm, look] = [
  /POST .v1.payment_intents$/,
  /POST .v1.payment_intents.pi_….confirm$/,
  /GET .v1.payment_intents/,
]

let parkit: TestServer
beforeAll(async () => {
  parkit = await startTestServer({ cardFetch: faults.wrap })
})
afterAll(() => parkit.stop())
beforeEach(() => {
  faults.clear()
})

const guest = () => parkit.driver({ dollars: 0, vehicle: false })
const add = (token: string, key: string = randomUUID(), PaymentMethodId?: string, Amount = 20) =>
  parkit.call(addMoney, { body: { Amount, PaymentMethodId } }, { token, key })
const balance = async (token: string) => (await parkit.call(details, {}, { token })).body.Balance

/** What is known of the only charge of a driver: here, at the provider, and of the sweep that still waits for it. */
const charge = async (driverId: string) => {
  const { rows } = await parkit.db.pool.query<{ state: string; atProvider: string | null; swept: boolean }>(
    `select state, body ->> 'status' as "atProvider",
            not exists (select from job where kind = 'charge' and ref = charge.charge_id::text) as swept
       from charge left join sandbox_object on body -> 'metadata' ->> 'charge' = charge.charge_id::text
                                           and object = 'payment_intent'
      where driver_id = $1`,
    [driverId],
  )
  expect(rows).toHaveLength(1)
  return rows[0]!
}
/** Another server's cards, on the same database. */
const another = () => {
  const { db, clock } = parkit
  const sandbox = createSandboxStripe({ db, clock })
  const provider = createStripe({ name: 'sandbox', ...sandbox, fetch: faults.wrap(sandbox.fetch) })
  const unused = async () => {}
  return createCards({ db, clock, provider, log: console, onRefund: unused, onDispute: unused, onPlan: unused })
}

/** Time passes without a message from the provider, and the sweep runs. */
const sweep = async (seconds = 31) => {
  await parkit.db.pool.query(`delete from job where kind = 'sandbox-webhook'`)
  parkit.clock.advance({ seconds })
  await parkit.jobs.runDue()
}

test('an answered charge is settled immediately and leaves nothing to reconcile', async () => {
  const { token, driverId } = await guest()
  expect((await add(token)).status).toBe(200)
  expect(await charge(driverId)).toEqual({ state: 'succeeded', atProvider: 'succeeded', swept: true })
})

test('a charge lost before the provider: nothing is taken, and the reconciliation closes it', async () => {
  const { token, driverId } = await guest()
  faults.before = lostAt(prepare)
  expect(await add(token)).toMatchObject({ status: 409, error: { Code: 'payment_pending' } })
  expect(await charge(driverId)).toEqual({ state: 'pending', atProvider: null, swept: false })
  await sweep()
  expect(await charge(driverId)).toEqual({ state: 'void', atProvider: null, swept: true })
  expect(await balance(token)).toBe(0)
})

test.each([
  ['after it was prepared', () => Object.assign(faults, { after: lostAt(prepare) }), 'requires_confirmation'],
  ['before it was confirmed', () => Object.assign(faults, { before: lostAt(confirm) }), 'canceled'],
])('lost %s: nothing is taken, and nothing can be after the reconciliation', async (_, lose, atProvider) => {
  const { token, driverId } = await guest()
  lose()
  expect(await add(token)).toMatchObject({ status: 409, error: { Code: 'payment_pending' } })
  await sweep()
  expect(await charge(driverId)).toEqual({ state: 'void', atProvider, swept: true })
  expect(await balance(token)).toBe(0)
})

test('a charge lost between the provider and ParkIt: the reconciliation credits it once', async () => {
  const { token, driverId } = await guest()
  faults.after = lostAt(confirm)
  expect(await add(token)).toMatchObject({ status: 409, error: { Code: 'payment_pending' } })
  expect(await balance(token)).toBe(0)
  await sweep()
  await sweep()
  expect(await charge(driverId)).toEqual({ state: 'succeeded', atProvider: 'succeeded', swept: true })
  expect(await balance(token)).toBe(20)
})

test('the reconciliation waits half a minute before it queries', async () => {
  const { token, driverId } = await guest()
  faults.before = lostAt(prepare)
  await add(token)
  await sweep(29)
  expect((await charge(driverId)).state).toBe('pending')
  await sweep(1)
  expect((await charge(driverId)).state).toBe('void')
})

test.each([
  ['before it was prepared', () => Object.assign(faults, { before: lostAt(prepare) })],
  ['after it was prepared', () => Object.assign(faults, { after: lostAt(prepare) })],
  ['before it was confirmed', () => Object.assign(faults, { before: lostAt(confirm) })],
  ['after it was confirmed', () => Object.assign(faults, { after: lostAt(confirm) })],
])('lost %s and retried with its key: charged and credited once', async (_, lose) => {
  const { token, driverId } = await guest()
  const key = randomUUID()
  lose()
  expect(await add(token, key)).toMatchObject({ status: 409, error: { Code: 'payment_pending' } })
  faults.clear()
  const again = await add(token, key)
  expect([again.status, again.body.Balance]).toEqual([200, 20])
  await sweep()
  expect(await charge(driverId)).toEqual({ state: 'succeeded', atProvider: 'succeeded', swept: true })
  expect(await balance(token)).toBe(20)
})

test('a retry after the reconciliation: a credited charge answers its balance, one that never arrived is declined', async () => {
  const [credited, closed] = [await guest(), await guest()]
  const key = randomUUID()
  faults.after = lostAt(confirm)
  await add(credited.token, key)
  faults.before = lostAt(prepare)
  await add(closed.token, key)
  faults.clear()
  await sweep()
  expect(await add(credited.token, key)).toMatchObject({ status: 200, body: { Balance: 20 } })
  expect(await add(closed.token, key)).toMatchObject({ status: 402, error: { Code: 'card_declined' } })
  expect(await balance(closed.token)).toBe(0)
})

/** Stops the first call that matches on its way, until `goOn`. */
const hold = (which: RegExp) => {
  const onItsWay = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  faults.before = async path => {
    if (!which.test(path)) return
    onItsWay.resolve()
    await goOn.promise
  }
  return { onItsWay: onItsWay.promise, goOn: goOn.resolve }
}

test.each([
  ['prepare', prepare, 'requires_confirmation'],
  ['confirm', confirm, 'canceled'],
])(
  'a request to %s that reaches the provider after the reconciliation closed it takes nothing',
  async (_, which, atProvider) => {
    const { token, driverId } = await guest()
    const held = hold(which)
    const slow = add(token)
    await held.onItsWay
    await sweep()
    held.goOn()
    expect(await slow).toMatchObject({ status: 402, error: { Code: 'card_declined' } })
    expect(await charge(driverId)).toEqual({ state: 'void', atProvider, swept: true })
    expect(await balance(token)).toBe(0)
  },
)

test('reconciliation, answer and five retries at the same moment settle once', async () => {
  const { token, driverId } = await guest()
  const key = randomUUID()
  const swept = Promise.withResolvers<unknown>()
  faults.after = async path => {
    if (!confirm.test(path)) return
    parkit.clock.advance({ seconds: 31 })
    swept.resolve(parkit.jobs.runDue())
  }
  const answers = await Promise.all(Array.from({ length: 6 }, () => add(token, key)))
  await swept.promise
  for (const { status, body } of answers) expect([status, body.Balance]).toEqual([200, 20])
  expect(await charge(driverId)).toEqual({ state: 'succeeded', atProvider: 'succeeded', swept: true })
  expect(await balance(token)).toBe(20)
})

test('a provider that cannot answer about a charge is queried again later', async () => {
  const { token, driverId } = await guest()
  faults.after = lostAt(confirm)
  await add(token)
  faults.before = lostAt(look)
  await sweep()
  expect((await charge(driverId)).state).toBe('pending')
  faults.clear()
  await sweep(3)
  expect((await charge(driverId)).state).toBe('succeeded')
  expect(await balance(token)).toBe(20)
})

test('a provider that lost its keys creates a second payment, which is never confirmed', async () => {
  const { token, driverId } = await guest()
  await parkit.call(contract.listMethods, {}, { token })
  const once = { callerId: driverId, key: randomUUID(), call: 'add money', inputHash: Buffer.alloc(32) }
  // the slow one has read the charge before the fast one kept its payment
  const slowIsThere = Promise.withResolvers<void>()
  const fastIsDone = Promise.withResolvers<void>()
  let calls = 0
  faults.before = async path => {
    if (!prepare.test(path)) return
    if (++calls === 1) return slowIsThere.promise
    slowIsThere.resolve()
    await fastIsDone.promise
  }
  let confirmed = 0
  faults.after = async path => {
    if (confirm.test(path) && ++confirmed <= 2) throw new Error('the line is dead')
  }
  // either of these two servers may be the fast one
  const server = async () => {
    const tried = another().chargeToWallet(once, undefined, 2_000)
    await expect(tried).rejects.toMatchObject({ code: 'payment_pending' })
    await parkit.db.pool.query('delete from sandbox_request')
    fastIsDone.resolve()
  }
  await Promise.all([server(), server()])
  await sweep()
  const { rows } = await parkit.db.pool.query<{ status: string }>(
    `select body ->> 'status' as status from sandbox_object join charge on body -> 'metadata' ->> 'charge' = charge_id::text
      where driver_id = $1 and object = 'payment_intent' order by seq`,
    [driverId],
  )
  expect(rows.map(({ status }) => status)).toEqual(['succeeded', 'requires_confirmation'])
  expect(await balance(token)).toBe(20)
})

test('the reconciliation does not close a charge whose payment was stored while it queried', async () => {
  const { token, driverId } = await guest()
  faults.after = lostAt(confirm)
  await add(token)
  const { rows } = await parkit.db.pool.query<{ charge_id: string }>(
    'select charge_id from charge where driver_id = $1',
    [driverId],
  )
  expect(await voidUnsent(parkit.db.pool, rows[0]!.charge_id, parkit.clock.now())).toBe(false)
  expect((await charge(driverId)).state).toBe('pending')
})

test.each([
  ['500', () => stripeError(500, { type: 'api_error', message: 'Sorry' })],
  ['409, a lock', () => stripeError(409, { type: 'invalid_request_error', code: 'lock_timeout', message: 'Busy' })],
  ['429', () => stripeError(429, { type: 'invalid_request_error', code: 'rate_limit', message: 'Too many' })],
  ['an answer that is none', () => new Response('<html>', { status: 502 })],
  ['401, a revoked key', () => stripeError(401, { type: 'invalid_request_error', message: 'Invalid API Key' })],
])('a confirmation answered %s: pending, and correct on retry', async (_, answer) => {
  const { token, driverId } = await guest()
  const key = randomUUID()
  faults.instead = path => (confirm.test(path) ? answer() : undefined)
  expect(await add(token, key)).toMatchObject({ status: 409, error: { Code: 'payment_pending' } })
  expect(await balance(token)).toBe(0)
  faults.clear()
  expect(await add(token, key)).toMatchObject({ status: 200, body: { Balance: 20 } })
  expect(await charge(driverId)).toEqual({ state: 'succeeded', atProvider: 'succeeded', swept: true })
})

test('pending charges count toward the wallet limit', async () => {
  const { token } = await parkit.driver({ dollars: 1_500, vehicle: false })
  faults.after = lostAt(confirm)
  await add(token, randomUUID(), undefined, 490)
  faults.clear()
  expect(await add(token, randomUUID(), undefined, 20)).toMatchObject({ status: 409, error: { Code: 'wallet_full' } })
  await sweep()
  expect(await balance(token)).toBe(1_990)
})

const noCards = (path: string) =>
  /GET .v1.payment_methods/.test(path)
    ? Response.json({ object: 'list', data: [], has_more: false, url: '/v1/payment_methods' })
    : undefined

test('a retry answers as before even if the card is deleted by then', async () => {
  const { token } = await guest()
  const key = randomUUID()
  const card = await cardOf(parkit, token, '4242')
  const first = await add(token, key, card)
  faults.instead = noCards
  const again = await add(token, key, card)
  expect([again.status, again.body]).toEqual([200, first.body])
  expect(await balance(token)).toBe(20)
})

test('without a card there is nothing to charge', async () => {
  const { token } = await guest()
  faults.instead = noCards
  expect(await add(token)).toMatchObject({ status: 409, error: { Code: 'no_card' } })
})

test('when cards cannot be listed, no charge starts', async () => {
  const { token, driverId } = await guest()
  faults.before = lostAt(/GET .v1.payment_methods/)
  expect(await add(token)).toMatchObject({ status: 503, error: { Code: 'unavailable' } })
  const { rows } = await parkit.db.pool.query('select from charge where driver_id = $1', [driverId])
  expect(rows).toEqual([])
})

test('only drivers list cards, and the sandbox says that it is one', async () => {
  const { token } = await guest()
  const { body } = await parkit.call(contract.listMethods, {}, { token })
  expect(body.map(({ Last4, CardType, IsDefault }) => [CardType, Last4, IsDefault])).toEqual([
    ['Visa', '4242', true],
    ['Visa', '0341', false],
  ])
  expect((await parkit.call(contract.listMethods, {})).status).toBe(401)
  expect((await parkit.call(config, {})).body).toEqual({
    Provider: 'sandbox',
    PublishableKey: 'pk_sandbox',
    ScriptUrl: null,
    Sandbox: true,
  })
})
