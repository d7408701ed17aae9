// The sandbox's billing: subscriptions, invoices, products and prices, and the calendar that renews and ends them.
import type Stripe from 'stripe'
import { schedule } from '#platform/jobs.ts'
import {
  type Answer,
  type Ask,
  getObject,
  invalid,
  keep,
  ok,
  partOf,
  requireParams,
  textOf,
  Wrong,
  wholeOf,
  wrong,
} from './stripe-answers.ts'
import { invoice, price, product, subscription } from './stripe-billing-objects.ts'
import { getCard, requireCardOf } from './stripe-customers.ts'
import { cancelIntent, confirmIntent } from './stripe-intents.ts'
import { paymentIntent } from './stripe-objects.ts'
import { findInvoiceOfPayment, findObject, listInvoicesOf, listPricesNamed, peekObject } from './stripe-store.ts'

type Subscription = Stripe.Subscription
type Invoice = Stripe.Invoice

export const billingJob = 'sandbox-billing'
/** a subscription whose first invoice is not paid by then is over */
const incompleteSeconds = 23 * 60 * 60
/** a renewal that failed is tried again this often, so long after the try before */
const retries = { most: 2, seconds: 3 * 24 * 60 * 60 }

const instant = (seconds: number) => Temporal.Instant.fromEpochMilliseconds(seconds * 1000)

/** So many months after the anchor, at its hour in UTC; the 31st becomes the last of a shorter month. */
const monthsAfter = (anchor: number, months: number): number =>
  Math.floor(instant(anchor).toZonedDateTimeISO('UTC').add({ months }).epochMilliseconds / 1000)

const paymentIdOf = (invoice: Invoice): string => textOf(invoice.payments!.data[0]!.payment.payment_intent)
const periodOf = ({ items }: Subscription) => items.data[0]!

const changed = async (ask: Ask, body: Subscription, type = 'customer.subscription.updated') => {
  await keep(ask, body)
  await ask.emit(type, body)
}

/** Payment, subscription, invoice: always held in this order, so that no two wait for each other. */
const hold = async (ask: Ask, subscriptionId: unknown) => {
  const { tx } = ask
  const seen = typeof subscriptionId === 'string' ? await peekObject<Subscription>(tx, subscriptionId) : null
  const latest = seen && (await peekObject<Invoice>(tx, textOf(seen.latest_invoice)))
  if (latest) await findObject(tx, 'payment_intent', paymentIdOf(latest))
  const { body } = await getObject<Subscription>(tx, 'subscription', subscriptionId)
  const held = await findObject<Invoice>(tx, 'invoice', textOf(body.latest_invoice))
  return { body, latest: held?.body ?? null }
}

/** With its newest invoice inside where that was asked for. */
const answer = async ({ tx, params }: Ask, body: Subscription): Promise<Answer> => {
  const expand = Array.isArray(params.expand) ? params.expand.map(textOf) : []
  if (!expand.some(path => path.startsWith('latest_invoice'))) return ok(body)
  return ok({ ...body, latest_invoice: await peekObject<Invoice>(tx, textOf(body.latest_invoice)) })
}

const bill = async (ask: Ask, body: Subscription, reason: 'subscription_create' | 'subscription_cycle') => {
  const { price } = periodOf(body)
  const intent = paymentIntent(ask.now, {
    amount: price.unit_amount!,
    currency: price.currency,
    customer: textOf(body.customer),
    payment_method: textOf(body.default_payment_method) || null,
    capture_method: 'automatic',
    setup_future_usage: 'off_session',
    metadata: {},
  })
  await keep(ask, intent)
  await ask.emit('payment_intent.created', intent)
  const made = invoice(ask.now, body, intent.id, reason)
  await keep(ask, made)
  await ask.emit('invoice.finalized', made)
  return made
}

export const createProduct = async (ask: Ask): Promise<Answer> => {
  requireParams(ask.params, 'name')
  return keep(ask, product(ask.now, textOf(ask.params.name)))
}

