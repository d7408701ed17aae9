// Refunds and disputes at Stripe, and its own books of payments, for holding ours against them.
import Stripe from 'stripe'
import type { CardProvider, ProviderDispute, ProviderRefund } from './provider.ts'

const idOf = (reference: string | { id: string } | null | undefined): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null)

const instant = (seconds: number) => Temporal.Instant.fromEpochMilliseconds(seconds * 1000)
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
  is:
    refund.status === 'succeeded'
      ? 'succeeded'
      : refund.status === 'failed' || refund.status === 'canceled'
        ? 'failed'
        : 'pending',
  at: instant(refund.created),
})

/** None where a bank only asks: then nothing is taken back. */
export const disputeOf = ({ id, payment_intent, amount, status, created }: Stripe.Dispute): ProviderDispute | null => {
  if (status.startsWith('warning') || status === 'prevented') return null
  const is = status === 'won' ? 'won' : status === 'lost' ? 'lost' : 'open'
  return { id, paymentId: idOf(payment_intent), amountCents: amount, is, at: instant(created) }
}

/** The provider has understood and will not do it, however often it is asked. */
const isRefusal = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode !== 409

export const createStripeRefunds = (
  stripe: Stripe,
): Pick<CardProvider, 'refund' | 'getRefund' | 'listPayments' | 'listRefunds' | 'listDisputes'> => ({
  refund: async ({ refundId, paymentId, amountCents }) => {
    // its keys are forgotten after a day, what it did is not
    for await (const made of stripe.refunds.list({ payment_intent: paymentId, limit: 100 }))
      if (made.metadata?.refund === refundId) return refundOf(made)
    try {
      const made = await stripe.refunds.create(
        { payment_intent: paymentId, amount: amountCents, metadata: { refund: refundId } },
        { idempotencyKey: refundId },
      )
      return refundOf(made)
    } catch (error) {
      if (isRefusal(error)) return null
      throw error
    }
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
