// The notices that features queue: money added or refunded, changes of a plan, and answers of support.
import type { NoticeChannel, NoticeKind } from '@parkit/contract/messaging/notices'
import { moneyText, toDollars } from '@parkit/contract/platform/money'
import { cityTimeZone } from '@parkit/contract/platform/time'
import type { Queryable } from '#platform/db.ts'
import { dateText } from '#platform/time-text.ts'
import type { DispatchNotices, DueNotice, NoticeContent } from './dispatch.ts'
import { type NoticeData, noticeJob } from './notice-queue.ts'
import { takeNotice } from './store.ts'

const usefulDays = 3
/** of an answer of support */
const mostLetters = 160

const money = (cents: number) => moneyText(toDollars(cents))
const short = (text: string) => {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > mostLetters ? `${line.slice(0, mostLetters - 1).trimEnd()}…` : line
}

type Template<Kind extends keyof NoticeData> = {
  path: string
  content: (data: NoticeData[Kind], ...to: Parameters<DueNotice['content']>) => NoticeContent
  quiet: (data: NoticeData[Kind]) => boolean
  without?: (data: NoticeData[Kind]) => NoticeChannel[]
}

const templates: { [Kind in keyof NoticeData]: Template<Kind> } = {
  topUp: {
    path: '/account',
    content: ({ amountCents, balanceCents, auto = false }, words) =>
      words.topUp({ amount: money(amountCents), balance: money(balanceCents), auto }),
    quiet: () => true,
    // an automatic top-up also sends a required notice
    without: ({ auto }) => (auto ? ['mail', 'sms'] : []),
  },
  refund: {
    path: '/account',
    content: ({ amountCents, to, place, reason }, words) =>
      words.refund({ amount: money(amountCents), to, place: place ?? null, reason: reason ?? null }),
    quiet: () => false,
  },
  plan: {
    path: '/subscription',
    content: ({ news, priceCents, untilMs }, words, language) =>
      words.plan[news]({
        price: money(priceCents),
        until: dateText(Temporal.Instant.fromEpochMilliseconds(untilMs), cityTimeZone, language),
      }),
    quiet: ({ news }) => news === 'begun',
  },
  chat: { path: '/chatsupport', content: ({ text }, words) => words.chat({ text: short(text) }), quiet: () => true },
}

const templateOf = (kind: NoticeKind) => templates[kind as keyof NoticeData] as Template<keyof NoticeData> | undefined

export const createAccountNotices = (dispatchNotices: DispatchNotices) => ({
  [noticeJob]: async (tx: Queryable, noticeId: string, now: Temporal.Instant) => {
    const notice = await takeNotice(tx, noticeId)
    const template = notice && templateOf(notice.kind)
    if (!template) return
    const { driverId, kind, at } = notice
    const data = notice.data as NoticeData[keyof NoticeData]
    const due: DueNotice = {
      driverId,
      kind,
      content: (words, language) => template.content(data, words, language),
      path: template.path,
      // a newer answer of support replaces the one before; notices of money stay beside each other
      tag: kind === 'chat' ? kind : noticeId,
      quiet: template.quiet(data),
      without: template.without?.(data) ?? [],
      until: at.add({ hours: 24 * usefulDays }),
    }
    await dispatchNotices(tx, [due], now)
  },
})
