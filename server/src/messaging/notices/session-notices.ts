// The notices of a session: reminders before its end, its end, an extension, the receipt. The database plans them with their cause.
import type { Push } from '@parkit/contract/messaging/notices'
import { moneyText, toDollars } from '@parkit/contract/platform/money'
import type { Queryable } from '#platform/db.ts'
import { dateText, timeText } from '#platform/time-text.ts'
import type { DispatchNotice, DueNotice } from './dispatch.ts'
import { findParked, type Parked } from './store.ts'
import type { Words } from './words.en.ts'

/** an end longer ago is dropped */
const endedHours = 6
const receiptDays = 3

const leadMinutes = { ends15: 15, ends5: 5 } as const
export type Reminder = keyof typeof leadMinutes

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
  reminder: Reminder,
  { running, endsAt, actedAt }: SessionEnd,
  now: Temporal.Instant,
): boolean => {
  const at = endsAt.subtract({ minutes: leadMinutes[reminder] })
  const until = reminder === 'ends15' ? endsAt.subtract({ minutes: leadMinutes.ends5 }) : endsAt
  return (
    running &&
    Temporal.Instant.compare(at, now) <= 0 &&
    Temporal.Instant.compare(now, until) < 0 &&
    Temporal.Instant.compare(actedAt, at) < 0
  )
}

const money = (cents: number) => moneyText(toDollars(cents))
const receiptPath = (row: Parked) => `/confirmlocation?session=${row.session_id}`
const sessionPath = (row: Parked) => `/dashboard?session=${row.session_id}`

const receiptContent =
  (row: Parked): DueNotice['content'] =>
  (words, language) => {
    const at = (instant: Temporal.Instant) => timeText(instant, row.time_zone, language)
    const paid = money(row.parking_cents + row.fee_cents - row.refunded_cents)
    const back = row.refunded_cents > 0 ? money(row.refunded_cents) : null
    const label = words.receiptRows
    const rows: [string, string | null][] = [
      [label.session, row.session_id],
      [label.zone, row.zone_number],
      [label.address, `${row.name}, ${row.address}`],
      [label.parking, money(row.parking_cents)],
      [label.fee, money(row.fee_cents)],
      [label.back, back],
      [label.paid, paid],
      [label.via, row.paid_via === 'wallet' ? words.wallet : row.paid_via],
    ]
    const text = words.receipt({
      name: row.name,
      plate: row.plate,
      date: dateText(row.started_at, row.time_zone, language),
      from: at(row.started_at),
      until: at(row.ended_at ?? row.ends_at),
      amount: paid,
      back,
    })
    return { ...text, rows: rows.flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}`])) }
  }

/** `offerExtension`: the button of a push, where the session can be extended. */
export const createSessionNotices = (
  dispatchNotice: DispatchNotice,
  offerExtension: (tx: Queryable, row: Parked, words: Words, now: Temporal.Instant) => Promise<Push['Extend']>,
) => {
  const isRunning = (row: Parked, now: Temporal.Instant) =>
    row.status === 'running' && Temporal.Instant.compare(row.ends_at, now) > 0

  const remind = (kind: Reminder) => async (tx: Queryable, sessionId: string, now: Temporal.Instant) => {
    const row = await findParked(tx, sessionId)
    if (!row) return
    const end = { running: isRunning(row, now), endsAt: row.ends_at, actedAt: row.acted_at }
    if (!isStillTrue(kind, end, now)) return
    const minutes = Math.ceil(now.until(row.ends_at).total('minutes'))
    await dispatchNotice(
      tx,
      {
        driverId: row.driver_id,
        kind,
        content: (words, language) =>
          words.ends({
            name: row.name,
            plate: row.plate,
            until: timeText(row.ends_at, row.time_zone, language),
            minutes,
          }),
        path: sessionPath(row),
        tag: sessionId,
        extend: words => offerExtension(tx, row, words, now),
        until: row.ends_at,
      },
      now,
    )
  }

  return {
    'notice-ends15': remind('ends15'),
    'notice-ends5': remind('ends5'),

    'notice-ended': async (tx: Queryable, sessionId: string, now: Temporal.Instant) => {
      const row = await findParked(tx, sessionId)
      if (!row?.ended_at) return
      const until = row.ended_at.add({ hours: endedHours })
      if (Temporal.Instant.compare(until, now) <= 0) return
      await dispatchNotice(
        tx,
        {
          driverId: row.driver_id,
          kind: 'ended',
          content: (words, language) =>
            words.ended({ name: row.name, plate: row.plate, until: timeText(row.ends_at, row.time_zone, language) }),
          path: receiptPath(row),
          tag: sessionId,
          until,
        },
        now,
      )
    },

    'notice-extended': async (tx: Queryable, sessionId: string, now: Temporal.Instant) => {
      const row = await findParked(tx, sessionId)
      if (!row || !isRunning(row, now)) return
      await dispatchNotice(
        tx,
        {
          driverId: row.driver_id,
          kind: 'extended',
          content: (words, language) =>
            words.extended({
              name: row.name,
              plate: row.plate,
              until: timeText(row.ends_at, row.time_zone, language),
              amount: money(row.step_cents),
            }),
          path: sessionPath(row),
          tag: sessionId,
          quiet: true,
          // an automatic extension also sends a required notice
          without: row.step_auto ? ['mail', 'sms'] : [],
          until: row.ends_at,
        },
        now,
      )
    },

    'notice-receipt': async (tx: Queryable, sessionId: string, now: Temporal.Instant) => {
      const row = await findParked(tx, sessionId)
      if (!row?.ended_at) return
      await dispatchNotice(
        tx,
        {
          driverId: row.driver_id,
          kind: 'receipt',
          content: receiptContent(row),
          path: receiptPath(row),
          tag: `receipt-${sessionId}`,
          quiet: true,
          until: now.add({ hours: 24 * receiptDays }),
        },
        now,
      )
    },
  }
}
