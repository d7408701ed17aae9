// The entry of the desk: staff, conversations, canned answers, and what staff see of a driver and do for him.
import { randomUUID } from 'node:crypto'
import type { Answer, Input } from '@parkit/contract/platform/call'
import type * as contract from '@parkit/contract/staff/desk'
import type { Staff } from '#platform/auth.ts'
import type { Config } from '#platform/config.ts'
import { refuse, refuseField } from '#platform/errors.ts'
import type { Upload } from '#platform/files.ts'
import type { IdempotencyKey } from '#platform/idempotency.ts'
import { readCursor, readPage } from '#platform/pagination.ts'
import { createDrivers, type DriversDeps } from './drivers.ts'
import { createDeskStreams } from './event-streams.ts'
import { createMembers, invitationLink, inviteLead } from './members.ts'
import { createStaff } from './staff.ts'
import { insertAct, listMembers } from './staff-store.ts'
import * as store from './store.ts'
import { createUnclaimed } from './unclaimed.ts'

type Deps = DriversDeps & { config: Pick<Config, 'mail' | 'sms' | 'publicUrl'>; onError: (error: unknown) => void }

const done = { Message: '' }

const rowOf = (row: store.ConversationRow) => ({
  DriverId: row.driver_id,
  Name: row.driver_name,
  Open: row.open,
  Unanswered: row.unanswered,
  Assignee: row.staff_id ? { StaffId: row.staff_id, Name: row.name ?? '', Email: row.email ?? '' } : null,
})

export const createDesk = (deps: Deps) => {
  const { db, support, onError } = deps
  const staff = createStaff(deps)

  /** The driver's conversation, made where there is none. Throws `not_found` where there is no such driver. */
  const openFor = async (driverId: string, now: Temporal.Instant): Promise<string> => {
    if ((await store.findDriverName(db.pool, driverId)) === null) refuse('not_found')
    return support.chat.open(driverId, now)
  }

  return {
    findStaff: staff.find,
    staff,
    members: createMembers(deps),
    drivers: createDrivers(deps),
    unclaimed: createUnclaimed(deps),
    streams: createDeskStreams({ db, isLive: async token => (await staff.find(token)) !== null, onError }),

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
      once: IdempotencyKey,
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
          once,
          alongside: async (tx, { messageId }) => {
            await store.upsertAssignment(tx, { conversationId, staffId: me.staffId, take: true })
            const act = { staffId: me.staffId, kind: 'answered', subject: driverId, details: { messageId } } as const
            await insertAct(tx, act, now)
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
        await store.upsertAssignment(tx, { conversationId, staffId, take: false })
        const details = { to: to ? to.email : null }
        await insertAct(tx, { staffId: me.staffId, kind: 'assigned', subject: driverId, details }, now)
        await store.announce(tx, driverId)
      })
      return done
    },

    close: async (me: Staff, driverId: string, seq: number, now: Temporal.Instant) => {
      const conversationId = await openFor(driverId, now)
      await db.transaction(async tx => {
        await store.closeUpTo(tx, conversationId, seq)
        await insertAct(tx, { staffId: me.staffId, kind: 'closed', subject: driverId, details: { seq } }, now)
        await store.announce(tx, driverId)
      })
      return done
    },

    /** One that is open stays so. */
    reopen: async (me: Staff, driverId: string, now: Temporal.Instant) => {
      const conversationId = await openFor(driverId, now)
      await db.transaction(async tx => {
        if (!(await store.reopen(tx, conversationId))) return
        await insertAct(tx, { staffId: me.staffId, kind: 'reopened', subject: driverId }, now)
        await store.announce(tx, driverId)
      })
      return done
    },

    canned: async (): Promise<Answer<typeof contract.cannedAnswers>> => ({ Items: await store.listCanned(db.pool) }),

    keepCanned: (me: Staff, form: Input<typeof contract.keepCanned>['body'], now: Temporal.Instant) =>
      db.transaction(async tx => {
        const kept = await store.upsertCanned(tx, { CannedId: randomUUID(), ...form })
        const details = { title: form.Title, english: form.English, hindi: form.Hindi }
        await insertAct(tx, { staffId: me.staffId, kind: 'cannedKept', subject: kept.CannedId, details }, now)
        return kept
      }),

    dropCanned: (me: Staff, cannedId: string, now: Temporal.Instant) =>
      db.transaction(async tx => {
        const title = await store.deleteCanned(tx, cannedId)
        if (title !== null) {
          const act = { staffId: me.staffId, kind: 'cannedDropped', subject: cannedId, details: { title } } as const
          await insertAct(tx, act, now)
        }
        return done
      }),
  }
}
export type Desk = ReturnType<typeof createDesk>
export { invitationLink, inviteLead }
