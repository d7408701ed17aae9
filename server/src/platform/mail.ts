// Mail by SMTP.
import { createTransport } from 'nodemailer'
import type { Sender } from './outbox.ts'

const timeoutMs = 10_000

/** `smtpUrl` is smtp:// or smtps://, with user and password where the server asks for them. */
export const createMailSender = ({ smtpUrl, from }: { smtpUrl: string; from: string }): Sender => {
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
  return async ({ messageId, recipient, subject, body }) => {
    await transport.sendMail({
      from,
      to: { name: '', address: recipient },
      subject,
      text: body,
      messageId: `<${messageId}@${host}>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
    })
  }
}
