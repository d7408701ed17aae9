// The sandbox's billing: subscriptions, invoices, products and prices, and the calendar that renews and ends them.
import type Stripe from 'stripe'
import { schedule } from '#platform/jobs.ts'
import {
  type Answer,
  type Call,
  errorAnswer,
  getObject,
  integerOf,
  invalid,
  ok,
  partOf,
  Refused,
  requireParams,
  save,
  textOf,
} from './stripe-answers.ts'
import { getCard, requireCardOf } from './stripe-customers.ts'
import { cancelIntent, confirmIntent } from './stripe-intents.ts'
import { pageOf, paymentIntent } from './stripe-objects.ts'
import { findInvoiceOfPayment, findObject, listInvoicesOf, listPricesNamed, peekObject } from './stripe-store.ts'
import { invoice, price, product, subscription } from './stripe-subscription-objects.ts'

type Subscription = Stripe.Subscription
type Invoice = Stripe.Invoice

export const billingJob = 'sandbox-billing'
/** a subscription whose first invoice is not paid by then expires */
const incompleteSeconds = 23 * 60 * 60
/** of a failed renewal, each so long after the attempt before */
const retries = { most: 2, seconds: 3 * 24 * 60 * 60 }

const instant = (seconds: number) => Temporal.Instant.fromEpochMilliseconds(seconds * 1000)

/** So many months after the anchor, at its hour in UTC; the 31st becomes the last of a shorter month. */
const monthsAfter = (anchor: number, months: number): number =>
  Math.floor(instant(anchor).toZonedDateTimeISO('UTC').add({ months }).epochMilliseconds / 1000)

const paymentIdOf = (invoice: Invoice): string => textOf(invoice.payments!.data[0]!.payment.payment_intent)
const periodOf = ({ items }: Subscription) => items.data[0]!

/** Keeps an object and emits the event of its change. */
const change = async <Body extends Subscription | Invoice | Stripe.PaymentIntent>(
  call: Call,
  type: string,
  body: Body,
) => {
  await save(call, body)
  await call.emit(type, body)
  return body
}
const changeSubscription = (call: Call, body: Subscription) => change(call, 'customer.subscription.updated', body)

/** Locks payment, subscription and invoice, always in this order, against deadlocks. */
const lockSubscription = async (call: Call, subscriptionId: unknown) => {
  const { tx } = call
  const seen = typeof subscriptionId === 'string' ? await peekObject<Subscription>(tx, subscriptionId) : null
  const latest = seen && (await peekObject<Invoice>(tx, textOf(seen.latest_invoice)))
  if (latest) await findObject(tx, 'payment_intent', paymentIdOf(latest))
  const { body } = await getObject<Subscription>(tx, 'subscription', subscriptionId)
  const held = await findObject<Invoice>(tx, 'invoice', textOf(body.latest_invoice))
  return { body, latest: held?.body ?? null }
}

const bill = async (call: Call, body: Subscription, reason: 'subscription_create' | 'subscription_cycle') => {
  const { price } = periodOf(body)
  const intent = paymentIntent(call.now, {
    amount: price.unit_amount!,
    currency: price.currency,
    customer: textOf(body.customer),
    payment_method: textOf(body.default_payment_method) || null,
    capture_method: 'automatic',
    setup_future_usage: 'off_session',
    metadata: {},
    allowed_payment_method_types: ['card'],
    automatic_payment_methods: null,
    statement_descriptor_suffix: null,
  })
  await change(call, 'payment_intent.created', intent)
  return change(call, 'invoice.finalized', invoice(call.now, body, intent.id, reason))
}

export const createProduct = async (call: Call): Promise<Answer> => {
  requireParams(call.params, 'name')
  return save(call, product(call.now, textOf(call.params.name)))
}

export const createPrice = async (call: Call): Promise<Answer> => {
  const { params, now } = call
  requireParams(params, 'currency', 'product')
  const { body } = await getObject<Stripe.Product>(call.tx, 'product', params.product)
  const unit_amount = integerOf(params, 'unit_amount')
  if (unit_amount < 50) invalid('Invalid unit amount', { param: 'unit_amount' })
  if (partOf(params.recurring).interval !== 'month') invalid('Only months are known here.', { param: 'recurring' })
  const lookup_key = textOf(params.lookup_key) || null
  return save(call, price(now, { product: body.id, unit_amount, currency: textOf(params.currency), lookup_key }))
}

