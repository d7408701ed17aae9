// The sandbox's charges: what a payment intent took or holds, and until when a hold can be captured.
import type Stripe from 'stripe'
import { cancel, schedule } from '#platform/jobs.ts'
import { type Call, save, textOf } from './stripe-answers.ts'
import type { SavedCard } from './stripe-customers.ts'
import { newId, nulls } from './stripe-objects.ts'
import { findObject } from './stripe-store.ts'

type Charge = Stripe.Charge
type Intent = Stripe.PaymentIntent

/** The kind of the job that ends an authorization that was not captured; its ref is the payment intent. */
export const expiryJob = 'sandbox-authorization'
/** the life of an authorization of a payment online */
const authorizedSeconds = 7 * 24 * 60 * 60
const statementPrefix = 'PARKIT'

const billedAs = ({ statement_descriptor_suffix: suffix }: Intent) =>
  (suffix ? `${statementPrefix}* ${suffix}` : statementPrefix).slice(0, 22)

/** What the bank agreed to: captured at once, or held until `capture_before`. Answers its id. */
export const createCharge = async (call: Call, intent: Intent, { body: method }: SavedCard): Promise<string> => {
  const isHeld = intent.capture_method === 'manual'
  const { brand, checks, country, exp_month, exp_year, fingerprint, funding, last4, regulated_status } = method.card!
  const expiresAt = call.now + authorizedSeconds
  const charge: Charge = {
    id: newId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: isHeld ? 0 : intent.amount,
    amount_refunded: 0,
    billing_details: method.billing_details,
    calculated_statement_descriptor: billedAs(intent),
    captured: !isHeld,
    created: call.now,
    currency: intent.currency,
    customer: intent.customer,
    disputed: false,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    outcome: null,
    paid: true,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: {
      type: 'card',
      card: {
        amount_authorized: intent.amount,
        brand,
        ...(isHeld && { capture_before: expiresAt }),
        checks,
        country,
        exp_month,
        exp_year,
        fingerprint: fingerprint ?? null,
        funding,
        last4,
        network: brand,
        regulated_status,
        ...nulls('authorization_code', 'electronic_commerce_indicator', 'installments', 'mandate'),
        ...nulls('network_transaction_id', 'three_d_secure', 'transaction_link_id', 'wallet'),
      },
    },
    refunded: false,
    status: 'succeeded',
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    ...nulls('application', 'application_fee', 'application_fee_amount', 'balance_transaction', 'description'),
    ...nulls('failure_balance_transaction', 'failure_code', 'failure_message', 'on_behalf_of', 'receipt_email'),
    ...nulls('receipt_number', 'receipt_url', 'review', 'shipping', 'source', 'source_transfer'),
    ...nulls('statement_descriptor', 'transfer_data', 'transfer_group'),
  }
  await save(call, charge)
  if (isHeld) await schedule(call.tx, expiryJob, intent.id, Temporal.Instant.fromEpochMilliseconds(expiresAt * 1000))
  return charge.id
}

/** In the step that captures or releases what was held. */
export const endHold = async (call: Call, intent: Intent, change: Partial<Charge>): Promise<void> => {
  const found = await findObject<Charge>(call.tx, 'charge', textOf(intent.latest_charge))
  if (found) await save(call, { ...found.body, ...change })
  await cancel(call.tx, expiryJob, intent.id)
}

/** Whether an authorization can no longer be captured. Those made by an earlier version do not expire. */
export const isExpired = async ({ tx, now }: Call, intent: Intent): Promise<boolean> => {
  if (intent.status !== 'requires_capture') return false
  const found = await findObject<Charge>(tx, 'charge', textOf(intent.latest_charge))
  const until = found?.body.payment_method_details?.card?.capture_before
  return until !== undefined && now >= until
}
