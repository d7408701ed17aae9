// Stripe's objects as the sandbox answers them: each literal is checked against the SDK's own types.
import { createHash, randomBytes } from 'node:crypto'
import type Stripe from 'stripe'
import type { TestCard } from './stripe-cards.ts'

export const newId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`

/** The fields of an object that the sandbox leaves empty. */
export const nulls = <Name extends string>(...names: Name[]) =>
  Object.fromEntries(names.map(name => [name, null])) as Record<Name, null>

export const list = <Item>(url: string, data: Item[], has_more = false): Stripe.ApiList<Item> => ({
  object: 'list',
  data,
  has_more,
  url,
})

/** The page of all that a list call asks for. */
export const pageOf = <Item extends { id: string }>(url: string, all: Item[], params: Record<string, unknown>) => {
  const first = all.findIndex(({ id }) => id === params.starting_after) + 1
  const last = first + Number(params.limit ?? 10)
  return list(url, all.slice(first, last), all.length > last)
}

export const clientSecretOf = (intentId: string): string => `${intentId}_secret_${randomBytes(12).toString('hex')}`

export const customer = (created: number, metadata: Stripe.Metadata): Stripe.Customer => ({
  id: newId('cus'),
  object: 'customer',
  balance: 0,
  created,
  invoice_settings: {
    ...nulls('custom_fields', 'default_payment_method', 'footer', 'rendering_options'),
  },
  livemode: false,
  metadata,
  ...nulls('default_source', 'description', 'email', 'shipping'),
})

/** The wallets whose cards the sandbox has a stand-in for. */
export type WalletType = 'apple_pay' | 'google_pay'

export const paymentMethod = (
  created: number,
  card: TestCard,
  {
    exp_month,
    exp_year,
    name,
    wallet,
  }: { exp_month: number; exp_year: number; name: string | null; wallet: WalletType | null },
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
    fingerprint: createHash('sha256')
      .update([card.brand, card.last4, wallet].filter(Boolean).join(' '))
      .digest('hex')
      .slice(0, 16),
    funding: card.funding,
    generated_from: null,
    last4: card.last4,
    networks: { available: [card.brand], preferred: null },
    regulated_status: 'unregulated',
    three_d_secure_usage: { supported: true },
    wallet: wallet && { type: wallet, dynamic_last4: card.last4, [wallet]: {} },
  },
  created,
  customer: null,
  customer_account: null,
  livemode: false,
  metadata: {},
  type: 'card',
})

type PaymentIntentFields = Pick<
  Stripe.PaymentIntent,
  | 'amount'
  | 'currency'
  | 'customer'
  | 'payment_method'
  | 'capture_method'
  | 'setup_future_usage'
  | 'metadata'
  | 'allowed_payment_method_types'
  | 'automatic_payment_methods'
  | 'statement_descriptor_suffix'
>

export const paymentIntent = (created: number, fields: PaymentIntentFields): Stripe.PaymentIntent => {
  const id = newId('pi')
  return {
    id,
    object: 'payment_intent',
    amount_capturable: 0,
    amount_received: 0,
    client_secret: clientSecretOf(id),
    confirmation_method: 'automatic',
    created,
    livemode: false,
    payment_method_options: {},
    payment_method_types: ['card'],
    status: fields.payment_method ? 'requires_confirmation' : 'requires_payment_method',
    ...nulls('application', 'application_fee_amount'),
    ...nulls('canceled_at', 'cancellation_reason', 'customer_account', 'description', 'excluded_payment_method_types'),
    ...nulls('last_payment_error', 'latest_charge', 'managed_payments', 'next_action', 'on_behalf_of'),
    ...nulls('payment_method_configuration_details', 'payment_record', 'processing', 'receipt_email', 'review'),
    ...nulls('shipping', 'source', 'statement_descriptor', 'transfer_data'),
    ...nulls('transfer_group'),
    ...fields,
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
