// A driver's wallet: balance, activity, and adding money from a card.

import type * as contract from '@parkit/contract/money/wallet'
import type { Answer, Input } from '@parkit/contract/platform/call'
import { toCents, toDollars } from '@parkit/contract/platform/money'
import type { Cards } from '#money/cards/cards.ts'
import { type ActivityRow, balanceAfterCents, balanceCents, listActivity } from '#money/ledger/ledger.ts'
import type { Refunds } from '#money/refunds/refunds.ts'
import type { Database } from '#platform/db.ts'
import type { IdempotencyKey } from '#platform/idempotency.ts'
import { type PageQuery, readCursor, readPage } from '#platform/pagination.ts'

type Deps = {
  /** refund id → its state */
  refundStates: Refunds['statesOf']
  db: Database
  cards: Cards
  /** session id → name of its place, for the sessions named */
  placeNames: (sessionIds: string[]) => Promise<Map<string, string>>
  /** the driver's own trigger and amount for topping up, in cents */
  getTopUpSettings: (driverId: string) => Promise<{ minBalanceCents: number; defaultAddCents: number }>
}

type States = Awaited<ReturnType<Refunds['statesOf']>>

const stateOf = (row: ActivityRow, states: States) => {
  const refund = row.kind === 'withdrawal' && row.reference ? states.get(row.reference) : undefined
  return refund ? { State: refund.state, DueBy: refund.due_at.toString() } : null
}

const activityAnswer = (row: ActivityRow, names: Map<string, string>, states: States) => ({
  Id: row.entry_id,
  When: row.at.toString(),
  Kind: row.kind,
  Amount: toDollars(row.amount_cents),
  BalanceAfter: toDollars(row.balance_after_cents),
  SessionId: row.session_id,
  Name: (row.session_id && names.get(row.session_id)) ?? null,
  Refund: stateOf(row, states),
})

export const createWallet = ({ db, cards, placeNames, getTopUpSettings, refundStates }: Deps) => ({
  details: async (driverId: string) => {
    const [balance, topUp] = await Promise.all([balanceCents(db.pool, driverId), getTopUpSettings(driverId)])
    return {
      Balance: toDollars(balance),
      MinBalance: toDollars(topUp.minBalanceCents),
      DefaultAddAmount: toDollars(topUp.defaultAddCents),
    }
  },

  activity: async (driverId: string, query: PageQuery): Promise<Answer<typeof contract.activity>> => {
    const [before = null] = readCursor('number', query.Cursor)
    const { Items: shown, NextCursor } = await readPage(
      query,
      most => listActivity(db.pool, driverId, before, most),
      row => row,
      ({ entry_id }) => entry_id,
    )
    const [names, states] = await Promise.all([
      placeNames(shown.flatMap(row => row.session_id ?? [])),
      refundStates(shown.flatMap(row => (row.kind === 'withdrawal' ? (row.reference ?? []) : []))),
    ])
    return { Items: shown.map(row => activityAnswer(row, names, states)), NextCursor }
  },

  /**
   * Answers the balance right after this top-up, each time for the same key. If the driver's bank has a challenge, it
   * answers the secret that the browser needs for it; the same call after the challenge answers the outcome.
   */
  addMoney: async (
    idempotencyKey: IdempotencyKey,
    { Amount, PaymentMethodId }: Input<typeof contract.addMoney>['body'],
  ): Promise<Answer<typeof contract.addMoney>> => {
    const { chargeId, action, methodId, methodName } = await cards.chargeToWallet(
      idempotencyKey,
      PaymentMethodId,
      toCents(Amount),
    )
    const balance = action
      ? await balanceCents(db.pool, idempotencyKey.callerId)
      : await balanceAfterCents(db.pool, 'topUp', chargeId)
    return {
      Balance: toDollars(balance ?? 0),
      TransactionId: chargeId,
      PaidVia: methodName,
      PaymentMethodId: methodId,
      RequiresAction: action,
    }
  },
})
export type Wallet = ReturnType<typeof createWallet>
