// Deluxe over HTTP: charged once, renewed monthly, kept during the grace period, canceled, resumed; no service fee meanwhile.
import { randomUUID } from 'node:crypto'
import { details } from '@parkit/contract/driver/account'
import { deleteAccount } from '@parkit/contract/driver/profile'
import * as cards from '@parkit/contract/money/cards'
import * as contract from '@parkit/contract/money/subscription'
import * as parking from '@parkit/contract/parking/sessions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#app/testing.ts'
import { exportData } from '#driver/account/export-testing.ts'
import { cardOf } from '#money/cards/testing.ts'
import { zones } from '#parking/sessions/testing.ts'
import { planActions } from './testing.ts'

let parkit: TestServer
let actions: ReturnType<typeof planActions>
beforeAll(async () => {
  parkit = await startTestServer()
  actions = planActions(parkit)
})
afterAll(() => parkit.stop())

const cancel = (token: string) => parkit.call(contract.cancel, {}, { token })
const resume = (token: string) => parkit.call(contract.resume, {}, { token })
const changeCard = (token: string, PaymentMethodId: string) =>
  parkit.call(contract.changeCard, { body: { PaymentMethodId } }, { token })
const monthAfter = (at: Temporal.Instant, months = 1) => at.toZonedDateTimeISO('UTC').add({ months }).toInstant()
const days = (at: Temporal.Instant, n: number) => at.add({ hours: 24 * n })

test('the plans and prices are public', async () => {
  const { body } = await parkit.call(contract.plans, {})
  expect(body.map(({ PlanId, Price, ServiceFee }) => [PlanId, Price, ServiceFee])).toEqual([
    ['free', 0, 0.35],
    ['deluxe', 4.99, 0],
  ])
  expect((await parkit.call(contract.subscription, {})).status).toBe(401)
})

test('Deluxe is charged immediately and the driver is notified', async () => {
  const driver = await parkit.driver({ dollars: 0 })
  expect(await actions.current(driver.token)).toMatchObject({ PlanId: 'free', State: 'free', ServiceFeeWaived: false })
  const { status, body } = await actions.subscribe(driver.token)
  const renews = monthAfter(parkit.clock.now()).toString()
  expect([status, body.RequiresAction]).toEqual([200, null])
  expect(body.Subscription).toMatchObject({ PlanId: 'deluxe', State: 'active', Price: 4.99, RenewsOn: renews })
  await actions.settle()
  expect(await actions.current(driver.token)).toEqual(body.Subscription)
  expect(await actions.books(driver.driverId)).toEqual({ states: ['active'], booked: 499, taken: 499 })
  expect(await actions.told(driver.email)).toEqual(['Deluxe is active'])
  // by card, not from the wallet
  expect((await parkit.call(details, {}, { token: driver.token })).body.Balance).toBe(0)
})

test('twenty concurrent presses of one or several buttons charge one month', async () => {
  const driver = await parkit.driver({ dollars: 0 })
  const key = randomUUID()
  const presses = [...Array.from({ length: 10 }, () => key), ...Array.from({ length: 10 }, () => randomUUID())]
  const answers = await Promise.all(presses.map(each => actions.subscribe(driver.token, undefined, each)))
  for (const { status, error } of answers)
    if (status !== 200) expect(error.Code).toMatch(/already_subscribed|payment_pending/)
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
  await actions.settle()
  const { booked, taken } = await actions.books(driver.driverId)
  expect([booked, taken]).toEqual([499, 499])
  expect(await actions.subscribe(driver.token)).toMatchObject({ status: 409, error: { Code: 'already_subscribed' } })
})

test('a key answers the same again, and is refused for another input', async () => {
  const driver = await parkit.driver({ dollars: 0 })
  const key = randomUUID()
  const first = await actions.subscribe(driver.token, undefined, key)
  expect((await actions.subscribe(driver.token, undefined, key)).body).toEqual(first.body)
  const other = await actions.subscribe(driver.token, await cardOf(parkit, driver.token, '0341'), key)
  expect(other).toMatchObject({ status: 409, error: { Code: 'idempotency_conflict' } })
})

