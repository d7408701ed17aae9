// E-mails to support: stored with a reference, sent to the mailbox until it accepts them, with a copy to the driver.
import { randomUUID } from 'node:crypto'
import type { Language } from '@parkit/contract/platform/errors'
import { supportEmail as limits } from '@parkit/contract/platform/limits'
import type { EmailForm, SupportEmail } from '@parkit/contract/support/emails'
import type { Mail } from '#messaging/senders/senders.ts'
import type { Database } from '#platform/db.ts'
import { refuse, refuseField } from '#platform/errors.ts'
import { claimKey, type IdempotencyKey } from '#platform/idempotency.ts'
import { schedule } from '#platform/jobs.ts'
import { queueMessage } from '#platform/outbox.ts'
import { type PageQuery, readCursor, readPage } from '#platform/pagination.ts'
import { newReadableId } from '#platform/readable-id.ts'
import { attachmentOf, listEmailFiles, takeForEmail } from '#support/attachments/attachments.ts'
import { words } from '#support/words/words.ts'
import { lockWriter, type Writer, writerOf } from '#support/writers/writers.ts'
import * as store from './email-store.ts'

/** The kind of the jobs that send. */
const kind = 'support-email'
const mostListed = 50
/** a copy that can't be sent for so long is dropped */
const copyHours = 72

const emailOf = (row: store.EmailRow): SupportEmail => ({
  Reference: row.reference,
  Subject: row.subject,
  Message: row.message,
  State: row.sent_at ? 'sent' : 'queued',
  WrittenAt: row.written_at.toString(),
  Attachments: (row.attachments ?? []).map(attachmentOf),
})

type Deps = {
  db: Database
  /** resolves once the mail server accepted it */
  sendMail: (mail: Mail, now: Temporal.Instant) => Promise<void>
  /** the mailbox of support */
  mailbox: string
}

export const createEmails = ({ db, sendMail, mailbox }: Deps) => {
  const write = (
    driverId: string,
    language: Language,
    form: EmailForm,
    idempotencyKey: IdempotencyKey,
    now: Temporal.Instant,
  ): Promise<SupportEmail> =>
    db.transaction(async tx => {
      const emailId = randomUUID()
      const before = await claimKey(tx, idempotencyKey, { emailId }, now)
      if (before) return emailOf(await store.getEmail(tx, before.emailId))
      await lockWriter(tx, driverId)
      if ((await store.countWritten(tx, driverId, now.subtract({ hours: 24 }))) >= limits.mostADay)
        refuse('emails_many')
      const { Subject: subject, Message: message, AttachmentIds: ids } = form
      const reference = newReadableId('E', 8)
      await store.insertEmail(tx, { emailId, reference, driverId, subject, message }, now)
      if ((await takeForEmail(tx, ids, emailId, { driverId, bySupport: false })) !== ids.length)
        refuseField('AttachmentIds', 'invalid')
      await schedule(tx, kind, emailId, now)
      const written = await store.getEmail(tx, emailId)
      const files = written.attachments ?? []
      if (files.reduce((sum, { size }) => sum + size, 0) > limits.mostBytes) refuseField('AttachmentIds', 'files_large')
      const { email } = await store.getWriter(tx, driverId)
      const text = words[language]
      const names = files.map(({ name }) => name)
      const copy = { subject: `[${reference}] ${subject}`, body: text.emailCopy({ reference, message, names }) }
      if (email)
        await queueMessage(tx, { channel: 'mail', recipient: email, ...copy }, now, now.add({ hours: copyHours }))
      return emailOf(written)
    })

  /** Its Message-ID is the same when it is sent again, so that the mailbox can detect duplicates. */
  const send = async (emailId: string, now: Temporal.Instant): Promise<void> => {
    const found = await store.findUnsent(db.pool, emailId)
    if (!found) return
    const { reference, subject, message, driver_id, email, phone } = found
    const name = `${found.first_name} ${found.last_name}`.trim()
    await sendMail(
      {
        messageId: emailId,
        channel: 'mail',
        recipient: mailbox,
        subject: `[${reference}] ${subject}`,
        body: `${message}\n\n-- \n${[name, email, phone, driver_id].filter(Boolean).join('\n')}\n`,
        ...(email && { replyTo: email }),
        attachments: await listEmailFiles(db.pool, emailId),
      },
      now,
    )
    await store.markSent(db.pool, emailId, now)
  }

  return {
    /** Throws `emails_many` where enough were written today, and at `AttachmentIds` for files that are not the driver's. */
    write,
    list: async (driverId: string): Promise<{ Items: SupportEmail[] }> => ({
      Items: (await store.listEmails(db.pool, driverId, mostListed)).map(emailOf),
    }),
    /** For the desk: of all drivers, the newest first. */
    listAll: (query: PageQuery) => {
      const [writtenAt = null, emailId = null] = readCursor('time', query.Cursor)
      return readPage(
        query,
        most => store.listAll(db.pool, most, writtenAt, emailId),
        (row): SupportEmail & Writer => ({ ...emailOf(row), ...writerOf(row) }),
        ({ written_at, email_id }) => `${written_at} ${email_id}`,
      )
    },
    /** Jobs that talk to the mail server, retried until it accepts the e-mail. */
    jobs: { [kind]: send },
  }
}
export type Emails = ReturnType<typeof createEmails>
