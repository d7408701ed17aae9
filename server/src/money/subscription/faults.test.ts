// Deluxe when answers are lost: wherever one is lost, a month is charged and booked once or not at all.
import { randomUUID } from 'node:crypto'
import { deleteAccount } from '@parkit/contract/driver/profile'
import * as cards from '@parkit/contract/money/cards'
import * as contract from '@parkit/contract/money/subscription'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#app/testing.ts'
import { createFaults, lostAt } from '#money/cards/testing.ts'
import { planActions } from './testing.ts'

const faults = createFaults()
const [prepare, confirm, look, end] = [
  /POST .v1.subscriptions$/,
  /POST .v1.payment_intents.pi_….confirm$/,
  /GET .v1.subscriptions/,
  /POST .v1.invoices.in_….void/,
]

let parkit: TestServer
let actions: ReturnType<typeof planActions>
beforeAll(async () => {
  parkit = await startTestServer({ cardFetch: faults.wrap })
  actions = planActions(parkit)
})
afterAll(() => parkit.stop())
beforeEach(() => {
  faults.clear()
})

const pending = { status: 409, error: { Code: 'payment_pending' } }
/** Who is known at the provider already, so that only the plan is asked for. */
const known = async () => {
  const driver = await parkit.driver({ dollars: 0, vehicle: false })
  await parkit.call(cards.listMethods, {}, driver)
  return driver
}
/** Time passes without a message from the provider, and the sweep runs. */
const sweep = async (seconds = 31) => {
  await parkit.db.pool.query(`delete from job where kind = 'sandbox-webhook'`)
  parkit.clock.advance({ seconds })
  await actions.settle()
}
const none = { states: ['void'], booked: 0, taken: 0 }
const one = { states: ['active'], booked: 499, taken: 499 }

test.each([
  ['before it was prepared', () => Object.assign(faults, { before: lostAt(prepare) }), none],
  ['after it was prepared', () => Object.assign(faults, { after: lostAt(prepare) }), none],
  ['before it was confirmed', () => Object.assign(faults, { before: lostAt(confirm) }), none],
  ['after it was confirmed', () => Object.assign(faults, { after: lostAt(confirm) }), one],
  ['before it was looked at', () => Object.assign(faults, { before: lostAt(look) }), one],
])('lost %s: pending until the reconciliation finds the outcome', async (_, lose, outcome) => {
  const { token, driverId } = await known()
  lose()
  expect(await actions.subscribe(token)).toMatchObject(pending)
  expect((await actions.current(token)).State).toBe('pending')
  faults.clear()
  await sweep()
  await sweep()
  expect(await actions.books(driverId)).toEqual(outcome)
  expect((await actions.current(token)).State).toBe(outcome === one ? 'active' : 'free')
})

test.each([
  ['before it was prepared', () => Object.assign(faults, { before: lostAt(prepare) })],
  ['after it was prepared', () => Object.assign(faults, { after: lostAt(prepare) })],
  ['before it was confirmed', () => Object.assign(faults, { before: lostAt(confirm) })],
  ['after it was confirmed', () => Object.assign(faults, { after: lostAt(confirm) })],
])('lost %s and retried with its key: charged once', async (_, lose) => {
  const { token, driverId } = await known()
  const key = randomUUID()
  lose()
  expect(await actions.subscribe(token, undefined, key)).toMatchObject(pending)
  faults.clear()
  expect((await actions.subscribe(token, undefined, key)).body.Subscription.State).toBe('active')
  await sweep()
  expect(await actions.books(driverId)).toEqual(one)
})

test('webhooks alone start a plan whose response was lost', async () => {
  const { token, driverId } = await known()
  faults.after = lostAt(confirm)
  await actions.subscribe(token)
  faults.clear()
  await actions.settle()
  expect((await actions.current(token)).State).toBe('active')
  expect(await actions.books(driverId)).toEqual(one)
})

test('webhooks before the responses, and before our row has the plan’s id, do no harm', async () => {
  const { token, driverId } = await known()
  faults.after = async () => actions.settle()
  expect((await actions.subscribe(token)).body.Subscription.State).toBe('active')
  expect(await actions.books(driverId)).toEqual(one)
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
  ['prepare', prepare],
  ['confirm', confirm],
])('a request to %s that arrives after the reconciliation gave it up charges nothing', async (_, which) => {
  const { token, driverId } = await known()
  const held = hold(which)
  const slow = actions.subscribe(token)
  await held.onItsWay
  await sweep()
  held.goOn()
  expect(await slow).toMatchObject({ status: 402, error: { Code: 'card_declined' } })
  faults.clear()
  await sweep()
  expect(await actions.books(driverId)).toEqual(none)
  const { rows } = await parkit.db.pool.query<{ status: string }>(
    `select body ->> 'status' as status from sandbox_object
      where object = 'subscription' and customer = (select customer_id from card_customer where driver_id = $1)`,
    [driverId],
  )
  expect(rows).toEqual([{ status: 'incomplete_expired' }])
})