export const createPrice = async (ask: Ask): Promise<Answer> => {
  const { params, now } = ask
  requireParams(params, 'currency', 'product')
  const { body } = await getObject<Stripe.Product>(ask.tx, 'product', params.product)
  const unit_amount = wholeOf(params, 'unit_amount')
  if (unit_amount < 50) invalid('Invalid unit amount', { param: 'unit_amount' })
  if (partOf(params.recurring).interval !== 'month') invalid('Only months are known here.', { param: 'recurring' })
  const lookup_key = textOf(params.lookup_key) || null
  const asked = { product: body.id, unit_amount, currency: textOf(params.currency), lookup_key }
  return keep(ask, price(now, asked))
}

export const listPrices = async ({ tx, params }: Ask): Promise<Answer> => {
  const keys = Array.isArray(params.lookup_keys) ? params.lookup_keys.map(textOf) : []
  return ok({ object: 'list', data: await listPricesNamed(tx, keys), has_more: false, url: '/v1/prices' })
}

export const createSubscription = async (ask: Ask): Promise<Answer> => {
  const { tx, now, params } = ask
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
  await keep(ask, body)
  const made = { ...body, latest_invoice: (await bill(ask, body, 'subscription_create')).id }
  await changed(ask, made, 'customer.subscription.created')
  await schedule(tx, billingJob, made.id, instant(now + incompleteSeconds))
  return answer(ask, made)
}

export const retrieveSubscription = async (ask: Ask): Promise<Answer> => {
  const body = await peekObject<Subscription>(ask.tx, ask.path[0]!)
  return body?.object === 'subscription' ? answer(ask, body) : answer(ask, (await hold(ask, ask.path[0])).body)
}

export const updateSubscription = async (ask: Ask): Promise<Answer> => {
  const { params, now } = ask
  const { body } = await hold(ask, ask.path[0])
  if (body.status === 'canceled' || body.status === 'incomplete_expired')
    invalid('A canceled subscription can only update its cancellation_details and metadata.')
  const ends = params.cancel_at_period_end
  const updated: Subscription = {
    ...body,
    ...(params.default_payment_method !== undefined && {
      default_payment_method: await requireCardOf(ask.tx, textOf(body.customer), params.default_payment_method),
    }),
    ...(ends !== undefined && {
      cancel_at_period_end: ends === 'true',
      cancel_at: ends === 'true' ? periodOf(body).current_period_end : null,
      canceled_at: ends === 'true' ? now : null,
    }),
  }
  await changed(ask, updated)
  return answer(ask, updated)
}

const end = async (ask: Ask, body: Subscription, status: 'canceled' | 'incomplete_expired'): Promise<Subscription> => {
  const ended: Subscription = { ...body, status, canceled_at: body.canceled_at ?? ask.now, ended_at: ask.now }
  await changed(ask, ended, status === 'canceled' ? 'customer.subscription.deleted' : 'customer.subscription.updated')
  return ended
}

export const cancelSubscription = async (ask: Ask): Promise<Answer> => {
  const { body } = await hold(ask, ask.path[0])
  if (body.status === 'canceled') invalid(`No such subscription: ${body.id}`, { code: 'resource_missing' })
  return answer(ask, await end(ask, body, 'canceled'))
}

export const listInvoices = async ({ tx, params }: Ask): Promise<Answer> => {
  const all = await listInvoicesOf<Invoice>(tx, textOf(params.subscription))
  const data = all.filter(({ status }) => params.status === undefined || status === params.status)
  return ok({ object: 'list', data, has_more: false, url: '/v1/invoices' })
}

export const voidInvoice = async (ask: Ask): Promise<Answer> => {
  const seen = await peekObject<Invoice>(ask.tx, ask.path[0]!)
  const { body, latest } = await hold(ask, seen?.parent?.subscription_details?.subscription)
  if (latest?.id !== seen!.id || latest?.status !== 'open')
    return wrong(400, { type: 'invalid_request_error', message: 'You can only pass in open invoices.' })
  await cancelIntent({ ...ask, path: [paymentIdOf(latest)] })
  const voided: Invoice = {
    ...latest,
    status: 'void',
    next_payment_attempt: null,
    status_transitions: { ...latest.status_transitions, voided_at: ask.now },
  }
  await keep(ask, voided)
  await ask.emit('invoice.voided', voided)
  if (body.status === 'incomplete') await end(ask, body, 'incomplete_expired')
  return ok(voided)
}

