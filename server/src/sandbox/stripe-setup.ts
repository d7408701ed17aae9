// The sandbox's setup intents: a card saved without a payment; its bank may challenge the driver first.
import type Stripe from 'stripe'
import {
  type Answer,
  type Call,
  errorAnswer,
  getObject,
  partOf,
  save,
  textOf,
  unexpectedState,
} from './stripe-answers.ts'
import { behaviourOf, type Decline, notAuthenticated } from './stripe-cards.ts'
import { anyMethod, cancel, challengeByBank, getCardToConfirm, takesCardsOnly } from './stripe-confirmation.ts'
import { attachSetUp, getCard, type SavedCard } from './stripe-customers.ts'
import { clientSecretOf, newId, nulls } from './stripe-objects.ts'

type Intent = Stripe.SetupIntent

const setupIntent = (
  created: number,
  fields: Pick<
    Intent,
    'customer' | 'metadata' | 'usage' | 'allowed_payment_method_types' | 'automatic_payment_methods'
  >,
): Intent => {
  const id = newId('seti')
  return {
    id,
    object: 'setup_intent',
    client_secret: clientSecretOf(id),
    created,
    livemode: false,
    payment_method_options: {},
    payment_method_types: ['card'],
    status: 'requires_payment_method',
    ...nulls('application', 'cancellation_reason'),
    ...nulls('customer_account', 'description', 'excluded_payment_method_types', 'flow_directions', 'last_setup_error'),
    ...nulls('latest_attempt', 'managed_payments', 'mandate', 'next_action', 'on_behalf_of', 'payment_method'),
    ...nulls('payment_method_configuration_details', 'single_use_mandate'),
    ...fields,
  }
}

const getIntent = async (call: Call): Promise<Intent> =>
  (await getObject<Intent>(call.tx, 'setup_intent', call.path[0])).body

const refuse = async (call: Call, intent: Intent, failure: Decline, card: Stripe.PaymentMethod): Promise<Answer> => {
  const error = { type: 'card_error' as const, ...failure }
  const refused: Intent = {
    ...intent,
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    last_setup_error: { ...error, payment_method: card },
  }
  await save(call, refused)
  await call.emit('setup_intent.setup_failed', refused)
  return errorAnswer(402, { ...error, setup_intent: refused, payment_method: card })
}

const succeed = async (call: Call, intent: Intent, card: SavedCard): Promise<Answer> => {
  if (intent.customer) await attachSetUp(call, card, textOf(intent.customer))
  const passed: Intent = {
    ...intent,
    status: 'succeeded',
    payment_method: card.id,
    next_action: null,
    last_setup_error: null,
    latest_attempt: newId('setatt'),
  }
  await call.emit('setup_intent.succeeded', passed)
  return save(call, passed)
}

const confirm = async (call: Call, intent: Intent): Promise<Answer> => {
  const card = await getCardToConfirm(call, intent)
  const { challenge, decline, saves } = behaviourOf(card.behaviour!)
  if (challenge) return challengeByBank(call, intent, card.id)
  return decline && !saves ? refuse(call, intent, decline, card.body) : succeed(call, intent, card)
}

export const createSetup = async (call: Call): Promise<Answer> => {
  const { params, now } = call
  if (params.customer !== undefined) await getObject(call.tx, 'customer', params.customer)
  const card = params.payment_method === undefined ? null : await getCard(call, params.payment_method)
  const made = setupIntent(now, {
    customer: textOf(params.customer) || null,
    metadata: partOf(params.metadata) as Stripe.Metadata,
    usage: params.usage === 'on_session' ? 'on_session' : 'off_session',
    ...(takesCardsOnly(params)
      ? { allowed_payment_method_types: ['card'], automatic_payment_methods: null }
      : { allowed_payment_method_types: null, automatic_payment_methods: anyMethod }),
  })
  const intent: Intent = card ? { ...made, payment_method: card.id, status: 'requires_confirmation' } : made
  await call.emit('setup_intent.created', intent)
  return params.confirm === 'true' ? confirm(call, intent) : save(call, intent)
}

export const confirmSetup = async (call: Call): Promise<Answer> => confirm(call, await getIntent(call))

export const cancelSetup = async (call: Call): Promise<Answer> => cancel(call, await getIntent(call))

/** The outcome of the bank's challenge, from the browser. Not in Stripe's REST interface: its script does this. */
export const answerSetupChallenge = async (call: Call): Promise<Answer> => {
  const intent = await getIntent(call)
  if (intent.status !== 'requires_action') return unexpectedState(intent, 'authenticate')
  const card = await getCard(call, intent.payment_method)
  if (call.params.passed !== 'true') {
    const code = 'setup_intent_authentication_failure'
    return refuse(call, intent, { code, decline_code: 'authentication_required', message: notAuthenticated }, card.body)
  }
  const { decline, saves } = behaviourOf(card.behaviour!)
  return decline && !saves ? refuse(call, intent, decline, card.body) : succeed(call, intent, card)
}
