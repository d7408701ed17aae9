// The notices of a session: reminders before its end, its end, an extension, the receipt. The database plans them with their cause.
import { nextRenewalMs, type Push } from '@parkit/contract/messaging/notices'
import type { Language } from '@parkit/contract/platform/errors'
import { reminder } from '@parkit/contract/platform/limits'
import { moneyText, toDollars } from '@parkit/contract/platform/money'
import type { Queryable } from '#platform/db.ts'
import { dateText, timeText } from '#platform/time-text.ts'
import type { DispatchNotices, DueNotice } from './dispatch.ts'
import { createReceipt } from './receipt.ts'
import { countdownJob, listParked, type Parked, planCountdowns } from './store.ts'
import type { Words } from './words.en.ts'

/** an end longer ago is dropped */
const endedHours = 6
const receiptDays = 3

/** of a driver's two reminders the first and the last, named for when they are sent unless the driver chose otherwise */
export type Reminder = 'ends15' | 'ends5'
/** how many minutes before the end each reminder is sent */
export type Leads = Record<Reminder, number>

const leadsOf = ({ first_minutes, last_minutes }: Parked): Leads => ({
  ends15: first_minutes ?? reminder.firstMinutes,
  ends5: last_minutes ?? reminder.lastMinutes,
})

type SessionEnd = {
  running: boolean
  endsAt: Temporal.Instant
  /** when the session was last started or extended: whoever acted then knows how little is left */
  actedAt: Temporal.Instant
}

/**
 * A reminder may run late, since no server was up: it is dropped once the session is over, once the next reminder is due,
 * and where the end has moved.
 */
export const isStillTrue = (
  kind: Reminder,
  { running, endsAt, actedAt }: SessionEnd,
  now: Temporal.Instant,
  leads: Leads,
): boolean => {
  const at = endsAt.subtract({ minutes: leads[kind] })
  const until = kind === 'ends15' ? endsAt.subtract({ minutes: leads.ends5 }) : endsAt
  return (
    running &&
    Temporal.Instant.compare(at, now) <= 0 &&
    Temporal.Instant.compare(now, until) < 0 &&
    Temporal.Instant.compare(actedAt, at) < 0
  )
}

const receiptPath = (row: Parked) => `/confirmlocation?session=${row.session_id}`
const sessionPath = (row: Parked) => `/dashboard?session=${row.session_id}`

/** The place, the plate and a time of the session, for a text. */
const wordsOf = (
  { name, city_name, plate, time_zone }: Parked,
  until: Temporal.Instant,
  language: Language,
  from = until,
) => ({
  name: [name, city_name].filter(Boolean).join(', '),
  plate,
  until: timeText(until, time_zone, language, from),
})

const receiptContent =
  (row: Parked): DueNotice['content'] =>
  (words, language) => {
    const { place, payment, total, refunded } = createReceipt(
      {
        SessionId: row.session_id,
        ZoneNumber: row.zone_number,
        ...(row.city_name && { CityName: row.city_name }),
        Name: row.name,
        Address: row.address,
        TimeZone: row.time_zone,
        Parking: toDollars(row.parking_cents),
        ServiceFee: toDollars(row.fee_cents),
        Refunded: toDollars(row.refunded_cents),
        AmountPaid: toDollars(row.parking_cents + row.fee_cents - row.refunded_cents),
        PaidVia: row.paid_via,
        ...(row.changes && { Changes: row.changes }),
      },
      language,
    )
    const end = row.ended_at ?? row.ends_at
    const text = words.receipt({
      ...wordsOf(row, end, language, row.started_at),
      date: dateText(row.started_at, row.time_zone, language),
      from: timeText(row.started_at, row.time_zone, language, end),
      amount: total,
      back: refunded,
    })
    return { ...text, rows: [...place, ...payment].map(({ label, value }) => `${label}: ${value}`) }
  }

type SessionNotice = Omit<DueNotice, 'driverId'>

