// The SQL of feedback.
import { type Queryable, sql } from '#platform/db.ts'
import { writer } from '#support/writers/store.ts'
import type { WriterRow } from '#support/writers/writers.ts'

export type Feedback = {
  feedbackId: string
  driverId: string
  /** none: about the app */
  sessionId: string | null
  stars: number
  words: string
  sentAt: Temporal.Instant
}

/** What the driver said about the app since. */
export const countFeedback = sql.value<number, [driverId: string, since: Temporal.Instant]>(
  'feedback_count',
  `select count(*)::integer as count from feedback where driver_id = $1 and session_id is null and sent_at > $2`,
)

const feedbackUpsert = sql(
  'feedback_upsert',
  `insert into feedback (feedback_id, driver_id, session_id, stars, words, sent_at) values ($1, $2, $3, $4, $5, $6)
     on conflict (driver_id, session_id) do update
        set stars = excluded.stars, words = excluded.words, sent_at = excluded.sent_at`,
)
/** What was said before of the same session gives way. */
export const upsertFeedback = async (db: Queryable, feedback: Feedback): Promise<void> => {
  const { feedbackId, driverId, sessionId, stars, words, sentAt } = feedback
  await feedbackUpsert(db, [feedbackId, driverId, sessionId, stars, words, sentAt])
}

type FeedbackRow = WriterRow & {
  feedback_id: string
  stars: number
  words: string
  session_id: string | null
  sent_at: Temporal.Instant
}

/** The newest first, after the last one read. */
export const listFeedback = sql.list<FeedbackRow, [most: number, sentAt: string | null, feedbackId: string | null]>(
  'feedback_list',
  `select feedback_id, stars, words, session_id, sent_at, ${writer} from feedback join driver using (driver_id)
    where (sent_at, feedback_id)
        < (coalesce($2, 'infinity'::timestamptz), coalesce($3::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
    order by sent_at desc, feedback_id desc limit $1`,
)
