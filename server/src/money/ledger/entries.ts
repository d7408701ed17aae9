// Ledger entries, one pure builder per business event. Every entry sums to zero; a credit to an account is above zero.
import { type Cents, cents } from '@parkit/contract/platform/money'

/** The chart of accounts. */
export type Account =
  | 'wallet' // what ParkIt owes a driver
  | 'card_clearing' // what the card provider owes ParkIt (below zero: not paid to ParkIt yet)
  | 'parking_income' // parking fares, owed to the places' operators
  | 'fee_income' // the service fees
  | 'plan_income' // what drivers paid for their plans
  | 'refunds_due' // refunds to cards that the provider has not accepted yet
  | 'dispute_losses' // disputed payments beyond the wallet's balance
  | 'unclaimed' // what ParkIt owes drivers with deleted accounts
  | 'paid_by_hand' // bank transfers to them
  | 'card_receivable' // what cards still owe for sessions (below zero: authorized, not captured yet)

/** The account for money owed to a driver: his wallet, while he has one. */
export type Owed = Extract<Account, 'wallet' | 'unclaimed'>

/** What a session is paid from. */
export type Payer = Extract<Account, 'wallet' | 'card_receivable'>

export type Entry = {
  kind:
    | 'topUp'
    | 'autoTopUp'
    | 'fare'
    | 'extension'
    | 'unusedMinutes'
    | 'cancelled'
    | 'movedOut'
    | 'movedIn'
    | 'closureRefund'
    | 'withdrawal'
    | 'refundRequested'
    | 'refundSent'
    | 'refundFailed'
    | 'refund'
    | 'disputeOpened'
    | 'disputeWon'
    | 'planFee'
    | 'planRefundRequested'
    | 'captured'
    | 'paidOut'
  driverId: string
  sessionId: string | null
  /** the id of the charge or refund; one entry per kind and reference */
  reference: string | null
  accounts: Account[]
  amountsCents: number[]
}

type Event = Pick<Entry, 'kind' | 'driverId'> & Partial<Pick<Entry, 'sessionId' | 'reference'>>
type Posting = [account: Account, amountCents: number]

const entry = (event: Event, postings: Posting[]): Entry => {
  const moved = postings.filter(([, amount]) => amount !== 0)
  return {
    sessionId: null,
    reference: null,
    ...event,
    accounts: moved.map(([account]) => account),
    amountsCents: moved.map(([, amount]) => amount),
  }
}

/** `account` gains the amount, `counterAccount` loses it. */
const transfer = (event: Event, account: Account, amountCents: number, counterAccount: Account): Entry =>
  entry(event, [
    [account, amountCents],
    [counterAccount, -amountCents],
  ])

/** A session's parking and service fee, back to an account. */
const refundIncome = (event: Event, to: Account, parkingCents: Cents, feeCents: Cents): Entry =>
  entry(event, [
    [to, parkingCents + feeCents],
    ['parking_income', -parkingCents],
    ['fee_income', -feeCents],
  ])

export const topUp = (driverId: string, chargeId: string, amountCents: Cents): Entry =>
  transfer({ kind: 'topUp', driverId, reference: chargeId }, 'wallet', amountCents, 'card_clearing')

/** An automatic top-up. */
export const autoTopUp = (driverId: string, chargeId: string, amountCents: Cents): Entry => ({
  ...topUp(driverId, chargeId, amountCents),
  kind: 'autoTopUp',
})

/** A month of a plan, paid by card; `invoiceId` is the provider's. */
export const planFee = (driverId: string, invoiceId: string, amountCents: Cents): Entry =>
  transfer({ kind: 'planFee', driverId, reference: invoiceId }, 'plan_income', amountCents, 'card_clearing')

/** A start: the parking and the service fee. */
export const fare = (
  driverId: string,
  sessionId: string,
  parkingCents: Cents,
  feeCents: Cents,
  payer: Payer = 'wallet',
): Entry =>
  entry({ kind: 'fare', driverId, sessionId }, [
    [payer, -(parkingCents + feeCents)],
    ['parking_income', parkingCents],
    ['fee_income', feeCents],
  ])

/** More minutes; with the fee where they are the first paid ones. */
export const extension = (
  driverId: string,
  sessionId: string,
  parkingCents: Cents,
  payer: Payer = 'wallet',
  feeCents: Cents = cents(0),
): Entry =>
  entry({ kind: 'extension', driverId, sessionId }, [
    [payer, -(parkingCents + feeCents)],
    ['parking_income', parkingCents],
    ['fee_income', feeCents],
  ])

/** A stop before the end, where the place refunds unused minutes. */
export const unusedMinutes = (
  driverId: string,
  sessionId: string,
  refundCents: Cents,
  payer: Payer = 'wallet',
): Entry => transfer({ kind: 'unusedMinutes', driverId, sessionId }, payer, refundCents, 'parking_income')

