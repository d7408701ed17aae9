// The sandbox's billing through the real SDK: created, renewed by the calendar, retried, ended, voided.
import type Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { TestClock } from '#platform/testing.ts'
import { startSandbox, type TestSandbox } from './testing.ts'

const begin = Temporal.Instant.from('2026-01-31T17:00:00Z')
const clock = new TestClock(begin)
let db: TestSandbox['db']
let stripe: TestSandbox['stripe']
let jobs: TestSandbox['jobs']
beforeAll(async () => {
  ;({ db, stripe, jobs } = await startSandbox(clock))
})
afterAll(() => db.close())
beforeEach(() => {
  clock.set(begin)
})

const unix = (at: string) => Temporal.Instant.from(at).epochMilliseconds / 1000
const until = async (at: string) => {
  clock.set(Temporal.Instant.from(at))
  while ((await jobs.runDue()) > 0);
}

/** Begun with a card that pays, its first invoice still open. */
const begun = async () => {
  const customer = await stripe.customers.create()
  const { id: card } = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id })
  await stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: card } })
  const product = await stripe.products.create({ name: 'Deluxe' })
  const price = await stripe.prices.create({
    product: product.id,
    currency: 'usd',
    unit_amount: 499,
    recurring: { interval: 'month' },
  })
  const made = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: price.id }],
    default_payment_method: card,
    payment_behavior: 'default_incomplete',
    expand: ['latest_invoice.payments'],
  })
  const invoice = made.latest_invoice as Stripe.Invoice
  const intentId = invoice.payments!.data[0]!.payment.payment_intent as string
  return { id: made.id, made, invoice, intentId, card, customer: customer.id }
}
const paid = async () => {
  const plan = await begun()
  await stripe.paymentIntents.confirm(plan.intentId)
  return plan
}
const standing = async (id: string) => {
  const { status, items, latest_invoice } = await stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] })
  const { current_period_end } = items.data[0]!
  return { status, invoice: (latest_invoice as Stripe.Invoice).status, current_period_end }
}
const bank = (card: string, behaviour: string) =>
  db.pool.query('update sandbox_object set behaviour = $2 where id = $1', [card, behaviour])
const taken = async (id: string) => (await stripe.invoices.list({ subscription: id, status: 'paid' })).data.length

test('a subscription starts unpaid, and its first payment activates it', async () => {
  const { id, made, invoice, intentId } = await begun()
  expect([made.status, invoice.status, invoice.amount_due]).toEqual(['incomplete', 'open', 499])
  await stripe.paymentIntents.confirm(intentId)
  expect(await standing(id)).toMatchObject({ status: 'active', invoice: 'paid' })
})

test('a declined first payment leaves it incomplete, and it expires after 23 hours', async () => {
  const { id, card, intentId } = await begun()
  await bank(card, 'generic_decline')
  await expect(stripe.paymentIntents.confirm(intentId)).rejects.toMatchObject({ code: 'card_declined' })
  expect(await standing(id)).toMatchObject({ status: 'incomplete', invoice: 'open' })
  await bank(card, 'succeeds')
  await until('2026-02-01T16:00:00Z')
  expect(await standing(id)).toMatchObject({ status: 'incomplete_expired', invoice: 'void' })
  await expect(stripe.paymentIntents.confirm(intentId, { payment_method: card })).rejects.toMatchObject({
    code: 'payment_intent_unexpected_state',
  })
})

test('it renews on its start day, or the last day of a shorter month', async () => {
  const { id } = await paid()
  await until('2026-02-28T16:59:59Z')
  expect([await taken(id), (await standing(id)).current_period_end]).toEqual([1, unix('2026-02-28T17:00:00Z')])
  await until('2026-02-28T17:00:00Z')
  expect([await taken(id), (await standing(id)).current_period_end]).toEqual([2, unix('2026-03-31T17:00:00Z')])
  // a server that slept through two months makes up for them
  await until('2026-05-01T00:00:00Z')
  expect([await taken(id), (await standing(id)).current_period_end]).toEqual([4, unix('2026-05-31T17:00:00Z')])
})

test('a declined renewal is retried after three and six days, then never', async () => {
  const { id, card } = await paid()
  await bank(card, 'generic_decline')
  const attempts = async () => (await stripe.invoices.list({ subscription: id })).data[0]!.attempt_count
  for (const [at, count] of [
    ['2026-02-28T17:00:00Z', 1],
    ['2026-03-03T17:00:00Z', 2],
    ['2026-03-06T17:00:00Z', 3],
    ['2026-03-20T17:00:00Z', 3],
  ] as const) {
    await until(at)
    expect([await attempts(), (await standing(id)).status]).toEqual([count, 'past_due'])
  }
})

test('an off-session renewal with 3-D Secure fails; on session the same payment can be completed', async () => {
  const { id, card } = await paid()
  await bank(card, 'challenge')
  await until('2026-02-28T17:00:00Z')
  expect(await standing(id)).toMatchObject({ status: 'past_due', invoice: 'open' })
  const [open] = (await stripe.invoices.list({ subscription: id, status: 'open', expand: ['data.payments'] })).data
  const intentId = open!.payments!.data[0]!.payment.payment_intent as string
  const asking = await stripe.paymentIntents.confirm(intentId, { payment_method: card })
  expect(asking.status).toBe('requires_action')
})

test('canceled at period end it ends then and is not billed again', async () => {
  const { id } = await paid()
  await stripe.subscriptions.update(id, { cancel_at_period_end: true })
  await until('2026-02-28T16:59:59Z')
  expect((await standing(id)).status).toBe('active')
  await until('2026-04-01T00:00:00Z')
  expect([(await standing(id)).status, await taken(id)]).toEqual(['canceled', 1])
  await expect(stripe.subscriptions.update(id, { cancel_at_period_end: false })).rejects.toMatchObject({
    type: 'StripeInvalidRequestError',
  })
})

test('after its card is deleted the customer’s default is charged, and without one the renewal fails', async () => {
  const [plan, bare] = [await paid(), await paid()]
  await stripe.paymentMethods
    .attach('pm_card_mastercard', { customer: plan.customer })
    .then(({ id }) => stripe.customers.update(plan.customer, { invoice_settings: { default_payment_method: id } }))
  for (const { customer } of [bare])
    for (const { id } of (await stripe.paymentMethods.list({ customer, type: 'card' })).data)
      await stripe.paymentMethods.detach(id)
  await stripe.paymentMethods.detach(plan.card)
  await until('2026-03-01T00:00:00Z')
  expect([(await standing(plan.id)).status, (await standing(bare.id)).status]).toEqual(['active', 'past_due'])
})

test('a paid invoice can’t be voided, and an unknown one is missing', async () => {
  const { invoice } = await paid()
  await expect(stripe.invoices.voidInvoice(invoice.id!)).rejects.toMatchObject({ type: 'StripeInvalidRequestError' })
  await expect(stripe.subscriptions.retrieve('sub_none')).rejects.toMatchObject({ code: 'resource_missing' })
  await expect(stripe.invoices.voidInvoice('in_none')).rejects.toMatchObject({ code: 'resource_missing' })
  await expect(stripe.subscriptions.cancel('sub_none')).rejects.toMatchObject({ code: 'resource_missing' })
})
