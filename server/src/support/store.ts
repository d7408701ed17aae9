// The SQL of what drivers tell us.
import type { Queryable } from '#platform/db.ts'

export type Feedback = {
  feedbackId: string
  driverId: string
  /** none: about the app */
  sessionId: string | null
  stars: number
  words: string
  sentAt: Temporal.Instant
}

/** What was said before of the same session gives way. */
export const upsertFeedback = async (db: Queryable, feedback: Feedback): Promise<void> => {
  const { feedbackId, driverId, sessionId, stars, words, sentAt } = feedback
  await db.query(
    `insert into feedback (feedback_id, driver_id, session_id, stars, words, sent_at) values ($1, $2, $3, $4, $5, $6)
     on conflict (driver_id, session_id) do update
        set stars = excluded.stars, words = excluded.words, sent_at = excluded.sent_at`,
    [feedbackId, driverId, sessionId, stars, words, sentAt],
  )
}
