// Refunds over $500: proposed by one member of staff and carried out once a lead other than that one approves.
import { createHash } from 'node:crypto'
import type { Answer, Input } from '@parkit/contract/platform/call'
import { refund as limits } from '@parkit/contract/platform/limits'
import { cents, toCents, toDollars } from '@parkit/contract/platform/money'
import type * as contract from '@parkit/contract/staff/desk-proposals'
import type { Refunds } from '#money/refunds/refunds.ts'
import type { Parking } from '#parking/sessions/sessions.ts'
import type { Staff } from '#platform/auth.ts'
import type { Database, Queryable } from '#platform/db.ts'
import { refuse } from '#platform/errors.ts'
import { type PageQuery, readCursor, readPage } from '#platform/pagination.ts'
import * as store from './proposal-store.ts'
import { insertAct, isLead } from './staff-store.ts'

type Deps = { db: Database; parking: Parking; refunds: Refunds }

type NewRefund = { proposalId: string; driverId: string; sessionId: string; amountCents: number; reason: string }

const isExpired = ({ expires_at }: store.ProposalRow, now: Temporal.Instant) =>
  Temporal.Instant.compare(expires_at, now) <= 0

const answerOf = (row: store.ListedProposal, now: Temporal.Instant): contract.Proposal => ({
  ProposalId: row.proposal_id,
  Kind: 'refund',
  SessionId: row.subject,
  Amount: toDollars(cents(row.amount_cents)),
  Reason: row.payload.reason ?? null,
  Driver: { DriverId: row.payload.driverId, Name: row.driver_name },
  MadeBy: row.maker,
  At: row.at.toString(),
  ExpiresAt: row.expires_at.toString(),
  State: row.state === 'open' && isExpired(row, now) ? 'expired' : row.state,
  DecidedBy: row.voter,
})

export const createProposals = ({ db, parking, refunds }: Deps) => {
  const readSession = async (driverId: string, sessionId: string, now: Temporal.Instant) => {
    const { Status, AmountPaid, Refunded, PaymentStatus } = await parking.session(driverId, sessionId, now)
    const digest = createHash('sha256')
      .update(JSON.stringify([Status, AmountPaid, Refunded, PaymentStatus]))
      .digest()
    return { Status, AmountPaid, Refunded, PaymentStatus, digest }
  }

  /** Locked. Throws `not_found`, `proposal_over`. */
  const lockOpen = async (tx: Queryable, id: string, now: Temporal.Instant) => {
    const row = (await store.lockProposal(tx, id)) ?? refuse('not_found')
    return row.state === 'open' && !isExpired(row, now) ? row : refuse('proposal_over')
  }

  /** Throws `leads_only`, `own_proposal`. */
  const requireSecondPerson = async (tx: Queryable, { staffId }: Staff, { made_by }: store.ProposalRow) => {
    if (made_by === staffId) refuse('own_proposal')
    if (!(await isLead(tx, staffId))) refuse('leads_only')
  }

  return {
    /** With what was refunded of the session before: many small refunds are one large one. */
    isNeeded: async (driverId: string, sessionId: string, amountCents: number, now: Temporal.Instant) => {
      const { Refunded } = await readSession(driverId, sessionId, now)
      return amountCents + toCents(Refunded) > limits.secondPersonOverCents
    },

    /** The same id again answers the same. Throws what the refund would, and `idempotency_conflict`. */
    propose: async (me: Staff, input: NewRefund, now: Temporal.Instant): Promise<contract.Proposal> => {
      const { proposalId, driverId, sessionId, amountCents, reason } = input
      const session = await readSession(driverId, sessionId, now)
      if (session.Status !== 'ended') refuse('session_not_over')
      if (session.PaymentStatus === 'Pending') refuse('payment_pending')
      if (amountCents > toCents(session.AmountPaid)) refuse('over_paid')
      await db.transaction(async tx => {
        const isNew = await store.insertProposal(tx, {
          proposal_id: proposalId,
          subject: sessionId,
          payload: { driverId, reason },
          digest: session.digest,
          amount_cents: amountCents,
          made_by: me.staffId,
          at: now,
          expires_at: now.add({ hours: 24 * limits.proposalDays }),
        })
        if (isNew) return insertAct(tx, me.staffId, 'refundProposed', sessionId, { amountCents, reason, driverId }, now)
        const before = await store.findProposal(tx, proposalId)
        if (before?.subject !== sessionId || before.amount_cents !== amountCents || before.payload.reason !== reason)
          refuse('idempotency_conflict')
      })
      return answerOf((await store.listProposals(db.pool, 1, null, null, proposalId))[0]!, now)
    },

    list: (query: PageQuery, now: Temporal.Instant): Promise<Answer<typeof contract.proposals>> => {
      const [at = null, id = null] = readCursor('time', query.Cursor)
      return readPage(
        query,
        most => store.listProposals(db.pool, most, at, id, null),
        row => answerOf(row, now),
        ({ at, proposal_id }) => `${at} ${proposal_id}`,
      )
    },

    /** Refunds in the transaction of the vote. Throws `changed_meanwhile`, and what `refunds.decide` throws. */
    approve: async (me: Staff, id: string, now: Temporal.Instant) => {
      const proposal = (await store.findProposal(db.pool, id)) ?? refuse('not_found')
      await requireSecondPerson(db.pool, me, proposal)
      if (proposal.state !== 'open' || isExpired(proposal, now)) refuse('proposal_over')
      const { subject, payload, amount_cents: amountCents } = proposal
      const session = await readSession(payload.driverId, subject, now)
      if (!session.digest.equals(proposal.digest)) refuse('changed_meanwhile')
      const reason = payload.reason ?? ''
      await refunds.decide({
        sessionId: subject,
        amountCents,
        reason,
        owner: me.email,
        decisionId: id,
        alongside: async tx => {
          await requireSecondPerson(tx, me, await lockOpen(tx, id, now))
          await store.insertVote(tx, id, me.staffId, true, '', now)
          await store.setState(tx, id, 'done')
          const details = { amountCents, reason, driverId: payload.driverId, proposedBy: proposal.made_by }
          await insertAct(tx, me.staffId, 'refunded', subject, details, now)
        },
      })
      return { Message: '' }
    },

    refuse: (me: Staff, id: string, { Reason }: Input<typeof contract.refuseProposal>['body'], now: Temporal.Instant) =>
      db.transaction(async tx => {
        const proposal = await lockOpen(tx, id, now)
        await requireSecondPerson(tx, me, proposal)
        await store.insertVote(tx, id, me.staffId, false, Reason.toWellFormed(), now)
        await store.setState(tx, id, 'refused')
        const details = { amountCents: proposal.amount_cents, reason: Reason, driverId: proposal.payload.driverId }
        await insertAct(tx, me.staffId, 'proposalRefused', proposal.subject, details, now)
        return { Message: '' }
      }),

    /** One's own; somebody else's is not found. */
    withdraw: (me: Staff, id: string, now: Temporal.Instant) =>
      db.transaction(async tx => {
        const proposal = await lockOpen(tx, id, now)
        if (proposal.made_by !== me.staffId) refuse('not_found')
        await store.setState(tx, id, 'withdrawn')
        const details = { amountCents: proposal.amount_cents, driverId: proposal.payload.driverId }
        await insertAct(tx, me.staffId, 'proposalWithdrawn', proposal.subject, details, now)
        return { Message: '' }
      }),
  }
}
export type Proposals = ReturnType<typeof createProposals>
