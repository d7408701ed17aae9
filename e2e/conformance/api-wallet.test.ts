// The calls of cards, the wallet and plans: what they take and answer, over HTTP.
import { expect } from 'vitest'
import { registerDriver } from '../api.ts'
import { callApi, expectFields, instant, type Reply } from './api-client.ts'
import { statement } from './statements.ts'
import { openVisitors } from './visitors.ts'

const { address } = openVisitors()

/** As the browser does, with the publishable key. */
const askProvider = async (path: string, body: URLSearchParams): Promise<Reply> => {
  const { body: config } = await callApi('GET /api/Payment/Config')
  return callApi(`POST /sandbox/stripe/v1/${path}`, body, {
    headers: { authorization: `Bearer ${config.PublishableKey}` },
  })
}
const newCard = async (number: string): Promise<string> => {
  const card = { 'card[number]': number, 'card[exp_month]': '4', 'card[exp_year]': '2031', 'card[cvc]': '123' }
  return String((await askProvider('payment_methods', new URLSearchParams({ type: 'card', ...card }))).body.id)
}
const intentOf = (PaymentMethodId: string, more: object = {}) => ({
  PaymentMethodId,
  Amount: 25,
  Currency: 'USD',
  CardType: 'visa',
  MonthExpiry: '04',
  YearExpiry: '2031',
  Last4: '4242',
  ...more,
})

statement('§7 JSON POST: /api/Payment/create-intent also takes a form-encoded body', {}, async () => {
  const { token } = await registerDriver(address, 0)
  const fields = Object.entries(intentOf(await newCard('4242424242424242'))).map(([name, value]) => [
    name,
    String(value),
  ])
  const reply = await callApi('POST /api/Payment/create-intent', new URLSearchParams(fields), { token })
  expect([reply.status, reply.body.intentId]).toEqual([200, expect.stringMatching(/^pi_/)])
})

statement('§9 A currency other than USD is refused', {}, async () => {
  const { token } = await registerDriver(address, 0)
  const intent = intentOf(await newCard('4242424242424242'), { Currency: 'INR' })
  const reply = await callApi('POST /api/Payment/create-intent', intent, { token })
  expect([reply.status, Object.keys(reply.body.Fields as object)]).toEqual([400, ['Currency']])
})

statement('D-83: create-intent answers intentId, ClientSecret and Status', {}, async () => {
  const { token } = await registerDriver(address, 0)
  const { status, body } = await callApi(
    'POST /api/Payment/create-intent',
    intentOf(await newCard('4242424242424242')),
    {
      token,
    },
  )
  expect([status, body]).toEqual([
    200,
    expect.objectContaining({ intentId: expect.stringMatching(/^pi_/), ClientSecret: null, Status: 'authorized' }),
  ])
})

statement('D-83: a card whose bank asks is confirmed by Payment/Confirm', {}, async () => {
  const { token } = await registerDriver(address, 0)
  const { body } = await callApi('POST /api/Payment/create-intent', intentOf(await newCard('4000002760003184')), {
    token,
  })
  expect(body).toMatchObject({
    Status: 'requires_action',
    ClientSecret: expect.stringContaining(String(body.intentId)),
  })
  const confirm = async () =>
    (await callApi('POST /api/Payment/Confirm', { intentId: body.intentId }, { token })).body.Status
  expect(await confirm()).toBe('requires_action')
  const answer = new URLSearchParams({ client_secret: String(body.ClientSecret), passed: 'true' })
  await askProvider(`payment_intents/${body.intentId}/challenge`, answer)
  expect(await confirm()).toBe('authorized')
})

statement('API GET /api/Payment/Config: provider, publishable key and script', {}, async () => {
  expectFields(await callApi('GET /api/Payment/Config'), ['Provider', 'PublishableKey', 'ScriptUrl'])
})

