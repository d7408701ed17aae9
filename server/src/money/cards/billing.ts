// The part of the card port that charges a plan every month: the provider keeps the calendar, we ask what it came to.
import type { Payment } from './payment.ts'

/** A month that was paid. */
export type PaidMonth = {
  invoiceId: string
  paymentId: string
  amountCents: number
  paidAt: Temporal.Instant
  coversUntil: Temporal.Instant
}

/** A plan as the provider's books show it. */
export type PlanStanding = {
  /** `incomplete`: the first month is not paid yet; `unpaid`: a later one is not; `ended`: nothing is charged any more */
  is: 'incomplete' | 'active' | 'unpaid' | 'ended'
  endsWithPeriod: boolean
  paid: PaidMonth[]
  /** the payment of the month that is not paid; none where it can't be paid, or all are */
  openPaymentId: string | null
}

type PlanRequest = {
  /** ours; a repeat with the same id is the same plan */
  id: string
  customerId: string
  methodId: string
  /** a month */
  amountCents: number
}

/** Every call throws where no answer came: the outcome is then unknown. */
export type Billing = {
  /** Moves no money. Answers the names of the plan and of its first payment; none where the card is refused for good. */
  preparePlan: (request: PlanRequest) => Promise<{ planId: string; paymentId: string } | null>
  /** May move money: the one payment that a month has, once, with this card. */
  payMonth: (paymentId: string, methodId: string) => Promise<Payment>
  /** Which card the months to come are charged to. */
  choosePlanCard: (planId: string, methodId: string) => Promise<void>
  getPlan: (planId: string) => Promise<PlanStanding>
  endWithPeriod: (planId: string, ends: boolean) => Promise<void>
  /** Ends it at once, and no open month can be paid any more. Where a month was paid meanwhile it goes on, unless `paidToo`. */
  endPlan: (planId: string, paidToo: boolean) => Promise<void>
}
