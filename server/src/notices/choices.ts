// Which ways a notice goes where the driver has not chosen: on his screen, and the receipt by mail.
import { type NoticeChannel, type NoticeKind, noticeChannels } from '@parkit/contract/notices'

export type Choices = Record<NoticeChannel, boolean>

const usual = (kind: NoticeKind): Choices => ({ push: kind !== 'receipt', mail: kind === 'receipt', sms: false })

/** The driver's own word for each way, else the usual. */
export const choicesOf = (kind: NoticeKind, chosen: { channel: NoticeChannel; wanted: boolean }[]): Choices => {
  const choices = usual(kind)
  for (const channel of noticeChannels) {
    const word = chosen.find(choice => choice.channel === channel)
    if (word) choices[channel] = word.wanted
  }
  return choices
}
