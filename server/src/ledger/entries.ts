// Ledger entries, one pure builder per business event. Every entry sums to zero; a credit to an account is above zero.
import type { Cents } from '@parkit/contract/money'

/**
 * The chart of accounts.
 * - `wallet`: what ParkIt owes a driver
 * - `card_clearing`: what the card provider owes ParkIt (below zero: to come in)
 * - `parking_income`: what parking earned, owed on to the places' operators
 * - `fee_income`: the service fees
 */
export type Account = 'wallet' | 'card_clearing' | 'parking_income' | 'fee_income'

export type Entry = {
  kind: 'topUp' | 'fare' | 'extension' | 'unusedMinutes' | 'cancelled'
  driverId: string
  sessionId: string | null
  /** the charge behind a top-up; the ledger takes one entry per kind and reference */
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

/** A start: the parking and the service fee, from the wallet. */
export const fare = (driverId: string, sessionId: string, parkingCents: Cents, feeCents: Cents): Entry =>
  entry({ kind: 'fare', driverId, sessionId, reference: null }, [
    ['wallet', -(parkingCents + feeCents)],
    ['parking_income', parkingCents],
    ['fee_income', feeCents],
  ])

export const extension = (driverId: string, sessionId: string, parkingCents: Cents): Entry =>
  entry({ kind: 'extension', driverId, sessionId, reference: null }, [
    ['wallet', -parkingCents],
    ['parking_income', parkingCents],
  ])

/** A stop before the end, where the zone pays unused minutes back. */
export const unusedMinutes = (driverId: string, sessionId: string, refundCents: Cents): Entry =>
  entry({ kind: 'unusedMinutes', driverId, sessionId, reference: null }, [
    ['wallet', refundCents],
    ['parking_income', -refundCents],
  ])

/** A stop within the first minute: everything back, fee included. */
export const cancelled = (driverId: string, sessionId: string, parkingCents: Cents, feeCents: Cents): Entry =>
  entry({ kind: 'cancelled', driverId, sessionId, reference: null }, [
    ['wallet', parkingCents + feeCents],
    ['parking_income', -parkingCents],
    ['fee_income', -feeCents],
  ])
