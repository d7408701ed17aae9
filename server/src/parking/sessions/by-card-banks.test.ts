// Sessions by card when banks challenge and cards decline: which session starts, which card pays, and automatic extension.
import { randomUUID } from 'node:crypto'
import { chooseDefault, confirm } from '@parkit/contract/money/cards'
import { addMoney } from '@parkit/contract/money/wallet'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#app/testing.ts'
import { cardOf, createFaults, lostAt } from '#money/cards/testing.ts'
import { automaticActions } from '#parking/automatic/testing.ts'
import { parkingActions } from './actions-testing.ts'
import { type CardActions, cardActions } from './card-testing.ts'

const faults = createFaults()
const authorize = /POST .v1.payment_intents.pi_….confirm$/

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

test('3-D Secure passed: no session before it, and the same call starts one after it', async () => {
  const driver = await cards.withCard('pm_card_authenticationRequired', '3184')
  const key = randomUUID()
  const asked = await actions.start(driver, { PayWith: driver.card }, key)
  expect(asked).toMatchObject({ status: 200, body: { Status: 'pending', PaymentStatus: 'Pending' } })
  const { intentId, ClientSecret } = asked.body.RequiresAction!
  expect(await actions.active(driver)).toEqual([])
  // the sweep waits while the driver answers, and after the answer too
  await cards.sweep(60)
  await cards.answerBank(intentId, ClientSecret, true)
  await cards.sweep(60)
  const told = await parkit.call(confirm, { body: { intentId } }, { token: driver.token })
  expect(told.body.Status).toBe('authorized')
  const started = await actions.start(driver, { PayWith: driver.card }, key)
  expect(started).toMatchObject({ status: 200, body: { Status: 'running', SessionId: asked.body.SessionId } })
  expect(started.body.RequiresAction).toBeUndefined()
  actions.later(20)
  await actions.stop(driver, started.body.SessionId)
  await cards.work()
  expect(await cards.atProvider(driver)).toMatchObject([{ state: 'captured', taken: 135 }])
})

test('3-D Secure failed: declined, no other card is tried, no session', async () => {
  const driver = await cards.withCard('pm_card_authenticationRequired', '3184')
  await parkit.call(chooseDefault, { body: { PaymentMethodId: driver.card } }, { token: driver.token })
  const key = randomUUID()
  const asked = await actions.start(driver, { PayWith: driver.card }, key)
  const { intentId, ClientSecret } = asked.body.RequiresAction!
  await cards.answerBank(intentId, ClientSecret, false)
  expect(await actions.start(driver, { PayWith: driver.card }, key)).toMatchObject({ error: { Code: 'card_declined' } })
  expect(await cards.atProvider(driver)).toMatchObject([{ state: 'declined', taken: 0 }])
  expect(await actions.active(driver)).toEqual([])
})

test('3-D Secure unanswered: given up after 15 minutes', async () => {
  const driver = await cards.withCard('pm_card_authenticationRequired', '3184')
  await actions.start(driver, { PayWith: driver.card })
  for (let i = 0; i < 31; i++) await cards.sweep(31)
  expect(await cards.atProvider(driver)).toMatchObject([{ state: 'released', status: 'canceled' }])
})

test('an extension with 3-D Secure continues after it is passed', async () => {
  const driver = await cards.withCard('pm_card_authenticationRequired', '3184')
  const key = randomUUID()
  const start = await actions.start(driver, { PayWith: driver.card }, key)
  await cards.answerBank(start.body.RequiresAction!.intentId, start.body.RequiresAction!.ClientSecret, true)
  const { SessionId } = (await actions.start(driver, { PayWith: driver.card }, key)).body
  const more = randomUUID()
  const asked = await actions.extend(driver, SessionId, 60, more)
  expect(asked.body).toMatchObject({ Status: 'running', Minutes: 60 })
  await cards.answerBank(asked.body.RequiresAction!.intentId, asked.body.RequiresAction!.ClientSecret, true)
  expect((await actions.extend(driver, SessionId, 60, more)).body).toMatchObject({ Minutes: 120, AmountPaid: 4.35 })
})

/** Whose usual card declines. */
const declining = async () => {
  const driver = await cards.guest()
  const card = await cardOf(parkit, driver.token, '0341')
  await parkit.call(chooseDefault, { body: { PaymentMethodId: card } }, { token: driver.token })
  return { ...driver, card }
}

