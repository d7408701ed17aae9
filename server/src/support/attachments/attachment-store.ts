// The SQL of the files that drivers and support send each other.
import { type Queryable, sql } from '#platform/db.ts'

export type AttachmentInfo = {
  attachment_id: string
  name: string
  content_type: string
  size: number
  width: number | null
  height: number | null
}
/** A column: the files of what `condition` joins them to, in their order; null where there are none. */
export const attachmentsWhere = (condition: string): string =>
  `(select json_agg(json_build_object('attachment_id', attachment_id, 'name', name, 'content_type', content_type,
                                      'size', length(bytes), 'width', width, 'height', height) order by place)
      from attachment where ${condition}) as attachments`

export type StoredFile = { name: string; content_type: string; bytes: Buffer }

type New = {
  attachmentId: string
  driverId: string
  bySupport: boolean
  name: string
  contentType: string
  bytes: Buffer
  width: number | null
  height: number | null
}

/** The driver's recent uploads, and the bytes stored of all. */
export const sumFiles = sql.one<{ recent: number; bytes: bigint }, [driverId: string, since: Temporal.Instant]>(
  'attachment_sum',
  `select count(*) filter (where stored_at > $2)::integer as recent, coalesce(sum(length(bytes)), 0)::bigint as bytes
     from attachment where driver_id = $1 and not by_support`,
)

const attachmentInsert = sql(
  'attachment_insert',
  `insert into attachment (attachment_id, driver_id, by_support, name, content_type, bytes, width, height, stored_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
)
export const insertFile = async (tx: Queryable, file: New, now: Temporal.Instant): Promise<void> => {
  await attachmentInsert(tx, [
    file.attachmentId,
    file.driverId,
    file.bySupport,
    file.name,
    file.contentType,
    file.bytes,
    file.width,
    file.height,
    now,
  ])
}

/** A file that the driver uploaded, or that support sent the driver; null for any other. */
export const findFile = sql.first<StoredFile, [driverId: string, attachmentId: string]>(
  'attachment_find',
  `select name, content_type, bytes from attachment
    where driver_id = $1 and attachment_id = $2 and (not by_support or message_id is not null)`,
)

type Owner = { driverId: string; bySupport: boolean }

const attachmentTake = (column: 'message_id' | 'email_id') =>
  sql(
    `attachment_set_${column}`,
    `update attachment set ${column} = $2, place = array_position($1::uuid[], attachment_id)
      where attachment_id = any($1) and driver_id = $3 and by_support = $4 and message_id is null and email_id is null`,
  )
const attachmentSetMessageId = attachmentTake('message_id')
const attachmentSetEmailId = attachmentTake('email_id')

type Take = (tx: Queryable, attachmentIds: readonly string[], ref: string, owner: Owner) => Promise<number>

/** Returns how many of them were the owner's and not sent yet. */
const takeBy = (statement: typeof attachmentSetMessageId): Take => {
  return async (tx, ids, ref, { driverId, bySupport }) =>
    ids.length === 0 ? 0 : statement.count(tx, [ids, ref, driverId, bySupport])
}
export const takeForMessage = takeBy(attachmentSetMessageId)
export const takeForEmail = takeBy(attachmentSetEmailId)

/** As a mail attaches them. */
export const listEmailFiles = sql.list<{ filename: string; contentType: string; content: Buffer }, [emailId: string]>(
  'attachment_list_by_email',
  `select name as filename, content_type as "contentType", bytes as content from attachment
    where email_id = $1 order by place`,
)

/** Returns whether it was there and not sent. */
export const deleteUnsent = sql.matches<[driverId: string, attachmentId: string]>(
  'attachment_delete_unsent_of_driver',
  `delete from attachment where attachment_id = $2 and driver_id = $1 and not by_support
     and message_id is null and email_id is null`,
)

export const dropUnsent = sql.run<[attachmentId: string]>(
  'attachment_delete_unsent',
  'delete from attachment where attachment_id = $1 and message_id is null and email_id is null',
)
