// Loads the card provider's script once, when a card form or a bank authentication needs it: Stripe's or the sandbox's.
import { config } from '@parkit/contract/money/provider'
import type { Stripe } from '@stripe/stripe-js'
import { loadChunk } from '#platform/chunk.ts'
import { send } from '#platform/client.ts'

const load = async (): Promise<Stripe> => {
  const { Sandbox, PublishableKey } = await send(config, {})
  if (Sandbox) (await loadChunk(() => import('./sandbox-stripe.ts'))).installSandboxStripe()
  // the other entry of this package would fetch Stripe's script as soon as it is imported
  const { loadStripe } = await loadChunk(() => import('@stripe/stripe-js/pure'))
  const stripe = await loadStripe(PublishableKey ?? '')
  if (!stripe) throw new Error('The card provider’s script did not load.')
  return stripe
}

let loading: Promise<Stripe> | undefined

/** A failed load is not cached: the next call loads again. */
export const loadProvider = (): Promise<Stripe> => {
  loading ??= load().catch(error => {
    loading = undefined
    throw error
  })
  return loading
}
