// The sandbox's setup intents: a card saved without a payment; its bank may challenge the driver first.
import { randomBytes } from 'node:crypto'
import type Stripe from 'stripe'
import { type Answer, type Ask, getObject, keep, partOf, textOf, unexpectedState, wrong } from './stripe-answers.ts'
import { behaviourOf, type Decline, notAuthenticated } from './stripe-cards.ts'
import { askBank, getCardToConfirm } from './stripe-confirmation.ts'
import { attachSetUp, getCard, type SavedCard } from './stripe-customers.ts'
import { newId } from './stripe-objects.ts'

type Intent = Stripe.SetupIntent

const setupIntent = (created: number, asked: Pick<Intent, 'customer' | 'metadata' | 'usage'>): Intent => {
  const id = newId('seti')
  return {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: null,
    application: null,
    automatic_payment_methods: null,
    cancellation_reason: null,
    client_secret: `${id}_secret_${randomBytes(12).toString('hex')}`,
    created,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    managed_payments: null,
    mandate: null,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    single_use_mandate: null,
    status: 'requires_payment_method',
    ...asked,
  }
}

const getIntent = async (ask: Ask): Promise<Intent> =>
  (await getObject<Intent>(ask.tx, 'setup_intent', ask.path[0])).body

const refuse = async (ask: Ask, intent: Intent, failure: Decline, card: Stripe.PaymentMethod): Promise<Answer> => {
  const error = { type: 'card_error' as const, ...failure }
  const refused: Intent = {
    ...intent,
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    last_setup_error: { ...error, payment_method: card },
  }
  await keep(ask, refused)
  await ask.emit('setup_intent.setup_failed', refused)
  return wrong(402, { ...error, setup_intent: refused, payment_method: card })
}

const succeed = async (ask: Ask, intent: Intent, card: SavedCard): Promise<Answer> => {
  if (intent.customer) await attachSetUp(ask, card, textOf(intent.customer))
  const passed: Intent = {
    ...intent,
    status: 'succeeded',
    payment_method: card.id,
    next_action: null,
    last_setup_error: null,
    latest_attempt: newId('setatt'),
  }
  await ask.emit('setup_intent.succeeded', passed)
  return keep(ask, passed)
}

const confirm = async (ask: Ask, intent: Intent): Promise<Answer> => {
  const card = await getCardToConfirm(ask, intent)
  const { challenge, decline, saves } = behaviourOf(card.behaviour!)
  if (challenge) return askBank(ask, intent, card.id)
  return decline && !saves ? refuse(ask, intent, decline, card.body) : succeed(ask, intent, card)
}

export const createSetup = async (ask: Ask): Promise<Answer> => {
  const { params, now } = ask
  if (params.customer !== undefined) await getObject(ask.tx, 'customer', params.customer)
  const card = params.payment_method === undefined ? null : await getCard(ask, params.payment_method)
  const made = setupIntent(now, {
    customer: textOf(params.customer) || null,
    metadata: partOf(params.metadata) as Stripe.Metadata,
    usage: params.usage === 'on_session' ? 'on_session' : 'off_session',
  })
  const intent: Intent = card ? { ...made, payment_method: card.id, status: 'requires_confirmation' } : made
  await ask.emit('setup_intent.created', intent)
  return params.confirm === 'true' ? confirm(ask, intent) : keep(ask, intent)
}

export const confirmSetup = async (ask: Ask): Promise<Answer> => confirm(ask, await getIntent(ask))

export const cancelSetup = async (ask: Ask): Promise<Answer> => {
  const intent = await getIntent(ask)
  if (['succeeded', 'canceled', 'processing'].includes(intent.status)) return unexpectedState(intent, 'cancel')
  const canceled: Intent = { ...intent, status: 'canceled', next_action: null }
  await ask.emit('setup_intent.canceled', canceled)
  return keep(ask, canceled)
}

/** The driver's bank asks; `passed` is the answer that the browser brings. No call of Stripe's: its script does this there. */
export const answerSetupChallenge = async (ask: Ask): Promise<Answer> => {
  const intent = await getIntent(ask)
  if (intent.status !== 'requires_action') return unexpectedState(intent, 'authenticate')
  const card = await getCard(ask, intent.payment_method)
  if (ask.params.passed !== 'true') {
    const code = 'setup_intent_authentication_failure'
    return refuse(ask, intent, { code, decline_code: 'authentication_required', message: notAuthenticated }, card.body)
  }
  const { decline, saves } = behaviourOf(card.behaviour!)
  return decline && !saves ? refuse(ask, intent, decline, card.body) : succeed(ask, intent, card)
}
