// A payment as the card port speaks of it: what is asked for, and what can have come of it.
import type { DeclineReason } from '@parkit/contract/money/declines'

export type PaymentRequest = {
  /** ours; a repeat with the same id is the same payment */
  id: string
  customerId: string
  methodId: string
  amountCents: number
  /**
   * `hold`: authorised, never captured, and the card is saved once that has worked;
   * `reserve`: authorised, and captured later, whole or in part
   */
  what: 'take' | 'hold' | 'reserve'
}

export type Payment =
  /** prepared, nothing moved */
  | { is: 'open' }
  /** the driver's bank asks the driver; the secret lets the browser answer */
  | { is: 'challenge'; clientSecret: string }
  | { is: 'processing' }
  /** authorised, not captured: to be captured or closed */
  | { is: 'held' }
  /** final */
  | { is: 'succeeded' }
  | { is: 'declined'; because: DeclineReason | null }
  | { is: 'canceled'; wasHeld: boolean }
