// Every entry builder: each one the module exports sums to zero and moves exactly the accounts of its event.
import { type Cents, cents } from '@parkit/contract/platform/money'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Account, Entry, Owed, Payer } from './entries.ts'
import * as builders from './entries.ts'

/** `less` is at most `amount`. */
type Facts = { amount: Cents; fee: Cents; less: Cents; payer: Payer; owed: Owed; wasSent: boolean }
type Moves = Partial<Record<Account, number>>

/** What each builder makes of an event, and what that event moves. The type asks for a case for each export. */
const cases: Record<keyof typeof builders, (facts: Facts) => [entry: Entry, moves: Moves]> = {
  topUp: ({ amount }) => [builders.topUp('d', 'r', amount), { wallet: amount, card_clearing: -amount }],
  autoTopUp: ({ amount }) => [builders.autoTopUp('d', 'r', amount), { wallet: amount, card_clearing: -amount }],
  planFee: ({ amount }) => [builders.planFee('d', 'r', amount), { plan_income: amount, card_clearing: -amount }],
  fare: ({ amount, fee, payer }) => [
    builders.fare('d', 's', amount, fee, payer),
    { [payer]: -amount - fee, parking_income: amount, fee_income: fee },
  ],
  extension: ({ amount, payer }) => [
    builders.extension('d', 's', amount, payer),
    { [payer]: -amount, parking_income: amount },
  ],
  unusedMinutes: ({ amount, payer }) => [
    builders.unusedMinutes('d', 's', amount, payer),
    { [payer]: amount, parking_income: -amount },
  ],
  cancelled: ({ amount, fee, payer }) => [
    builders.cancelled('d', 's', amount, fee, payer),
    { [payer]: amount + fee, parking_income: -amount, fee_income: -fee },
  ],
  movedOut: ({ amount, payer }) => [
    builders.movedOut('d', 's', amount, payer),
    { [payer]: amount, parking_income: -amount },
  ],
  movedIn: ({ amount, fee, payer }) => [
    builders.movedIn('d', 's', amount, fee, payer),
    { [payer]: -amount - fee, parking_income: amount, fee_income: fee },
  ],
  closureRefund: ({ amount, payer }) => [
    builders.closureRefund('d', 's', amount, payer),
    { [payer]: amount, parking_income: -amount },
  ],
  captured: ({ amount }) => [
    builders.captured('d', 's', 'r', amount),
    { card_receivable: amount, card_clearing: -amount },
  ],
  withdrawal: ({ amount }) => [
    builders.withdrawal({ driverId: 'd', refundId: 'r', amountCents: amount }),
    { wallet: -amount, refunds_due: amount },
  ],
  refundRequested: ({ amount, fee }) => [
    builders.refundRequested({ driverId: 'd', refundId: 'r', sessionId: 's', parkingCents: amount, feeCents: fee }),
    { refunds_due: amount + fee, parking_income: -amount, fee_income: -fee },
  ],
  planRefundRequested: ({ amount }) => [
    builders.planRefundRequested({ driverId: 'd', refundId: 'r', amountCents: amount }),
    { refunds_due: amount, plan_income: -amount },
  ],
  refund: ({ amount, fee, owed }) => [
    builders.refund({ driverId: 'd', refundId: 'r', sessionId: 's', parkingCents: amount, feeCents: fee }, owed),
    { [owed]: amount + fee, parking_income: -amount, fee_income: -fee },
  ],
  refundSent: ({ amount }) => [
    builders.refundSent({ driverId: 'd', refundId: 'r', amountCents: amount }),
    { refunds_due: -amount, card_clearing: amount },
  ],
  refundFailed: ({ amount, wasSent, owed }) => [
    builders.refundFailed({ driverId: 'd', refundId: 'r', amountCents: amount }, wasSent, owed),
    { [owed]: amount, [wasSent ? 'card_clearing' : 'refunds_due']: -amount },
  ],
  disputeOpened: ({ amount, less }) => [
    builders.disputeOpened({ driverId: 'd', disputeId: 'r', amountCents: amount, walletCents: less }),
    { card_clearing: amount, wallet: -less, dispute_losses: less - amount },
  ],
  disputeWon: ({ amount, less, owed }) => [
    builders.disputeWon({ driverId: 'd', disputeId: 'r', amountCents: amount, walletCents: less }, owed),
    { [owed]: less, card_clearing: -amount, dispute_losses: amount - less },
  ],
  paidOut: ({ amount }) => [builders.paidOut('d', 'r', amount), { unclaimed: -amount, paid_by_hand: amount }],
}

const amount = fc.integer({ min: 0, max: 1_000_000 })
const facts: fc.Arbitrary<Facts> = fc
  .record({
    amount,
    fee: amount,
    less: amount,
    payer: fc.constantFrom('wallet', 'card_receivable'),
    owed: fc.constantFrom('wallet', 'unclaimed'),
    wasSent: fc.boolean(),
  })
  .map(({ amount, fee, less, ...rest }) => ({
    amount: cents(amount),
    fee: cents(fee),
    less: cents(Math.min(less, amount)),
    ...rest,
  }))

test('every exported builder has a case', () => {
  expect(Object.keys(cases).toSorted()).toEqual(Object.keys(builders).toSorted())
})

describe.each(Object.entries(cases))('%s', (name, build) => {
  test('each entry sums to zero in whole cents, posts to each account of its event once and has no zero posting', () => {
    fc.assert(
      fc.property(facts, event => {
        const [entry, moves] = build(event)
        const { accounts, amountsCents } = entry
        expect(amountsCents.reduce((total, each) => total + each, 0)).toBe(0)
        expect(amountsCents.filter(each => !Number.isSafeInteger(each) || each === 0)).toEqual([])
        expect(amountsCents).toHaveLength(accounts.length)
        const posted = accounts.map((account, at) => [account, amountsCents[at]])
        expect(posted.toSorted()).toEqual(
          Object.entries(moves)
            .filter(([, moved]) => moved !== 0)
            .toSorted(),
        )
      }),
    )
  })

  test('each entry’s kind is its builder’s name, and it records the driver and the cause', () => {
    fc.assert(
      fc.property(facts, event => {
        const [{ kind, driverId, sessionId, reference }] = build(event)
        expect([kind, driverId]).toEqual([name, 'd'])
        // the ledger takes one entry per kind and reference; a session's own moves have the session instead
        expect(reference ?? sessionId).toBe(reference === null ? 's' : 'r')
      }),
    )
  })
})

test('a payment is from the wallet unless a card is named', () => {
  const { fare, extension, unusedMinutes, cancelled } = builders
  const own = [
    fare('d', 's', cents(240), cents(35)),
    extension('d', 's', cents(60)),
    unusedMinutes('d', 's', cents(60)),
    cancelled('d', 's', cents(240), cents(35)),
  ]
  expect(own.map(({ accounts }) => accounts[0])).toEqual(['wallet', 'wallet', 'wallet', 'wallet'])
  expect(own.map(({ amountsCents }) => amountsCents[0])).toEqual([-275, -60, 60, 275])
})
