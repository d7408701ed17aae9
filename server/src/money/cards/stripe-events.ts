// Stripe's webhook events: signed, of the version and mode that this code reads, and of the types that it acts on.
import Stripe from 'stripe'
import type { CardProvider, ProviderEvent } from './provider.ts'
import { paymentOf } from './stripe-answers.ts'
import { planOf } from './stripe-plans.ts'
import { disputeOf, refundOf } from './stripe-refunds.ts'

export const webhookPath = '/api/Payment/Webhook'

/** All that the webhook endpoint must be sent; docs/running.md lists them. Any other event has no effect. */
export const relevantEvents = [
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.voided',
] as const satisfies Stripe.WebhookEndpointCreateParams.EnabledEvent[]

const signatureToleranceSeconds = 300

/** A signed event that this version can't read: a setting at the provider is wrong. */
export class UnreadableEvent extends Error {}

/** Throws `UnreadableEvent`; anything else that it throws means that Stripe did not sign it in the last five minutes. */
export const readStripeEvent = (
  { stripe, webhookSecret, mode }: { stripe: Stripe; webhookSecret: string; mode: CardProvider['mode'] },
  payload: Buffer,
  signature: string,
  now: Temporal.Instant,
): ProviderEvent => {
  const event = stripe.webhooks.constructEvent(
    payload,
    signature,
    webhookSecret,
    signatureToleranceSeconds,
    undefined,
    now.epochMilliseconds,
  )
  if (event.api_version !== Stripe.API_VERSION)
    throw new UnreadableEvent(
      `The webhook endpoint sends API version ${event.api_version}, not ${Stripe.API_VERSION}: make one of that version`,
    )
  if (event.livemode !== (mode === 'live'))
    throw new UnreadableEvent(`The webhook endpoint is not of the ${mode} mode, as the keys are`)
  const isRelevant = (relevantEvents as readonly string[]).includes(event.type)
  const object = (isRelevant ? event.data.object : {}) as { object?: string }
  const intent = object.object === 'payment_intent' ? (object as Stripe.PaymentIntent) : null
  return {
    id: event.id,
    type: event.type,
    paymentId: intent?.id ?? null,
    payment: intent && paymentOf(intent),
    refund: object.object === 'refund' ? refundOf(object as Stripe.Refund) : null,
    dispute: object.object === 'dispute' ? disputeOf(object as Stripe.Dispute) : null,
    planId: planOf(object),
  }
}
