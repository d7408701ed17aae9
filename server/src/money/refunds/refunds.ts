// Refunds: wallet money back to the cards it came from, and refunds of sessions.
import { randomUUID } from 'node:crypto'
import type { Method } from '@parkit/contract/money/cards'
import type * as contract from '@parkit/contract/money/refunds'
import type { Answer } from '@parkit/contract/platform/call'
import { refund as limits } from '@parkit/contract/platform/limits'
import { cents, toCents, toDollars } from '@parkit/contract/platform/money'
import { enqueueNotice } from '#messaging/notices/notices.ts'
import { requireTheseKeys, type WaitDeps } from '#money/cards/cards.ts'
import { balanceCents, type Entry, entries, lockBalanceCents, owedTo, post } from '#money/ledger/ledger.ts'
import type { Queryable } from '#platform/db.ts'
import { refuse, refuseField } from '#platform/errors.ts'
import { findAnswer, type IdempotencyKey, keepAnswer } from '#platform/idempotency.ts'
import { schedule } from '#platform/jobs.ts'
import { createRefundTransfers, refundJob } from './refund-transfers.ts'
import * as store from './store.ts'

type Deps = WaitDeps & {
  listMethods: (driverId: string) => Promise<Method[]>
  /**
   * Subtracts a refund from what an ended session cost, in the caller's transaction; the parking is refunded before the
   * service fee. Throws `not_found`, `session_not_over`, `payment_pending`, `over_paid`.
   */
  refundSession: (
    tx: Queryable,
    sessionId: string,
    amountCents: number,
    at: Temporal.Instant,
  ) => Promise<{ driverId: string; byCard: boolean; parkingCents: number }>
}

type CardOf = (methodId: string | null) => contract.Source['Card']

/** `paymentId`: the provider's id of the payment */
type Month = { driverId: string; paymentId: string; amountCents: number }

type Withdrawal = { driverId: string; decisionId: string; amountCents: number; reason: string }

/** With `charge_id` or `payment_reference` it goes to that payment's card, else to the wallet. */
type NewRefund = Pick<store.RefundRow, 'driver_id' | 'purpose' | 'amount_cents' | 'reason' | 'owner'> &
  Partial<Pick<store.RefundRow, 'decision_id' | 'session_id' | 'charge_id' | 'payment_reference'>>

type Decision = {
  sessionId: string
  amountCents: number
  /** shown to the driver */
  reason: string
  /** who decided */
  owner: string
  /** idempotency key */
  decisionId?: string
  /** called in the transaction of the decision, once */
  alongside?: (tx: Queryable, driverId: string) => Promise<void>
}

