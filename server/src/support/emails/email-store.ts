// The SQL of e-mails to support.
import type { Queryable } from '#platform/db.ts'
import { type AttachmentInfo, attachmentsWhere } from '#support/attachments/attachment-store.ts'
import { lockDriver, writer as writerName } from '#support/support/store.ts'
import type { WriterRow } from '#support/writers/writers.ts'

export type EmailRow = {
  email_id: string
  reference: string
  subject: string
  message: string
  written_at: Temporal.Instant
  sent_at: Temporal.Instant | null
  attachments: AttachmentInfo[] | null
}

const columns = `email_id, reference, subject, message, written_at, sent_at,
  ${attachmentsWhere('attachment.email_id = support_email.email_id')}`

/** One at a time for a driver, until the transaction ends. */
export const countWritten = async (tx: Queryable, driverId: string, since: Temporal.Instant): Promise<number> => {
  await lockDriver(tx, driverId)
  const { rows } = await tx.query<{ count: number }>(
    'select count(*)::integer as count from support_email where driver_id = $1 and written_at > $2',
    [driverId, since],
  )
  return rows[0]!.count
}

type New = { emailId: string; reference: string; driverId: string; subject: string; message: string }

export const insertEmail = async (tx: Queryable, email: New, now: Temporal.Instant): Promise<void> => {
  await tx.query(
    `insert into support_email (email_id, reference, driver_id, subject, message, written_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [email.emailId, email.reference, email.driverId, email.subject, email.message, now],
  )
}

export const getEmail = async (db: Queryable, emailId: string): Promise<EmailRow> => {
  const { rows } = await db.query<EmailRow>(`select ${columns} from support_email where email_id = $1`, [emailId])
  return rows[0]!
}

export const listEmails = async (db: Queryable, driverId: string, most: number): Promise<EmailRow[]> => {
  const { rows } = await db.query<EmailRow>(
    `select ${columns} from support_email where driver_id = $1 order by written_at desc, email_id limit $2`,
    [driverId, most],
  )
  return rows
}

/** The newest first. `after`: when and id of the last one read. */
export const listAll = async (
  db: Queryable,
  after: readonly string[],
  most: number,
): Promise<(EmailRow & WriterRow)[]> => {
  const [writtenAt = null, emailId = null] = after
  const { rows } = await db.query<EmailRow & WriterRow>(
    `select ${columns}, ${writerName} from support_email join driver using (driver_id)
      where $2::timestamptz is null or (written_at, email_id) < ($2, $3::uuid)
      order by written_at desc, email_id desc limit $1`,
    [most, writtenAt, emailId],
  )
  return rows
}

export type Writer = {
  driver_id: string
  first_name: string
  last_name: string
  email: string | null
  phone: string
  language: 'en' | 'hi'
}
const writer = 'driver.driver_id, first_name, last_name, email, phone, language'

export const getWriter = async (tx: Queryable, driverId: string): Promise<Writer> => {
  const { rows } = await tx.query<Writer>(`select ${writer} from driver where driver_id = $1`, [driverId])
  return rows[0]!
}

/** None where it was sent, or its driver is gone. */
export const findUnsent = async (db: Queryable, emailId: string) => {
  const { rows } = await db.query<EmailRow & Writer>(
    `select ${columns}, ${writer} from support_email join driver using (driver_id)
      where email_id = $1 and sent_at is null and erased_at is null`,
    [emailId],
  )
  return rows[0] ?? null
}

export const markSent = async (db: Queryable, emailId: string, now: Temporal.Instant): Promise<void> => {
  await db.query('update support_email set sent_at = $2 where email_id = $1 and sent_at is null', [emailId, now])
}
