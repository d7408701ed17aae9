// Which ways a notice goes where the driver has not chosen: on his screen, and what he keeps by mail.
import { type NoticeChannel, type NoticeKind, noticeChannels } from '@parkit/contract/messaging/notices'

export type Choices = Record<NoticeChannel, boolean>

/** What a plan costs is told for certain: to the phone where there is no mail. */
const usual = (kind: NoticeKind, hasMail: boolean): Choices => ({
  push: kind !== 'receipt',
  mail: kind === 'receipt' || kind === 'plan',
  sms: kind === 'plan' && !hasMail,
})

/** The driver's own word for each way, else the usual. */
export const choicesOf = (
  kind: NoticeKind,
  chosen: { channel: NoticeChannel; wanted: boolean }[],
  hasMail: boolean,
): Choices => {
  const choices = usual(kind, hasMail)
  for (const channel of noticeChannels) {
    const word = chosen.find(choice => choice.channel === channel)
    if (word) choices[channel] = word.wanted
  }
  return choices
}
