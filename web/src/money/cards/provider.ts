// The provider's script, loaded once when a card is to be typed or a bank asks: Stripe's own, or the sandbox's stand-in.
import { config } from '@parkit/contract/money/cards'
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

/** A failure is forgotten, so that it may be tried again. */
export const loadProvider = (): Promise<Stripe> => {
  loading ??= load().catch(error => {
    loading = undefined
    throw error
  })
  return loading
}
