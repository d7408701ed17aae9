// What confirming a payment intent and a setup intent share: the card, and the question of its bank.
import type Stripe from 'stripe'
import { type Answer, type Ask, invalid, keep, unexpectedState, Wrong } from './stripe-answers.ts'
import { getCard, type SavedCard } from './stripe-customers.ts'

type Intent = Stripe.PaymentIntent | Stripe.SetupIntent

/** A card that an intent may be paid or set up with: nobody's, or its own customer's. */
export const getCardFor = async (ask: Ask, id: unknown, customer: unknown): Promise<SavedCard> => {
  const card = await getCard(ask, id)
  if (card.customer && card.customer !== customer)
    invalid('The provided PaymentMethod belongs to another Customer.', { param: 'payment_method' })
  return card
}

export const getCardToConfirm = async (ask: Ask, intent: Intent): Promise<SavedCard> => {
  const wanted = ask.params.payment_method ?? intent.payment_method
  if (!wanted || !['requires_payment_method', 'requires_confirmation', 'requires_action'].includes(intent.status))
    throw new Wrong(unexpectedState(intent, 'confirm'))
  return getCardFor(ask, wanted, intent.customer)
}

export const askBank = async (ask: Ask, intent: Intent, payment_method: string): Promise<Answer> => {
  const next_action = { type: 'use_stripe_sdk', use_stripe_sdk: {} }
  const asking = { ...intent, payment_method, status: 'requires_action', next_action } satisfies Intent
  await ask.emit(`${intent.object}.requires_action`, asking)
  return keep(ask, asking)
}