/** `offerExtension`: the button of a push, where the session can be extended. */
export const createSessionNotices = (
  dispatchNotices: DispatchNotices,
  offerExtension: (tx: Queryable, row: Parked, words: Words, now: Temporal.Instant) => Promise<Push['Extend']>,
) => {
  const isRunning = (row: Parked, now: Temporal.Instant) =>
    row.status === 'running' && Temporal.Instant.compare(row.ends_at, now) > 0

  /** The handler of many jobs; null: nothing to send. */
  const handler =
    (noticeOf: (row: Parked, now: Temporal.Instant, tx: Queryable) => SessionNotice | null) =>
    async (tx: Queryable, sessionIds: string[], now: Temporal.Instant) => {
      const notices = (await listParked(tx, sessionIds)).flatMap(row => {
        const notice = noticeOf(row, now, tx)
        return notice ? [{ driverId: row.driver_id, tag: row.session_id, ...notice }] : []
      })
      await dispatchNotices(tx, notices, now)
    }

  const remind = (kind: Reminder) =>
    handler((row, now, tx) => {
      const end = { running: isRunning(row, now), endsAt: row.ends_at, actedAt: row.acted_at }
      if (!isStillTrue(kind, end, now, leadsOf(row))) return null
      const minutes = Math.ceil(now.until(row.ends_at).total('minutes'))
      return {
        kind,
        content: (words, language) => words.ends({ ...wordsOf(row, row.ends_at, language), minutes }),
        forTrusted: (words, language, whose) =>
          words.trustedEnds({ ...wordsOf(row, row.ends_at, language), ...whose, minutes }),
        path: sessionPath(row),
        extend: words => offerExtension(tx, row, words, now),
        endsAtMs: row.ends_at.epochMilliseconds,
        until: row.ends_at,
      }
    })

  /** The time left, and at a stop that it is over, for browsers that show it. Its last word at the end is the notice of that. */
  const countDown = handler((row, now, tx) => {
    if (!isRunning(row, now)) {
      if (!row.ended_at || Temporal.Instant.compare(row.ended_at, row.ends_at) >= 0) return null
      const { ended_at: endedAt } = row
      return {
        kind: null,
        content: (words, language) => words.stopped(wordsOf(row, endedAt, language)),
        path: receiptPath(row),
        quiet: true,
        endsAtMs: null,
        until: row.ends_at,
      }
    }
    const endsAtMs = row.ends_at.epochMilliseconds
    const renewedAtMs = nextRenewalMs(endsAtMs, now.epochMilliseconds)
    const minutes = Math.floor(now.until(row.ends_at).total('minutes'))
    return {
      kind: null,
      content: (words, language) =>
        words.countdown({
          ...wordsOf(row, row.ends_at, language),
          at: timeText(now, row.time_zone, language),
          minutes,
        }),
      path: sessionPath(row),
      endsAtMs,
      renewedAtMs,
      // from the first reminder on the button stays
      ...(minutes <= leadsOf(row).ends15 && { extend: words => offerExtension(tx, row, words, now) }),
      // one that comes later would show what is over
      until: Temporal.Instant.fromEpochMilliseconds(renewedAtMs),
    }
  })

  /** Those that run, each at its next renewal before its end. */
  const renewCountdowns = async (tx: Queryable, sessionIds: string[], now: Temporal.Instant) => {
    const due = (await listParked(tx, sessionIds)).flatMap(row => {
      const endsAtMs = row.ends_at.epochMilliseconds
      const atMs = nextRenewalMs(endsAtMs, now.epochMilliseconds)
      return isRunning(row, now) && atMs < endsAtMs ? [{ row, at: Temporal.Instant.fromEpochMilliseconds(atMs) }] : []
    })
    if (due.length === 0) return
    const ids = due.map(({ row }) => row.session_id)
    const drivers = due.map(({ row }) => row.driver_id)
    const times = due.map(({ at }) => at)
    await planCountdowns(tx, countdownJob, ids, drivers, times, now)
  }

  return {
    'notice-ends15': remind('ends15'),
    'notice-ends5': remind('ends5'),

    'notice-ended': handler((row, now) => {
      const until = row.ended_at?.add({ hours: endedHours })
      if (!until || Temporal.Instant.compare(until, now) <= 0) return null
      return {
        kind: 'ended',
        content: (words, language) => words.ended(wordsOf(row, row.ends_at, language)),
        path: receiptPath(row),
        endsAtMs: null,
        endsCountdown: true,
        until,
      }
    }),

    'notice-extended': handler((row, now) => {
      if (!isRunning(row, now)) return null
      const amount = moneyText(toDollars(row.step_cents))
      return {
        kind: 'extended',
        content: (words, language) => words.extended({ ...wordsOf(row, row.ends_at, language), amount }),
        path: sessionPath(row),
        quiet: true,
        // an automatic extension also sends a required notice
        without: row.step_auto ? ['mail', 'sms'] : [],
        until: row.ends_at,
      }
    }),

    'notice-receipt': handler((row, now) => {
      if (!row.ended_at) return null
      return {
        kind: 'receipt',
        content: receiptContent(row),
        path: receiptPath(row),
        tag: `receipt-${row.session_id}`,
        quiet: true,
        until: now.add({ hours: 24 * receiptDays }),
      }
    }),

    [countdownJob]: async (tx: Queryable, sessionIds: string[], now: Temporal.Instant) => {
      await countDown(tx, sessionIds, now)
      await renewCountdowns(tx, sessionIds, now)
    },
  }
}
