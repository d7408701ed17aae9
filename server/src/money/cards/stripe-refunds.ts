// Refunds and disputes at Stripe, and Stripe's own records of payments for the reconciliation.
import type Stripe from 'stripe'
import type { CardProvider, ProviderDispute, ProviderRefund } from './provider.ts'
import { idOf, instant, isInvalid, unlessRefused } from './stripe-answers.ts'

const seconds = (at: Temporal.Instant) => Math.ceil(at.epochMilliseconds / 1000)
const during = (from: Temporal.Instant, to: Temporal.Instant) => ({
  limit: 100,
  created: { gte: seconds(from), lt: seconds(to) },
})

export const refundOf = (refund: Stripe.Refund): ProviderRefund => ({
  id: refund.id,
  paymentId: idOf(refund.payment_intent),
  refundId: refund.metadata?.refund ?? null,
  amountCents: refund.amount,
  status:
    refund.status === 'succeeded'
      ? 'succeeded'
      : refund.status === 'failed' || refund.status === 'canceled'
        ? 'failed'
        : 'pending',
  at: instant(refund.created),
})

/** Null for a bank's inquiry, which takes no money back. */
export const disputeOf = ({ id, payment_intent, amount, status, created }: Stripe.Dispute): ProviderDispute | null => {
  if (status.startsWith('warning') || status === 'prevented') return null
  return {
    id,
    paymentId: idOf(payment_intent),
    amountCents: amount,
    status: status === 'won' ? 'won' : status === 'lost' ? 'lost' : 'open',
    at: instant(created),
  }
}

export const createStripeRefunds = (
  stripe: Stripe,
): Pick<CardProvider, 'refund' | 'getRefund' | 'listPayments' | 'listRefunds' | 'listDisputes'> => ({
  refund: async ({ refundId, paymentId, amountCents }) => {
    // Stripe forgets idempotency keys after a day
    for await (const made of stripe.refunds.list({ payment_intent: paymentId, limit: 100 }))
      if (made.metadata?.refund === refundId) return refundOf(made)
    const created = stripe.refunds.create(
      { payment_intent: paymentId, amount: amountCents, metadata: { refund: refundId } },
      { idempotencyKey: refundId },
    )
    return unlessRefused(created.then(refundOf), null, isInvalid)
  },

  getRefund: async id => refundOf(await stripe.refunds.retrieve(id)),

  listPayments: async (from, to) => {
    const payments = await Array.fromAsync(stripe.paymentIntents.list(during(from, to)))
    return payments.map(({ id, amount_received, created }) => ({
      id,
      takenCents: amount_received,
      at: instant(created),
    }))
  },

  listRefunds: async (from, to) => (await Array.fromAsync(stripe.refunds.list(during(from, to)))).map(refundOf),

  listDisputes: async (from, to) =>
    (await Array.fromAsync(stripe.disputes.list(during(from, to)))).flatMap(dispute => disputeOf(dispute) ?? []),
})
