// Stripe's billing objects as the sandbox answers them: products, prices, subscriptions, invoices.
import type Stripe from 'stripe'
import { list, newId, nulls } from './stripe-objects.ts'

export const product = (created: number, name: string): Stripe.Product => ({
  id: newId('prod'),
  object: 'product',
  active: true,
  created,
  images: [],
  livemode: false,
  marketing_features: [],
  metadata: {},
  name,
  type: 'service',
  updated: created,
  ...nulls('default_price', 'description', 'package_dimensions', 'shippable', 'statement_descriptor', 'tax_code'),
  ...nulls('tax_details', 'unit_label', 'url'),
})

type PriceFields = Pick<Stripe.Price, 'currency' | 'lookup_key' | 'product' | 'unit_amount'>

export const price = (created: number, fields: PriceFields): Stripe.Price => ({
  id: newId('price'),
  object: 'price',
  active: true,
  billing_scheme: 'per_unit',
  created,
  livemode: false,
  metadata: {},
  recurring: { interval: 'month', interval_count: 1, meter: null, trial_period_days: null, usage_type: 'licensed' },
  tax_behavior: 'unspecified',
  type: 'recurring',
  ...nulls('custom_unit_amount', 'nickname', 'tiers_mode', 'transform_quantity', 'unit_amount_decimal'),
  ...fields,
})

const planOfPrice = (price: Stripe.Price): Stripe.Plan => ({
  id: price.id,
  object: 'plan',
  active: true,
  amount: price.unit_amount,
  billing_scheme: 'per_unit',
  created: price.created,
  currency: price.currency,
  interval: 'month',
  interval_count: 1,
  livemode: false,
  metadata: {},
  product: price.product,
  usage_type: 'licensed',
  ...nulls('amount_decimal', 'meter', 'nickname', 'tiers_mode', 'transform_usage', 'trial_period_days'),
})

const subscriptionItem = (
  subscription: string,
  created: number,
  periodEnd: number,
  price: Stripe.Price,
): Stripe.SubscriptionItem => ({
  id: newId('si'),
  object: 'subscription_item',
  billing_thresholds: null,
  created,
  current_period_end: periodEnd,
  current_period_start: created,
  current_trial: null,
  discounts: [],
  metadata: {},
  plan: planOfPrice(price),
  price,
  quantity: 1,
  subscription,
  tax_rates: [],
})

type SubscriptionFields = Pick<Stripe.Subscription, 'customer' | 'default_payment_method' | 'metadata'>

export const subscription = (
  created: number,
  periodEnd: number,
  price: Stripe.Price,
  fields: SubscriptionFields,
): Stripe.Subscription => {
  const id = newId('sub')
  return {
    id,
    object: 'subscription',
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: created,
    billing_mode: { flexible: null, type: 'classic' },
    billing_schedules: [],
    cancel_at_period_end: false,
    collection_method: 'charge_automatically',
    created,
    currency: price.currency,
    default_tax_rates: [],
    discounts: [],
    invoice_settings: {
      issuer: { type: 'self' },
      ...nulls('account_tax_ids', 'custom_fields', 'description', 'footer'),
    },
    items: list(`/v1/subscription_items?subscription=${id}`, [subscriptionItem(id, created, periodEnd, price)]),
    livemode: false,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: ['card'],
      save_default_payment_method: 'off',
    },
    start_date: created,
    status: 'incomplete',
    ...nulls('application', 'application_fee_percent', 'billing_cycle_anchor_config', 'billing_thresholds'),
    ...nulls('cancel_at', 'canceled_at', 'cancellation_details', 'customer_account', 'days_until_due'),
    ...nulls('default_source', 'description', 'ended_at', 'latest_invoice', 'managed_payments'),
    ...nulls('next_pending_invoice_item_invoice', 'on_behalf_of', 'pause_collection', 'pending_invoice_item_interval'),
    ...nulls('pending_setup_intent', 'pending_update', 'schedule', 'test_clock', 'transfer_data', 'trial_end'),
    ...nulls('trial_settings', 'trial_start'),
    ...fields,
  }
}

const invoiceLine = (invoice: string, { items, metadata, id }: Stripe.Subscription): Stripe.InvoiceLineItem => {
  const { price, current_period_start, current_period_end } = items.data[0]!
  return {
    id: newId('il'),
    object: 'line_item',
    amount: price.unit_amount!,
    currency: price.currency,
    discount_amounts: [],
    discountable: true,
    discounts: [],
    invoice,
    livemode: false,
    metadata,
    period: { start: current_period_start, end: current_period_end },
    pretax_credit_amounts: [],
    quantity: 1,
    subscription: id,
    subtotal: price.unit_amount!,
    taxes: [],
    ...nulls('description', 'parent', 'pricing', 'quantity_decimal'),
  }
}

const invoicePayment = (
  invoice: string,
  created: number,
  price: Stripe.Price,
  payment_intent: string,
): Stripe.InvoicePayment => ({
  id: newId('inpay'),
  object: 'invoice_payment',
  amount_paid: null,
  amount_requested: price.unit_amount!,
  created,
  currency: price.currency,
  invoice,
  is_default: true,
  livemode: false,
  payment: { type: 'payment_intent', payment_intent },
  status: 'open',
  status_transitions: { canceled_at: null, paid_at: null },
})

/** One month of a subscription, to be paid by one payment. */
export const invoice = (
  created: number,
  subscription: Stripe.Subscription,
  paymentId: string,
  reason: 'subscription_create' | 'subscription_cycle',
): Stripe.Invoice => {
  const id = newId('in')
  const item = subscription.items.data[0]!
  const amount = item.price.unit_amount!
  return {
    id,
    object: 'invoice',
    account_country: 'US',
    amount_due: amount,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: amount,
    amount_shipping: 0,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    billing_reason: reason,
    collection_method: 'charge_automatically',
    created,
    currency: item.price.currency,
    customer: subscription.customer,
    customer_tax_exempt: 'none',
    default_tax_rates: [],
    discounts: [],
    effective_at: created,
    ending_balance: 0,
    issuer: { type: 'self' },
    lines: list(`/v1/invoices/${id}/lines`, [invoiceLine(id, subscription)]),
    livemode: false,
    metadata: {},
    number: id.slice(-10).toUpperCase(),
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: ['card'] },
    payments: list(`/v1/invoice_payments?invoice=${id}`, [invoicePayment(id, created, item.price, paymentId)]),
    period_end: item.current_period_end,
    period_start: item.current_period_start,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    starting_balance: 0,
    status: 'open',
    status_transitions: { finalized_at: created, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal: amount,
    subtotal_excluding_tax: amount,
    total: amount,
    total_discount_amounts: [],
    total_excluding_tax: amount,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    ...nulls('account_name', 'account_tax_ids', 'application', 'automatically_finalizes_at', 'custom_fields'),
    ...nulls('customer_account', 'customer_address', 'customer_email', 'customer_name', 'customer_phone'),
    ...nulls('customer_shipping', 'default_payment_method', 'default_source', 'description', 'due_date', 'footer'),
    ...nulls('from_invoice', 'last_finalization_error', 'latest_revision', 'next_payment_attempt', 'on_behalf_of'),
    ...nulls('receipt_number', 'rendering', 'shipping_cost', 'shipping_details', 'statement_descriptor', 'test_clock'),
    ...nulls('webhooks_delivered_at'),
  }
}
