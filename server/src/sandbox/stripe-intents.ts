// The sandbox's payment intents: created, confirmed, challenged, captured, canceled, declined.
import type Stripe from 'stripe'
import {
  type Answer,
  type Call,
  errorAnswer,
  getObject,
  integerOf,
  invalid,
  ok,
  partOf,
  requireParams,
  save,
  textOf,
  unexpectedState,
} from './stripe-answers.ts'
import { behaviourOf, type Decline, decline, notAuthenticated } from './stripe-cards.ts'
import { createCharge, endHold, isExpired } from './stripe-charges.ts'
import {
  anyMethod,
  cancel,
  challengeByBank,
  getCardFor,
  getCardToConfirm,
  takesCardsOnly,
} from './stripe-confirmation.ts'
import { attachSetUp, getCard, isOver } from './stripe-customers.ts'
import { maybeDispute } from './stripe-disputes.ts'
import { paymentIntent } from './stripe-objects.ts'
import { findObject } from './stripe-store.ts'

type Intent = Stripe.PaymentIntent

/** As it is now: an authorization ends with its life. */
const getIntent = async (call: Call): Promise<Intent> => {
  const { body } = await getObject<Intent>(call.tx, 'payment_intent', call.path[0])
  if (!(await isExpired(call, body))) return body
  const expired: Intent = {
    ...body,
    status: 'canceled',
    amount_capturable: 0,
    canceled_at: call.now,
    cancellation_reason: 'automatic',
  }
  await endHold(call, expired, { refunded: true })
  await save(call, expired)
  await call.emit('payment_intent.canceled', expired)
  return expired
}

export const retrieveIntent = async (call: Call): Promise<Answer> => ok(await getIntent(call))

const refuse = async (call: Call, intent: Intent, failure: Decline, card: Stripe.PaymentMethod): Promise<Answer> => {
  const error = { type: 'card_error' as const, ...failure }
  const code = failure.code as Stripe.PaymentIntent.LastPaymentError.Code
  const refused: Intent = {
    ...intent,
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    last_payment_error: { ...error, code, payment_method: card },
  }
  await save(call, refused)
  await call.emit('payment_intent.payment_failed', refused)
  return errorAnswer(402, { ...error, payment_intent: refused, payment_method: card })
}

const succeed = async (call: Call, intent: Intent): Promise<Answer> => {
  const card = await getCard(call, intent.payment_method)
  // saved for later payments once this one has succeeded
  if (intent.setup_future_usage && intent.customer) await attachSetUp(call, card, textOf(intent.customer))
  const manual = intent.capture_method === 'manual'
  const latest_charge = await createCharge(call, intent, card)
  const passed: Intent = {
    ...intent,
    status: manual ? 'requires_capture' : 'succeeded',
    next_action: null,
    last_payment_error: null,
    latest_charge,
    ...(manual ? { amount_capturable: intent.amount } : { amount_received: intent.amount }),
  }
  await call.emit(manual ? 'payment_intent.amount_capturable_updated' : 'payment_intent.succeeded', passed)
  if (!manual) await maybeDispute(call, passed, card.behaviour!)
  return save(call, passed)
}

const confirm = async (call: Call, intent: Intent): Promise<Answer> => {
  const card = await getCardToConfirm(call, intent)
  if (isOver(card.body.card!, call.now)) return refuse(call, intent, decline('expired_card'), card.body)
  const { challenge, decline: declined, saves } = behaviourOf(card.behaviour!)
  const isOffSession = call.params.off_session === 'true'
  if (challenge && !(challenge === 'present' && isOffSession)) {
    if (isOffSession) return refuse(call, intent, decline('authentication_required'), card.body)
    return challengeByBank(call, intent, card.id)
  }
  // unlike Stripe, which saves such a card only without a payment: ParkIt saves cards by authorizing them
  const isSaving = saves && intent.setup_future_usage !== null && intent.capture_method === 'manual'
  if (declined && !isSaving) return refuse(call, intent, declined, card.body)
  return succeed(call, { ...intent, payment_method: card.id })
}

