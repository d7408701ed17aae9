// The sandbox's setup intents through the real SDK: a card saved without a payment, by every answer of its bank.
import Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestClock } from '#platform/testing.ts'
import { startSandbox, type TestSandbox } from './testing.ts'

const clock = new TestClock('2026-04-14T17:00:00Z')
let db: TestSandbox['db']
let sandbox: TestSandbox['sandbox']
let stripe: TestSandbox['stripe']
beforeAll(async () => {
  ;({ db, sandbox, stripe } = await startSandbox(clock))
})
afterAll(() => db.close())

const setUp = async (card: string) => {
  const customer = (await stripe.customers.create()).id
  const made = await stripe.setupIntents.create({
    allowed_payment_method_types: ['card'],
    customer,
    payment_method: card,
    usage: 'off_session',
  })
  expect(made).toMatchObject({ status: 'requires_confirmation', object: 'setup_intent', usage: 'off_session' })
  return { customer, id: made.id, secret: made.client_secret! }
}
const answer = (id: string, client_secret: string, passed: boolean) =>
  sandbox.browser({
    method: 'POST',
    url: `/v1/setup_intents/${id}/challenge`,
    body: new URLSearchParams({ client_secret, passed: String(passed) }).toString(),
  })
const saved = async (customer: string) =>
  (await stripe.paymentMethods.list({ customer, type: 'card' })).data.map(({ card }) => card!.last4)

test('a confirmed setup saves the customer’s card and charges nothing', async () => {
  const { customer, id } = await setUp('pm_card_mastercard')
  expect(await saved(customer)).not.toContain('4444')
  expect(await stripe.setupIntents.confirm(id)).toMatchObject({ status: 'succeeded', last_setup_error: null })
  expect(await stripe.setupIntents.retrieve(id)).toMatchObject({ status: 'succeeded' })
  expect(await saved(customer)).toContain('4444')
  expect((await stripe.paymentIntents.list({ customer })).data).toEqual([])
  await expect(stripe.setupIntents.cancel(id)).rejects.toMatchObject({ code: 'setup_intent_unexpected_state' })
})

test('3-D Secure is required once and never again, not even off session', async () => {
  const { customer, id, secret } = await setUp('pm_card_authenticationRequiredOnSetup')
  expect(await stripe.setupIntents.confirm(id)).toMatchObject({ status: 'requires_action' })
  expect((await answer(id, 'wrong', true)).status).toBe(404)
  const passed = await answer(id, secret, true)
  expect(passed).toMatchObject({ status: 200, body: { status: 'succeeded' } })
  const { payment_method } = passed.body as { payment_method: string }
  const paid = await stripe.paymentIntents.create({
    allowed_payment_method_types: ['card'],
    amount: 500,
    currency: 'usd',
    customer,
    payment_method,
    confirm: true,
    off_session: true,
  })
  expect(paid.status).toBe('succeeded')
})

test.each([
  ['refused at the bank’s question', 'pm_card_authenticationRequired', 'setup_intent_authentication_failure'],
  ['passed, and declined then', 'pm_card_threeDSecureRequiredChargeDeclined', 'card_declined'],
])('%s: not saved', async (how, card, code) => {
  const { customer, id, secret } = await setUp(card)
  const before = await saved(customer)
  await stripe.setupIntents.confirm(id)
  const { status, body } = await answer(id, secret, how.startsWith('passed'))
  expect([status, body]).toMatchObject([402, { error: { type: 'card_error', code, setup_intent: { id } } }])
  expect(await stripe.setupIntents.retrieve(id)).toMatchObject({
    status: 'requires_payment_method',
    last_setup_error: { code },
  })
  expect(await saved(customer)).toEqual(before)
})

test.each([
  ['pm_card_chargeDeclined', 'generic_decline'],
  ['pm_card_chargeDeclinedInsufficientFunds', 'insufficient_funds'],
])('%s is refused as a card error, %s', async (card, decline_code) => {
  const { id } = await setUp(card)
  const error = await stripe.setupIntents.confirm(id).catch(error => error)
  expect(error).toBeInstanceOf(Stripe.errors.StripeCardError)
  expect(error).toMatchObject({ statusCode: 402, decline_code, setup_intent: { id } })
})

test('a card that declines charges can be saved; a canceled setup is final', async () => {
  const { id } = await setUp('pm_card_chargeCustomerFail')
  expect((await stripe.setupIntents.confirm(id)).status).toBe('succeeded')
  const other = await setUp('pm_card_visa')
  expect((await stripe.setupIntents.cancel(other.id)).status).toBe('canceled')
  await expect(stripe.setupIntents.confirm(other.id)).rejects.toMatchObject({ code: 'setup_intent_unexpected_state' })
})
