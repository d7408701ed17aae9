// Reading Stripe's answers: payments, refusals, ids and times.
import type { DeclineReason } from '@parkit/contract/money/declines'
import Stripe from 'stripe'
import type { Payment } from './provider.ts'

export const idOf = (reference: string | { id: string } | null | undefined): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null)

export const instant = (seconds: number) => Temporal.Instant.fromEpochMilliseconds(seconds * 1000)

/** By Stripe's codes; a decline has one or two. */
const reasons: Record<string, DeclineReason> = {
  insufficient_funds: 'insufficient_funds',
  expired_card: 'expired_card',
  incorrect_cvc: 'incorrect_cvc',
  invalid_cvc: 'incorrect_cvc',
  processing_error: 'processing_error',
  try_again_later: 'processing_error',
  issuer_not_available: 'processing_error',
  authentication_required: 'not_authenticated',
  payment_intent_authentication_failure: 'not_authenticated',
}
const reasonOf = ({ code, decline_code }: Stripe.PaymentIntent.LastPaymentError): DeclineReason | null =>
  reasons[decline_code ?? ''] ?? reasons[code ?? ''] ?? null

/** Known where the charge is expanded. */
const captureBeforeOf = ({ latest_charge: charge }: Stripe.PaymentIntent): Temporal.Instant | null => {
  const until = typeof charge === 'object' ? charge?.payment_method_details?.card?.capture_before : undefined
  return until === undefined ? null : instant(until)
}

export const paymentOf = (intent: Stripe.PaymentIntent): Payment => {
  const refused = intent.last_payment_error
  switch (intent.status) {
    case 'succeeded':
      return { status: 'succeeded' }
    case 'processing':
      return { status: 'processing' }
    case 'requires_action':
      return { status: 'challenge', clientSecret: intent.client_secret! }
    case 'requires_capture':
      return { status: 'authorized', captureBefore: captureBeforeOf(intent) }
    case 'canceled':
      if (!refused) return { status: 'canceled', wasAuthorized: intent.latest_charge !== null }
      return { status: 'declined', reason: reasonOf(refused) }
    default:
      return refused ? { status: 'declined', reason: reasonOf(refused) } : { status: 'open' }
  }
}

/** The payment that the error carries; any other error is thrown on. */
export const paymentIn = (error: unknown): Payment => {
  if (error instanceof Stripe.errors.StripeError && error.payment_intent) return paymentOf(error.payment_intent)
  throw error
}

/** Not worth a retry. */
export const isInvalid = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode !== 409
const isRefusal = (error: unknown): boolean => error instanceof Stripe.errors.StripeCardError || isInvalid(error)

/** Answers `instead` if Stripe refuses for good; any other error is thrown on. */
export const unlessRefused = <Result, Instead>(
  answer: Promise<Result>,
  instead: Instead,
  isRefused = isRefusal,
): Promise<Result | Instead> =>
  answer.catch((error: unknown) => {
    if (isRefused(error)) return instead
    throw error
  })
