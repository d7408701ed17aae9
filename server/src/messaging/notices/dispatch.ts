// Dispatches notices that are due: to the outbox and to the drivers' browsers, by the channels they chose, in their languages.
import type { NoticeChannel, NoticeKind, Push } from '@parkit/contract/messaging/notices'
import { phoneText } from '@parkit/contract/platform/phone-text'
import type { Config } from '#platform/config.ts'
import type { Queryable } from '#platform/db.ts'
import { queueMessages } from '#platform/outbox.ts'
import { type Channels, channelsOf } from './channels.ts'
import type { WebPush } from './push.ts'
import { type Listener, listListeners, type NewPush } from './store.ts'
import { en, type Words } from './words.en.ts'
import { es } from './words.es.ts'
import { hi } from './words.hi.ts'

const words: Record<Listener['language'], Words> = { en, es, hi }

export type NoticeContent = {
  title: string
  body: string
  /** more lines for a mail */
  rows?: string[]
}
export type DueNotice = {
  driverId: string
  /** none: for browsers that show a countdown, and nothing else; `always`: by every way there is, whatever the driver chose */
  kind: NoticeKind | 'always' | null
  content: (words: Words, language: Listener['language']) => NoticeContent
  /** what a tap opens */
  path: string
  /** a newer one of the same tag replaces it on the screen; none: it stands beside others */
  tag?: string
  /** confirms what the driver just did: not shown where the app is in sight */
  quiet?: boolean
  /** channels that carry the same news by a required notice */
  without?: NoticeChannel[]
  /** the end of the parking that a push is about, null once it is over; a countdown is renewed then */
  endsAtMs?: number | null
  renewedAtMs?: number
  /** also for browsers that show a countdown where the driver wants no push of this kind: it takes the countdown's place */
  endsCountdown?: boolean
  /** made only where a browser gets it */
  extend?: (words: Words) => Promise<Push['Extend']>
  /** what the person whom the driver trusts gets as well; `driver`: the driver's phone, `link`: ends these messages */
  forTrusted?: (words: Words, language: Listener['language'], whose: { driver: string; link: string }) => NoticeContent
  /** of no use from then on */
  until: Temporal.Instant
}

export const createDispatch = ({ config, push }: { config: Pick<Config, 'publicUrl'>; push: WebPush }) => {
  const address = (path: string) => new URL(path, config.publicUrl).href

  const messagesOf = (notice: DueNotice, { email, phone, language }: Listener, channels: Channels) => {
    const { content, path, until: expiresAt } = notice
    const { title, body, rows = [] } = content(words[language], language)
    const messages: Parameters<typeof queueMessages>[1] = []
    if (channels.mail && email) {
      const settings = words[language].why(address('/notifications'))
      const lines = [body, ...(rows.length > 0 ? ['', ...rows] : []), '', address(path), '', settings]
      messages.push({ channel: 'mail', recipient: email, subject: title, body: lines.join('\n'), expiresAt })
    }
    if (channels.sms && phone)
      messages.push({ channel: 'sms', recipient: phone, subject: '', body, language, expiresAt })
    return messages
  }

  const trustedMessageOf = ({ forTrusted, until: expiresAt }: DueNotice, { phone, trusted }: Listener) => {
    if (!forTrusted || !trusted || !phone) return []
    const { channel, recipient, language, code } = trusted
    const whose = { driver: phoneText(phone), link: address(`/trusted#${code}`) }
    const { title, body } = forTrusted(words[language], language, whose)
    return [{ channel, recipient, subject: title, body, language, expiresAt }]
  }

  const pushesOf = async (notice: DueNotice, language: Listener['language'], devices: string[]): Promise<NewPush[]> => {
    const { content, path: Path, tag: Tag = '', quiet: Quiet = false, until: expiresAt } = notice
    const { endsAtMs: EndsAtMs, renewedAtMs: RenewedAtMs } = notice
    const { title: Title, body: Body } = content(words[language], language)
    const Extend = (await notice.extend?.(words[language])) ?? null
    const payload: Push = { Language: language, Title, Body, Tag, Path, Quiet, Extend, EndsAtMs, RenewedAtMs }
    return devices.map(subscriptionId => ({ subscriptionId, payload, expiresAt }))
  }

  /** In the transaction that claims the notices. */
  return async (tx: Queryable, notices: DueNotice[], now: Temporal.Instant): Promise<void> => {
    if (notices.length === 0) return
    const driverIds = new Set(notices.map(notice => notice.driverId))
    const listeners = new Map((await listListeners(tx, [...driverIds], now)).map(one => [one.driver_id, one]))
    const messages = []
    const pushes = []
    for (const notice of notices) {
      const listener = listeners.get(notice.driverId)
      if (!listener) continue
      const all = notice.kind === 'always'
      const channels =
        notice.kind && !all ? channelsOf(notice.kind as NoticeKind, listener) : { push: all, mail: all, sms: all }
      for (const channel of notice.without ?? []) channels[channel] = false
      messages.push(...messagesOf(notice, listener, channels), ...trustedMessageOf(notice, listener))
      const isForCountdowns = notice.kind === null || notice.endsCountdown
      const devices = channels.push ? listener.devices : isForCountdowns ? listener.countdowns : []
      if (devices.length > 0) pushes.push(...(await pushesOf(notice, listener.language, devices)))
    }
    if (messages.length > 0) await queueMessages(tx, messages, now)
    if (pushes.length > 0) await push.queue(tx, pushes, now)
  }
}
export type DispatchNotices = ReturnType<typeof createDispatch>
