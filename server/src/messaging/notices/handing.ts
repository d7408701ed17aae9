// Hands a notice on: to the outbox and to the driver's browsers, by the ways he chose, in his language.
import type { NoticeChannel, NoticeKind, Push } from '@parkit/contract/messaging/notices'
import type { Config } from '#platform/config.ts'
import type { Queryable } from '#platform/db.ts'
import { queueMessage } from '#platform/outbox.ts'
import { choicesOf } from './choices.ts'
import type { WebPush } from './push.ts'
import { findListener, type Listener } from './store.ts'
import { en, type Words } from './words.en.ts'
import { hi } from './words.hi.ts'

const words: Record<Listener['language'], Words> = { en, hi }

export type Said = {
  title: string
  body: string
  /** more lines for a mail */
  rows?: string[]
}
export type Saying = {
  driverId: string
  kind: NoticeKind
  say: (words: Words, language: Listener['language']) => Said
  /** what a tap opens */
  path: string
  /** a newer one of the same tag takes its place on the screen; none: it stands beside others */
  tag?: string
  /** says what was just done, perhaps in sight of the driver */
  quiet?: boolean
  /** the ways it is told elsewhere */
  without?: NoticeChannel[]
  /** asked for only where a browser gets it */
  extend?: (words: Words) => Promise<Push['Extend']>
  /** of no use from then on */
  until: Temporal.Instant
}

export const createHanding = ({ config, push }: { config: Pick<Config, 'publicUrl'>; push: WebPush }) => {
  const address = (path: string) => new URL(path, config.publicUrl).href

  /** The caller's transaction has claimed the notice: it is handed on with it, or not at all. */
  return async (tx: Queryable, saying: Saying, now: Temporal.Instant): Promise<void> => {
    const { driverId, kind, say, path, until, tag = '', quiet = false, without = [] } = saying
    const listener = await findListener(tx, driverId, now)
    if (!listener) return
    const { email, phone, language, devices } = listener
    const said = words[language]
    const wanted = choicesOf(
      kind,
      listener.choices.filter(choice => choice.kind === kind),
      email !== null,
    )
    for (const channel of without) wanted[channel] = false
    const { title, body, rows = [] } = say(said, language)

    if (wanted.mail && email) {
      const lines = [
        body,
        ...(rows.length > 0 ? ['', ...rows] : []),
        '',
        address(path),
        '',
        said.why(address('/notifications')),
      ]
      const message = { channel: 'mail', recipient: email, subject: title, body: lines.join('\n'), once: true } as const
      await queueMessage(tx, message, now, until)
    }
    if (wanted.sms && phone) {
      const message = {
        channel: 'sms',
        recipient: phone,
        subject: '',
        body: `${body} ${address(path)}`,
        once: true,
      } as const
      await queueMessage(tx, message, now, until)
    }
    if (wanted.push && devices.length > 0) {
      const Extend = (await saying.extend?.(said)) ?? null
      const payload: Push = { Language: language, Title: title, Body: body, Tag: tag, Path: path, Quiet: quiet, Extend }
      for (const device of devices) await push.queue(tx, device, payload, now, until)
    }
  }
}
export type HandOn = ReturnType<typeof createHanding>
