// Ledger entries, one pure builder per business event. Every entry sums to zero; a credit to an account is above zero.
import type { Cents } from '@parkit/contract/platform/money'

/**
 * The chart of accounts.
 * - `wallet`: what ParkIt owes a driver
 * - `card_clearing`: what the card provider owes ParkIt (below zero: to come in)
 * - `parking_income`: what parking earned, owed on to the places' operators
 * - `fee_income`: the service fees
 * - `plan_income`: what drivers paid for their plans
 * - `dispute_losses`: what cards' owners took back at their banks and no wallet held any more
 * - `refunds_due`: what goes back to cards and the provider has not taken on yet
 * - `unclaimed`: what ParkIt owes drivers who have deleted their accounts
 * - `paid_by_hand`: what left ParkIt's bank for them
 * - `card_receivable`: what cards still owe for sessions (below zero: authorised, not captured yet)
 */
export type Account =
  | 'wallet'
  | 'card_clearing'
  | 'parking_income'
  | 'fee_income'
  | 'plan_income'
  | 'refunds_due'
  | 'dispute_losses'
  | 'unclaimed'
  | 'paid_by_hand'
  | 'card_receivable'

/** What takes the money that ParkIt owes a driver: his wallet, while he has one. */
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
  /** the charge behind a top-up, the refund behind what goes back; the ledger takes one entry per kind and reference */
  reference: string | null
  accounts: Account[]
  amountsCents: number[]
}

type Posting = [account: Account, amountCents: number]

const entry = (event: Omit<Entry, 'accounts' | 'amountsCents'>, postings: Posting[]): Entry => {
  const moved = postings.filter(([, amount]) => amount !== 0)
  return { ...event, accounts: moved.map(([account]) => account), amountsCents: moved.map(([, amount]) => amount) }
}

export const topUp = (driverId: string, chargeId: string, amountCents: Cents): Entry =>
  entry({ kind: 'topUp', driverId, sessionId: null, reference: chargeId }, [
    ['wallet', amountCents],
    ['card_clearing', -amountCents],
  ])

/** A top-up that nobody pressed a button for. */
export const autoTopUp = (driverId: string, chargeId: string, amountCents: Cents): Entry => ({
  ...topUp(driverId, chargeId, amountCents),
  kind: 'autoTopUp',
})

/** A month of a plan, from the card straight to ParkIt; `invoiceId` is the provider's. */
export const planFee = (driverId: string, invoiceId: string, amountCents: Cents): Entry =>
  entry({ kind: 'planFee', driverId, sessionId: null, reference: invoiceId }, [
    ['plan_income', amountCents],
    ['card_clearing', -amountCents],
  ])

/** A start: the parking and the service fee. */
export const fare = (
  driverId: string,
  sessionId: string,
  parkingCents: Cents,
  feeCents: Cents,
  payer: Payer = 'wallet',
): Entry =>
  entry({ kind: 'fare', driverId, sessionId, reference: null }, [
    [payer, -(parkingCents + feeCents)],
    ['parking_income', parkingCents],
    ['fee_income', feeCents],
  ])

export const extension = (driverId: string, sessionId: string, parkingCents: Cents, payer: Payer = 'wallet'): Entry =>
  entry({ kind: 'extension', driverId, sessionId, reference: null }, [
    [payer, -parkingCents],
    ['parking_income', parkingCents],
  ])

/** A stop before the end, where the zone pays unused minutes back. */
export const unusedMinutes = (
  driverId: string,
  sessionId: string,
  refundCents: Cents,
  payer: Payer = 'wallet',
): Entry =>
  entry({ kind: 'unusedMinutes', driverId, sessionId, reference: null }, [
    [payer, refundCents],
    ['parking_income', -refundCents],
  ])

/** A stop within the first minute: everything back, fee included. */
export const cancelled = (
  driverId: string,
  sessionId: string,
  parkingCents: Cents,
  feeCents: Cents,
  payer: Payer = 'wallet',
): Entry =>
  entry({ kind: 'cancelled', driverId, sessionId, reference: null }, [
    [payer, parkingCents + feeCents],
    ['parking_income', -parkingCents],
    ['fee_income', -feeCents],
  ])