/** A stop within the first minute: everything is refunded, including the fee. */
export const cancelled = (
  driverId: string,
  sessionId: string,
  parkingCents: Cents,
  feeCents: Cents,
  payer: Payer = 'wallet',
): Entry => refundIncome({ kind: 'cancelled', driverId, sessionId }, payer, parkingCents, feeCents)

/** A move to another zone: what the old one returns. */
export const movedOut = (driverId: string, sessionId: string, refundCents: Cents, payer: Payer = 'wallet'): Entry => ({
  ...unusedMinutes(driverId, sessionId, refundCents, payer),
  kind: 'movedOut',
})

/** A move to another zone: what the new one costs, and the service fee where nothing was paid before. */
export const movedIn = (
  driverId: string,
  sessionId: string,
  parkingCents: Cents,
  feeCents: Cents,
  payer: Payer = 'wallet',
): Entry => ({ ...fare(driverId, sessionId, parkingCents, feeCents, payer), kind: 'movedIn' })

/** A closure cut a running session: the rest, also where the place refunds no unused minutes. parking_close adds the reference. */
export const closureRefund = (
  driverId: string,
  sessionId: string,
  refundCents: Cents,
  payer: Payer = 'wallet',
): Entry => ({ ...unusedMinutes(driverId, sessionId, refundCents, payer), kind: 'closureRefund' })

/** The provider has captured a session's price from its authorization. */
export const captured = (driverId: string, sessionId: string, chargeId: string, amountCents: Cents): Entry =>
  transfer(
    { kind: 'captured', driverId, sessionId, reference: chargeId },
    'card_receivable',
    amountCents,
    'card_clearing',
  )

type Refund = { driverId: string; refundId: string; amountCents: Cents }

/** From the wallet to a card: deducted at once, so that the money can't be spent twice. */
export const withdrawal = ({ driverId, refundId, amountCents }: Refund): Entry =>
  transfer({ kind: 'withdrawal', driverId, reference: refundId }, 'wallet', -amountCents, 'refunds_due')

type SessionRefund = Omit<Refund, 'amountCents'> & { sessionId: string; parkingCents: Cents; feeCents: Cents }

/** A refund of a session that a card paid. */
export const refundRequested = ({ driverId, refundId, sessionId, parkingCents, feeCents }: SessionRefund): Entry =>
  refundIncome(
    { kind: 'refundRequested', driverId, sessionId, reference: refundId },
    'refunds_due',
    parkingCents,
    feeCents,
  )

/** A month of a plan that was charged after the account was deleted. */
export const planRefundRequested = ({ driverId, refundId, amountCents }: Refund): Entry =>
  transfer({ kind: 'planRefundRequested', driverId, reference: refundId }, 'refunds_due', amountCents, 'plan_income')

/** A refund of a session that the wallet paid. */
export const refund = (
  { driverId, refundId, sessionId, parkingCents, feeCents }: SessionRefund,
  owed: Owed = 'wallet',
): Entry => refundIncome({ kind: 'refund', driverId, sessionId, reference: refundId }, owed, parkingCents, feeCents)

/** The provider has accepted a refund: it owes us that much less. */
export const refundSent = ({ driverId, refundId, amountCents }: Refund): Entry =>
  transfer({ kind: 'refundSent', driverId, reference: refundId }, 'refunds_due', -amountCents, 'card_clearing')

/** The card refused it: to the wallet, from the account it had reached. */
export const refundFailed = (
  { driverId, refundId, amountCents }: Refund,
  wasSent: boolean,
  owed: Owed = 'wallet',
): Entry => {
  const reached = wasSent ? 'card_clearing' : 'refunds_due'
  return transfer({ kind: 'refundFailed', driverId, reference: refundId }, owed, amountCents, reached)
}

type Dispute = { driverId: string; disputeId: string; amountCents: Cents; walletCents: Cents }

/** The provider has taken a payment back: from the wallet as far as its balance reaches, the rest is a loss. */
export const disputeOpened = ({ driverId, disputeId, amountCents, walletCents }: Dispute): Entry =>
  entry({ kind: 'disputeOpened', driverId, reference: disputeId }, [
    ['card_clearing', amountCents],
    ['wallet', -walletCents],
    ['dispute_losses', walletCents - amountCents],
  ])

/** The reverse. */
export const disputeWon = ({ driverId, disputeId, amountCents, walletCents }: Dispute, owed: Owed = 'wallet'): Entry =>
  entry({ kind: 'disputeWon', driverId, reference: disputeId }, [
    [owed, walletCents],
    ['card_clearing', -amountCents],
    ['dispute_losses', amountCents - walletCents],
  ])

/** Paid by bank transfer to a driver with a deleted account; `owedEntryId`: the entry that made it owed. */
export const paidOut = (driverId: string, owedEntryId: string, amountCents: Cents): Entry =>
  transfer({ kind: 'paidOut', driverId, reference: owedEntryId }, 'unclaimed', -amountCents, 'paid_by_hand')
