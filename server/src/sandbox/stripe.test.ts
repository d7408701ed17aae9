// The sandbox as the real SDK meets it: Stripe's objects, its errors by type and code, its idempotency keys.
import Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, TestClock } from '#platform/testing.ts'
import { createSandboxStripe, type SandboxStripe } from './stripe.ts'

const clock = new TestClock('2026-04-14T17:00:00Z')
let db: Awaited<ReturnType<typeof createTestDatabase>>
let sandbox: SandboxStripe
let stripe: Stripe
const connect = (key: string) =>
  new Stripe(key, {
    httpClient: Stripe.createFetchHttpClient(sandbox.fetch),
    telemetry: false,
    maxNetworkRetries: 0,
  })
beforeAll(async () => {
  db = await createTestDatabase()
  sandbox = createSandboxStripe({ db, clock })
  stripe = connect(sandbox.secretKey)
})
afterAll(() => db.close())

const intent = async (card: string, more: Partial<Stripe.PaymentIntentCreateParams> = {}) => {
  const customer = await stripe.customers.create()
  return stripe.paymentIntents.create({
    amount: 2_000,
    currency: 'usd',
    customer: customer.id,
    payment_method: card,
    confirm: true,
    ...more,
  })
}
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => null,
    error => error as Stripe.errors.StripeError,
  )

test('a good card is charged, and its event tells of it', async () => {
  const paid = await intent('pm_card_visa', { metadata: { charge: 'c1' } })
  expect(paid).toMatchObject({
    object: 'payment_intent',
    status: 'succeeded',
    amount_received: 2_000,
    currency: 'usd',
    metadata: { charge: 'c1' },
    client_secret: expect.stringMatching(new RegExp(`^${paid.id}_secret_`)),
    created: clock.now().epochMilliseconds / 1000,
  })
  const { rows } = await db.pool.query<{ body: Stripe.Event }>(
    `select body from sandbox_object where object = 'event' and body -> 'data' -> 'object' ->> 'id' = $1 order by seq`,
    [paid.id],
  )
  expect(rows.map(({ body }) => body.type)).toEqual(['payment_intent.created', 'payment_intent.succeeded'])
})

test.each([
  ['pm_card_chargeCustomerFail', 'card_declined', 'generic_decline'],
  ['pm_card_chargeDeclined', 'card_declined', 'generic_decline'],
  ['pm_card_chargeDeclinedInsufficientFunds', 'card_declined', 'insufficient_funds'],
  ['pm_card_chargeDeclinedExpiredCard', 'expired_card', 'expired_card'],
  ['pm_card_chargeDeclinedIncorrectCvc', 'incorrect_cvc', 'incorrect_cvc'],
])('%s is refused as a card error: %s, %s', async (card, code, decline_code) => {
  const error = await refusal(intent(card))
  expect(error).toBeInstanceOf(Stripe.errors.StripeCardError)
  expect(error).toMatchObject({ statusCode: 402, code, decline_code })
  expect(error!.payment_intent).toMatchObject({ status: 'requires_payment_method', last_payment_error: { code } })
})

test('a card that declines cannot be saved, but for the one that fails later', async () => {
  const { id } = await stripe.customers.create()
  expect(await refusal(stripe.paymentMethods.attach('pm_card_chargeDeclined', { customer: id }))).toMatchObject({
    code: 'card_declined',
  })
  const saved = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: id })
  expect(saved).toMatchObject({ customer: id, card: { last4: '0341', brand: 'visa' } })
})

test('3-D Secure asks a driver who is there, and refuses one who is not', async () => {
  expect(await intent('pm_card_authenticationRequired')).toMatchObject({
    status: 'requires_action',
    next_action: { type: 'use_stripe_sdk' },
  })
  expect(await refusal(intent('pm_card_authenticationRequired', { off_session: true }))).toMatchObject({
    code: 'authentication_required',
  })
})

test('held, then released; what is taken cannot be canceled', async () => {
  const held = await intent('pm_card_visa', { capture_method: 'manual' })
  expect(held).toMatchObject({ status: 'requires_capture', amount_capturable: 2_000, amount_received: 0 })
  expect(await stripe.paymentIntents.cancel(held.id)).toMatchObject({ status: 'canceled', amount_capturable: 0 })
  const taken = await intent('pm_card_visa')
  const error = await refusal(stripe.paymentIntents.cancel(taken.id))
  expect(error).toBeInstanceOf(Stripe.errors.StripeInvalidRequestError)
  expect(error).toMatchObject({ code: 'payment_intent_unexpected_state', payment_intent: { status: 'succeeded' } })
})

test('ten times at once with one key is once; the key with other input is refused', async () => {
  const create = (amount: number) =>
    stripe.paymentIntents.create({ amount, currency: 'usd' }, { idempotencyKey: 'key-1' })
  const made = await Promise.all(Array.from({ length: 10 }, () => create(500)))
  expect(new Set(made.map(({ id }) => id)).size).toBe(1)
  expect(await refusal(create(501))).toBeInstanceOf(Stripe.errors.StripeIdempotencyError)
})

test('a refusal is remembered under its key, as Stripe does', async () => {
  const { id } = await stripe.paymentIntents.create({ amount: 500, currency: 'usd' })
  const confirm = () => refusal(stripe.paymentIntents.confirm(id, {}, { idempotencyKey: 'key-2' }))
  expect(await confirm()).toMatchObject({ code: 'payment_intent_unexpected_state' })
  expect(await confirm()).toMatchObject({ code: 'payment_intent_unexpected_state' })
})

test('what is not there, an unknown address and a wrong key are errors, never empty successes', async () => {
  expect(await refusal(stripe.paymentIntents.retrieve('pi_none'))).toMatchObject({
    statusCode: 404,
    code: 'resource_missing',
  })
  expect(await refusal(stripe.charges.list())).toMatchObject({ statusCode: 404 })
  expect(await refusal(connect('sk_wrong').customers.create())).toBeInstanceOf(Stripe.errors.StripeAuthenticationError)
})
