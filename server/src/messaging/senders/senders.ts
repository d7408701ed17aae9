// The senders of mail, by SMTP, and of text messages, by Twilio's REST interface.
import type { Transporter } from 'nodemailer'
import { NotTaken, type Sender } from '#platform/outbox.ts'
import { textMessage, withOptOut } from './text-message.ts'

const timeoutMs = 10_000

export type Mail = Parameters<Sender>[0] & {
  /** a person wrote it: whom an answer goes to */
  replyTo?: string
  attachments?: readonly { filename: string; contentType: string; content: Buffer }[]
}

/** `smtpUrl` is smtp:// or smtps://, with user and password where the server asks for them. */
export const createMailSender = ({ smtpUrl, from }: { smtpUrl: string; from: string }) => {
  /** With the first mail: where none is sent, as with the sandbox, its code is not loaded. */
  const openTransport = async () =>
    (await import('nodemailer')).createTransport({
      url: smtpUrl,
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      // texts come from word files: nothing in a message may name a file or an address to read
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  let transport: Promise<Transporter> | undefined
  const host = /@([^@\s>]+)>?$/.exec(from)?.[1] ?? 'localhost'
  return async ({ messageId, recipient, subject, body, replyTo, attachments }: Mail): Promise<void> => {
    transport ??= openTransport()
    await (await transport).sendMail({
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

type SmsSettings = { accountSid: string; authToken: string; from: string; apiUrl: string }

/** `from` is a phone as E.164, or a messaging service (MG…). */
export const createSmsSender = ({ accountSid, authToken, from, apiUrl }: SmsSettings): Sender => {
  const url = new URL(`/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`, apiUrl)
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
  return async ({ recipient, body, isFirst, language = 'en' }) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { authorization },
      body: new URLSearchParams({
        To: recipient,
        [from.startsWith('MG') ? 'MessagingServiceSid' : 'From']: from,
        Body: textMessage(isFirst ? withOptOut(body, language) : body),
      }),
      // the credentials go to the configured host alone
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const answer = await response.text()
    // the service's own words may repeat the number, so only its error's number is kept
    if (!response.ok) {
      const problem = `The text message was refused: ${response.status} ${/"code": *(\d+)/.exec(answer)?.[1] ?? ''}`
      // what stood between may have passed it on before it failed
      throw [500, 502, 504].includes(response.status) ? new Error(problem) : new NotTaken(problem)
    }
  }
}