test('a declined card starts nothing, and another can be tried', async () => {
  const driver = await parkit.driver({ dollars: 0 })
  const bad = await cardOf(parkit, driver.token, '0341')
  const key = randomUUID()
  for (const again of [key, key, randomUUID()])
    expect(await actions.subscribe(driver.token, bad, again)).toMatchObject({
      status: 402,
      error: { Code: 'card_declined' },
    })
  expect(await actions.current(driver.token)).toMatchObject({ PlanId: 'free', State: 'free' })
  expect((await actions.subscribe(driver.token)).status).toBe(200)
  await actions.settle()
  expect(await actions.books(driver.driverId)).toEqual({ states: ['active', 'void', 'void'], booked: 499, taken: 499 })
})

test('while Deluxe is active no start has a service fee, and quote and start agree', async () => {
  const [deluxe, free] = [await actions.deluxe(), await parkit.driver({ dollars: 50 })]
  const ask = { ZoneNumber: zones.street, Minutes: 60 }
  const quoted = async (driver: typeof free) =>
    (await parkit.call(parking.quote, { body: { ...ask, VehicleId: driver.VehicleId } }, { token: driver.token })).body
  const [with_, without] = [await quoted(deluxe), await quoted(free)]
  expect([with_.ServiceFee, without.ServiceFee]).toEqual([0, 0.35])
  expect(with_.Total).toBe(with_.Parking)
  expect(with_.Lines.at(-1)).toMatchObject({ Kind: 'fee', Name: 'Service fee · waived with Deluxe', Amount: 0 })
  const body = { ...ask, VehicleId: deluxe.VehicleId, QuoteId: with_.QuoteId, PayWith: 'wallet' as const }
  const started = await parkit.call(parking.start, { body }, { token: deluxe.token })
  expect([started.status, started.body.ServiceFee, started.body.AmountPaid]).toEqual([200, 0, with_.Total])
  // nobody's plan but the driver's own
  expect((await parkit.call(parking.quote, { body: ask })).body.ServiceFee).toBe(0.35)
})

test('a price quoted with Deluxe is not charged without it, nor the reverse', async () => {
  const driver = await parkit.driver({ dollars: 50 })
  const ask = { ZoneNumber: zones.street, Minutes: 60, VehicleId: driver.VehicleId }
  const { token } = driver
  const { body } = await parkit.call(parking.quote, { body: ask }, { token })
  await actions.subscribe(token)
  const start = { ...ask, QuoteId: body.QuoteId, PayWith: 'wallet' as const }
  const refused = await parkit.call(parking.start, { body: start }, { token })
  expect(refused).toMatchObject({ status: 409, error: { Code: 'price_changed', Quote: { ServiceFee: 0 } } })
})

test('a canceled plan runs until the paid month ends and is not charged again; until then it can be resumed', async () => {
  const driver = await actions.deluxe()
  const { token } = driver
  const ends = monthAfter(parkit.clock.now())
  expect((await cancel(token)).body).toMatchObject({ State: 'cancelling', EndsOn: ends.toString(), RenewsOn: null })
  expect((await resume(token)).body).toMatchObject({ State: 'active', RenewsOn: ends.toString() })
  await cancel(token)
  await actions.until(ends.subtract({ seconds: 1 }))
  expect(await actions.current(token)).toMatchObject({ State: 'cancelling', ServiceFeeWaived: true })
  parkit.clock.set(ends)
  // before any job ran
  expect(await actions.current(token)).toMatchObject({ PlanId: 'free', State: 'ended', ServiceFeeWaived: false })
  expect((await resume(token)).status).toBe(404)
  await actions.until(days(ends, 30))
  expect(await actions.books(driver.driverId)).toEqual({ states: ['ended'], booked: 499, taken: 499 })
  expect(await actions.told(driver.email)).toEqual([])
  expect((await actions.subscribe(token)).body.Subscription.State).toBe('active')
})

test('every calendar month is charged once', async () => {
  const driver = await actions.deluxe()
  const began = parkit.clock.now()
  await actions.until(days(monthAfter(began, 3), 1))
  expect(await actions.books(driver.driverId)).toEqual({ states: ['active'], booked: 4 * 499, taken: 4 * 499 })
  expect(await actions.current(driver.token)).toMatchObject({
    State: 'active',
    RenewsOn: monthAfter(began, 4).toString(),
  })
})

