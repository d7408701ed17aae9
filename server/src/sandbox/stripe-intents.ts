// The sandbox's payment intents: created, confirmed, challenged, captured, canceled, declined.
import type Stripe from 'stripe'
import {
  type Answer,
  type Ask,
  getObject,
  invalid,
  keep,
  partOf,
  requireParams,
  textOf,
  unexpectedState,
  wholeOf,
  wrong,
} from './stripe-answers.ts'
import { behaviourOf, type Decline, decline, notAuthenticated } from './stripe-cards.ts'
import { askBank, getCardFor, getCardToConfirm } from './stripe-confirmation.ts'
import { attachSetUp, getCard, isOver } from './stripe-customers.ts'
import { maybeDispute } from './stripe-disputes.ts'
import { newId, paymentIntent } from './stripe-objects.ts'
import { findObject } from './stripe-store.ts'

type Intent = Stripe.PaymentIntent

const getIntent = async (ask: Ask): Promise<Intent> =>
  (await getObject<Intent>(ask.tx, 'payment_intent', ask.path[0])).body

const refuse = async (ask: Ask, intent: Intent, failure: Decline, card: Stripe.PaymentMethod): Promise<Answer> => {
  const error = { type: 'card_error' as const, ...failure }
  const code = failure.code as Stripe.PaymentIntent.LastPaymentError.Code
  const refused: Intent = {
    ...intent,
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    last_payment_error: { ...error, code, payment_method: card },
  }
  await keep(ask, refused)
  await ask.emit('payment_intent.payment_failed', refused)
  return wrong(402, { ...error, payment_intent: refused, payment_method: card })
}

const succeed = async (ask: Ask, intent: Intent): Promise<Answer> => {
  const card = await getCard(ask, intent.payment_method)
  // kept for later payments, as asked, now that the driver has passed whatever was in the way
  if (intent.setup_future_usage && intent.customer) await attachSetUp(ask, card, textOf(intent.customer))
  const manual = intent.capture_method === 'manual'
  const passed: Intent = {
    ...intent,
    status: manual ? 'requires_capture' : 'succeeded',
    next_action: null,
    last_payment_error: null,
    latest_charge: newId('ch'),
    ...(manual ? { amount_capturable: intent.amount } : { amount_received: intent.amount }),
  }
  await ask.emit(manual ? 'payment_intent.amount_capturable_updated' : 'payment_intent.succeeded', passed)
  if (!manual) await maybeDispute(ask, passed, card.behaviour!)
  return keep(ask, passed)
}

const confirm = async (ask: Ask, intent: Intent): Promise<Answer> => {
  const card = await getCardToConfirm(ask, intent)
  if (isOver(card.body.card!, ask.now)) return refuse(ask, intent, decline('expired_card'), card.body)
  const { challenge, decline: declined } = behaviourOf(card.behaviour!)
  const isOffSession = ask.params.off_session === 'true'
  if (challenge && !(challenge === 'present' && isOffSession)) {
    if (isOffSession) return refuse(ask, intent, decline('authentication_required'), card.body)
    return askBank(ask, intent, card.id)
  }
  if (declined) return refuse(ask, intent, declined, card.body)
  return succeed(ask, { ...intent, payment_method: card.id })
}

export const createIntent = async (ask: Ask): Promise<Answer> => {
  const { params, now } = ask
  requireParams(params, 'amount', 'currency')
  const amount = wholeOf(params, 'amount')
  if (amount < 50) invalid('Amount must be at least $0.50 usd', { code: 'amount_too_small', param: 'amount' })
  if (amount > 99_999_999)
    invalid('Amount must be no more than $999,999.99', { code: 'amount_too_large', param: 'amount' })
  if (params.customer !== undefined) await getObject(ask.tx, 'customer', params.customer)
  const card =
    params.payment_method === undefined ? null : await getCardFor(ask, params.payment_method, params.customer)
  const intent = paymentIntent(now, {
    amount,
    currency: textOf(params.currency),
    customer: textOf(params.customer) || null,
    payment_method: card?.id ?? null,
    capture_method: params.capture_method === 'manual' ? 'manual' : 'automatic',
    setup_future_usage: params.setup_future_usage === 'off_session' ? 'off_session' : null,
    metadata: partOf(params.metadata) as Stripe.Metadata,
  })
  await ask.emit('payment_intent.created', intent)
  return params.confirm === 'true' ? confirm(ask, intent) : keep(ask, intent)
}

export const confirmIntent = async (ask: Ask): Promise<Answer> => confirm(ask, await getIntent(ask))

export const cancelIntent = async (ask: Ask): Promise<Answer> => {
  const intent = await getIntent(ask)
  if (['succeeded', 'canceled', 'processing'].includes(intent.status)) return unexpectedState(intent, 'cancel')
  const canceled: Intent = {
    ...intent,
    status: 'canceled',
    canceled_at: ask.now,
    amount_capturable: 0,
    next_action: null,
  }
  await ask.emit('payment_intent.canceled', canceled)
  return keep(ask, canceled)
}

/** All or a part of an authorization is taken, once, and the rest is released. */
export const captureIntent = async (ask: Ask): Promise<Answer> => {
  const intent = await getIntent(ask)
  if (intent.status !== 'requires_capture')
    return wrong(400, {
      type: 'invalid_request_error',
      code: 'payment_intent_unexpected_state',
      message: `This PaymentIntent could not be captured because it has a status of ${intent.status}.`,
      payment_intent: intent,
    })
  const wanted = ask.params.amount_to_capture
  const amount = wanted === undefined ? intent.amount_capturable : wholeOf(ask.params, 'amount_to_capture')
  if (amount < 1 || amount > intent.amount_capturable)
    invalid('The amount to capture is not within what was authorized.', {
      code: 'amount_too_large',
      param: 'amount_to_capture',
    })
  const captured: Intent = { ...intent, status: 'succeeded', amount_capturable: 0, amount_received: amount }
  await ask.emit('payment_intent.succeeded', captured)
  const card = await findObject(ask.tx, 'payment_method', textOf(captured.payment_method))
  if (card?.behaviour) await maybeDispute(ask, captured, card.behaviour)
  return keep(ask, captured)
}

/** The driver's bank asks; `passed` is the answer that the browser brings. No call of Stripe's: its script does this there. */
export const answerChallenge = async (ask: Ask): Promise<Answer> => {
  const intent = await getIntent(ask)
  if (intent.status !== 'requires_action') return unexpectedState(intent, 'authenticate')
  const card = await getObject<Stripe.PaymentMethod>(ask.tx, 'payment_method', intent.payment_method)
  if (ask.params.passed !== 'true') {
    const failure = { ...decline('authentication_required'), code: 'payment_intent_authentication_failure' }
    return refuse(ask, intent, { ...failure, message: notAuthenticated }, card.body)
  }
  const { decline: declined } = behaviourOf(card.behaviour!)
  return declined ? refuse(ask, intent, declined, card.body) : succeed(ask, intent)
}
