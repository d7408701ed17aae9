// The sandbox's disputes: a payment by Stripe's test cards for it is disputed later, and decided a week after.
import type Stripe from 'stripe'
import type { Answer, Call } from './stripe-answers.ts'
import { behaviourOf } from './stripe-cards.ts'
import { newId, nulls } from './stripe-objects.ts'
import { listDuring, type ObjectAt } from './stripe-refunds.ts'
import { putBody } from './stripe-store.ts'

type Dispute = Stripe.Dispute

const openedAfterSeconds = 60
const closedAfterSeconds = 7 * 24 * 3600

/** None was handed in. */
const noEvidence: Dispute['evidence'] = {
  enhanced_evidence: {},
  ...nulls('access_activity_log', 'billing_address', 'cancellation_policy', 'cancellation_policy_disclosure'),
  ...nulls('cancellation_rebuttal', 'customer_communication', 'customer_email_address', 'customer_name'),
  ...nulls('customer_purchase_ip', 'customer_signature', 'duplicate_charge_documentation'),
  ...nulls('duplicate_charge_explanation', 'duplicate_charge_id', 'product_description', 'receipt', 'refund_policy'),
  ...nulls('refund_policy_disclosure', 'refund_refusal_explanation', 'service_date', 'service_documentation'),
  ...nulls('shipping_address', 'shipping_carrier', 'shipping_date', 'shipping_documentation'),
  ...nulls('shipping_tracking_number', 'uncategorized_file', 'uncategorized_text'),
}

/** As it is at `now`: how it ends is known from the beginning. */
const disputeAt: ObjectAt<Dispute> = ({ body: dispute, behaviour }, now) =>
  behaviour && behaviour !== 'asked' && now >= dispute.created + closedAfterSeconds
    ? { ...dispute, status: behaviour === 'won' ? 'won' : 'lost' }
    : dispute

/** After a payment has succeeded with one of the cards. */
export const maybeDispute = async (call: Call, intent: Stripe.PaymentIntent, cardBehaviour: string): Promise<void> => {
  const { dispute: ends } = behaviourOf(cardBehaviour)
  if (!ends) return
  const dispute: Dispute = {
    id: newId('du'),
    object: 'dispute',
    amount: intent.amount_received,
    balance_transactions: [],
    charge: intent.latest_charge!,
    created: call.now + openedAfterSeconds,
    currency: intent.currency,
    enhanced_eligibility_types: [],
    evidence: noEvidence,
    evidence_details: {
      due_by: call.now + closedAfterSeconds,
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
  await putBody(call.tx, dispute, ends)
  await call.emit('charge.dispute.created', dispute, openedAfterSeconds)
  if (ends === 'asked') return
  await call.emit('charge.dispute.funds_withdrawn', dispute, openedAfterSeconds)
  const closedAt = openedAfterSeconds + closedAfterSeconds
  const closed = disputeAt({ body: dispute, behaviour: ends }, call.now + closedAt)
  await call.emit('charge.dispute.closed', closed, closedAt)
  if (ends === 'won') await call.emit('charge.dispute.funds_reinstated', closed, closedAt)
}

export const listDisputes = (call: Call): Promise<Answer> => listDuring(call, 'dispute', disputeAt)