/** A driver whose renewal was not paid, right after it. */
const unpaid = async (behaviour: 'generic_decline' | 'challenge' = 'generic_decline') => {
  const driver = await actions.deluxe()
  const ends = monthAfter(parkit.clock.now())
  await actions.bank(driver.driverId, behaviour)
  await actions.until(ends)
  return { ...driver, ends }
}

test('a failed renewal: seven days of grace, one notice, then the plan ends and can’t be charged', async () => {
  const { token, driverId, email, ends } = await unpaid()
  const grace = days(ends, 7)
  expect(await actions.current(token)).toMatchObject({
    State: 'grace',
    GraceUntil: grace.toString(),
    ServiceFeeWaived: true,
  })
  expect(await actions.told(email)).toEqual(['We couldn’t renew Deluxe'])
  await actions.until(grace.subtract({ seconds: 1 }))
  expect(await actions.current(token)).toMatchObject({ State: 'grace', ServiceFeeWaived: true })
  parkit.clock.set(grace)
  expect(await actions.current(token)).toMatchObject({ State: 'ended', ServiceFeeWaived: false })
  await actions.bank(driverId, 'succeeds')
  await actions.until(days(grace, 40))
  expect(await actions.books(driverId)).toEqual({ states: ['ended'], booked: 499, taken: 499 })
})

test('a card that works again within the grace period is charged automatically', async () => {
  const { token, driverId, ends } = await unpaid()
  await actions.bank(driverId, 'succeeds')
  await actions.until(days(ends, 6))
  expect(await actions.current(token)).toMatchObject({ State: 'active', RenewsOn: monthAfter(ends).toString() })
  expect(await actions.books(driverId)).toEqual({ states: ['active'], booked: 998, taken: 998 })
})

test('another card pays the open month once, however often it is pressed', async () => {
  const { token, driverId, ends } = await unpaid()
  const declined = await changeCard(token, await cardOf(parkit, token, '0341'))
  expect(declined).toMatchObject({ status: 402, error: { Code: 'card_declined' } })
  expect((await actions.current(token)).State).toBe('grace')
  await actions.bank(driverId, 'succeeds')
  const good = await cardOf(parkit, token, '4242')
  const answers = await Promise.all(Array.from({ length: 8 }, () => changeCard(token, good)))
  for (const { status, body } of answers)
    expect([status, body.Subscription]).toMatchObject([200, { State: 'active', PaymentMethodId: good }])
  await actions.until(days(ends, 2))
  expect(await actions.books(driverId)).toEqual({ states: ['active'], booked: 998, taken: 998 })
})

test('a plan canceled during the grace period ends immediately', async () => {
  const { token, driverId, ends } = await unpaid()
  expect((await cancel(token)).body).toMatchObject({ PlanId: 'free', State: 'ended' })
  await actions.bank(driverId, 'succeeds')
  await actions.until(days(ends, 30))
  expect(await actions.books(driverId)).toEqual({ states: ['ended'], booked: 499, taken: 499 })
})

/** The driver answers the bank's question, as the browser's script would bring it. */
const answerBank = (secret: string, passed: boolean) =>
  parkit.app.inject({
    method: 'POST',
    url: `/sandbox/stripe/v1/payment_intents/${secret.split('_secret_')[0]}/challenge`,
    payload: `client_secret=${secret}&passed=${passed}`,
    headers: { authorization: 'Bearer pk_sandbox', 'content-type': 'application/x-www-form-urlencoded' },
  })
const confirm = (token: string, intentId: string) => parkit.call(contract.confirm, { body: { intentId } }, { token })

