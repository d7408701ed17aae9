// What a session has to say: reminders before its end, its end, an extension, the receipt. Planned by the database with their cause.

import type { Push } from '@parkit/contract/messaging/notices'
import { moneyText, toDollars } from '@parkit/contract/platform/money'
import type { Queryable } from '#platform/db.ts'
import { dateText, timeText } from '#platform/time-text.ts'
import type { HandOn, Saying } from './handing.ts'
import { isStillTrue, type Reminder } from './reminding.ts'
import { findParked, type Parked } from './store.ts'
import type { Words } from './words.en.ts'

/** an end that was long ago is no news */
const endedHours = 6
const receiptDays = 3

const money = (cents: number) => moneyText(toDollars(cents))
const receiptPath = (row: Parked) => `/confirmlocation?session=${row.session_id}`
const sessionPath = (row: Parked) => `/dashboard?session=${row.session_id}`

const sayReceipt =
  (row: Parked): Saying['say'] =>
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
    const said = words.receipt({
      name: row.name,
      plate: row.plate,
      date: dateText(row.started_at, row.time_zone, language),
      from: at(row.started_at),
      until: at(row.ended_at ?? row.ends_at),
      amount: paid,
      back,
    })
    return { ...said, rows: rows.flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}`])) }
  }

/** `offer`: the one tap that extends, where the session can be extended. */
export const createSessionNotices = (
  handOn: HandOn,
  offer: (tx: Queryable, row: Parked, words: Words, now: Temporal.Instant) => Promise<Push['Extend']>,
) => {
  const isRunning = (row: Parked, now: Temporal.Instant) =>
    row.status === 'running' && Temporal.Instant.compare(row.ends_at, now) > 0

  const remind = (kind: Reminder) => async (tx: Queryable, sessionId: string, now: Temporal.Instant) => {
    const row = await findParked(tx, sessionId)
    if (!row) return
    const standing = { running: isRunning(row, now), endsAt: row.ends_at, actedAt: row.acted_at }
    if (!isStillTrue(kind, standing, now)) return
    const minutes = Math.ceil(now.until(row.ends_at).total('minutes'))
    await handOn(
      tx,
      {
        driverId: row.driver_id,
        kind,
        say: (words, language) =>
          words.ends({
            name: row.name,
            plate: row.plate,
            until: timeText(row.ends_at, row.time_zone, language),
            minutes,
          }),
        path: sessionPath(row),
        tag: sessionId,
        extend: words => offer(tx, row, words, now),
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
      await handOn(
        tx,
        {
          driverId: row.driver_id,
          kind: 'ended',
          say: (words, language) =>
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
      await handOn(
        tx,
        {
          driverId: row.driver_id,
          kind: 'extended',
          say: (words, language) =>
            words.extended({
              name: row.name,
              plate: row.plate,
              until: timeText(row.ends_at, row.time_zone, language),
              amount: money(row.step_cents),
            }),
          path: sessionPath(row),
          tag: sessionId,
          quiet: true,
          // what extends itself sends its own message
          without: row.step_auto ? ['mail', 'sms'] : [],
          until: row.ends_at,
        },
        now,
      )
    },

    'notice-receipt': async (tx: Queryable, sessionId: string, now: Temporal.Instant) => {
      const row = await findParked(tx, sessionId)
      if (!row?.ended_at) return
      await handOn(
        tx,
        {
          driverId: row.driver_id,
          kind: 'receipt',
          say: sayReceipt(row),
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
