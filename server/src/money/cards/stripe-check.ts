// The check of Stripe's settings at start: two calls that change nothing, and what they show to be misconfigured.
import Stripe from 'stripe'
import type { Config } from '#platform/config.ts'
import { relevantEvents, webhookPath } from './stripe-events.ts'

type Deps = {
  stripe: NonNullable<Config['stripe']>
  publicUrl: string
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

const domainProblems = (domain: Stripe.PaymentMethodDomain): string[] => {
  if (!domain.enabled) return [`The payment method domain ${domain.domain_name} is disabled: ${noWallets}`]
  const wallets = { 'Apple Pay': domain.apple_pay, 'Google Pay': domain.google_pay }
  return Object.entries(wallets).flatMap(([name, { status, status_details }]) =>
    status === 'active'
      ? []
      : [`${name} is not active on ${domain.domain_name}: ${status_details?.error_message ?? 'validate it at Stripe'}`],
  )
}
const noWallets = 'Apple Pay and Google Pay are not offered.'

const findEndpointProblems = async (stripe: Stripe, publicUrl: string): Promise<string[]> => {
  try {
    const endpoints = await stripe.webhookEndpoints.list({ limit: 100 })
    const url = new URL(webhookPath, publicUrl).href
    const ours = endpoints.data.filter(endpoint => endpoint.url === url)
    if (ours.length === 0) return [`No webhook endpoint sends events to ${url}: paid charges are noticed late.`]
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

/** A wallet's button stays hidden where the domain is not registered: nothing is broken, and nobody would notice. */
const findDomainProblems = async (stripe: Stripe, publicUrl: string): Promise<string[]> => {
  const domain_name = new URL(publicUrl).hostname
  try {
    const { data } = await stripe.paymentMethodDomains.list({ domain_name, limit: 1 })
    return data[0] ? domainProblems(data[0]) : [`${domain_name} is no payment method domain at Stripe: ${noWallets}`]
  } catch (error) {
    if (error instanceof Stripe.errors.StripeAuthenticationError) return []
    if (error instanceof Stripe.errors.StripePermissionError)
      return ['STRIPE_SECRET_KEY may not read payment method domains: whether wallets are offered is not checked.']
    throw error
  }
}

/** What is misconfigured, as sentences; none where all is well. Throws where Stripe does not answer. */
export const findStripeProblems = async ({ stripe: keys, publicUrl, fetch }: Deps): Promise<string[]> => {
  const stripe = new Stripe(keys.secretKey, {
    telemetry: false,
    ...(fetch && { httpClient: Stripe.createFetchHttpClient(fetch) }),
  })
  return [...(await findEndpointProblems(stripe, publicUrl)), ...(await findDomainProblems(stripe, publicUrl))]
}
