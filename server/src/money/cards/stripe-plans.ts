// Plans at Stripe: a product, a price, a subscription that begins when its first invoice is paid, and what it came to.
import type Stripe from 'stripe'
import type { PlanProvider, ProviderPlan } from './provider.ts'
import { idOf, instant, paymentIn, paymentOf, unlessRefused } from './stripe-answers.ts'

const paymentIdOf = (invoice: Stripe.Invoice): string | null => {
  const made = invoice.payments?.data ?? []
  const { payment } = made.find(({ status }) => status === 'paid') ?? made.find(({ is_default }) => is_default) ?? {}
  return idOf(payment?.payment_intent)
}

const paidMonth = (invoice: Stripe.Invoice): ProviderPlan['paid'][number] => ({
  invoiceId: invoice.id,
  // paid by hand at the provider: then the invoice stands for its payment
  paymentId: paymentIdOf(invoice) ?? invoice.id,
  amountCents: invoice.amount_paid,
  paidAt: instant(invoice.status_transitions.paid_at ?? invoice.created),
  coversUntil: instant(Math.max(...invoice.lines.data.map(({ period }) => period.end))),
})

const statusOf = ({ id, status }: Stripe.Subscription): ProviderPlan['status'] => {
  switch (status) {
    case 'incomplete':
      return 'incomplete'
    case 'active':
    case 'trialing':
      return 'active'
    case 'past_due':
    case 'unpaid':
    case 'paused':
      return 'unpaid'
    case 'canceled':
    case 'incomplete_expired':
      return 'ended'
    default:
      throw new Error(`Subscription ${id} is ${status}`)
  }
}

/** The subscription that a provider's message is about, whether it speaks of it or of one of its invoices. */
export const planOf = (object: { object?: string }): string | null => {
  if (object.object === 'subscription') return (object as Stripe.Subscription).id
  if (object.object !== 'invoice') return null
  return idOf((object as Stripe.Invoice).parent?.subscription_details?.subscription)
}

export const createStripePlans = (stripe: Stripe): PlanProvider => {
  /** Found by its key, so that any number of servers make one, and another amount is another price. */
  const getPrice = async (amountCents: number): Promise<string> => {
    const key = `parkit-deluxe-${amountCents}`
    const found = await stripe.prices.list({ lookup_keys: [key], active: true, limit: 1 })
    if (found.data[0]) return found.data[0].id
    const product = await stripe.products.create({ name: 'ParkIt Deluxe' }, { idempotencyKey: 'product-parkit-deluxe' })
    const price = await stripe.prices.create(
      {
        product: product.id,
        currency: 'usd',
        unit_amount: amountCents,
        recurring: { interval: 'month' },
        lookup_key: key,
      },
      { idempotencyKey: `price-${key}` },
    )
    return price.id
  }

  const getSubscription = async (planId: string) => {
    const subscription = await stripe.subscriptions.retrieve(planId, { expand: ['latest_invoice.payments'] })
    return { subscription, invoice: subscription.latest_invoice as Stripe.Invoice | null }
  }

  /** Whether no open month can be paid any more; not where one was paid just now. */
  const voidOpen = async (planId: string): Promise<boolean> => {
    for await (const { id } of stripe.invoices.list({ subscription: planId, status: 'open', limit: 100 })) {
      const voided = await unlessRefused(stripe.invoices.voidInvoice(id!), null)
      const { status } = voided ?? (await stripe.invoices.retrieve(id!))
      if (status === 'paid') return false
    }
    return true
  }

  return {
    preparePlan: async ({ id, customerId, methodId, amountCents }) => {
      const create = async () =>
        stripe.subscriptions.create(
          {
            customer: customerId,
            items: [{ price: await getPrice(amountCents) }],
            default_payment_method: methodId,
            payment_behavior: 'default_incomplete',
            payment_settings: { payment_method_types: ['card'] },
            metadata: { subscription: id },
            expand: ['latest_invoice.payments'],
          },
          { idempotencyKey: id },
        )
      const created = await unlessRefused(create(), null)
      if (!created) return null
      const paymentId = paymentIdOf(created.latest_invoice as Stripe.Invoice)
      if (!paymentId) throw new Error(`Subscription ${created.id} has nothing to pay`)
      return { planId: created.id, paymentId }
    },

    payMonth: (paymentId, payment_method) =>
      stripe.paymentIntents.confirm(paymentId, { payment_method, use_stripe_sdk: true }).then(paymentOf, paymentIn),

    choosePlanCard: async (planId, default_payment_method) => {
      await stripe.subscriptions.update(planId, { default_payment_method })
    },

    getPlan: async planId => {
      const { subscription, invoice } = await getSubscription(planId)
      const invoices = stripe.invoices.list({
        subscription: planId,
        status: 'paid',
        limit: 100,
        expand: ['data.payments'],
      })
      return {
        status: statusOf(subscription),
        endsWithPeriod: subscription.cancel_at_period_end,
        paid: (await Array.fromAsync(invoices)).filter(({ amount_paid }) => amount_paid > 0).map(paidMonth),
        openPaymentId: invoice?.status === 'open' ? paymentIdOf(invoice) : null,
      }
    },

    endWithPeriod: async (planId, cancel_at_period_end) => {
      await stripe.subscriptions.update(planId, { cancel_at_period_end })
    },

    endPlan: async (planId, paidToo) => {
      const { subscription } = await getSubscription(planId)
      const status = statusOf(subscription)
      if (status === 'ended' || (status === 'active' && !paidToo)) return
      if (!(await voidOpen(planId)) && !paidToo) return
      // without its first invoice it is over by itself
      if (status !== 'incomplete' || paidToo) await unlessRefused(stripe.subscriptions.cancel(planId), null)
    },
  }
}
