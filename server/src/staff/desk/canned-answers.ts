// Canned answers of the desk: listed, saved and deleted, each change in the log.
import { randomUUID } from 'node:crypto'
import type { Answer, Input } from '@parkit/contract/platform/call'
import type * as contract from '@parkit/contract/staff/desk'
import type { Staff } from '#platform/auth.ts'
import type { Database } from '#platform/db.ts'
import { insertAct } from './staff-store.ts'
import * as store from './store.ts'

export const createCannedAnswers = ({ db }: { db: Database }) => ({
  canned: async (): Promise<Answer<typeof contract.cannedAnswers>> => ({ Items: await store.listCanned(db.pool) }),

  saveCanned: (me: Staff, form: Input<typeof contract.keepCanned>['body'], now: Temporal.Instant) =>
    db.transaction(async tx => {
      const saved = await store.upsertCanned(tx, { CannedId: randomUUID(), ...form })
      const details = { title: form.Title, english: form.English, spanish: form.Spanish, hindi: form.Hindi }
      await insertAct(tx, me.staffId, 'cannedKept', saved.CannedId, details, now)
      return saved
    }),

  deleteCanned: (me: Staff, cannedId: string, now: Temporal.Instant) =>
    db.transaction(async tx => {
      const title = await store.deleteCanned(tx, cannedId)
      if (title !== null) await insertAct(tx, me.staffId, 'cannedDropped', cannedId, { title }, now)
      return { Message: '' }
    }),
})