const markPaid = async (ask: Ask, latest: Invoice, body: Subscription) => {
  const [payment] = latest.payments!.data
  const at = ask.now
  const paid: Invoice = {
    ...latest,
    status: 'paid',
    amount_paid: latest.amount_due,
    amount_remaining: 0,
    attempted: true,
    attempt_count: latest.attempt_count + 1,
    next_payment_attempt: null,
    status_transitions: { ...latest.status_transitions, paid_at: at },
    payments: {
      ...latest.payments!,
      data: [
        {
          ...payment!,
          status: 'paid',
          amount_paid: latest.amount_due,
          status_transitions: { canceled_at: null, paid_at: at },
        },
      ],
    },
  }
  await keep(ask, paid)
  await ask.emit('invoice.paid', paid)
  await changed(ask, { ...body, status: 'active' })
  await schedule(ask.tx, billingJob, body.id, instant(periodOf(body).current_period_end))
}

const markFailed = async (ask: Ask, latest: Invoice, body: Subscription) => {
  const tries = latest.attempt_count + 1
  const renewal = latest.billing_reason === 'subscription_cycle'
  const again = renewal && tries <= retries.most ? ask.now + retries.seconds : null
  const failed: Invoice = { ...latest, attempted: true, attempt_count: tries, next_payment_attempt: again }
  await keep(ask, failed)
  await ask.emit('invoice.payment_failed', failed)
  if (renewal) await changed(ask, { ...body, status: 'past_due' })
  if (again) await schedule(ask.tx, billingJob, body.id, instant(again))
}

/** What a payment that came about, or did not, means for the plan it pays; nothing where it pays none. */
export const afterPayment = async (ask: Ask, type: string, payment: unknown): Promise<void> => {
  const mark = { 'payment_intent.succeeded': markPaid, 'payment_intent.payment_failed': markFailed }[type]
  const intent = payment as Stripe.PaymentIntent
  const seen = mark && (await findInvoiceOfPayment<Invoice>(ask.tx, textOf(intent.customer), intent.id))
  if (!seen) return
  const { body } = await getObject<Subscription>(
    ask.tx,
    'subscription',
    seen.parent!.subscription_details!.subscription,
  )
  const { body: latest } = await getObject<Invoice>(ask.tx, 'invoice', seen.id)
  if (latest.status === 'open') await mark!(ask, latest, body)
}

/** The card of the subscription, else the customer's; none where it was deleted. */
const cardOf = async (ask: Ask, body: Subscription): Promise<string | null> => {
  const { body: customer } = await getObject<Stripe.Customer>(ask.tx, 'customer', body.customer)
  for (const id of [body.default_payment_method, customer.invoice_settings.default_payment_method]) {
    const card = await findObject(ask.tx, 'payment_method', textOf(id))
    if (card?.customer === customer.id) return card.id
  }
  return null
}

const charge = async (ask: Ask, body: Subscription, latest: Invoice): Promise<void> => {
  const card = await cardOf(ask, body)
  if (!card) return markFailed(ask, latest, body)
  await getCard(ask, card)
  await confirmIntent({
    ...ask,
    path: [paymentIdOf(latest)],
    params: { payment_method: card, off_session: 'true' },
  }).catch((error: unknown) => {
    if (!(error instanceof Wrong)) throw error
  })
}

/** What the calendar brings at this moment: the next month, another try, or the end. */
export const runCalendar = async (ask: Ask, subscriptionId: string): Promise<void> => {
  const { body, latest } = await hold(ask, subscriptionId)
  const { current_period_end } = periodOf(body)
  if (body.status === 'incomplete' && latest && ask.now >= body.created + incompleteSeconds) {
    await voidInvoice({ ...ask, path: [latest.id] })
    return
  }
  if (body.status === 'past_due' && latest?.status === 'open') {
    if (latest.next_payment_attempt && latest.next_payment_attempt <= ask.now) await charge(ask, body, latest)
    return
  }
  if (body.status !== 'active' || ask.now < current_period_end) return
  if (body.cancel_at_period_end) {
    await end(ask, body, 'canceled')
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
  const due = await bill(ask, renewed, 'subscription_cycle')
  const billed = { ...renewed, latest_invoice: due.id }
  await changed(ask, billed)
  await charge(ask, billed, due)
}
