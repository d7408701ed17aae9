// Money owed to drivers who deleted their accounts: leads list it, and mark what they paid out by hand.
import type { Answer, Input } from '@parkit/contract/platform/call'
import { cents, toDollars } from '@parkit/contract/platform/money'
import type * as contract from '@parkit/contract/staff/desk-money'
import { entries, findOwed, listUnclaimed, lockBalanceCents, post } from '#money/ledger/ledger.ts'
import type { Staff } from '#platform/auth.ts'
import type { Database, Queryable } from '#platform/db.ts'
import { refuse } from '#platform/errors.ts'
import { type PageQuery, readCursor, readPage } from '#platform/pagination.ts'
import { findPayment, insertAct, isLead } from './staff-store.ts'

export const createUnclaimed = ({ db }: { db: Database }) => {
  const requireLead = async (tx: Queryable, { staffId }: Staff) => {
    if (!(await isLead(tx, staffId))) refuse('leads_only')
  }

  return {
    list: async (me: Staff, query: PageQuery): Promise<Answer<typeof contract.unclaimed>> => {
      await requireLead(db.pool, me)
      const [before = null] = readCursor('number', query.Cursor)
      return readPage(
        query,
        most => listUnclaimed(db.pool, before, most),
        row => ({
          Id: row.entry_id,
          Since: row.at.toString(),
          Why: row.kind,
          Reference: row.reference,
          SessionId: row.session_id,
          Amount: toDollars(cents(row.amount_cents)),
        }),
        ({ entry_id }) => entry_id,
      )
    },

    /** Throws `not_found` where nothing is owed for that, `paid_out` where it was paid by another payment. */
    payOut: (me: Staff, id: string, { Payment }: Input<typeof contract.payOut>['body'], now: Temporal.Instant) =>
      db.transaction(async tx => {
        await requireLead(tx, me)
        const owed = (await findOwed(tx, id)) ?? refuse('not_found')
        const { driver_id: driverId, amount_cents: amountCents } = owed
        // locked, so that a second call sees what the first has paid
        await lockBalanceCents(tx, driverId)
        const paid = await findPayment(tx, owed.entry_id)
        if (paid === null) {
          await post(tx, entries.paidOut(driverId, owed.entry_id, cents(amountCents)), now)
          const details = { amountCents, payment: Payment, driverId }
          await insertAct(tx, me.staffId, 'paidOut', owed.entry_id, details, now)
        } else if (paid !== Payment) refuse('paid_out')
        return { Message: '' }
      }),
  }
}
