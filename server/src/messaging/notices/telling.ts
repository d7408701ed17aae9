// What any feature may tell a driver: planned in the transaction that is its cause, so it is told once or not at all.
import { randomUUID } from 'node:crypto'
import type { Queryable } from '#platform/db.ts'
import { schedule } from '#platform/jobs.ts'
import { insertNotice } from './store.ts'

/** What each kind is told with; amounts are in cents. The notices of a session plan themselves. */
export type NoticeData = {
  /** `auto`: nobody pressed a button */
  topUp: { amountCents: number; balanceCents: number; auto?: boolean }
  /** where the money went back to; `place`: what it was paid for, where it was parking */
  refund: { amountCents: number; to: 'wallet' | 'card'; place?: string; reason?: string }
  /** what a plan came to; `untilMs`: the day of which it is told, epoch milliseconds */
  plan: { news: 'begun' | 'renewed' | 'failed' | 'ended'; priceCents: number; untilMs: number }
  /** what support wrote, in its own words; it is shortened */
  chat: { text: string }
}

/** The kind of the jobs that hand a notice on. */
export const noticeJob = 'notice'

/** By every way the driver chose for this kind, in his language, at `at`: now, or later. */
export const tellDriver = async <Kind extends keyof NoticeData>(
  tx: Queryable,
  notice: { driverId: string; kind: Kind; data: NoticeData[Kind]; at: Temporal.Instant },
): Promise<void> => {
  const noticeId = randomUUID()
  await insertNotice(tx, noticeId, notice)
  await schedule(tx, noticeJob, noticeId, notice.at)
}
