// The channels that a notice goes by: those the driver chose for its kind, or the fixed ones of a required kind.
import { type NoticeChannel, type NoticeKind, noticeChannels } from '@parkit/contract/messaging/notices'
import type { Listener } from './store.ts'

export type Channels = Record<NoticeChannel, boolean>

/** A failed renewal must be read: it goes to the phone where the account has no e-mail. */
const defaults = (kind: NoticeKind, hasMail: boolean): Channels => ({
  push: kind !== 'receipt',
  mail: kind === 'receipt' || kind === 'plan',
  sms: kind === 'plan' && !hasMail,
})

/** The driver's choice for each channel of this kind, else the default. */
export const channelsOf = (kind: NoticeKind, { choices, email }: Pick<Listener, 'choices' | 'email'>): Channels => {
  const channels = defaults(kind, email !== null)
  for (const channel of noticeChannels) {
    const choice = choices.find(chosen => chosen.kind === kind && chosen.channel === channel)
    if (choice) channels[channel] = choice.wanted
  }
  return channels
}

/**
 * Sent whatever the driver chose, by the first of these channels that the account has: money moved, or a session changed,
 * without anybody pressing a button, or somebody may have taken the account over.
 */
export const requiredKinds = {
  automaticParking: ['mail', 'sms'],
  automaticTopUp: ['mail', 'sms'],
  unpaidSession: ['mail', 'sms'],
  dispute: ['mail', 'sms'],
  security: ['mail', 'sms'],
} as const
export type RequiredKind = keyof typeof requiredKinds

/** These go by all their channels, not just the first: who took over one contact can't hide them (D-104). */
export const toEveryContact: ReadonlySet<RequiredKind> = new Set<RequiredKind>(['security'])
