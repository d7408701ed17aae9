// The check of Stripe's settings at start: one call that changes nothing, and what it shows to be misconfigured.
import Stripe from 'stripe'
import type { Config } from '#platform/config.ts'
import { relevantEvents } from './stripe-events.ts'

type Deps = {
  stripe: NonNullable<Config['stripe']>
  /** where the webhook endpoint sends events */
  webhookUrl: string
  /** in place of the network */
  fetch?: typeof fetch
}

const endpointProblems = (endpoint: Stripe.WebhookEndpoint): string[] => {
  const { status, api_version, enabled_events: enabled } = endpoint
  const missing = enabled.includes('*') ? [] : relevantEvents.filter(type => !enabled.includes(type))
  return [
    ...(status === 'enabled' ? [] : ['The webhook endpoint is disabled.']),
    ...(api_version === Stripe.API_VERSION
      ? []
      : [`The webhook endpoint is of API version ${api_version ?? 'none'}; make one of ${Stripe.API_VERSION}.`]),
    ...(missing.length > 0 ? [`The webhook endpoint is not sent ${missing.join(', ')}.`] : []),
  ]
}

/** What is misconfigured, as sentences; none where all is well. Throws where Stripe does not answer. */
export const findStripeProblems = async ({ stripe: keys, webhookUrl, fetch }: Deps): Promise<string[]> => {
  const stripe = new Stripe(keys.secretKey, {
    telemetry: false,
    ...(fetch && { httpClient: Stripe.createFetchHttpClient(fetch) }),
  })
  try {
    const endpoints = await stripe.webhookEndpoints.list({ limit: 100 })
    const ours = endpoints.data.filter(endpoint => endpoint.url === webhookUrl)
    if (ours.length === 0) return [`No webhook endpoint sends events to ${webhookUrl}: paid charges are noticed late.`]
    // beside a good one another may stand, while one replaces the other
    return ours.map(endpointProblems).toSorted((one, other) => one.length - other.length)[0]!
  } catch (error) {
    if (error instanceof Stripe.errors.StripeAuthenticationError)
      return ['Stripe does not know STRIPE_SECRET_KEY: no card can be charged.']
    if (error instanceof Stripe.errors.StripePermissionError)
      return ['STRIPE_SECRET_KEY may not read webhook endpoints: whether they are right is not checked.']
    throw error
  }
}