/** The provider has taken from an authorisation what its session came to. */
export const captured = (driverId: string, sessionId: string, chargeId: string, amountCents: Cents): Entry =>
  entry({ kind: 'captured', driverId, sessionId, reference: chargeId }, [
    ['card_receivable', amountCents],
    ['card_clearing', -amountCents],
  ])

type Refund = { driverId: string; refundId: string; amountCents: Cents }

/** From the wallet back to a card: out of the wallet at once, so that nothing else can be paid with it. */
export const withdrawal = ({ driverId, refundId, amountCents }: Refund): Entry =>
  entry({ kind: 'withdrawal', driverId, sessionId: null, reference: refundId }, [
    ['wallet', -amountCents],
    ['refunds_due', amountCents],
  ])

type SessionRefund = Omit<Refund, 'amountCents'> & { sessionId: string; parkingCents: Cents; feeCents: Cents }

/** What was decided to be paid back for a session that a card paid. */
export const refundRequested = ({ driverId, refundId, sessionId, parkingCents, feeCents }: SessionRefund): Entry =>
  entry({ kind: 'refundRequested', driverId, sessionId, reference: refundId }, [
    ['refunds_due', parkingCents + feeCents],
    ['parking_income', -parkingCents],
    ['fee_income', -feeCents],
  ])

/** A month of a plan that was charged when its account was gone already. */
export const planRefundRequested = ({ driverId, refundId, amountCents }: Refund): Entry =>
  entry({ kind: 'planRefundRequested', driverId, sessionId: null, reference: refundId }, [
    ['refunds_due', amountCents],
    ['plan_income', -amountCents],
  ])

/** The same for a session that the wallet paid: there at once. */
export const refund = (
  { driverId, refundId, sessionId, parkingCents, feeCents }: SessionRefund,
  owed: Owed = 'wallet',
): Entry =>
  entry({ kind: 'refund', driverId, sessionId, reference: refundId }, [
    [owed, parkingCents + feeCents],
    ['parking_income', -parkingCents],
    ['fee_income', -feeCents],
  ])

/** The provider has taken a refund on: it owes us that much less. */
export const refundSent = ({ driverId, refundId, amountCents }: Refund): Entry =>
  entry({ kind: 'refundSent', driverId, sessionId: null, reference: refundId }, [
    ['refunds_due', -amountCents],
    ['card_clearing', amountCents],
  ])

/** The card did not take it: into the wallet, from wherever it had got to. */
export const refundFailed = (
  { driverId, refundId, amountCents }: Refund,
  wasSent: boolean,
  owed: Owed = 'wallet',
): Entry =>
  entry({ kind: 'refundFailed', driverId, sessionId: null, reference: refundId }, [
    [owed, amountCents],
    [wasSent ? 'card_clearing' : 'refunds_due', -amountCents],
  ])

type Dispute = { driverId: string; disputeId: string; amountCents: Cents; walletCents: Cents }

/** The provider has taken a payment back: out of the wallet what is still there of it, the rest is lost. */
export const disputeOpened = ({ driverId, disputeId, amountCents, walletCents }: Dispute): Entry =>
  entry({ kind: 'disputeOpened', driverId, sessionId: null, reference: disputeId }, [
    ['card_clearing', amountCents],
    ['wallet', -walletCents],
    ['dispute_losses', walletCents - amountCents],
  ])

/** All of that again the other way. */
export const disputeWon = ({ driverId, disputeId, amountCents, walletCents }: Dispute, owed: Owed = 'wallet'): Entry =>
  entry({ kind: 'disputeWon', driverId, sessionId: null, reference: disputeId }, [
    [owed, walletCents],
    ['card_clearing', -amountCents],
    ['dispute_losses', amountCents - walletCents],
  ])

/** What was owed to a driver who is gone, by the entry since when: all of it was paid to him by hand. */
export const paidOut = (driverId: string, owedEntryId: string, amountCents: Cents): Entry =>
  entry({ kind: 'paidOut', driverId, sessionId: null, reference: owedEntryId }, [
    ['unclaimed', -amountCents],
    ['paid_by_hand', amountCents],
  ])
