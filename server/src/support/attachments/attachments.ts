// The entry of attachments between a driver and support: checked, stored privately, read by the two sides alone.
import { randomUUID } from 'node:crypto'
import { attachment as limits } from '@parkit/contract/platform/limits'
import { type Attachment, attachment as attachmentCall } from '@parkit/contract/support/chat'
import type { Driver } from '#platform/auth.ts'
import type { Database, Queryable } from '#platform/db.ts'
import { refuse, refuseField } from '#platform/errors.ts'
import type { Upload } from '#platform/files.ts'
import { schedule } from '#platform/jobs.ts'
import { words } from '#support/words/words.ts'
import { lockWriter } from '#support/writers/writers.ts'
import * as store from './attachment-store.ts'
import { checkFile, fileName } from './file.ts'

/** The kind of the jobs that drop what was never sent. */
const kind = 'attachment-unsent'

export const attachmentOf = (info: store.AttachmentInfo): Attachment => ({
  AttachmentId: info.attachment_id,
  Url: attachmentCall.path.replace(':id', info.attachment_id),
  Name: info.name,
  ContentType: info.content_type as Attachment['ContentType'],
  Size: info.size,
  Width: info.width,
  Height: info.height,
})

/** Throws at `file` where it is of no allowed type, or can't be read. */
const requireFile = async ({ bytes, name }: Upload) => {
  const checked = await checkFile(bytes)
  if (checked === null) return refuseField('file', 'file')
  if (checked === 'broken') return refuseField('file', 'file_broken')
  return { ...checked, name: fileName(name, checked.contentType) }
}

export const createAttachments = ({ db }: { db: Database }) => {
  /** Throws `uploads_many` where a driver sent too many lately, or too much is kept of him. */
  const add = async (
    driverId: string,
    bySupport: boolean,
    upload: Upload,
    now: Temporal.Instant,
  ): Promise<Attachment> => {
    const file = await requireFile(upload)
    const attachmentId = randomUUID()
    await db.transaction(async tx => {
      await lockWriter(tx, driverId)
      const { recent, bytes } = await store.sumFiles(tx, driverId, now.subtract({ hours: 1 }))
      if (!bySupport && (recent >= limits.mostAnHour || Number(bytes) + file.bytes.length > limits.mostKeptBytes))
        refuse('uploads_many')
      await store.insertFile(tx, { attachmentId, driverId, bySupport, ...file }, now)
      await schedule(tx, kind, attachmentId, now.add({ hours: limits.unsentHours }))
    })
    const { name, contentType: content_type, width, height } = file
    return attachmentOf({ attachment_id: attachmentId, name, content_type, size: file.bytes.length, width, height })
  }

  return {
    add: (driverId: string, upload: Upload, now: Temporal.Instant) => add(driverId, false, upload, now),

    /** For the desk: a file for that driver's conversation. */
    addForSupport: (driverId: string, upload: Upload, now: Temporal.Instant) => add(driverId, true, upload, now),

    /** Throws `not_found` where it is not of this driver's conversation, or not sent to him yet. */
    get: async (driverId: string, attachmentId: string): Promise<store.StoredFile> =>
      (await store.findFile(db.pool, driverId, attachmentId)) ?? refuse('not_found'),

    discard: async ({ driverId, language }: Driver, attachmentId: string) => {
      if (!(await store.deleteUnsent(db.pool, driverId, attachmentId))) refuse('not_found')
      return { Message: words[language].fileDiscarded }
    },

    handlers: { [kind]: (tx: Queryable, attachmentId: string) => store.dropUnsent(tx, attachmentId) },
  }
}
export type Attachments = ReturnType<typeof createAttachments>
export { listEmailFiles, takeForEmail, takeForMessage } from './attachment-store.ts'
