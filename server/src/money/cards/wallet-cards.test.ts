// Cards of Apple Pay and Google Pay: what they may pay, saved with a stay, once, and no other unsaved card.
import * as contract from '@parkit/contract/money/cards'
import { addMoney } from '@parkit/contract/money/wallet'
import { extend, start } from '@parkit/contract/parking/sessions'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#app/testing.ts'
import { cardActions } from '#parking/sessions/card-testing.ts'
import { zones } from '#parking/sessions/testing.ts'
import { createFaults, lostAt } from './testing.ts'

const faults = createFaults()
let parkit: TestServer
let actions: ReturnType<typeof cardActions>
beforeAll(async () => {
  parkit = await startTestServer({ cardFetch: faults.wrap })
  actions = cardActions(parkit)
})
afterAll(() => parkit.stop())
beforeEach(() => faults.clear())

/** As the browser's script hands it over; without `wallet` as somebody would who calls the provider by hand. */
const confirmed = async (wallet: 'apple_pay' | 'google_pay' | '', number = '4242424242424242'): Promise<string> => {
  const response = await parkit.app.inject({
    method: 'POST',
    url: '/sandbox/stripe/v1/payment_methods',
    headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: 'Bearer pk_sandbox' },
    payload: new URLSearchParams({
      type: 'card',
      'card[number]': number,
      'card[exp_month]': '12',
      'card[exp_year]': '2034',
      'card[cvc]': '123',
      ...(wallet && { 'card[wallet]': wallet }),
    }).toString(),
  })
  return response.json().id
}
const cardless = () => parkit.driver({ dollars: 0, cards: [] })
type Driver = Awaited<ReturnType<typeof cardless>>
const saved = async (driver: Driver) => (await parkit.call(contract.listMethods, {}, driver)).body
const park = (driver: Driver, PayWith: string, key?: string) => {
  const body = { ZoneNumber: zones.street, VehicleId: driver.VehicleId, Minutes: 60, PayWith }
  return parkit.call(start, { body }, { token: driver.token, ...(key && { key }) })
}
const payments = async (driver: Driver) =>
  (
    await parkit.db.pool.query<{ statement: string; manual: boolean; before: boolean }>(
      `select charge.statement, body ->> 'capture_method' = 'manual' as manual, capture_before is not null as before
         from charge join sandbox_object on id = provider_reference where driver_id = $1 order by asked_at`,
      [driver.driverId],
    )
  ).rows

test('a stay is authorized with the wallet’s card, which is saved for more time, and captured at the end', async () => {
  const driver = await cardless()
  const started = await park(driver, await confirmed('apple_pay'))
  expect(started.body).toMatchObject({ PaidVia: 'Apple Pay •••• 4242', PaymentStatus: 'Pending' })
  expect(await saved(driver)).toMatchObject([{ CardType: 'Apple Pay', Last4: '4242' }])
  expect(await payments(driver)).toEqual([{ statement: 'TEST CITY 5101', manual: true, before: true }])
  const { SessionId } = started.body
  const more = await parkit.call(extend, { body: { SessionId, Minutes: 60 } }, driver)
  expect(more.body).toMatchObject({ Minutes: 120, PaidVia: 'Apple Pay •••• 4242' })
  await actions.work(3 * 3_600)
  await actions.work(1)
  const states = (await actions.atProvider(driver)).map(({ state }) => state)
  expect(states).toEqual(['captured', 'captured'])
})

test('the same wallet’s card is saved once, and the same key starts one stay', async () => {
  const driver = await cardless()
  const first = await park(driver, await confirmed('google_pay'))
  await actions.work(2 * 3_600)
  const again = await confirmed('google_pay')
  const [second, repeated] = [
    await park(driver, again, 'the-second-stay'),
    await park(driver, again, 'the-second-stay'),
  ]
  expect(repeated.body).toEqual(second.body)
  expect(second.body.PaymentMethodId).toBe(first.body.PaymentMethodId)
  expect(await saved(driver)).toHaveLength(1)
})

test('money is charged once, also where the answer was lost, and no card is saved', async () => {
  const driver = await cardless()
  const body = { Amount: 20, PaymentMethodId: await confirmed('apple_pay') }
  faults.after = lostAt(/confirm/)
  const lost = await parkit.call(addMoney, { body }, { token: driver.token, key: 'pressed-in-a-garage' })
  expect(lost.error.Code).toBe('payment_pending')
  faults.clear()
  const paid = await parkit.call(addMoney, { body }, { token: driver.token, key: 'pressed-in-a-garage' })
  expect(paid.body).toMatchObject({ Balance: 20, PaidVia: 'Apple Pay •••• 4242' })
  expect([await saved(driver), await payments(driver)]).toMatchObject([[], [{ manual: false }]])
})

test('a declined card starts nothing, adds nothing, and is not saved', async () => {
  const driver = await cardless()
  const declining = () => confirmed('apple_pay', '4000000000000002')
  expect((await park(driver, await declining())).error.Code).toBe('card_declined')
  const body = { Amount: 20, PaymentMethodId: await declining() }
  expect((await parkit.call(addMoney, { body }, driver)).error.Code).toBe('card_declined')
  expect(await saved(driver)).toEqual([])
})

test('the bank may ask first: the stay begins after its challenge', async () => {
  const driver = await cardless()
  const PayWith = await confirmed('google_pay', '4000002760003184')
  const asked = await park(driver, PayWith, 'asked-by-the-bank')
  const { intentId, ClientSecret } = asked.body.RequiresAction!
  await actions.answerBank(intentId, ClientSecret, true)
  const started = await park(driver, PayWith, 'asked-by-the-bank')
  expect(started.body).toMatchObject({ Status: 'running', PaidVia: 'Google Pay •••• 3184' })
})

test('a card that was typed has to be saved first, and nobody pays with another driver’s card', async () => {
  const driver = await cardless()
  const typed = await confirmed('')
  expect((await park(driver, typed)).error).toMatchObject({
    Code: 'bad_input',
    Fields: { PayWith: expect.any(String) },
  })
  const money = await parkit.call(addMoney, { body: { Amount: 20, PaymentMethodId: typed } }, driver)
  expect(money.error).toMatchObject({ Code: 'bad_input', Fields: { PaymentMethodId: expect.any(String) } })
  const other = await cardless()
  const theirs = (await park(other, await confirmed('apple_pay'))).body.PaymentMethodId!
  expect((await park(driver, theirs)).error).toMatchObject({ Code: 'bad_input' })
})
