// What features tell: money that came or went back, what a plan came to, and answers of support.

import type { NoticeChannel, NoticeKind } from '@parkit/contract/messaging/notices'
import { moneyText, toDollars } from '@parkit/contract/platform/money'
import { cityTimeZone } from '@parkit/contract/platform/time'
import type { Queryable } from '#platform/db.ts'
import { dateText } from '#platform/time-text.ts'
import type { HandOn, Said, Saying } from './handing.ts'
import { takeNotice } from './store.ts'
import { type NoticeData, noticeJob } from './telling.ts'
import type { Words } from './words.en.ts'

const usefulDays = 3
/** of what support wrote */
const mostLetters = 160

const money = (cents: number) => moneyText(toDollars(cents))
const short = (text: string) => {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > mostLetters ? `${line.slice(0, mostLetters - 1).trimEnd()}…` : line
}

type Telling<Kind extends keyof NoticeData> = {
  path: string
  say: (data: NoticeData[Kind], words: Words, language: Parameters<Saying['say']>[1]) => Said
  /** not shown where the app is in sight, which shows it too */
  quiet: (data: NoticeData[Kind]) => boolean
  /** the ways it is told elsewhere */
  without?: (data: NoticeData[Kind]) => NoticeChannel[]
}

const tellings: { [Kind in keyof NoticeData]: Telling<Kind> } = {
  topUp: {
    path: '/account',
    say: ({ amountCents, balanceCents, auto = false }, words) =>
      words.topUp({ amount: money(amountCents), balance: money(balanceCents), auto }),
    quiet: () => true,
    // a wallet that fills itself sends its own message
    without: ({ auto }) => (auto ? ['mail', 'sms'] : []),
  },
  refund: {
    path: '/account',
    say: ({ amountCents, to, place, reason }, words) =>
      words.refund({ amount: money(amountCents), to, place: place ?? null, reason: reason ?? null }),
    quiet: () => false,
  },
  plan: {
    path: '/subscription',
    say: ({ news, priceCents, untilMs }, words, language) =>
      words.plan[news]({
        price: money(priceCents),
        until: dateText(Temporal.Instant.fromEpochMilliseconds(untilMs), cityTimeZone, language),
      }),
    quiet: ({ news }) => news === 'begun',
  },
  chat: { path: '/chatsupport', say: ({ text }, words) => words.chat({ text: short(text) }), quiet: () => true },
}

const tellingOf = (kind: NoticeKind) => tellings[kind as keyof NoticeData] as Telling<keyof NoticeData> | undefined

export const createToldNotices = (handOn: HandOn) => ({
  [noticeJob]: async (tx: Queryable, noticeId: string, now: Temporal.Instant) => {
    const notice = await takeNotice(tx, noticeId)
    const telling = notice && tellingOf(notice.kind)
    if (!telling) return
    const { driverId, kind, data, at } = notice
    await handOn(
      tx,
      {
        driverId,
        kind,
        say: (words, language) => telling.say(data as NoticeData[keyof NoticeData], words, language),
        path: telling.path,
        // answers of support take each other's place, money stands beside money
        tag: kind === 'chat' ? kind : noticeId,
        quiet: telling.quiet(data as NoticeData[keyof NoticeData]),
        without: telling.without?.(data as NoticeData[keyof NoticeData]) ?? [],
        until: at.add({ hours: 24 * usefulDays }),
      },
      now,
    )
  },
})
