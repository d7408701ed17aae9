// An authorization that the bank withdrew during the session: authorized again, announced, and never taken twice.
import { chooseDefault, deleteMethod } from '@parkit/contract/money/cards'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#app/testing.ts'
import { cardOf, createFaults, lostAt } from '#money/cards/testing.ts'
import { parkingActions } from './actions-testing.ts'
import { type CardActions, cardActions } from './card-testing.ts'

const faults = createFaults()
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

type Driver = Awaited<ReturnType<CardActions['guest']>>

/** Parked for $1.35, and the bank has taken the authorisation back. */
const lost = async () => {
  const driver = await cards.guest()
  const { body } = await actions.start(driver, { PayWith: driver.visa })
  actions.later(20)
  await parkit.db.pool.query(
    `update sandbox_object set body = body || '{"status": "canceled", "amount_capturable": 0}'
      where object = 'payment_intent' and body -> 'metadata' ->> 'charge' in
        (select charge_id::text from charge where driver_id = $1)`,
    [driver.driverId],
  )
  await actions.stop(driver, body.SessionId)
  return { driver, id: body.SessionId }
}
const decline = (driver: Driver) =>
  parkit.db.pool.query(
    `update sandbox_object set behaviour = 'fails_later' where object = 'payment_method' and customer in
       (select customer_id from card_customer where driver_id = $1)`,
    [driver.driverId],
  )
const told = async ({ email }: Driver) => {
  const { rows } = await parkit.db.pool.query<{ subject: string; body: string }>(
    `select subject, body from sandbox_message where recipient = $1 and subject ~ 'arking' order by sent_at`,
    [email],
  )
  return rows
}
const states = async (driver: Driver) => (await cards.atProvider(driver)).map(({ state, taken }) => [state, taken])

test('it is authorized and captured again, and the driver is notified', async () => {
  const { driver, id } = await lost()
  for (let i = 0; i < 4; i++) await cards.sweep(2)
  expect(await states(driver)).toEqual([
    ['replaced', 0],
    ['captured', 135],
  ])
  expect(await cards.session(driver, id)).toMatchObject({ PaymentStatus: 'Paid', AmountPaid: 1.35 })
  expect((await told(driver)).map(({ body }) => body)).toEqual([expect.stringContaining('$1.35 to Visa •••• 4242')])
  await cards.sweep(600_000)
  expect((await states(driver)).length).toBe(2)
})

test('the card was deleted: the default card pays, and the receipt names it', async () => {
  const { driver, id } = await lost()
  const token = { token: driver.token }
  await parkit.call(chooseDefault, { body: { PaymentMethodId: await cardOf(parkit, driver.token, '0341') } }, token)
  await parkit.call(deleteMethod, { params: { id: driver.visa } }, token)
  await parkit.db.pool.query(
    `update sandbox_object set behaviour = 'succeeds' where object = 'payment_method' and customer in
       (select customer_id from card_customer where driver_id = $1)`,
    [driver.driverId],
  )
  for (let i = 0; i < 4; i++) await cards.sweep(2)
  expect(await cards.session(driver, id)).toMatchObject({ PaymentStatus: 'Paid', PaidVia: 'Visa •••• 0341' })
})

test('declined: the session says Failed, a notice says when it is retried, and a last one that it is not', async () => {
  const { driver, id } = await lost()
  await decline(driver)
  for (let i = 0; i < 3; i++) await cards.sweep(2)
  expect(await cards.session(driver, id)).toMatchObject({ PaymentStatus: 'Failed', AmountPaid: 1.35 })
  expect((await told(driver)).map(({ body }) => body)).toEqual([expect.stringContaining('We’ll try again on')])
  expect(await parkit.books()).toEqual([])
  const heard: (string | undefined)[] = []
  for (let day = 0; day < 12; day++) {
    await cards.sweep(24 * 3600)
    // the sandbox keeps what it was handed for a day
    heard.push(...(await told(driver)).map(({ subject }) => /isn’t paid( yet)?$/.exec(subject)?.[0]))
    await parkit.db.pool.query('delete from sandbox_message')
  }
  expect(heard.slice(-2)).toEqual(['isn’t paid yet', 'isn’t paid'])
  expect((await states(driver)).filter(([, taken]) => taken !== 0)).toEqual([])
  expect(await parkit.books()).toEqual([])
})

test('a card that works by the second try pays', async () => {
  const { driver, id } = await lost()
  await decline(driver)
  for (let i = 0; i < 3; i++) await cards.sweep(2)
  await parkit.db.pool.query(
    `update sandbox_object set behaviour = 'succeeds' where object = 'payment_method' and id = $1`,
    [driver.visa],
  )
  for (let i = 0; i < 3; i++) await cards.sweep(72 * 3600)
  expect(await cards.session(driver, id)).toMatchObject({ PaymentStatus: 'Paid' })
})

test.each([
  ['before it was authorised', () => Object.assign(faults, { before: lostAt(/confirm$/) })],
  ['after it was authorised', () => Object.assign(faults, { after: lostAt(/confirm$|GET .v1.payment_intents/) })],
])('a response lost %s: charged once in the end', async (_, lose) => {
  const { driver, id } = await lost()
  await cards.sweep(0)
  lose()
  await cards.sweep(2)
  faults.clear()
  for (let i = 0; i < 6; i++) await cards.sweep(60)
  expect(await cards.session(driver, id)).toMatchObject({ PaymentStatus: 'Paid' })
  expect((await states(driver)).filter(([, taken]) => taken !== 0)).toEqual([['captured', 135]])
})
