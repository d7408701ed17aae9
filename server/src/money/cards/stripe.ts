// Stripe as a card provider; also the sandbox, which serves the same SDK through its own fetch.
import type { Method } from '@parkit/contract/money/cards'
import Stripe from 'stripe'
import { modeOf } from '#platform/card-keys.ts'
import type { CardProvider } from './provider.ts'
import { idOf, paymentIn, paymentOf, unlessRefused } from './stripe-answers.ts'
import { readStripeEvent } from './stripe-events.ts'
import { createStripePlans } from './stripe-plans.ts'
import { createStripeRefunds } from './stripe-refunds.ts'

/** per attempt; a call without an answer is retried once, under the same idempotency key */
const callTimeoutMs = 10_000
const retries = 1

/** a charge says until when it can be captured */
const withCharge = { expand: ['latest_charge'] }

const brands: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
}

/** A card in a wallet has a number of its own, whose last four digits its owner has never seen on the card. */
const wallets: Record<string, string> = { apple_pay: 'Apple Pay', google_pay: 'Google Pay' }
const walletOf = ({ card }: Stripe.PaymentMethod): string | undefined => wallets[card?.wallet?.type ?? '']

const methodOf = (method: Stripe.PaymentMethod, defaultId: string | null): Method => ({
  Id: method.id,
  CardType: walletOf(method) ?? brands[method.card!.brand] ?? method.card!.brand,
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

  const mode = modeOf(secretKey)

  return {
    name,
    mode,
    publishableKey,

    createCustomer: async driverId => {
      const { id } = await stripe.customers.create(
        { metadata: { driver: driverId } },
        { idempotencyKey: `customer-${driverId}` },
      )
      return id
    },

    hasCustomer: async customerId => {
      const found = await stripe.customers.retrieve(customerId).catch((error: unknown) => {
        if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing') return null
        throw error
      })
      return found !== null
    },

    listMethods: async customerId => {
      const [customer, methods] = await Promise.all([
        stripe.customers.retrieve(customerId),
        stripe.paymentMethods.list({ customer: customerId, type: 'card', limit: 100 }),
      ])
      const chosenId = customer.deleted ? null : idOf(customer.invoice_settings.default_payment_method)
      // none chosen, or the chosen one is gone: the newest
      const defaultId = methods.data.find(({ id }) => id === chosenId)?.id ?? methods.data[0]?.id ?? null
      return methods.data
        .map(method => methodOf(method, defaultId))
        .toSorted((one, other) => Number(other.IsDefault) - Number(one.IsDefault))
    },

    chooseDefault: async (customerId, methodId) => {
      await stripe.customers.update(customerId, { invoice_settings: { default_payment_method: methodId } })
    },

    changeExpiry: async (methodId, exp_month, exp_year) =>
      (await unlessRefused(stripe.paymentMethods.update(methodId, { card: { exp_month, exp_year } }), null))
        ? 'changed'
        : 'bad_expiry',

    findFingerprint: async methodId => {
      // everyone who tries the sandbox has its few test cards
      if (name === 'sandbox') return null
      return (await unlessRefused(stripe.paymentMethods.retrieve(methodId), null))?.card?.fingerprint ?? null
    },

    keepOnce: async (customerId, methodId) => {
      const { data } = await stripe.paymentMethods.list({ customer: customerId, type: 'card', limit: 100 })
      const found = data.find(({ id }) => id === methodId)
      const saved = (found ?? (await unlessRefused(stripe.paymentMethods.retrieve(methodId), null)))?.card
      if (!saved?.fingerprint) return methodId
      const same = data.filter(({ card }) => card!.fingerprint === saved.fingerprint)
      // the newest come first; running sessions and plans may name the earliest, and of several saved at once each call keeps that one
      const kept = same.pop()
      if (!kept || (kept.id === methodId && same.length === 0)) return methodId
      if (!found) return kept.id
      const { exp_month, exp_year } = saved
      if (kept.card!.exp_month !== exp_month || kept.card!.exp_year !== exp_year)
        await unlessRefused(stripe.paymentMethods.update(kept.id, { card: { exp_month, exp_year } }), null)
      for (const { id } of same) await unlessRefused(stripe.paymentMethods.detach(id), null)
      return kept.id
    },

    findWalletCard: async (customerId, methodId) => {
      // it comes from the driver, and becomes part of an address
      if (!/^pm_\w+$/.test(methodId)) return null
      const card = await unlessRefused(stripe.paymentMethods.retrieve(methodId), null)
      if (!card || !walletOf(card)) return null
      const owner = idOf(card.customer)
      if (owner !== null && owner !== customerId) return null
      const { data } = await stripe.paymentMethods.list({ customer: customerId, type: 'card', limit: 100 })
      const saved = data.find(one => one.card!.fingerprint === card.card!.fingerprint)
      return methodOf(saved ?? card, null)
    },

    deleteMethod: async methodId => {
      await unlessRefused(stripe.paymentMethods.detach(methodId), null)
    },

    prepare: async ({ id, customerId, methodId, amountCents, intent, statement, saves }) => {
      const created = stripe.paymentIntents.create(
        {
          amount: amountCents,
          currency: 'usd',
          customer: customerId,
          payment_method: methodId,
          allowed_payment_method_types: ['card'],
          metadata: { charge: id },
          ...(statement && { statement_descriptor_suffix: statement }),
          ...(intent !== 'charge' && { capture_method: 'manual' }),
          ...((saves || intent === 'verify') && { setup_future_usage: 'off_session' }),
        },
        { idempotencyKey: id },
      )
      return (await unlessRefused(created, null))?.id ?? null
    },

    confirm: (paymentId, isOnSession) =>
      stripe.paymentIntents
        .confirm(
          paymentId,
          { ...(isOnSession ? { use_stripe_sdk: true } : { off_session: true }), ...withCharge },
          { idempotencyKey: `confirm-${paymentId}` },
        )
        .then(paymentOf, paymentIn),

    capture: (paymentId, amountCents) =>
      stripe.paymentIntents
        .capture(paymentId, { amount_to_capture: amountCents }, { idempotencyKey: `capture-${paymentId}` })
        .then(paymentOf, paymentIn),

    getPayment: async paymentId => paymentOf(await stripe.paymentIntents.retrieve(paymentId, withCharge)),

    close: paymentId => stripe.paymentIntents.cancel(paymentId).then(paymentOf, paymentIn),

    ...createStripeRefunds(stripe),
    ...createStripePlans(stripe),

    readEvent: (payload, signature, now) => readStripeEvent({ stripe, webhookSecret, mode }, payload, signature, now),
  }
}
