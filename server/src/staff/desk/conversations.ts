// Conversations at the desk: listed, read, answered, assigned, closed and reopened.
import type { Answer, Input } from '@parkit/contract/platform/call'
import type * as contract from '@parkit/contract/staff/desk'
import type { Staff } from '#platform/auth.ts'
import type { Database } from '#platform/db.ts'
import { refuse, refuseField } from '#platform/errors.ts'
import type { Upload } from '#platform/files.ts'
import type { IdempotencyKey } from '#platform/idempotency.ts'
import { readCursor, readPage } from '#platform/pagination.ts'
import type { Support } from '#support/support/support.ts'
import { insertAct, listMembers } from './staff-store.ts'
import * as store from './store.ts'

const done = { Message: '' }

const rowOf = (row: store.ConversationRow) => ({
  DriverId: row.driver_id,
  Name: row.driver_name,
  Open: row.open,
  Unanswered: row.unanswered,
  Assignee: row.staff_id ? { StaffId: row.staff_id, Name: row.name ?? '', Email: row.email ?? '' } : null,
})

export const createConversations = ({ db, support }: { db: Database; support: Support }) => {
  /** The driver's conversation, created where there is none. Throws `not_found` where there is no such driver. */
  const openFor = async (driverId: string, now: Temporal.Instant): Promise<string> => {
    if ((await store.findDriverName(db.pool, driverId)) === null) refuse('not_found')
    return support.chat.open(driverId, now)
  }

  return {
    conversations: async (
      { staffId }: Staff,
      { Show: show, ...query }: Input<typeof contract.conversations>['query'],
    ): Promise<Answer<typeof contract.conversations>> => {
      const after = readCursor('rank', query.Cursor)
      const [listed, Unanswered] = await Promise.all([
        readPage(
          query,
          most => store.listConversations(db.pool, { show, staffId, after }, most),
          row => ({
            ...rowOf(row),
            LastText: row.last_text,
            LastByDriver: row.last_by_driver,
            LastAt: row.last_at.toString(),
          }),
          ({ rank, place, conversation_id }) => `${rank} ${place} ${conversation_id}`,
        ),
        store.countUnanswered(db.pool),
      ])
      return { ...listed, Unanswered }
    },

    /** Also of a driver who never wrote: it is empty then. */
    conversation: async (
      driverId: string,
      query: Input<typeof contract.conversation>['query'],
    ): Promise<Answer<typeof contract.conversation>> => {
      const Name = (await store.findDriverName(db.pool, driverId)) ?? refuse('not_found')
      const { Items, NextCursor, LastSeq, ReadSeq } = await support.chat.list(driverId, query)
      const row = await store.findConversation(db.pool, driverId)
      const none = { DriverId: driverId, Name, Open: false, Unanswered: false, Assignee: null }
      return { ...(row ? rowOf(row) : none), Items, NextCursor, LastSeq, ReadSeq }
    },

    answer: async (
      me: Staff,
      driverId: string,
      { text, AttachmentIds }: Input<typeof contract.answer>['body'],
      idempotencyKey: IdempotencyKey,
      now: Temporal.Instant,
    ): Promise<Answer<typeof contract.answer>> => {
      const conversationId = await openFor(driverId, now)
      return support.chat.say(
        {
          conversationId,
          sender: 'support',
          name: me.name,
          text,
          attachmentIds: AttachmentIds,
          idempotencyKey,
          alongside: async (tx, { messageId }) => {
            await store.upsertAssignment(tx, conversationId, me.staffId, true)
            await insertAct(tx, me.staffId, 'answered', driverId, { messageId }, now)
          },
        },
        now,
      )
    },

    /** A file to answer with; `not_found` where there is no such driver. */
    attach: async (driverId: string, upload: Upload, now: Temporal.Instant) => {
      await openFor(driverId, now)
      return support.attachments.addForSupport(driverId, upload, now)
    },

    /** Throws at `StaffId` where nobody of that id works here. */
    assign: async (me: Staff, driverId: string, staffId: string | null, now: Temporal.Instant) => {
      const to = staffId && (await listMembers(db.pool)).find(row => row.staff_id === staffId && !row.is_invited)
      if (staffId && !to) refuseField('StaffId', 'from_list')
      const conversationId = await openFor(driverId, now)
      await db.transaction(async tx => {
        await store.upsertAssignment(tx, conversationId, staffId, false)
        await insertAct(tx, me.staffId, 'assigned', driverId, { to: to ? to.email : null }, now)
        await store.announce(tx, driverId)
      })
      return done
    },

    close: async (me: Staff, driverId: string, seq: number, now: Temporal.Instant) => {
      const conversationId = await openFor(driverId, now)
      await db.transaction(async tx => {
        await store.closeUpTo(tx, conversationId, seq)
        await insertAct(tx, me.staffId, 'closed', driverId, { seq }, now)
        await store.announce(tx, driverId)
      })
      return done
    },

    /** One that is open stays so. */
    reopen: async (me: Staff, driverId: string, now: Temporal.Instant) => {
      const conversationId = await openFor(driverId, now)
      await db.transaction(async tx => {
        if (!(await store.reopen(tx, conversationId))) return
        await insertAct(tx, me.staffId, 'reopened', driverId, {}, now)
        await store.announce(tx, driverId)
      })
      return done
    },
  }
}
