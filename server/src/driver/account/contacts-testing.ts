// For tests: an e-mail that is confirmed, and the link that confirms one.
import type { Database } from '#platform/db.ts'
import { listMessages } from '#sandbox/message-store.ts'

/** As if its link had been used, without any message. */
export const confirmEmailQuietly = async ({ pool }: Pick<Database, 'pool'>, driverId: string): Promise<void> => {
  await pool.query(
    `with gone as (delete from challenge where driver_id = $1 and is_link),
          unsent as (delete from outbox using driver where driver_id = $1 and recipient = unconfirmed_email returning message_id),
          undone as (delete from job where kind = 'message' and ref in (select message_id::text from unsent))
     update driver set email = unconfirmed_email, user_name = unconfirmed_email, unconfirmed_email = null where driver_id = $1`,
    [driverId],
  )
}

const linkPattern = /\/confirmemail#([0-9a-f-]{36})\.([\w-]+)/
/** The latest link that was mailed there, as the body of its call. */
export const findLink = async ({ pool }: Pick<Database, 'pool'>, email: string) => {
  const mails = (await listMessages(pool, email))
    .map(({ body }) => linkPattern.exec(body))
    .filter(found => found !== null)
  const [, ChallengeId = '', Secret = ''] = mails[0] ?? []
  return { ChallengeId, Secret }
}
