// What the sandbox refuses as Stripe does, what it expands, and authorizations that end with their life.
import type Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { TestClock } from '#platform/testing.ts'
import { startSandbox, type TestSandbox } from './testing.ts'

const noon = Temporal.Instant.from('2026-04-14T17:00:00Z')
const clock = new TestClock(noon)
let db: TestSandbox['db']
let stripe: TestSandbox['stripe']
let jobs: TestSandbox['jobs']
beforeAll(async () => {
  ;({ db, stripe, jobs } = await startSandbox(clock))
})
afterAll(() => db.close())
beforeEach(() => clock.set(noon))

const cardsOnly = { allowed_payment_method_types: ['card'] }
const amount = { amount: 2_000, currency: 'usd' }
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: Stripe.errors.StripeError) => ({
      statusCode: error.statusCode,
      rawType: error.rawType,
      code: error.code,
      param: error.param,
      message: error.message,
    }),
  )
const invalid = (more: object) => ({ statusCode: 400, rawType: 'invalid_request_error', ...more })

describe('refused before anything happens', () => {
  test.each([
    ['colour', { ...amount, colour: 'blue' }],
    ['amout', { ...amount, amout: 5 }],
    ['payment_method_options[card][colour]', { ...amount, payment_method_options: { card: { colour: 'blue' } } }],
  ])('an unknown parameter: %s', async (param, params) => {
    expect(await refusal(stripe.paymentIntents.create(params as Stripe.PaymentIntentCreateParams))).toMatchObject(
      invalid({ code: 'parameter_unknown', param, message: `Received unknown parameter: ${param}` }),
    )
  })

  test('an unknown part of a known parameter, on every kind of call', async () => {
    const { id } = await stripe.customers.create()
    const unknown = { invoice_settings: { colour: 'blue' } } as Stripe.CustomerUpdateParams
    expect(await refusal(stripe.customers.update(id, unknown))).toMatchObject({ code: 'parameter_unknown' })
    const list = { created: { gte: 1, until: 2 } } as Stripe.RefundListParams
    expect(await refusal(stripe.refunds.list(list))).toMatchObject({ param: 'created[until]' })
    expect(await refusal(stripe.customers.retrieve(id, { colour: '1' } as object))).toMatchObject({ param: 'colour' })
    expect(await refusal(stripe.customers.create({ metadata: { any: 'thing' } }))).toBeNull()
  })

  test.each(['eur', 'USD', 'dollars', ''])('a currency other than usd: %j', async currency => {
    expect(await refusal(stripe.paymentIntents.create({ amount: 500, currency }))).toMatchObject(
      invalid({ param: 'currency' }),
    )
    const price = { product: 'prod_1', unit_amount: 499, recurring: { interval: 'month' as const }, currency }
    expect(await refusal(stripe.prices.create(price))).toMatchObject(invalid({ param: 'currency' }))
  })

  test.each([0, 101, 1_000, -1, 1.5])('a page of %d', async limit => {
    const bad = invalid({ code: 'parameter_invalid_integer', param: 'limit' })
    const customer = (await stripe.customers.create()).id
    for (const call of [
      stripe.paymentIntents.list({ limit }),
      stripe.refunds.list({ limit }),
      stripe.disputes.list({ limit }),
      stripe.paymentMethods.list({ customer, limit }),
      stripe.invoices.list({ limit }),
      stripe.prices.list({ limit }),
    ])
      expect(await refusal(call)).toMatchObject(bad)
  })

  test.each([
    'colour',
    'customer.colour',
    'data.customer',
    'customer.invoice_settings.default_payment_method.customer.x',
  ])('expand: %s', async path => {
    const call = stripe.paymentIntents.create({ ...amount, expand: [path] })
    expect(await refusal(call)).toMatchObject(invalid({ param: 'expand' }))
    const count = await db.pool.query(`select from sandbox_object where object = 'payment_intent'`)
    await refusal(stripe.paymentIntents.create({ ...amount, expand: [path] }, { idempotencyKey: `expand ${path}` }))
    expect((await db.pool.query(`select from sandbox_object where object = 'payment_intent'`)).rowCount).toBe(
      count.rowCount,
    )
    // what is wrong with a request is not stored under its key
    const again = stripe.paymentIntents.create({ ...amount }, { idempotencyKey: `expand ${path}` })
    expect(await refusal(again)).toBeNull()
  })

  test('a list is expanded through its data', async () => {
    expect(await refusal(stripe.paymentIntents.list({ expand: ['customer'] }))).toMatchObject({ param: 'expand' })
    expect(await refusal(stripe.paymentIntents.list({ expand: ['data.customer'] }))).toBeNull()
  })

  test('a payment that is not for cards alone, confirmed without return_url', async () => {
    const payment_method = 'pm_card_visa'
    const bad = invalid({ param: 'return_url' })
    expect(await refusal(stripe.paymentIntents.create({ ...amount, payment_method, confirm: true }))).toMatchObject(bad)
    const made = await stripe.paymentIntents.create({ ...amount, payment_method })
    expect(await refusal(stripe.paymentIntents.confirm(made.id))).toMatchObject(bad)
    expect(await refusal(stripe.paymentIntents.confirm(made.id, { use_stripe_sdk: true }))).toMatchObject(bad)
    const return_url = 'https://parkit.example'
    expect(await stripe.paymentIntents.confirm(made.id, { return_url })).toMatchObject({ status: 'succeeded' })
    const card = await stripe.paymentIntents.create({ ...amount, ...cardsOnly, payment_method })
    expect(await stripe.paymentIntents.confirm(card.id)).toMatchObject({ status: 'succeeded' })
    expect(await refusal(stripe.setupIntents.create({ payment_method, confirm: true }))).toMatchObject(bad)
  })

  test.each(['x'.repeat(23), 'ZONE <5>', '12345', 'A*B'])('the statement descriptor suffix %s', async suffix => {
    const call = stripe.paymentIntents.create({ ...amount, statement_descriptor_suffix: suffix })
    expect(await refusal(call)).toMatchObject(invalid({ param: 'statement_descriptor_suffix' }))
  })
})

