// Stripe's objects as the sandbox answers them: each literal is checked against the SDK's own types.
import { createHash, randomBytes } from 'node:crypto'
import type Stripe from 'stripe'
import type { TestCard } from './stripe-cards.ts'

export const newId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`

export const customer = (created: number, metadata: Stripe.Metadata): Stripe.Customer => ({
  id: newId('cus'),
  object: 'customer',
  balance: 0,
  created,
  default_source: null,
  description: null,
  email: null,
  invoice_settings: {
    custom_fields: null,
    default_payment_method: null,
    footer: null,
    rendering_options: null,
  },
  livemode: false,
  metadata,
  shipping: null,
})

export const paymentMethod = (
  created: number,
  card: TestCard,
  { exp_month, exp_year, name }: { exp_month: number; exp_year: number; name: string | null },
): Stripe.PaymentMethod => ({
  id: newId('pm'),
  object: 'payment_method',
  billing_details: { address: null, email: null, name, phone: null, tax_id: null },
  card: {
    brand: card.brand,
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
    country: 'US',
    display_brand: card.brand,
    exp_month,
    exp_year,
    fingerprint: createHash('sha256').update(`${card.brand} ${card.last4}`).digest('hex').slice(0, 16),
    funding: card.funding,
    generated_from: null,
    last4: card.last4,
    networks: { available: [card.brand], preferred: null },
    regulated_status: 'unregulated',
    three_d_secure_usage: { supported: true },
    wallet: null,
  },
  created,
  customer: null,
  customer_account: null,
  livemode: false,
  metadata: {},
  type: 'card',
})

type Asked = Pick<
  Stripe.PaymentIntent,
  'amount' | 'currency' | 'customer' | 'payment_method' | 'capture_method' | 'setup_future_usage' | 'metadata'
>

export const paymentIntent = (created: number, asked: Asked): Stripe.PaymentIntent => {
  const id = newId('pi')
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    client_secret: `${id}_secret_${randomBytes(12).toString('hex')}`,
    confirmation_method: 'automatic',
    created,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    next_action: null,
    on_behalf_of: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: asked.payment_method ? 'requires_confirmation' : 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
    ...asked,
  }
}

/** What every event says; its data is the object as it then was. */
export const event = (created: number, type: string, object: unknown, apiVersion: string) => ({
  id: newId('evt'),
  object: 'event',
  api_version: apiVersion,
  created,
  data: { object },
  livemode: false,
  pending_webhooks: 1,
  request: { id: null, idempotency_key: null },
  type,
})
