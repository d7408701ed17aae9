// Mail by SMTP.
import { createTransport } from 'nodemailer'
import type { Sender } from '#platform/outbox.ts'

const timeoutMs = 10_000

export type Mail = Parameters<Sender>[0] & {
  /** a person wrote it: whom an answer goes to */
  replyTo?: string
  attachments?: readonly { filename: string; contentType: string; content: Buffer }[]
}

/** `smtpUrl` is smtp:// or smtps://, with user and password where the server asks for them. */
export const createMailSender = ({ smtpUrl, from }: { smtpUrl: string; from: string }) => {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    // texts come from word files: nothing in a message may name a file or an address to read
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const host = /@([^@\s>]+)>?$/.exec(from)?.[1] ?? 'localhost'
  return async ({ messageId, recipient, subject, body, replyTo, attachments }: Mail): Promise<void> => {
    await transport.sendMail({
      from,
      to: { name: '', address: recipient },
      subject,
      text: body,
      messageId: `<${messageId}@${host}>`,
      ...(replyTo ? { replyTo: { name: '', address: replyTo } } : { headers: { 'Auto-Submitted': 'auto-generated' } }),
      ...(attachments && { attachments: [...attachments] }),
    })
  }
}
