// The sandbox through the real SDK: Stripe's objects, its errors by type and code, its idempotency keys.
import Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestClock } from '#platform/testing.ts'
import { createSandboxStripe } from './stripe.ts'
import { startSandbox, type TestSandbox } from './testing.ts'

const clock = new TestClock('2026-04-14T17:00:00Z')
let db: TestSandbox['db']
let stripe: TestSandbox['stripe']
let connect: TestSandbox['connect']
beforeAll(async () => {
  ;({ db, stripe, connect } = await startSandbox(clock))
})
afterAll(() => db.close())

const intent = async (card: string, more: Partial<Stripe.PaymentIntentCreateParams> = {}) => {
  const customer = await stripe.customers.create()
  return stripe.paymentIntents.create({
    amount: 2_000,
    currency: 'usd',
    customer: customer.id,
    payment_method: card,
    allowed_payment_method_types: ['card'],
    confirm: true,
    ...more,
  })
}
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => null,
    error => error as Stripe.errors.StripeError,
  )

test('a good card is charged and an event reports it', async () => {
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
  ['pm_card_chargeDeclinedLostCard', 'card_declined', 'lost_card'],
  ['pm_card_chargeDeclinedStolenCard', 'card_declined', 'stolen_card'],
  ['pm_card_chargeDeclinedFraudulent', 'card_declined', 'fraudulent'],
  ['pm_card_chargeDeclinedVelocityLimitExceeded', 'card_declined', 'card_velocity_exceeded'],
  ['pm_card_chargeDeclinedExpiredCard', 'expired_card', 'expired_card'],
  ['pm_card_chargeDeclinedIncorrectCvc', 'incorrect_cvc', 'incorrect_cvc'],
  ['pm_card_chargeDeclinedProcessingError', 'processing_error', 'processing_error'],
])('%s is refused as a card error: %s, %s', async (card, code, decline_code) => {
  const error = await refusal(intent(card))
  expect(error).toBeInstanceOf(Stripe.errors.StripeCardError)
  expect(error).toMatchObject({ statusCode: 402, code, decline_code })
  expect(error!.payment_intent).toMatchObject({ status: 'requires_payment_method', last_payment_error: { code } })
})

test('a declining card cannot be saved, except the one that fails later', async () => {
  const { id } = await stripe.customers.create()
  expect(await refusal(stripe.paymentMethods.attach('pm_card_chargeDeclined', { customer: id }))).toMatchObject({
    code: 'card_declined',
  })
  const saved = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: id })
  expect(saved).toMatchObject({ customer: id, card: { last4: '0341', brand: 'visa' } })
})

test('3-D Secure is required of a present driver and declined off session', async () => {
  expect(await intent('pm_card_authenticationRequired')).toMatchObject({
    status: 'requires_action',
    next_action: { type: 'use_stripe_sdk' },
  })
  expect(await refusal(intent('pm_card_authenticationRequired', { off_session: true }))).toMatchObject({
    code: 'authentication_required',
  })
})

test('a hold can be released; a captured payment cannot be canceled', async () => {
  const held = await intent('pm_card_visa', { capture_method: 'manual' })
  expect(held).toMatchObject({ status: 'requires_capture', amount_capturable: 2_000, amount_received: 0 })
  expect(await stripe.paymentIntents.cancel(held.id)).toMatchObject({ status: 'canceled', amount_capturable: 0 })
  const taken = await intent('pm_card_visa')
  const error = await refusal(stripe.paymentIntents.cancel(taken.id))
  expect(error).toBeInstanceOf(Stripe.errors.StripeInvalidRequestError)
  expect(error).toMatchObject({ code: 'payment_intent_unexpected_state', payment_intent: { status: 'succeeded' } })
})

test('ten concurrent calls with one key run once and are refused meanwhile; another input is always refused', async () => {
  const create = (amount: number) =>
    stripe.paymentIntents.create({ amount, currency: 'usd' }, { idempotencyKey: 'key-1' })
  const tried = await Promise.allSettled(Array.from({ length: 10 }, () => create(500)))
  const [made, refused] = [
    tried.filter(one => one.status === 'fulfilled').map(({ value }) => value.id),
    tried.filter(one => one.status === 'rejected').map(({ reason }) => reason),
  ]
  const again = await create(500)
  expect(new Set([...made, again.id]).size).toBe(1)
  const headers = new Headers(again.lastResponse.headers)
  expect([headers.get('idempotent-replayed'), headers.get('idempotency-key')]).toEqual(['true', 'key-1'])
  for (const error of refused) expect(error).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' })
  const other = await refusal(create(501))
  expect(other).toBeInstanceOf(Stripe.errors.StripeIdempotencyError)
  expect(other).toMatchObject({ statusCode: 400, rawType: 'idempotency_error' })
})

