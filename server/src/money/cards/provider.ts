// The card port: what ParkIt asks of a card provider, whoever it is. A payment is prepared first, which moves nothing,
// then its id is kept on our side, then it is confirmed: so whatever moved money is known by an id of ours.
import type { Method } from '@parkit/contract/money/cards'
import type { Billing } from './billing.ts'
import type { Payment, PaymentRequest } from './payment.ts'

/** Money on its way back to the card of a payment. `pending` and `succeeded`: the provider has taken it on; it may still fail. */
export type ProviderRefund = {
  id: string
  paymentId: string | null
  /** our id of it; none where it was made by hand at the provider */
  refundId: string | null
  amountCents: number
  is: 'pending' | 'succeeded' | 'failed'
  at: Temporal.Instant
}

/** A payment that its card's owner disputes: taken back at once, and given again where it is won. */
export type ProviderDispute = {
  id: string
  paymentId: string | null
  amountCents: number
  is: 'open' | 'won' | 'lost'
  at: Temporal.Instant
}

/** A payment as the provider's own books show it. */
export type ProviderPayment = { id: string; takenCents: number; at: Temporal.Instant }

/** A signed message from the provider about one payment or one refund. */
export type ProviderEvent = {
  id: string
  type: string
  paymentId: string | null
  payment: Payment | null
  refund: ProviderRefund | null
  dispute: ProviderDispute | null
  /** the plan it is about */
  planId: string | null
}

/** Every call throws where no answer came: the outcome is then unknown. */
export type CardProvider = Billing & {
  name: 'sandbox' | 'stripe'
  publishableKey: string
  /** The provider's name for a driver; the same again for the same driver. */
  createCustomer: (driverId: string) => Promise<string>
  /** Saved cards, the default first. */
  listMethods: (customerId: string) => Promise<Method[]>
  chooseDefault: (customerId: string, methodId: string) => Promise<void>
  /** `bad_expiry` where the provider refuses the date. */
  changeExpiry: (methodId: string, month: number, year: number) => Promise<'changed' | 'bad_expiry'>
  /** Deleted twice is deleted. */
  deleteMethod: (methodId: string) => Promise<void>
  /** Moves no money. Answers the payment's id; none where the provider refuses the card for good. */
  prepare: (request: PaymentRequest) => Promise<string | null>
  /** May move money, once. Where no driver is there to answer his bank, a question of it is a refusal. */
  confirm: (paymentId: string, isDriverThere: boolean) => Promise<Payment>
  getPayment: (paymentId: string) => Promise<Payment>
  /** Takes so much of what was authorised, once, and releases the rest. Answers what it came to. */
  capture: (paymentId: string, amountCents: number) => Promise<Payment>
  /** Ends a payment for good unless it has succeeded; answers what it came to. */
  close: (paymentId: string) => Promise<Payment>
  /** Made once for an id of ours, however often it is asked for; none where the provider refuses it for good. */
  refund: (request: { refundId: string; paymentId: string; amountCents: number }) => Promise<ProviderRefund | null>
  getRefund: (id: string) => Promise<ProviderRefund>
  /** All that were made from `from` until before `to`. */
  listPayments: (from: Temporal.Instant, to: Temporal.Instant) => Promise<ProviderPayment[]>
  listRefunds: (from: Temporal.Instant, to: Temporal.Instant) => Promise<ProviderRefund[]>
  listDisputes: (from: Temporal.Instant, to: Temporal.Instant) => Promise<ProviderDispute[]>
  /** Throws unless the provider signed it in the last five minutes. */
  readEvent: (payload: Buffer, signature: string, now: Temporal.Instant) => ProviderEvent
}
