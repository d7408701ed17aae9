// The notices that features queue: money added or refunded, changes of a plan, answers of support, and closures.
import type { NoticeChannel, NoticeKind } from '@parkit/contract/messaging/notices'
import type { Language } from '@parkit/contract/platform/errors'
import { moneyText, toDollars } from '@parkit/contract/platform/money'
import type { Queryable } from '#platform/db.ts'
import { houseTimeZone } from '#platform/house-time.ts'
import { dateText, timeText } from '#platform/time-text.ts'
import type { DispatchNotices, DueNotice, NoticeContent } from './dispatch.ts'
import { type NoticeData, noticeJob } from './notice-queue.ts'
import { type Told, takeNotice } from './store.ts'

const usefulDays = 3
/** of an answer of support */
const mostLetters = 160

const money = (cents: number) => moneyText(toDollars(cents))
const short = (text: string) => {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > mostLetters ? `${line.slice(0, mostLetters - 1).trimEnd()}…` : line
}

type Template<Kind extends keyof NoticeData> = {
  path: string | ((data: NoticeData[Kind]) => string)
  content: (data: NoticeData[Kind], ...to: Parameters<DueNotice['content']>) => NoticeContent
  quiet: (data: NoticeData[Kind]) => boolean
  without?: (data: NoticeData[Kind]) => NoticeChannel[]
  /** by every way there is, whatever the driver chose */
  always?: true
  /** a newer one of the same tag takes its place; none: notices stand beside each other */
  tag?: (data: NoticeData[Kind]) => string
  /** of no use from then on; three days later where it is left out */
  until?: (data: NoticeData[Kind]) => Temporal.Instant
}

const instant = (ms: number) => Temporal.Instant.fromEpochMilliseconds(ms)
const timeOf = (ms: number, timeZone: string, language: Language, with_ = ms) =>
  timeText(instant(ms), timeZone, language, instant(with_))
const sessionPath = ({ sessionId }: { sessionId: string }) => `/dashboard?session=${sessionId}`

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
        until: dateText(Temporal.Instant.fromEpochMilliseconds(untilMs), houseTimeZone, language),
      }),
    quiet: ({ news }) => news === 'begun',
  },
  chat: {
    path: '/chatsupport',
    content: ({ text }, words) => words.chat({ text: short(text) }),
    quiet: () => true,
    // a newer answer of support replaces the one before
    tag: () => 'chat',
  },
  closed: {
    path: sessionPath,
    content: ({ amountCents, untilMs, timeZone, ...data }, words, language) =>
      words.closed({
        ...data,
        until: timeOf(untilMs, timeZone, language),
        amount: amountCents > 0 ? money(amountCents) : null,
      }),
    quiet: () => false,
    always: true,
    tag: ({ sessionId }) => sessionId,
    until: ({ untilMs }) => instant(untilMs),
  },
  closureOff: {
    path: sessionPath,
    content: ({ untilMs, timeZone, ...data }, words, language) =>
      words.closureOff({ ...data, until: timeOf(untilMs, timeZone, language) }),
    quiet: () => false,
    always: true,
    tag: ({ sessionId }) => sessionId,
    until: ({ untilMs }) => instant(untilMs),
  },
  closureNear: {
    path: '/',
    content: ({ fromMs, toMs, timeZone, ...data }, words, language) => {
      const [fromDay, toDay] = [fromMs, toMs].map(ms => dateText(instant(ms), timeZone, language))
      const from = `${fromDay}, ${timeOf(fromMs, timeZone, language, toMs)}`
      const to = timeOf(toMs, timeZone, language, fromMs)
      return words.closureNear({ ...data, from, to: fromDay === toDay ? to : `${toDay}, ${to}` })
    },
    quiet: () => false,
    always: true,
    until: ({ toMs }) => instant(toMs),
  },
}

const templateOf = (kind: Told['kind']) => templates[kind as keyof NoticeData] as Template<keyof NoticeData> | undefined

export const createAccountNotices = (dispatchNotices: DispatchNotices) => ({
  [noticeJob]: async (tx: Queryable, noticeId: string, now: Temporal.Instant) => {
    const notice = await takeNotice(tx, noticeId)
    const template = notice && templateOf(notice.kind)
    if (!template) return
    const { driverId, kind, at } = notice
    const data = notice.data as NoticeData[keyof NoticeData]
    const due: DueNotice = {
      driverId,
      kind: template.always ? 'always' : (kind as NoticeKind),
      content: (words, language) => template.content(data, words, language),
      path: typeof template.path === 'string' ? template.path : template.path(data),
      tag: template.tag?.(data) ?? noticeId,
      quiet: template.quiet(data),
      without: template.without?.(data) ?? [],
      until: template.until?.(data) ?? at.add({ hours: 24 * usefulDays }),
    }
    await dispatchNotices(tx, [due], now)
  },
})
