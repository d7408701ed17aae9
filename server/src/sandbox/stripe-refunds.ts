// The sandbox's refunds, with Stripe's test cards whose refunds succeed or fail late, and their lists by time.
import type Stripe from 'stripe'
import {
  type Answer,
  type Ask,
  getObject,
  invalid,
  ok,
  partOf,
  requireParams,
  textOf,
  wholeOf,
} from './stripe-answers.ts'
import { behaviourOf } from './stripe-cards.ts'
import { newId } from './stripe-objects.ts'
import { findObject, listMadeDuring, listRefundsOf, putBody, type Stored } from './stripe-store.ts'

type Refund = Stripe.Refund

/** how long a refund that changes its mind takes to do so */
const laterSeconds = 60

const failed = (refund: Refund): Refund => ({ ...refund, status: 'failed', failure_reason: 'expired_or_canceled_card' })

/** As it is by now: what happens later is known from the beginning. */
const standing = (refund: Refund, behaviour: string | null, now: number): Refund => {
  if (!behaviour || now < refund.created + laterSeconds) return refund
  return behaviour === 'fails' ? failed(refund) : { ...refund, status: 'succeeded' }
}

const standingAt =
  (now: number) =>
  ({ body, behaviour }: Pick<Stored<Refund>, 'body' | 'behaviour'>): Refund =>
    standing(body, behaviour, now)

export const createRefund = async (ask: Ask): Promise<Answer> => {
  const { tx, now, params } = ask
  requireParams(params, 'payment_intent')
  const { body: intent } = await getObject<Stripe.PaymentIntent>(tx, 'payment_intent', params.payment_intent)
  if (intent.status !== 'succeeded')
    invalid('This PaymentIntent does not have a successful charge to refund.', { param: 'payment_intent' })
  const before = (await listRefundsOf<Refund>(tx, intent.id)).map(standingAt(now))
  const given = before.filter(({ status }) => status !== 'failed').reduce((sum, { amount }) => sum + amount, 0)
  const left = intent.amount_received - given
  if (left <= 0) invalid('Charge has already been refunded.', { code: 'charge_already_refunded' })
  const amount = params.amount === undefined ? left : wholeOf(params, 'amount')
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
    balance_transaction: null,
    charge: intent.latest_charge,
    created: now,
    currency: intent.currency,
    customer: intent.customer,
    customer_account: null,
    metadata: partOf(params.metadata) as Stripe.Metadata,
    payment_intent: intent.id,
    payment_method: intent.payment_method,
    reason: null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: later === 'succeeds' ? 'pending' : 'succeeded',
    transfer_reversal: null,
  }
  await putBody(tx, made, later)
  await ask.emit('refund.created', made)
  if (later) {
    const type = later === 'fails' ? 'refund.failed' : 'refund.updated'
    await ask.emit(type, standing(made, later, now + laterSeconds), laterSeconds)
  }
  return ok(made)
}

export const retrieveRefund = async ({ tx, now, path }: Ask): Promise<Answer> => {
  const { body, behaviour } = await getObject<Refund>(tx, 'refund', path[0])
  return ok(standing(body, behaviour, now))
}

const list = (url: string, data: unknown[], has_more = false): Answer => ok({ object: 'list', data, has_more, url })

type StandingOf<Body> = (body: Body, behaviour: string | null, now: number) => Body

/** A page of what was made during a time, each as it is by now. */
export const listDuring = async <Body>(
  { tx, now, params }: Ask,
  object: string,
  standingOf: StandingOf<Body>,
): Promise<Answer> => {
  const { gte, lt } = partOf(params.created)
  const limit = Math.min(Number(params.limit ?? 10), 100)
  const found = await listMadeDuring<Body>(tx, object, {
    from: Number(gte ?? 0),
    to: Number(lt ?? Number.MAX_SAFE_INTEGER),
    after: textOf(params.starting_after) || null,
    limit: limit + 1,
  })
  return list(
    `/v1/${object}s`,
    found.slice(0, limit).map(({ body, behaviour }) => standingOf(body, behaviour, now)),
    found.length > limit,
  )
}

export const listIntents = (ask: Ask): Promise<Answer> =>
  listDuring<Stripe.PaymentIntent>(ask, 'payment_intent', intent => intent)

export const listRefunds = async (ask: Ask): Promise<Answer> =>
  ask.params.payment_intent === undefined
    ? listDuring(ask, 'refund', standing)
    : list(
        '/v1/refunds',
        (await listRefundsOf<Refund>(ask.tx, textOf(ask.params.payment_intent))).map(standingAt(ask.now)),
      )
