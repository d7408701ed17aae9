// The card port: what ParkIt asks of a card provider, whoever it is. Our charge id is the provider's idempotency key.
import type { Method } from '@parkit/contract/cards'

export type ChargeRequest = { chargeId: string; methodId: string; amountCents: number }

/** A final answer. No answer (a thrown error) means unknown: the charge stays pending until `resolve` settles it. */
export type ChargeOutcome = 'succeeded' | 'declined'

export type CardProvider = {
  name: 'sandbox' | 'stripe'
  /** Cards of a driver, the default first. */
  listMethods: (driverId: string) => Promise<Method[]>
  /** Charges once per chargeId, however often it is asked. Throws when the outcome is unknown. */
  charge: (request: ChargeRequest) => Promise<ChargeOutcome>
  /** Settles for good a charge whose answer was lost: what it came to, or `void` where it never arrived and now never will. */
  resolve: (chargeId: string) => Promise<ChargeOutcome | 'void'>
}