const readSuffix = ({ statement_descriptor_suffix: given }: Call['params']): string | null => {
  const suffix = textOf(given)
  if (suffix.length > 22 || /[<>\\'"*]/.test(suffix) || (suffix && !/[a-z]/i.test(suffix)))
    invalid('The statement descriptor suffix has at most 22 characters, a letter, and none of < > \\ \' " *', {
      param: 'statement_descriptor_suffix',
    })
  return suffix || null
}

export const createIntent = async (call: Call): Promise<Answer> => {
  const { params, now } = call
  requireParams(params, 'amount', 'currency')
  const amount = integerOf(params, 'amount')
  if (amount < 50) invalid('Amount must be at least $0.50 usd', { code: 'amount_too_small', param: 'amount' })
  if (amount > 99_999_999)
    invalid('Amount must be no more than $999,999.99', { code: 'amount_too_large', param: 'amount' })
  if (params.customer !== undefined) await getObject(call.tx, 'customer', params.customer)
  const card =
    params.payment_method === undefined ? null : await getCardFor(call, params.payment_method, params.customer)
  const intent = paymentIntent(now, {
    amount,
    currency: textOf(params.currency),
    customer: textOf(params.customer) || null,
    payment_method: card?.id ?? null,
    capture_method: params.capture_method === 'manual' ? 'manual' : 'automatic',
    setup_future_usage: params.setup_future_usage === 'off_session' ? 'off_session' : null,
    metadata: partOf(params.metadata) as Stripe.Metadata,
    statement_descriptor_suffix: readSuffix(params),
    ...(takesCardsOnly(params)
      ? { allowed_payment_method_types: ['card'], automatic_payment_methods: null }
      : { allowed_payment_method_types: null, automatic_payment_methods: anyMethod }),
  })
  await call.emit('payment_intent.created', intent)
  return params.confirm === 'true' ? confirm(call, intent) : save(call, intent)
}

export const confirmIntent = async (call: Call): Promise<Answer> => confirm(call, await getIntent(call))

export const cancelIntent = async (call: Call): Promise<Answer> => {
  const intent = await getIntent(call)
  if (intent.status === 'requires_capture') await endHold(call, intent, { refunded: true })
  return cancel(call, intent, { canceled_at: call.now, amount_capturable: 0 })
}

/** All or a part of an authorization is taken, once, and the rest is released. */
export const captureIntent = async (call: Call): Promise<Answer> => {
  const intent = await getIntent(call)
  if (intent.status !== 'requires_capture')
    return errorAnswer(400, {
      type: 'invalid_request_error',
      code: 'payment_intent_unexpected_state',
      message: `This PaymentIntent could not be captured because it has a status of ${intent.status}.`,
      payment_intent: intent,
    })
  const wanted = call.params.amount_to_capture
  const amount = wanted === undefined ? intent.amount_capturable : integerOf(call.params, 'amount_to_capture')
  if (amount < 1 || amount > intent.amount_capturable)
    invalid('The amount to capture is not within what was authorized.', {
      code: 'amount_too_large',
      param: 'amount_to_capture',
    })
  await endHold(call, intent, { captured: true, amount_captured: amount, refunded: false })
  const captured: Intent = { ...intent, status: 'succeeded', amount_capturable: 0, amount_received: amount }
  await call.emit('payment_intent.succeeded', captured)
  const card = await findObject(call.tx, 'payment_method', textOf(captured.payment_method))
  if (card?.behaviour) await maybeDispute(call, captured, card.behaviour)
  return save(call, captured)
}

/** The outcome of the bank's challenge, from the browser. Not in Stripe's REST interface: its script does this. */
export const answerChallenge = async (call: Call): Promise<Answer> => {
  const intent = await getIntent(call)
  if (intent.status !== 'requires_action') return unexpectedState(intent, 'authenticate')
  const card = await getObject<Stripe.PaymentMethod>(call.tx, 'payment_method', intent.payment_method)
  if (call.params.passed !== 'true') {
    const failure = { ...decline('authentication_required'), code: 'payment_intent_authentication_failure' }
    return refuse(call, intent, { ...failure, message: notAuthenticated }, card.body)
  }
  const { decline: declined } = behaviourOf(card.behaviour!)
  return declined ? refuse(call, intent, declined, card.body) : succeed(call, intent)
}
