// The sandbox's refunds, with Stripe's test cards whose refunds succeed or fail late, and their lists by time.
import type Stripe from 'stripe'
import {
  type Answer,
  type Call,
  getObject,
  integerOf,
  invalid,
  ok,
  partOf,
  requireParams,
  textOf,
} from './stripe-answers.ts'
import { behaviourOf } from './stripe-cards.ts'
import { list, newId, nulls, pageOf } from './stripe-objects.ts'
import { findObject, listMadeDuring, listObjects, listRefundsOf, putBody, type Stored } from './stripe-store.ts'

type Refund = Stripe.Refund

/** until a refund of a test card changes its state */
const laterSeconds = 60

export type ObjectAt<Body> = (stored: Pick<Stored<Body>, 'body' | 'behaviour'>, now: number) => Body

/** As it is at `now`: what happens later is known from the beginning. */
const refundAt: ObjectAt<Refund> = ({ body: refund, behaviour }, now) => {
  if (!behaviour || now < refund.created + laterSeconds) return refund
  if (behaviour === 'fails') return { ...refund, status: 'failed', failure_reason: 'expired_or_canceled_card' }
  return { ...refund, status: 'succeeded' }
}

export const createRefund = async (call: Call): Promise<Answer> => {
  const { tx, now, params } = call
  requireParams(params, 'payment_intent')
  const { body: intent } = await getObject<Stripe.PaymentIntent>(tx, 'payment_intent', params.payment_intent)
  if (intent.status !== 'succeeded')
    invalid('This PaymentIntent does not have a successful charge to refund.', { param: 'payment_intent' })
  const before = (await listRefundsOf<Refund>(tx, intent.id)).map(stored => refundAt(stored, now))
  const refundedBefore = before.filter(({ status }) => status !== 'failed').reduce((sum, { amount }) => sum + amount, 0)
  const left = intent.amount_received - refundedBefore
  if (left <= 0) invalid('Charge has already been refunded.', { code: 'charge_already_refunded' })
  const amount = params.amount === undefined ? left : integerOf(params, 'amount')
  if (amount < 1) invalid('Invalid positive integer', { code: 'parameter_invalid_integer', param: 'amount' })
  if (amount > left)
    invalid('Refund amount is greater than unrefunded amount on charge.', {
      code: 'amount_too_large',
      param: 'amount',
    })
  const card = await findObject(tx, 'payment_method', textOf(intent.payment_method))
  const { refund: later } = behaviourOf(card?.behaviour ?? 'succeeds')
  const made: Refund = {
    id: newId('re'),
    object: 'refund',
    amount,
    charge: intent.latest_charge,
    created: now,
    currency: intent.currency,
    customer: intent.customer,
    metadata: partOf(params.metadata) as Stripe.Metadata,
    payment_intent: intent.id,
    payment_method: intent.payment_method,
    status: later === 'succeeds' ? 'pending' : 'succeeded',
    ...nulls('balance_transaction', 'customer_account', 'reason', 'receipt_number', 'source_transfer_reversal'),
    ...nulls('transfer_reversal'),
  }
  await putBody(tx, made, later)
  await call.emit('refund.created', made)
  if (later) {
    const type = later === 'fails' ? 'refund.failed' : 'refund.updated'
    await call.emit(type, refundAt({ body: made, behaviour: later }, now + laterSeconds), laterSeconds)
  }
  return ok(made)
}

export const retrieveRefund = async ({ tx, now, path }: Call): Promise<Answer> =>
  ok(refundAt(await getObject<Refund>(tx, 'refund', path[0]), now))

/** A page of the objects created during a time, each as it is now. */
export const listDuring = async <Body>(
  { tx, now, params }: Call,
  object: string,
  objectAt: ObjectAt<Body>,
): Promise<Answer> => {
  const { gte, lt } = partOf(params.created)
  const limit = Number(params.limit ?? 10)
  const found = await listMadeDuring<Body>(tx, object, {
    from: Number(gte ?? 0),
    to: Number(lt ?? Number.MAX_SAFE_INTEGER),
    after: textOf(params.starting_after) || null,
    limit: limit + 1,
  })
  const shown = found.slice(0, limit).map(stored => objectAt(stored, now))
  return ok(list(`/v1/${object}s`, shown, found.length > limit))
}

export const listIntents = async (call: Call): Promise<Answer> => {
  const { customer } = call.params
  if (customer === undefined) return listDuring<Stripe.PaymentIntent>(call, 'payment_intent', ({ body }) => body)
  const made = await listObjects<Stripe.PaymentIntent>(call.tx, 'payment_intent', textOf(customer))
  return ok(pageOf('/v1/payment_intents', made, call.params))
}

export const listRefunds = async (call: Call): Promise<Answer> => {
  if (call.params.payment_intent === undefined) return listDuring(call, 'refund', refundAt)
  const made = await listRefundsOf<Refund>(call.tx, textOf(call.params.payment_intent))
  const refunds = made.map(stored => refundAt(stored, call.now))
  return ok(pageOf('/v1/refunds', refunds, call.params))
}
