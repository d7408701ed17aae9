// The sandbox's captures: all or a part of an authorization is taken, once, and the rest is released.
import type Stripe from 'stripe'
import { type Answer, type Ask, getObject, invalid, keep, textOf, wholeOf, wrong } from './stripe-answers.ts'
import { maybeDispute } from './stripe-disputes.ts'
import { findObject } from './stripe-store.ts'

export const captureIntent = async (ask: Ask): Promise<Answer> => {
  const { body: intent } = await getObject<Stripe.PaymentIntent>(ask.tx, 'payment_intent', ask.path[0])
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
  const captured: Stripe.PaymentIntent = {
    ...intent,
    status: 'succeeded',
    amount_capturable: 0,
    amount_received: amount,
  }
  await ask.emit('payment_intent.succeeded', captured)
  const card = await findObject(ask.tx, 'payment_method', textOf(captured.payment_method))
  if (card?.behaviour) await maybeDispute(ask, captured, card.behaviour)
  return keep(ask, captured)
}