test('two months of webhooks, each ten times in any order on many servers, are applied once', async () => {
  const driver = await known()
  await actions.subscribe(driver.token)
  await actions.settle()
  await actions.until(parkit.clock.now().add({ hours: 24 * 32 }))
  const twice = { states: ['active'], booked: 998, taken: 998 }
  expect(await actions.books(driver.driverId)).toEqual(twice)
  const before = await actions.current(driver.token)
  for (const order of ['asc', 'desc']) {
    // forgotten, so that each counts anew
    await parkit.db.pool.query('delete from card_event')
    await parkit.db.pool.query(
      `insert into job (kind, ref, run_at) select 'sandbox-webhook', id, $1::timestamptz + seq * interval '1 ms' * $2
         from sandbox_object where object = 'event' on conflict do nothing`,
      [parkit.clock.now().subtract({ hours: 24 }), order === 'asc' ? 1 : -1],
    )
    await Promise.all(Array.from({ length: 10 }, () => parkit.jobs.runDue()))
    await actions.settle()
  }
  expect(await actions.books(driver.driverId)).toEqual(twice)
  expect(await actions.current(driver.token)).toEqual(before)
  expect(await actions.told(driver.email)).toEqual(['Deluxe renewed'])
})

test('a month charged after the account was deleted, before the provider knew, is refunded', async () => {
  const driver = await actions.deluxe()
  await actions.until(parkit.clock.now().add({ hours: 24 * 29 }))
  expect((await parkit.call(deleteAccount, { body: { Password: driver.password } }, driver)).status).toBe(200)
  faults.before = lostAt(/subscriptions|payment_methods/)
  for (let day = 0; day < 3; day++) {
    parkit.clock.advance({ hours: 24 })
    await parkit.jobs.runDue()
  }
  faults.clear()
  for (let i = 0; i < 4; i++) {
    parkit.clock.advance({ hours: 1 })
    await actions.settle()
  }
  expect(await actions.books(driver.driverId)).toMatchObject({ states: ['ended'], booked: 499 })
  const { rows } = await parkit.db.pool.query<{ state: string; cents: number; given: number }>(
    `select state, amount_cents as cents, (body ->> 'amount')::integer as given
       from refund join sandbox_object on id = provider_reference where driver_id = $1 and purpose = 'plan'`,
    [driver.driverId],
  )
  expect(rows).toEqual([{ state: 'sent', cents: 499, given: 499 }])
  expect(await parkit.books()).toEqual([])
})

test('a renewal whose webhooks were all lost is found by the check', async () => {
  const driver = await known()
  await actions.subscribe(driver.token)
  await actions.settle()
  const renews = Temporal.Instant.from((await actions.current(driver.token)).RenewsOn!)
  parkit.clock.set(renews)
  await parkit.jobs.runDue()
  await sweep(2 * 60 * 60)
  expect(await actions.books(driver.driverId)).toEqual({ states: ['active'], booked: 998, taken: 998 })
})

test('an unanswered cancellation at the end of the grace period is retried, and starts cost the fee meanwhile', async () => {
  const driver = await known()
  await actions.subscribe(driver.token)
  await actions.settle()
  const renews = Temporal.Instant.from((await actions.current(driver.token)).RenewsOn!)
  await actions.bank(driver.driverId, 'generic_decline')
  await actions.until(renews)
  faults.before = lostAt(end)
  await actions.until(renews.add({ hours: 24 * 7 }))
  expect((await actions.books(driver.driverId)).states).toEqual(['grace'])
  expect(await actions.current(driver.token)).toMatchObject({ State: 'ended', ServiceFeeWaived: false })
  faults.clear()
  await actions.until(renews.add({ hours: 24 * 8 }))
  expect(await actions.books(driver.driverId)).toEqual({ states: ['ended'], booked: 499, taken: 499 })
})

test.each([
  ['cancel', contract.cancel, 'cancelling'],
  ['resume', contract.resume, 'active'],
] as const)('the response to %s is lost: reported, and the webhook brings the outcome', async (_, act, state) => {
  const driver = await known()
  await actions.subscribe(driver.token)
  if (state === 'active') await parkit.call(contract.cancel, {}, driver)
  await actions.settle()
  faults.after = lostAt(/POST .v1.subscriptions.sub_/)
  expect((await parkit.call(act, {}, driver)).status).toBe(503)
  faults.clear()
  await actions.settle()
  expect((await actions.current(driver.token)).State).toBe(state)
})

test('a provider that lost its keys creates a second plan, which is never paid', async () => {
  const { token, driverId } = await known()
  const key = randomUUID()
  faults.after = lostAt(prepare)
  await actions.subscribe(token, undefined, key)
  faults.clear()
  await parkit.db.pool.query('delete from sandbox_request')
  expect((await actions.subscribe(token, undefined, key)).body.Subscription.State).toBe('active')
  await actions.until(parkit.clock.now().add({ hours: 24 }))
  expect(await actions.books(driverId)).toEqual(one)
})

test('a stale check result that arrives after a newer check is discarded', async () => {
  const driver = await known()
  await actions.subscribe(driver.token)
  await actions.settle()
  const answered = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  let first = true
  faults.after = async path => {
    if (!first || !/GET .v1.invoices/.test(path)) return
    first = false
    answered.resolve()
    await goOn.promise
  }
  // nothing to resume: it only looks
  const slow = parkit.call(contract.resume, {}, driver)
  await answered.promise
  expect((await parkit.call(contract.cancel, {}, driver)).body.State).toBe('cancelling')
  goOn.resolve()
  expect((await slow).body.State).toBe('cancelling')
  expect((await actions.current(driver.token)).State).toBe('cancelling')
})