export const listPrices = async ({ tx, params }: Call): Promise<Answer> => {
  const keys = Array.isArray(params.lookup_keys) ? params.lookup_keys.map(textOf) : []
  return ok(pageOf('/v1/prices', await listPricesNamed<Stripe.Price>(tx, keys), params))
}

export const createSubscription = async (call: Call): Promise<Answer> => {
  const { tx, now, params } = call
  requireParams(params, 'customer', 'items')
  const { id: customer } = await getObject(tx, 'customer', params.customer)
  const wanted = Array.isArray(params.items) ? partOf(params.items[0]).price : undefined
  const { body: price } = await getObject<Stripe.Price>(tx, 'price', wanted)
  if (params.payment_behavior !== 'default_incomplete') invalid('Only default_incomplete is known here.')
  const body = subscription(now, monthsAfter(now, 1), price, {
    customer,
    default_payment_method: await requireCardOf(tx, customer, params.default_payment_method),
    metadata: partOf(params.metadata) as Stripe.Metadata,
  })
  await save(call, body)
  const made = { ...body, latest_invoice: (await bill(call, body, 'subscription_create')).id }
  await change(call, 'customer.subscription.created', made)
  await schedule(tx, billingJob, made.id, instant(now + incompleteSeconds))
  return ok(made)
}

export const retrieveSubscription = async (call: Call): Promise<Answer> => {
  const body = await peekObject<Subscription>(call.tx, call.path[0]!)
  return body?.object === 'subscription' ? ok(body) : ok((await lockSubscription(call, call.path[0])).body)
}

export const updateSubscription = async (call: Call): Promise<Answer> => {
  const { params, now } = call
  const { body } = await lockSubscription(call, call.path[0])
  if (body.status === 'canceled' || body.status === 'incomplete_expired')
    invalid('A canceled subscription can only update its cancellation_details and metadata.')
  const ends = params.cancel_at_period_end
  const updated: Subscription = {
    ...body,
    ...(params.default_payment_method !== undefined && {
      default_payment_method: await requireCardOf(call.tx, textOf(body.customer), params.default_payment_method),
    }),
    ...(ends !== undefined && {
      cancel_at_period_end: ends === 'true',
      cancel_at: ends === 'true' ? periodOf(body).current_period_end : null,
      canceled_at: ends === 'true' ? now : null,
    }),
  }
  await changeSubscription(call, updated)
  return ok(updated)
}

const end = async (
  call: Call,
  body: Subscription,
  status: 'canceled' | 'incomplete_expired',
): Promise<Subscription> => {
  const ended = { ...body, status, canceled_at: body.canceled_at ?? call.now, ended_at: call.now }
  return change(call, `customer.subscription.${status === 'canceled' ? 'deleted' : 'updated'}`, ended)
}

export const cancelSubscription = async (call: Call): Promise<Answer> => {
  const { body } = await lockSubscription(call, call.path[0])
  if (body.status === 'canceled') invalid(`No such subscription: ${body.id}`, { code: 'resource_missing' })
  return ok(await end(call, body, 'canceled'))
}

export const listInvoices = async ({ tx, params }: Call): Promise<Answer> => {
  const all = await listInvoicesOf<Invoice>(tx, textOf(params.subscription))
  const wanted = all.filter(({ status }) => params.status === undefined || status === params.status)
  return ok(pageOf('/v1/invoices', wanted, params))
}

export const voidInvoice = async (call: Call): Promise<Answer> => {
  const seen = await peekObject<Invoice>(call.tx, call.path[0]!)
  const { body, latest } = await lockSubscription(call, seen?.parent?.subscription_details?.subscription)
  if (latest?.id !== seen!.id || latest?.status !== 'open')
    return errorAnswer(400, { type: 'invalid_request_error', message: 'You can only pass in open invoices.' })
  await cancelIntent({ ...call, path: [paymentIdOf(latest)] })
  const voided: Invoice = {
    ...latest,
    status: 'void',
    next_payment_attempt: null,
    status_transitions: { ...latest.status_transitions, voided_at: call.now },
  }
  await change(call, 'invoice.voided', voided)
  if (body.status === 'incomplete') await end(call, body, 'incomplete_expired')
  return ok(voided)
}