test.each([[true], [false]])('3-D Secure before the first month, answered correctly: %s', async passed => {
  const driver = await parkit.driver({ dollars: 0 })
  const { token } = driver
  await parkit.call(cards.listMethods, {}, { token })
  await actions.bank(driver.driverId, 'challenge')
  const { body } = await actions.subscribe(token)
  expect(body.Subscription.State).toBe('pending')
  const { intentId, ClientSecret } = body.RequiresAction!
  // the question stays open while the driver looks for his phone
  parkit.clock.advance({ minutes: 5 })
  await actions.settle()
  expect((await confirm(token, intentId)).body.RequiresAction).toEqual(body.RequiresAction)
  await answerBank(ClientSecret, passed)
  const outcome = await confirm(token, intentId)
  if (passed) expect(outcome.body).toMatchObject({ Subscription: { State: 'active' }, RequiresAction: null })
  else expect(outcome).toMatchObject({ status: 402, error: { Code: 'card_declined' } })
  await actions.settle()
  const sum = passed ? 499 : 0
  expect(await actions.books(driver.driverId)).toEqual({
    states: [passed ? 'active' : 'void'],
    booked: sum,
    taken: sum,
  })
  const stranger = await parkit.driver({ dollars: 0, vehicle: false })
  expect((await confirm(stranger.token, intentId)).status).toBe(404)
})

test('an unanswered 3-D Secure request is closed after 15 minutes; a new press starts over immediately', async () => {
  const [slow, quick] = [await parkit.driver({ dollars: 0 }), await parkit.driver({ dollars: 0 })]
  for (const { token, driverId } of [slow, quick]) {
    await parkit.call(cards.listMethods, {}, { token })
    await actions.bank(driverId, 'challenge')
    await actions.subscribe(token)
  }
  await actions.bank(quick.driverId, 'succeeds')
  expect((await actions.subscribe(quick.token)).body.Subscription.State).toBe('active')
  parkit.clock.advance({ minutes: 16 })
  await actions.settle()
  expect(await actions.books(slow.driverId)).toEqual({ states: ['void'], booked: 0, taken: 0 })
  expect(await actions.books(quick.driverId)).toEqual({ states: ['active', 'void'], booked: 499, taken: 499 })
})

test('a renewal that needs 3-D Secure waits for the driver, who pays it by passing', async () => {
  const { token, driverId } = await unpaid('challenge')
  expect((await actions.current(token)).State).toBe('grace')
  const { body } = await changeCard(token, await cardOf(parkit, token, '4242'))
  const { intentId, ClientSecret } = body.RequiresAction!
  await answerBank(ClientSecret, true)
  expect((await confirm(token, intentId)).body.Subscription.State).toBe('active')
  await actions.settle()
  expect(await actions.books(driverId)).toEqual({ states: ['active'], booked: 998, taken: 998 })
})

test('without a plan there is nothing to cancel, resume or pay', async () => {
  const { token } = await parkit.driver({ dollars: 0, vehicle: false })
  for (const { status } of [await cancel(token), await resume(token), await changeCard(token, 'pm_any')])
    expect(status).toBe(404)
})

const remove = (driver: { token: string; password: string }) =>
  parkit.call(deleteAccount, { body: { Password: driver.password } }, driver)

test('deleting the account ends the plan at the provider; the ledger keeps the payments', async () => {
  const driver = await parkit.driver({ dollars: 0 })
  await actions.subscribe(driver.token)
  await actions.settle()
  const { data } = await exportData({ parkit, driver })
  expect(data.Subscriptions).toMatchObject([{ State: 'active', Payments: [{ AmountCents: 499 }] }])
  expect((await remove(driver)).status).toBe(200)
  await actions.settle()
  expect(await actions.books(driver.driverId)).toMatchObject({ states: ['ended'], booked: 499 })
  const { rows } = await parkit.db.pool.query<{ status: string }>(
    `select body ->> 'status' as status from sandbox_object join subscription on provider_reference = id where driver_id = $1`,
    [driver.driverId],
  )
  expect(rows).toEqual([{ status: 'canceled' }])
  await actions.until(days(parkit.clock.now(), 40))
  expect(await actions.books(driver.driverId)).toMatchObject({ booked: 499 })
})

test('an account can’t be deleted while the first month is pending', async () => {
  const driver = await parkit.driver({ dollars: 0 })
  await parkit.call(cards.listMethods, {}, driver)
  await actions.bank(driver.driverId, 'challenge')
  await actions.subscribe(driver.token)
  expect(await remove(driver)).toMatchObject({ status: 409, error: { Code: 'payment_pending' } })
  expect((await actions.current(driver.token)).State).toBe('pending')
})