test('what is expanded is the object, at every level; what is not is its id', async () => {
  const { id: customer } = await stripe.customers.create()
  await stripe.paymentMethods.attach('pm_card_visa', { customer })
  const { data } = await stripe.paymentMethods.list({ customer })
  const product = await stripe.products.create({ name: 'Deluxe' })
  const recurring = { interval: 'month' as const }
  const price = await stripe.prices.create({ product: product.id, currency: 'usd', unit_amount: 499, recurring })
  const made = await stripe.subscriptions.create({
    customer,
    items: [{ price: price.id }],
    default_payment_method: data[0]!.id,
    payment_behavior: 'default_incomplete',
  })
  expect([made.customer, made.default_payment_method]).toEqual([customer, data[0]!.id])
  const plain = await stripe.invoices.retrieve(String(made.latest_invoice))
  expect(plain.payments).toBeUndefined()
  const full = await stripe.subscriptions.retrieve(made.id, { expand: ['latest_invoice.payments', 'customer'] })
  expect(full).toMatchObject({ customer: { id: customer }, default_payment_method: data[0]!.id })
  const payments = (full.latest_invoice as Stripe.Invoice).payments!
  expect(payments.data[0]!.payment.payment_intent).toMatch(/^pi_/)
  const listed = await stripe.invoices.list({ subscription: made.id, expand: ['data.payments.data.invoice'] })
  expect(listed.data[0]!.payments!.data[0]!.invoice).toMatchObject({ id: plain.id, object: 'invoice' })
})

test('pages are as long as asked, ten without a limit, and go on after an object', async () => {
  const { id: customer } = await stripe.customers.create()
  for (let i = 0; i < 12; i++) await stripe.paymentMethods.attach('pm_card_visa', { customer })
  const first = await stripe.paymentMethods.list({ customer })
  expect([first.data.length, first.has_more]).toEqual([10, true])
  const rest = await stripe.paymentMethods.list({ customer, starting_after: first.data.at(-1)!.id })
  expect([rest.data.length, rest.has_more]).toEqual([2, false])
  expect(await Array.fromAsync(stripe.paymentMethods.list({ customer, limit: 5 }))).toHaveLength(12)
})

const hold = async () => {
  const { id } = await stripe.customers.create()
  return stripe.paymentIntents.create({
    ...amount,
    ...cardsOnly,
    customer: id,
    payment_method: 'pm_card_visa',
    capture_method: 'manual',
    confirm: true,
    statement_descriptor_suffix: 'CHICAGO 12345',
    expand: ['latest_charge'],
  })
}
const eventsOf = async (id: string) =>
  (
    await db.pool.query<{ type: string }>(
      `select body ->> 'type' as type from sandbox_object
        where object = 'event' and body #>> '{data,object,id}' = $1 order by seq`,
      [id],
    )
  ).rows.map(({ type }) => type)

test('an authorization says until when it can be captured and as what it is billed', async () => {
  const charge = (await hold()).latest_charge as Stripe.Charge
  expect(charge).toMatchObject({ captured: false, calculated_statement_descriptor: 'PARKIT* CHICAGO 12345' })
  expect(charge.payment_method_details!.card!.capture_before).toBe(
    Math.floor(noon.add({ hours: 7 * 24 }).epochMilliseconds / 1_000),
  )
})

test('an authorization that is not captured ends with its life, and an event reports it', async () => {
  const { id } = await hold()
  clock.advance({ hours: 7 * 24 - 1 })
  await jobs.runDue()
  expect(await stripe.paymentIntents.retrieve(id)).toMatchObject({ status: 'requires_capture' })
  clock.advance({ hours: 1 })
  while ((await jobs.runDue()) > 0);
  expect((await eventsOf(id)).at(-1)).toBe('payment_intent.canceled')
  expect(await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })).toMatchObject({
    status: 'canceled',
    cancellation_reason: 'automatic',
    amount_capturable: 0,
    latest_charge: { refunded: true, captured: false },
  })
})

test('it can’t be captured a moment too late, even before the job has run', async () => {
  const { id } = await hold()
  clock.advance({ days: 7 })
  expect(await refusal(stripe.paymentIntents.capture(id))).toMatchObject({ code: 'payment_intent_unexpected_state' })
})

test('a captured or released authorization does not end later', async () => {
  const [captured, released] = [await hold(), await hold()]
  await stripe.paymentIntents.capture(captured.id, { amount_to_capture: 500 })
  await stripe.paymentIntents.cancel(released.id)
  clock.advance({ days: 8 })
  while ((await jobs.runDue()) > 0);
  expect(await stripe.paymentIntents.retrieve(captured.id, { expand: ['latest_charge'] })).toMatchObject({
    status: 'succeeded',
    latest_charge: { amount_captured: 500, captured: true },
  })
  expect((await eventsOf(released.id)).filter(type => type === 'payment_intent.canceled')).toHaveLength(1)
})