const markPaid = async (call: Call, latest: Invoice, body: Subscription) => {
  const at = call.now
  const paidPayment = {
    ...latest.payments!.data[0]!,
    status: 'paid',
    amount_paid: latest.amount_due,
    status_transitions: { canceled_at: null, paid_at: at },
  }
  const paid: Invoice = {
    ...latest,
    status: 'paid',
    amount_paid: latest.amount_due,
    amount_remaining: 0,
    attempted: true,
    attempt_count: latest.attempt_count + 1,
    next_payment_attempt: null,
    status_transitions: { ...latest.status_transitions, paid_at: at },
    payments: { ...latest.payments!, data: [paidPayment] },
  }
  await change(call, 'invoice.paid', paid)
  await changeSubscription(call, { ...body, status: 'active' })
  await schedule(call.tx, billingJob, body.id, instant(periodOf(body).current_period_end))
}

const markFailed = async (call: Call, latest: Invoice, body: Subscription) => {
  const tries = latest.attempt_count + 1
  const renewal = latest.billing_reason === 'subscription_cycle'
  const nextAt = renewal && tries <= retries.most ? call.now + retries.seconds : null
  const failed: Invoice = { ...latest, attempted: true, attempt_count: tries, next_payment_attempt: nextAt }
  await change(call, 'invoice.payment_failed', failed)
  if (renewal) await changeSubscription(call, { ...body, status: 'past_due' })
  if (nextAt) await schedule(call.tx, billingJob, body.id, instant(nextAt))
}

/** Applies a payment's outcome to the subscription that it pays; does nothing if it pays none. */
export const afterPayment = async (call: Call, type: string, payment: unknown): Promise<void> => {
  const mark = { 'payment_intent.succeeded': markPaid, 'payment_intent.payment_failed': markFailed }[type]
  const intent = payment as Stripe.PaymentIntent
  const seen = mark && (await findInvoiceOfPayment<Invoice>(call.tx, textOf(intent.customer), intent.id))
  if (!seen) return
  const { subscription: id } = seen.parent!.subscription_details!
  const { body } = await getObject<Subscription>(call.tx, 'subscription', id)
  const { body: latest } = await getObject<Invoice>(call.tx, 'invoice', seen.id)
  if (latest.status === 'open') await mark!(call, latest, body)
}

/** The card of the subscription, else the customer's; none where it was deleted. */
const cardOf = async (call: Call, body: Subscription): Promise<string | null> => {
  const { body: customer } = await getObject<Stripe.Customer>(call.tx, 'customer', body.customer)
  for (const id of [body.default_payment_method, customer.invoice_settings.default_payment_method]) {
    const card = await findObject(call.tx, 'payment_method', textOf(id))
    if (card?.customer === customer.id) return card.id
  }
  return null
}

const charge = async (call: Call, body: Subscription, latest: Invoice): Promise<void> => {
  const card = await cardOf(call, body)
  if (!card) return markFailed(call, latest, body)
  await getCard(call, card)
  await confirmIntent({
    ...call,
    path: [paymentIdOf(latest)],
    params: { payment_method: card, off_session: 'true' },
  }).catch((error: unknown) => {
    if (!(error instanceof Refused)) throw error
  })
}

/** The job: renews a subscription, retries a failed payment, or ends it. */
export const runCalendar = async (call: Call, subscriptionId: string): Promise<void> => {
  const { body, latest } = await lockSubscription(call, subscriptionId)
  const { current_period_end } = periodOf(body)
  if (body.status === 'incomplete' && latest && call.now >= body.created + incompleteSeconds) {
    await voidInvoice({ ...call, path: [latest.id] })
    return
  }
  if (body.status === 'past_due' && latest?.status === 'open') {
    if (latest.next_payment_attempt && latest.next_payment_attempt <= call.now) await charge(call, body, latest)
    return
  }
  if (body.status !== 'active' || call.now < current_period_end) return
  if (body.cancel_at_period_end) {
    await end(call, body, 'canceled')
    return
  }
  let months = 1
  while (monthsAfter(body.billing_cycle_anchor, months) <= current_period_end) months++
  const item = {
    ...periodOf(body),
    current_period_start: current_period_end,
    current_period_end: monthsAfter(body.billing_cycle_anchor, months),
  }
  const renewed: Subscription = { ...body, items: { ...body.items, data: [item] } }
  const due = await bill(call, renewed, 'subscription_cycle')
  const billed = { ...renewed, latest_invoice: due.id }
  await changeSubscription(call, billed)
  await charge(call, billed, due)
}
