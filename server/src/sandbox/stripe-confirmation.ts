// What payment intents and setup intents share: the card to confirm with, the bank's challenge, canceling.
import type Stripe from 'stripe'
import { type Answer, type Call, invalid, Refused, save, unexpectedState } from './stripe-answers.ts'
import { getCard, type SavedCard } from './stripe-customers.ts'

type Intent = Stripe.PaymentIntent | Stripe.SetupIntent

/** A card that an intent may be paid or set up with: nobody's, or its own customer's. */
export const getCardFor = async (call: Call, id: unknown, customer: unknown): Promise<SavedCard> => {
  const card = await getCard(call, id)
  if (card.customer && card.customer !== customer)
    invalid('The provided PaymentMethod belongs to another Customer.', { param: 'payment_method' })
  return card
}

export const getCardToConfirm = async (call: Call, intent: Intent): Promise<SavedCard> => {
  const wanted = call.params.payment_method ?? intent.payment_method
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
