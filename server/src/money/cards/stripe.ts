// Stripe as a card provider; also the sandbox, which serves the same SDK through its own fetch.
import type { Method } from '@parkit/contract/money/cards'
import type { DeclineReason } from '@parkit/contract/money/declines'
import Stripe from 'stripe'
import type { CardProvider, Payment } from './provider.ts'
import { createStripePlans, planOf } from './stripe-plans.ts'
import { createStripeRefunds, disputeOf, refundOf } from './stripe-refunds.ts'

/** per attempt; a call without an answer is retried once, under the same idempotency key */
const callTimeoutMs = 10_000
const retries = 1
const signatureToleranceSeconds = 300

const brands: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
}

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

const paymentOf = (intent: Stripe.PaymentIntent): Payment => {
  const refused = intent.last_payment_error
  switch (intent.status) {
    case 'succeeded':
      return { status: 'succeeded' }
    case 'processing':
      return { status: 'processing' }
    case 'requires_action':
      return { status: 'challenge', clientSecret: intent.client_secret! }
    case 'requires_capture':
      return { status: 'authorized' }
    case 'canceled':
      if (!refused) return { status: 'canceled', wasAuthorized: intent.latest_charge !== null }
      return { status: 'declined', reason: reasonOf(refused) }
    default:
      return refused ? { status: 'declined', reason: reasonOf(refused) } : { status: 'open' }
  }
}

/** The payment that the error carries; any other error is thrown on. */
const paymentIn = (error: unknown): Payment => {
  if (error instanceof Stripe.errors.StripeError && error.payment_intent) return paymentOf(error.payment_intent)
  throw error
}

/** Not worth a retry. */
const isRefusal = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeCardError ||
  (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode !== 409)

const methodOf = (method: Stripe.PaymentMethod, defaultId: string | null): Method => ({
  Id: method.id,
  CardType: brands[method.card!.brand] ?? method.card!.brand,
  Last4: method.card!.last4,
  MonthExpiry: String(method.card!.exp_month).padStart(2, '0'),
  YearExpiry: String(method.card!.exp_year),
  IsDefault: method.id === defaultId,
})

type Access = {
  name: CardProvider['name']
  secretKey: string
  publishableKey: string
  webhookSecret: string
  /** in place of the network */
  fetch?: typeof fetch
  /** for tests that wait for it */
  timeoutMs?: number
}

export const createStripe = ({
  name,
  secretKey,
  publishableKey,
  webhookSecret,
  fetch,
  timeoutMs = callTimeoutMs,
}: Access): CardProvider => {
  const stripe = new Stripe(secretKey, {
    telemetry: false,
    timeout: timeoutMs,
    maxNetworkRetries: retries,
    ...(fetch && { httpClient: Stripe.createFetchHttpClient(fetch) }),
  })

  return {
    name,
    publishableKey,

    createCustomer: async driverId => {
      const { id } = await stripe.customers.create(
        { metadata: { driver: driverId } },
        { idempotencyKey: `customer-${driverId}` },
      )
      return id
    },

    listMethods: async customerId => {
      const [customer, methods] = await Promise.all([
        stripe.customers.retrieve(customerId),
        stripe.paymentMethods.list({ customer: customerId, type: 'card', limit: 100 }),
      ])
      const chosen = customer.deleted ? null : customer.invoice_settings.default_payment_method
      const chosenId = typeof chosen === 'string' ? chosen : chosen?.id
      // none chosen, or the chosen one is gone: the newest
      const defaultId = methods.data.find(({ id }) => id === chosenId)?.id ?? methods.data[0]?.id ?? null
      return methods.data
        .map(method => methodOf(method, defaultId))
        .toSorted((one, other) => Number(other.IsDefault) - Number(one.IsDefault))
    },

    chooseDefault: async (customerId, methodId) => {
      await stripe.customers.update(customerId, { invoice_settings: { default_payment_method: methodId } })
    },

    changeExpiry: (methodId, exp_month, exp_year) =>
      stripe.paymentMethods.update(methodId, { card: { exp_month, exp_year } }).then(
        () => 'changed' as const,
        error => {
          if (!isRefusal(error)) throw error
          return 'bad_expiry' as const
        },
      ),

    deleteMethod: async methodId => {
      await stripe.paymentMethods.detach(methodId).catch(error => {
        if (!isRefusal(error)) throw error
      })
    },

    prepare: async ({ id, customerId, methodId, amountCents, intent }) => {
      try {
        const created = await stripe.paymentIntents.create(
          {
            amount: amountCents,
            currency: 'usd',
            customer: customerId,
            payment_method: methodId,
            allowed_payment_method_types: ['card'],
            metadata: { charge: id },
            ...(intent !== 'charge' && { capture_method: 'manual' }),
            ...(intent === 'verify' && { setup_future_usage: 'off_session' }),
          },
          { idempotencyKey: id },
        )
        return created.id
      } catch (error) {
        if (isRefusal(error)) return null
        throw error
      }
    },

    confirm: (paymentId, isOnSession) =>
      stripe.paymentIntents
        .confirm(paymentId, isOnSession ? { use_stripe_sdk: true } : { off_session: true }, {
          idempotencyKey: `confirm-${paymentId}`,
        })
        .then(paymentOf, paymentIn),

    capture: (paymentId, amountCents) =>
      stripe.paymentIntents
        .capture(paymentId, { amount_to_capture: amountCents }, { idempotencyKey: `capture-${paymentId}` })
        .then(paymentOf, paymentIn),

    getPayment: async paymentId => paymentOf(await stripe.paymentIntents.retrieve(paymentId)),

    close: paymentId => stripe.paymentIntents.cancel(paymentId).then(paymentOf, paymentIn),

    ...createStripeRefunds(stripe),
    ...createStripePlans(stripe, { paymentOf, paymentIn, isRefusal }),

    readEvent: (payload, signature, now) => {
      const event = stripe.webhooks.constructEvent(
        payload,
        signature,
        webhookSecret,
        signatureToleranceSeconds,
        undefined,
        now.epochMilliseconds,
      )
      const object = event.data.object as { object?: string }
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
    },
  }
}
