// The SQL of e-mails to support.
import { type Queryable, sql } from '#platform/db.ts'
import { type AttachmentInfo, attachmentsWhere } from '#support/attachments/attachment-store.ts'
import { writer as writerName } from '#support/writers/store.ts'
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

export const countWritten = sql.value<number, [driverId: string, since: Temporal.Instant]>(
  'support_email_count',
  'select count(*)::integer as count from support_email where driver_id = $1 and written_at > $2',
)

type New = { emailId: string; reference: string; driverId: string; subject: string; message: string }

const supportEmailInsert = sql(
  'support_email_insert',
  `insert into support_email (email_id, reference, driver_id, subject, message, written_at)
     values ($1, $2, $3, $4, $5, $6)`,
)
export const insertEmail = async (tx: Queryable, email: New, now: Temporal.Instant): Promise<void> => {
  await supportEmailInsert(tx, [email.emailId, email.reference, email.driverId, email.subject, email.message, now])
}

export const getEmail = sql.one<EmailRow, [emailId: string]>(
  'support_email_get',
  `select ${columns} from support_email where email_id = $1`,
)

export const listEmails = sql.list<EmailRow, [driverId: string, most: number]>(
  'support_email_list',
  `select ${columns} from support_email where driver_id = $1 order by written_at desc, email_id limit $2`,
)

/** The newest first, after the last one read. */
export const listAll = sql.list<EmailRow & WriterRow, [most: number, writtenAt: string | null, emailId: string | null]>(
  'support_email_list_all',
  `select ${columns}, ${writerName} from support_email join driver using (driver_id)
    where (written_at, email_id)
        < (coalesce($2, 'infinity'::timestamptz), coalesce($3::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
    order by written_at desc, email_id desc limit $1`,
)

export type Writer = {
  driver_id: string
  first_name: string
  last_name: string
  email: string | null
  phone: string
  language: 'en' | 'es' | 'hi'
}
const writer = 'driver.driver_id, first_name, last_name, email, phone, language'

export const getWriter = sql.one<Writer, [driverId: string]>(
  'driver_get_writer',
  `select ${writer} from driver where driver_id = $1`,
)

/** None where it was sent, or its driver is gone. */
export const findUnsent = sql.first<EmailRow & Writer, [emailId: string]>(
  'support_email_find_unsent',
  `select ${columns}, ${writer} from support_email join driver using (driver_id)
    where email_id = $1 and sent_at is null and erased_at is null`,
)

export const markSent = sql.run<[emailId: string, now: Temporal.Instant]>(
  'support_email_set_sent',
  'update support_email set sent_at = $2 where email_id = $1 and sent_at is null',
)