statement('API /api/Payment/Methods: the cards, the default and deleting', {}, async () => {
  const { token } = await registerDriver(address, 0)
  type Card = { Id: string; IsDefault: boolean }
  const cards = (reply: Reply) => JSON.parse(reply.text) as Card[]
  const list = async () => cards(await callApi('GET /api/Payment/Methods', undefined, { token }))
  await callApi('POST /api/Payment/create-intent', intentOf(await newCard('5555555555554444')), { token })
  const all = await list()
  expect(all.length).toBeGreaterThan(1)
  for (const card of all)
    expect(Object.keys(card)).toEqual(
      expect.arrayContaining(['Id', 'CardType', 'Last4', 'MonthExpiry', 'YearExpiry', 'IsDefault']),
    )
  const other = all.find(({ IsDefault }) => !IsDefault)!
  await callApi('POST /api/Payment/Methods/Default', { PaymentMethodId: other.Id }, { token })
  expect((await list()).find(({ IsDefault }) => IsDefault)!.Id).toBe(other.Id)
  expect((await callApi(`DELETE /api/Payment/Methods/${other.Id}`, undefined, { token })).status).toBe(200)
  expect((await list()).map(({ Id }) => Id)).not.toContain(other.Id)
})

statement('API POST /api/Payment/Webhook: an event that is not signed is refused', {}, async () => {
  const event = { id: 'evt_1', type: 'payment_intent.succeeded', data: { object: { id: 'pi_1' } } }
  for (const signature of [undefined, 't=1,v1=00'])
    expect(
      (
        await callApi(
          'POST /api/Payment/Webhook',
          event,
          signature ? { headers: { 'stripe-signature': signature } } : {},
        )
      ).status,
    ).toBe(400)
})

statement('API POST /api/Wallet/AddMoney: an amount, and the default card unless one is named', {}, async () => {
  const { token } = await registerDriver(address, 0)
  const { text } = await callApi('GET /api/Payment/Methods', undefined, { token })
  const [card] = JSON.parse(text) as { Id: string }[]
  for (const [body, balance] of [
    [{ Amount: 12.34 }, 12.34],
    [{ Amount: 10, PaymentMethodId: card!.Id }, 22.34],
  ] as const) {
    const reply = await callApi('POST /api/Wallet/AddMoney', body, { token })
    expectFields(reply, ['Balance', 'TransactionId'])
    expect(reply.body.Balance).toBe(balance)
  }
})

statement('Rules: Add Money takes $1.00 to $500.00', {}, async () => {
  const { token } = await registerDriver(address, 0)
  const add = async (Amount: unknown) => (await callApi('POST /api/Wallet/AddMoney', { Amount }, { token })).status
  for (const wrong of [0, -5, 0.99, 500.01, 1.005, '20', null]) expect([wrong, await add(wrong)]).toEqual([wrong, 400])
  expect([await add(1), await add(500)]).toEqual([200, 200])
})

statement('API GET /api/Wallet/Activity: each movement with the balance after it', {}, async () => {
  const { token } = await registerDriver(address, 30)
  const { body } = await callApi('GET /api/Wallet/Activity?Limit=5', undefined, { token })
  const [item] = body.Items as Record<string, unknown>[]
  expect(Object.keys(item!)).toEqual(
    expect.arrayContaining(['Id', 'When', 'Kind', 'Amount', 'BalanceAfter', 'SessionId']),
  )
  expect([item!.Kind, item!.Amount, item!.BalanceAfter]).toEqual(['topUp', 30, 30])
})

statement('Rules: the plans are Free at $0.00 and Deluxe at $4.99 a month', {}, async () => {
  const plans = JSON.parse((await callApi('GET /api/Subscription/Plans')).text) as { PlanId: string; Price: number }[]
  expect(plans.map(({ PlanId, Price }) => [PlanId, Price])).toEqual([
    ['free', 0],
    ['deluxe', 4.99],
  ])
})

statement('API /api/Subscription: the plan, its price, state and renewal; subscribed and cancelled', {}, async () => {
  const { token } = await registerDriver(address, 0)
  const plan = async () => (await callApi('GET /api/Subscription', undefined, { token })).body
  expect(await plan()).toMatchObject({ PlanId: 'free', Price: 0, State: 'free', RenewsOn: null })
  expect((await callApi('POST /api/Subscription/Subscribe', { PlanId: 'deluxe' }, { token })).status).toBe(200)
  const active = await plan()
  expect(active).toMatchObject({
    PlanId: 'deluxe',
    Price: 4.99,
    State: 'active',
    RenewsOn: expect.stringMatching(instant),
  })
  expect((await callApi('POST /api/Subscription/Cancel', {}, { token })).status).toBe(200)
  expect(await plan()).toMatchObject({ State: 'cancelling', EndsOn: active.RenewsOn })
})
