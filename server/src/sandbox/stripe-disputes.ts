// The sandbox's disputes: a payment by Stripe's test cards for it is disputed later, and decided a week after.
import type Stripe from 'stripe'
import type { Answer, Ask } from './stripe-answers.ts'
import { behaviourOf } from './stripe-cards.ts'
import { newId } from './stripe-objects.ts'
import { listDuring } from './stripe-refunds.ts'
import { putBody } from './stripe-store.ts'

type Dispute = Stripe.Dispute

const openedAfterSeconds = 60
const closedAfterSeconds = 7 * 24 * 3600

/** None was handed in. */
const noEvidence: Dispute['evidence'] = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
}

/** As it is by now: how it ends is known from the beginning. */
const standing = (dispute: Dispute, behaviour: string | null, now: number): Dispute =>
  behaviour && behaviour !== 'asked' && now >= dispute.created + closedAfterSeconds
    ? { ...dispute, status: behaviour === 'won' ? 'won' : 'lost' }
    : dispute

/** After a payment has succeeded with one of the cards. */
export const maybeDispute = async (ask: Ask, intent: Stripe.PaymentIntent, cardBehaviour: string): Promise<void> => {
  const { dispute: ends } = behaviourOf(cardBehaviour)
  if (!ends) return
  const dispute: Dispute = {
    id: newId('du'),
    object: 'dispute',
    amount: intent.amount_received,
    balance_transactions: [],
    charge: intent.latest_charge!,
    created: ask.now + openedAfterSeconds,
    currency: intent.currency,
    enhanced_eligibility_types: [],
    evidence: noEvidence,
    evidence_details: {
      due_by: ask.now + closedAfterSeconds,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: 'manual',
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: intent.id,
    reason: ends === 'won' ? 'product_not_received' : 'fraudulent',
    status: ends === 'asked' ? 'warning_needs_response' : 'needs_response',
  }
  await putBody(ask.tx, dispute, ends)
  await ask.emit('charge.dispute.created', dispute, openedAfterSeconds)
  if (ends === 'asked') return
  const closedAt = openedAfterSeconds + closedAfterSeconds
  await ask.emit('charge.dispute.closed', standing(dispute, ends, ask.now + closedAt), closedAt)
}

export const listDisputes = (ask: Ask): Promise<Answer> => listDuring(ask, 'dispute', standing)