export const createRefunds = ({ db, clock, provider, log, listMethods, refundSession }: Deps) => {
  const transfers = createRefundTransfers({ db, clock, provider, log })

  const listRefundable = (tx: Queryable, driverId: string) =>
    store.listRefundable(tx, driverId, provider.name, provider.mode)

  /** The saved cards by id; empty if the provider does not answer. */
  const cardNames = async (driverId: string): Promise<CardOf> => {
    const methods = await listMethods(driverId).catch((): Method[] => [])
    return methodId => {
      const method = methods.find(({ Id }) => Id === methodId)
      return method ? { CardType: method.CardType, Last4: method.Last4 } : null
    }
  }

  const answerWith = (cardOf: CardOf, rows: store.ListedRow[]): contract.Refund[] =>
    rows.map(row => ({
      Id: row.refund_id,
      For: row.purpose,
      SessionId: row.session_id,
      Amount: toDollars(row.amount_cents),
      To: row.charge_id ? 'card' : 'wallet',
      Card: cardOf(row.method_id),
      Reason: row.purpose === 'session' ? row.reason : null,
      State: row.state,
      RequestedAt: row.requested_at.toString(),
      DueBy: row.due_at.toString(),
    }))

  const answer = async (driverId: string, rows: store.ListedRow[]): Promise<contract.Refund[]> =>
    answerWith(rows.some(row => row.charge_id) ? await cardNames(driverId) : () => null, rows)

  const dueAfter = (now: Temporal.Instant) => now.add({ hours: 24 * limits.days })

  /** Stores our own row, posts the entry, and schedules the transfer of a refund to a card; one to the wallet has arrived. */
  const addRefund = async (
    tx: Queryable,
    refund: NewRefund,
    entryOf: (refundId: string) => Entry | Promise<Entry>,
    now: Temporal.Instant,
  ) => {
    const refundId = randomUUID()
    const isToCard = Boolean(refund.charge_id ?? refund.payment_reference)
    await store.insertRefund(tx, {
      refund_id: refundId,
      decision_id: refundId,
      session_id: null,
      charge_id: null,
      ...refund,
      state: isToCard ? 'requested' : 'arrived',
      requested_at: now,
      due_at: isToCard ? dueAfter(now) : now,
    })
    await post(tx, await entryOf(refundId), now)
    if (isToCard) await schedule(tx, refundJob, refundId, now)
  }

  /** The caller has locked the wallet. Answers the cents for which there is no payment left to refund. */
  const refundToCards = async (
    tx: Queryable,
    { driverId, decisionId, amountCents, reason }: Withdrawal,
    now: Temporal.Instant,
  ): Promise<number> => {
    const purpose = 'withdrawal' as const
    const withdrawal = { decision_id: decisionId, driver_id: driverId, purpose, reason, owner: 'driver' }
    let open = amountCents
    for (const { charge_id, left_cents } of await listRefundable(tx, driverId)) {
      const part = Math.min(open, left_cents)
      if (part === 0) break
      const refund = { ...withdrawal, charge_id, amount_cents: part }
      await addRefund(tx, refund, refundId => entries.withdrawal({ driverId, refundId, amountCents: cents(part) }), now)
      open -= part
    }
    return open
  }

  return {
    list: async (driverId: string, sessionId?: string): Promise<Answer<typeof contract.listRefunds>> => ({
      Items: await answer(driverId, await store.listRefunds(db.pool, driverId, { sessionId })),
    }),

    withdrawal: async (driverId: string): Promise<Answer<typeof contract.withdrawal>> => {
      const [balance, sources, cardOf] = await Promise.all([
        balanceCents(db.pool, driverId),
        listRefundable(db.pool, driverId),
        cardNames(driverId),
      ])
      const refundable = sources.reduce((sum, { left_cents }) => sum + left_cents, 0)
      return {
        Most: toDollars(Math.min(balance, refundable)),
        Sources: sources.map(({ method_id, left_cents }) => ({ Card: cardOf(method_id), Left: toDollars(left_cents) })),
        DueBy: dueAfter(clock.now()).toString(),
      }
    },

    /** Leaves the wallet at once; the same key gets the first answer. Throws at `Amount` where the balance is lower. */
    withdraw: async (
      idempotencyKey: IdempotencyKey,
      Amount: number | undefined,
      now: Temporal.Instant,
    ): Promise<Answer<typeof contract.withdraw>> => {
      const { callerId: driverId } = idempotencyKey
      // before the wallet is locked: the provider may be slow
      const cardOf = await cardNames(driverId)
      return db.transaction(async tx => {
        const balance = await lockBalanceCents(tx, driverId)
        const first = await findAnswer<Answer<typeof contract.withdraw>>(tx, idempotencyKey)
        if (first) return first
        const amountCents = Amount === undefined ? balance : toCents(Amount)
        if (amountCents === 0 || amountCents > balance) return refuseField('Amount', 'withdraw_amount')
        const decisionId = randomUUID()
        const left = await refundToCards(tx, { driverId, decisionId, amountCents, reason: 'withdrawal' }, now)
        if (left > 0) refuseField('Amount', 'withdraw_amount')
        const rows = await store.listRefunds(tx, driverId, { decisionId })
        const Balance = toDollars(cents(balance - amountCents))
        return keepAnswer(tx, idempotencyKey, { Balance, Refunds: answerWith(cardOf, rows) }, now)
      })
    },

    /** The whole balance, in the caller's transaction. Answers the cents for which there is no payment left to refund. */
    withdrawAll: async (tx: Queryable, driverId: string, now: Temporal.Instant): Promise<number> => {
      const amountCents = await lockBalanceCents(tx, driverId)
      return refundToCards(tx, { driverId, decisionId: randomUUID(), amountCents, reason: 'account deleted' }, now)
    },

    /**
     * Refunds an ended session to what paid it. Throws what `refundSession` throws, and `idempotency_conflict` where the
     * same id was used for another decision.
     */
    decide: ({
      sessionId,
      amountCents,
      reason,
      owner,
      decisionId = randomUUID(),
      alongside,
    }: Decision): Promise<string> =>
      db.transaction(async tx => {
        const now = clock.now()
        await store.holdDecision(tx, decisionId)
        await store.holdSession(tx, sessionId)
        const before = await store.listDecided(tx, decisionId)
        if (before.length > 0) {
          const decidedCents = before.reduce((sum, { amount_cents }) => sum + amount_cents, 0)
          const isSame = before.every(row => row.session_id === sessionId && row.reason === reason)
          return isSame && decidedCents === amountCents ? decisionId : refuse('idempotency_conflict')
        }
        const { driverId, byCard, parkingCents } = await refundSession(tx, sessionId, amountCents, now)
        const payments = byCard ? await store.listSessionPayments(tx, sessionId) : []
        for (const payment of payments) requireTheseKeys(provider, payment)
        const sources = byCard ? payments : [{ charge_id: null, left_cents: amountCents }]
        const purpose = 'session' as const
        const decision = { decision_id: decisionId, driver_id: driverId, purpose, session_id: sessionId, reason, owner }
        let [open, parkingOpen] = [amountCents, parkingCents]
        for (const { charge_id, left_cents } of sources) {
          const part = Math.min(open, left_cents)
          if (part === 0) break
          const ofParking = Math.min(part, parkingOpen)
          const moved = { driverId, sessionId, parkingCents: cents(ofParking), feeCents: cents(part - ofParking) }
          await addRefund(
            tx,
            { ...decision, charge_id, amount_cents: part },
            async refundId =>
              byCard
                ? entries.refundRequested({ ...moved, refundId })
                : entries.refund({ ...moved, refundId }, await owedTo(tx, driverId)),
            now,
          )
          open -= part
          parkingOpen -= ofParking
        }
        // less was captured from its card
        if (open > 0) refuse('over_paid')
        await alongside?.(tx, driverId)
        const data = { amountCents, to: 'wallet' as const, reason }
        if (!byCard) await enqueueNotice(tx, { driverId, kind: 'refund', data, at: now })
        return decisionId
      }),

    /** A month of a plan that was charged after the account was deleted, in the transaction that books it. */
    refundMonth: (tx: Queryable, { driverId, paymentId, amountCents }: Month, now: Temporal.Instant) => {
      const refund: NewRefund = {
        driver_id: driverId,
        purpose: 'plan',
        payment_reference: paymentId,
        amount_cents: amountCents,
        reason: 'charged after the account was deleted',
        owner: 'ParkIt',
      }
      const moved = { driverId, amountCents: cents(amountCents) }
      return addRefund(tx, refund, refundId => entries.planRefundRequested({ ...moved, refundId }), now)
    },

    /** By refund id. */
    statesOf: (refundIds: string[]) => store.selectStates(db.pool, refundIds),

    takeEvent: transfers.takeEvent,

    jobs: { [refundJob]: transfers.send },
  }
}
export type Refunds = ReturnType<typeof createRefunds>