test('while a call with a key runs, a second one is refused', async () => {
  const key = 'key-of-two'
  const under = await db.pool.connect()
  await under.query('begin')
  await under.query('select pg_advisory_xact_lock(hashtextextended($1, 12))', [key])
  const create = () => stripe.paymentIntents.create({ amount: 500, currency: 'usd' }, { idempotencyKey: key })
  const twin = await refusal(create())
  await under.query('rollback')
  under.release()
  expect(twin).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use', rawType: 'idempotency_error' })
  // the refusal was not kept under it
  expect(await create()).toMatchObject({ status: 'requires_payment_method' })
})

test('an invalid request is refused by parameter and not stored under its key', async () => {
  const create = (params: object) =>
    stripe.paymentIntents.create(params as Stripe.PaymentIntentCreateParams, { idempotencyKey: 'key-3' })
  const missing = await refusal(create({ currency: 'usd' }))
  expect(missing).toBeInstanceOf(Stripe.errors.StripeInvalidRequestError)
  expect(missing).toMatchObject({
    statusCode: 400,
    code: 'parameter_missing',
    param: 'amount',
    doc_url: 'https://stripe.com/docs/error-codes/parameter_missing',
    requestId: expect.stringMatching(/^req_\w{14}$/),
  })
  expect(await refusal(create({ amount: 5.5, currency: 'usd' }))).toMatchObject({ code: 'parameter_invalid_integer' })
  expect(await create({ amount: 500, currency: 'usd' })).toMatchObject({ amount: 500 })
})

test('calls over the rate limit are refused for a second and not stored', async () => {
  const slow = createSandboxStripe({ db, clock, callsPerSecond: 5 })
  const hasty = new Stripe(slow.secretKey, {
    httpClient: Stripe.createFetchHttpClient(slow.fetch),
    telemetry: false,
    maxNetworkRetries: 0,
  })
  const create = () => hasty.customers.create({}, { idempotencyKey: 'key-4' })
  for (let i = 0; i < 5; i++) await refusal(hasty.customers.retrieve('cus_none'))
  const refused = await refusal(create())
  expect(refused).toBeInstanceOf(Stripe.errors.StripeRateLimitError)
  expect(refused).toMatchObject({
    statusCode: 429,
    code: 'rate_limit',
    headers: { 'stripe-rate-limited-reason': 'global-rate' },
  })
  clock.advance({ milliseconds: 200 })
  const made = await create()
  expect(await refusal(create())).toBeInstanceOf(Stripe.errors.StripeRateLimitError)
  clock.advance({ seconds: 60 })
  expect((await create()).id).toBe(made.id)
  // the bucket holds no more than a second's
  const many = await Promise.all(Array.from({ length: 5 }, () => refusal(hasty.customers.retrieve(made.id))))
  expect(many.filter(error => error?.statusCode === 429)).toHaveLength(1)
})

test('a decline is stored under its key, as Stripe does', async () => {
  const { id } = await stripe.paymentIntents.create({
    amount: 500,
    currency: 'usd',
    allowed_payment_method_types: ['card'],
  })
  const confirm = () => refusal(stripe.paymentIntents.confirm(id, {}, { idempotencyKey: 'key-2' }))
  expect(await confirm()).toMatchObject({ code: 'payment_intent_unexpected_state' })
  expect(await confirm()).toMatchObject({ code: 'payment_intent_unexpected_state' })
})

test('a missing object, an unknown address and a wrong key are errors, never empty successes', async () => {
  expect(await refusal(stripe.paymentIntents.retrieve('pi_none'))).toMatchObject({
    statusCode: 404,
    code: 'resource_missing',
  })
  expect(await refusal(stripe.charges.list())).toMatchObject({ statusCode: 404 })
  expect(await refusal(connect('sk_wrong').customers.create())).toBeInstanceOf(Stripe.errors.StripeAuthenticationError)
})
