// What payment intents and setup intents share: the card to confirm with, the bank's challenge, canceling.
import type Stripe from 'stripe'
import { type Answer, type Call, invalid, Refused, save, unexpectedState } from './stripe-answers.ts'
import { getCard, type SavedCard } from './stripe-customers.ts'

type Intent = Stripe.PaymentIntent | Stripe.SetupIntent

/** Unless it takes cards alone. */
export const anyMethod = { enabled: true, allow_redirects: 'always' } as const

/** Whether a call restricts an intent to cards, which send nobody to another site. */
export const takesCardsOnly = ({ allowed_payment_method_types: allowed }: Call['params']): boolean =>
  Array.isArray(allowed) && allowed.length === 1 && allowed[0] === 'card'

const needsReturnUrl =
  'This intent is configured to accept payment methods enabled in your Dashboard. Because some of these payment methods might redirect your customer off of your page, you must provide a `return_url`.'

/** A card that an intent may be paid or set up with: nobody's, or its own customer's. */
export const getCardFor = async (call: Call, id: unknown, customer: unknown): Promise<SavedCard> => {
  const card = await getCard(call, id)
  if (card.customer && card.customer !== customer)
    invalid('The provided PaymentMethod belongs to another Customer.', { param: 'payment_method' })
  return card
}

export const getCardToConfirm = async (call: Call, intent: Intent): Promise<SavedCard> => {
  const wanted = call.params.payment_method ?? intent.payment_method
  const { enabled, allow_redirects } = intent.automatic_payment_methods ?? {}
  if (enabled && allow_redirects !== 'never' && !call.params.return_url)
    invalid(needsReturnUrl, { param: 'return_url' })
  if (!wanted || !['requires_payment_method', 'requires_confirmation', 'requires_action'].includes(intent.status))
    throw new Refused(unexpectedState(intent, 'confirm'))
  return getCardFor(call, wanted, intent.customer)
}

export const cancel = async <Kind extends Intent>(
  call: Call,
  intent: Kind,
  more: Partial<Kind> = {},
): Promise<Answer> => {
  if (['succeeded', 'canceled', 'processing'].includes(intent.status)) return unexpectedState(intent, 'cancel')
  const canceled = { ...intent, status: 'canceled', next_action: null, ...more }
  await call.emit(`${intent.object}.canceled`, canceled)
  return save(call, canceled)
}

export const challengeByBank = async (call: Call, intent: Intent, payment_method: string): Promise<Answer> => {
  const next_action = { type: 'use_stripe_sdk', use_stripe_sdk: {} }
  const challenged = { ...intent, payment_method, status: 'requires_action', next_action } satisfies Intent
  await call.emit(`${intent.object}.requires_action`, challenged)
  return save(call, challenged)
}