test('the default card is declined at a start: the next card pays, and the answer says so', async () => {
  const driver = await declining()
  const key = randomUUID()
  const started = await actions.start(driver, { PayWith: driver.card }, key)
  expect(started).toMatchObject({
    status: 200,
    body: { PaidVia: 'Visa •••• 4242', PaymentMethodId: driver.visa, Status: 'running' },
  })
  expect((await actions.start(driver, { PayWith: driver.card }, key)).body.SessionId).toBe(started.body.SessionId)
  expect(await cards.atProvider(driver)).toMatchObject([{ state: 'declined' }, { state: 'held' }])
})

test('a chosen card other than the default is not replaced', async () => {
  const driver = await cards.guest()
  const PayWith = await cardOf(parkit, driver.token, '0341')
  expect(await actions.start(driver, { PayWith })).toMatchObject({ error: { Code: 'card_declined' } })
  expect(await cards.atProvider(driver)).toMatchObject([{ state: 'declined' }])
})

test('the default card is declined at Add Money: the next one pays once, unless a card was chosen', async () => {
  const driver = await declining()
  const key = randomUUID()
  const add = (more = {}, sent = key) =>
    parkit.call(addMoney, { body: { Amount: 20, ...more } }, { token: driver.token, key: sent })
  const body = { Balance: 20, PaidVia: 'Visa •••• 4242', PaymentMethodId: driver.visa }
  expect(await add()).toMatchObject({ status: 200, body })
  expect(await add()).toMatchObject({ status: 200, body })
  expect(await add({ PaymentMethodId: driver.card }, randomUUID())).toMatchObject({ error: { Code: 'card_declined' } })
  expect(await actions.balance(driver)).toBe(20)
})

test('the second card’s response is lost: retried, it is charged once', async () => {
  const driver = await declining()
  const key = randomUUID()
  let authorised = 0
  faults.after = async path => {
    if (authorize.test(path) && ++authorised >= 2) throw new Error('the line is dead')
  }
  expect(await actions.start(driver, { PayWith: driver.card }, key)).toMatchObject({
    error: { Code: 'payment_pending' },
  })
  faults.clear()
  expect(await actions.start(driver, { PayWith: driver.card }, key)).toMatchObject({ status: 200 })
  await cards.sweep()
  expect(await cards.atProvider(driver)).toMatchObject([{ state: 'declined' }, { state: 'held' }])
})

test('a session by card extends itself on the same card, and reports a decline', async () => {
  const driver = await cards.guest()
  const auto = await automaticActions(parkit)
  await auto.options(driver, { AutoExtend: true })
  const { body } = await actions.start(driver, { PayWith: driver.visa })
  await cards.work(58 * 60)
  await cards.work()
  expect(await cards.session(driver, body.SessionId)).toMatchObject({
    Minutes: 75,
    AutoExtended: true,
    AmountPaid: 2.85,
  })
  expect(await cards.atProvider(driver)).toMatchObject([
    { state: 'held', asked: 235 },
    { state: 'held', asked: 50 },
  ])
  await parkit.db.pool.query(`update sandbox_object set behaviour = 'fails_later' where id = $1`, [driver.visa])
  await cards.work(15 * 60)
  await cards.work()
  expect(await cards.session(driver, body.SessionId)).toMatchObject({ Minutes: 75, Status: 'running' })
  expect((await auto.told(driver)).at(-1)!.body).toContain('Your card was declined')
  await cards.work(2 * 60)
  await cards.work()
  expect((await cards.atProvider(driver)).map(({ state, taken }) => [state, taken])).toEqual([
    ['captured', 235],
    ['captured', 50],
    ['declined', 0],
  ])
})

test('an automatic extension given up before it was charged is tried once more', async () => {
  const driver = await cards.guest()
  await (await automaticActions(parkit)).options(driver, { AutoExtend: true })
  const { body } = await actions.start(driver, { PayWith: driver.visa })
  // it stands, and that is never learnt
  faults.after = lostAt(/confirm$|GET .v1.payment_intents/)
  await cards.sweep(58 * 60)
  faults.clear()
  // nobody takes it: as where the server died
  const { rows } = await parkit.db.pool.query<{ charge_id: string }>(
    `select charge_id from charge where session_id = $1 and state = 'pending'`,
    [body.SessionId],
  )
  expect(rows).toHaveLength(1)
  await parkit.db.pool.query(`update job set run_at = run_at + interval '40 seconds' where kind = 'auto-extend'`)
  await cards.sweep(31)
  expect((await cards.atProvider(driver)).map(({ state }) => state)).toEqual(['held', 'released'])
  await cards.sweep(40)
  expect(await cards.session(driver, body.SessionId)).toMatchObject({ Minutes: 75, AutoExtended: true })
  expect((await cards.atProvider(driver)).map(({ state }) => state)).toEqual(['held', 'released', 'held'])
})
