// Dispatches a notice that is due: to the outbox and to the driver's browsers, by the channels he chose, in his language.
import type { NoticeChannel, NoticeKind, Push } from '@parkit/contract/messaging/notices'
import type { Config } from '#platform/config.ts'
import type { Queryable } from '#platform/db.ts'
import { type Channel, queueMessage } from '#platform/outbox.ts'
import { channelsOf } from './channels.ts'
import type { WebPush } from './push.ts'
import { findListener, type Listener } from './store.ts'
import { en, type Words } from './words.en.ts'
import { hi } from './words.hi.ts'

const words: Record<Listener['language'], Words> = { en, hi }

export type NoticeContent = {
  title: string
  body: string
  /** more lines for a mail */
  rows?: string[]
}
export type DueNotice = {
  driverId: string
  kind: NoticeKind
  content: (words: Words, language: Listener['language']) => NoticeContent
  /** what a tap opens */
  path: string
  /** a newer one of the same tag replaces it on the screen; none: it stands beside others */
  tag?: string
  /** confirms what the driver just did: not shown where the app is in sight */
  quiet?: boolean
  /** channels that carry the same news by a required notice */
  without?: NoticeChannel[]
  /** made only where a browser gets it */
  extend?: (words: Words) => Promise<Push['Extend']>
  /** of no use from then on */
  until: Temporal.Instant
}

export const createDispatch = ({ config, push }: { config: Pick<Config, 'publicUrl'>; push: WebPush }) => {
  const address = (path: string) => new URL(path, config.publicUrl).href

  /** In the transaction that claims the notice. */
  return async (tx: Queryable, notice: DueNotice, now: Temporal.Instant): Promise<void> => {
    const { driverId, kind, content, path, until, tag = '', quiet = false, without = [] } = notice
    const listener = await findListener(tx, driverId, now)
    if (!listener) return
    const { email, phone, language, devices } = listener
    const text = words[language]
    const channels = channelsOf(kind, listener)
    for (const channel of without) channels[channel] = false
    const { title, body, rows = [] } = content(text, language)

    const queue = (channel: Channel, recipient: string, subject: string, body: string) =>
      queueMessage(tx, { channel, recipient, subject, body, once: true }, now, until)
    if (channels.mail && email) {
      const settings = text.why(address('/notifications'))
      const lines = [body, ...(rows.length > 0 ? ['', ...rows] : []), '', address(path), '', settings]
      await queue('mail', email, title, lines.join('\n'))
    }
    if (channels.sms && phone) await queue('sms', phone, '', `${body} ${address(path)}`)
    if (channels.push && devices.length > 0) {
      const Extend = (await notice.extend?.(text)) ?? null
      const payload: Push = { Language: language, Title: title, Body: body, Tag: tag, Path: path, Quiet: quiet, Extend }
      for (const device of devices) await push.queue(tx, device, payload, now, until)
    }
  }
}
export type DispatchNotice = ReturnType<typeof createDispatch>
