// The interface to a card provider. A payment is prepared first, which moves no money, then its id is stored here, then it is
// confirmed: every payment that may have moved money is known by its id.

import type { Method } from '@parkit/contract/money/cards'
import type { DeclineReason } from '@parkit/contract/money/declines'

type PaymentRequest = {
  /** ours; a repeat with the same id is the same payment */
  id: string
  customerId: string
  methodId: string
  amountCents: number
  /**
   * `charge`: captured at once;
   * `verify`: authorized, never captured, and the card is saved once that has worked;
   * `authorize`: authorized, and captured later, whole or in part
   */
  intent: 'charge' | 'verify' | 'authorize'
  /** what follows the account's name on the card's statement */
  statement?: string | null
  /** the card is saved once it is authorized */
  saves?: boolean
}

export type Payment =
  /** prepared, no money moved */
  | { status: 'open' }
  /** the driver's bank asks the driver to confirm; the browser needs the secret for it */
  | { status: 'challenge'; clientSecret: string }
  | { status: 'processing' }
  /** not captured yet; after `captureBefore`, null where it is not known, it can't be any more */
  | { status: 'authorized'; captureBefore: Temporal.Instant | null }
  /** final */
  | { status: 'succeeded' }
  | { status: 'declined'; reason: DeclineReason | null }
  | { status: 'canceled'; wasAuthorized: boolean }

export type FinalPayment = Extract<Payment, { status: 'succeeded' | 'declined' | 'canceled' }>
export const isFinal = (payment: Payment): payment is FinalPayment =>
  ['succeeded', 'declined', 'canceled'].includes(payment.status)

/** A refund to the card of a payment. `pending` and `succeeded`: the provider has accepted it; it may still fail. */
export type ProviderRefund = {
  id: string
  paymentId: string | null
  /** our id of it; null where it was made by hand at the provider */
  refundId: string | null
  amountCents: number
  status: 'pending' | 'succeeded' | 'failed'
  at: Temporal.Instant
}

/** A disputed payment: taken back at once, and returned if the dispute is won. */
export type ProviderDispute = {
  id: string
  paymentId: string | null
  amountCents: number
  status: 'open' | 'won' | 'lost'
  at: Temporal.Instant
}

/** A payment in the provider's own records. */
export type ProviderPayment = { id: string; takenCents: number; at: Temporal.Instant }

type PaidMonth = {
  invoiceId: string
  paymentId: string
  amountCents: number
  paidAt: Temporal.Instant
  coversUntil: Temporal.Instant
}

/** A monthly plan in the provider's records. */
export type ProviderPlan = {
  /** `incomplete`: the first month is not paid yet; `unpaid`: a later one is not; `ended`: nothing is charged any more */
  status: 'incomplete' | 'active' | 'unpaid' | 'ended'
  endsWithPeriod: boolean
  paid: PaidMonth[]
  /** the payment of the month that is not paid; null if it can't be paid, or all are */
  openPaymentId: string | null
}

type PlanRequest = {
  /** ours; a repeat with the same id is the same plan */
  id: string
  customerId: string
  methodId: string
  /** per month */
  amountCents: number
}

/** Plans charged monthly, by the provider's own calendar. */
export type PlanProvider = {
  /** Moves no money. Answers the ids of the plan and of its first payment; null where the card is refused for good. */
  preparePlan: (request: PlanRequest) => Promise<{ planId: string; paymentId: string } | null>
  /** May move money: the one payment of a month, once, with this card. */
  payMonth: (paymentId: string, methodId: string) => Promise<Payment>
  /** The card that later months are charged to. */
  choosePlanCard: (planId: string, methodId: string) => Promise<void>
  getPlan: (planId: string) => Promise<ProviderPlan>
  endWithPeriod: (planId: string, ends: boolean) => Promise<void>
  /** Ends it at once and voids its open invoices. If a month was paid meanwhile it goes on, unless `paidToo`. */
  endPlan: (planId: string, paidToo: boolean) => Promise<void>
}

/** A signed message from the provider about one payment, refund, dispute or plan. */
export type ProviderEvent = {
  id: string
  type: string
  paymentId: string | null
  payment: Payment | null
  refund: ProviderRefund | null
  dispute: ProviderDispute | null
  planId: string | null
}

/** Every call throws if no answer came: the outcome is then unknown. */
export type CardProvider = PlanProvider & {
  name: 'sandbox' | 'stripe'
  /** what is made with the keys of one does not exist for the other */
  mode: 'test' | 'live'
  publishableKey: string
  /** The provider's id of a driver; the same again for the same driver. */
  createCustomer: (driverId: string) => Promise<string>
  /** Whether the customer exists in this mode. */
  hasCustomer: (customerId: string) => Promise<boolean>
  /** Saved cards, the default first. */
  listMethods: (customerId: string) => Promise<Method[]>
  chooseDefault: (customerId: string, methodId: string) => Promise<void>
  /** `bad_expiry` where the provider refuses the date. */
  changeExpiry: (methodId: string, month: number, year: number) => Promise<'changed' | 'bad_expiry'>
  /** What a card's number is the same under, whoever saves it; null where there is none to go by. */
  findFingerprint: (methodId: string) => Promise<string | null>
  /** Drops a card that was just saved if the customer has the same one already, which gets its expiry. Answers the id that stays. */
  keepOnce: (customerId: string, methodId: string) => Promise<string>
  /**
   * The card of a wallet (Apple Pay, Google Pay) that its owner just confirmed in the browser; the saved one where it was
   * saved before. Null where the id is of anything else.
   */
  findWalletCard: (customerId: string, methodId: string) => Promise<Method | null>
  /** Idempotent. */
  deleteMethod: (methodId: string) => Promise<void>
  /** Moves no money. Answers the payment's id; null where the provider refuses the card for good. */
  prepare: (request: PaymentRequest) => Promise<string | null>
  /** May move money, once. Off session, a challenge by the bank counts as a decline. */
  confirm: (paymentId: string, isOnSession: boolean) => Promise<Payment>
  getPayment: (paymentId: string) => Promise<Payment>
  /** Captures so much of what was authorized, once, and releases the rest. */
  capture: (paymentId: string, amountCents: number) => Promise<Payment>
  /** Ends a payment for good unless it has succeeded. */
  close: (paymentId: string) => Promise<Payment>
  /** Once per refund id; null where the provider refuses it for good. */
  refund: (request: { refundId: string; paymentId: string; amountCents: number }) => Promise<ProviderRefund | null>
  getRefund: (id: string) => Promise<ProviderRefund>
  /** All that were made from `from` until before `to`. */
  listPayments: (from: Temporal.Instant, to: Temporal.Instant) => Promise<ProviderPayment[]>
  listRefunds: (from: Temporal.Instant, to: Temporal.Instant) => Promise<ProviderRefund[]>
  listDisputes: (from: Temporal.Instant, to: Temporal.Instant) => Promise<ProviderDispute[]>
  /** Throws unless the provider signed it in the last five minutes. */
  readEvent: (payload: Buffer, signature: string, now: Temporal.Instant) => ProviderEvent
}
