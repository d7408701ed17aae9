// A closure that reaches into a running session: its end is cut, the rest goes back to who paid, and the driver is told at once.
import { cents } from '@parkit/contract/platform/money'
import { minuteMs } from '@parkit/contract/platform/time'
import { enqueueNotice } from '#messaging/notices/notices.ts'
import { entries } from '#money/ledger/ledger.ts'
import type { Database, Queryable } from '#platform/db.ts'
import { closeSession } from './closure-store.ts'
import { isRunning, payerOf, type SessionRow } from './session.ts'
import type { SessionPricing } from './session-pricing.ts'
import { lockSession, readSession } from './store.ts'

/** `reason`: in the city's words; `tow`: who stays is towed. */
export type Closure = {
  overrideId: string
  /** the city's id */
  city: number
  zoneNumbers: readonly string[]
  startsAt: Temporal.Instant
  endsAt: Temporal.Instant
  reason: string
  tow: boolean
  /** whether it still does; none: it does */
  holds?: (tx: Queryable) => Promise<boolean>
}

/** left to drive away where the closure has begun */
export const graceMinutes = 10

/**
 * The end of a session that a closure reaches into: when the closure begins, at least ten minutes from now, in whole minutes of the
 * session. Null where it ends by then, or the closure does.
 */
export const endAtClosure = (
  { started_at, ends_at }: Pick<SessionRow, 'started_at' | 'ends_at'>,
  { startsAt, endsAt }: Pick<Closure, 'startsAt' | 'endsAt'>,
  now: Temporal.Instant,
): { endsAt: Temporal.Instant; minutes: number } | null => {
  const startMs = started_at.epochMilliseconds
  const untilStart = Math.floor((startsAt.epochMilliseconds - startMs) / minuteMs)
  const untilGrace = Math.ceil((now.epochMilliseconds - startMs) / minuteMs) + graceMinutes
  const minutes = Math.max(untilStart, untilGrace)
  const end = started_at.add({ minutes })
  return Temporal.Instant.compare(end, ends_at) < 0 && Temporal.Instant.compare(end, endsAt) < 0
    ? { endsAt: end, minutes }
    : null
}

export const createSessionClosure = ({ db, pricing }: { db: Database; pricing: SessionPricing }) => ({
  /** What cutting it would give back, in cents; null where it would not be cut. Changes nothing. */
  closureRefund: async (
    sessionId: string,
    closure: Pick<Closure, 'startsAt' | 'endsAt'>,
    now: Temporal.Instant,
  ): Promise<number | null> => {
    const row = await readSession(db.pool, sessionId)
    const cut = row && isRunning(row, now) ? endAtClosure(row, closure, now) : null
    return cut ? pricing.unusedCents(row!, cut.minutes) : null
  },

  /**
   * Cuts this session in a transaction of its own; answers whether it did. Does nothing where it was cut before, has ended, has
   * moved to another zone, or does not reach in.
   */
  cutAtClosure: (sessionId: string, closure: Closure, now: Temporal.Instant): Promise<boolean> =>
    db.transaction(async tx => {
      const row = await lockSession(tx, sessionId)
      if (!row || !isRunning(row, now)) return false
      if (row.city !== closure.city || !closure.zoneNumbers.includes(row.zone_number)) return false
      if (!((await closure.holds?.(tx)) ?? true)) return false
      const cut = endAtClosure(row, closure, now)
      if (!cut) return false
      const refundCents = await pricing.unusedCents(row, cut.minutes, tx)
      const entry =
        refundCents > 0 ? entries.closureRefund(row.driver_id, sessionId, cents(refundCents), payerOf(row)) : null
      if (!(await closeSession(tx, closure.overrideId, sessionId, cut.endsAt, now, refundCents, entry))) return false
      await enqueueNotice(tx, {
        driverId: row.driver_id,
        kind: 'closed',
        data: {
          sessionId,
          name: row.place.name,
          plate: row.vehicle.PlateNumber,
          timeZone: row.place.timeZone,
          untilMs: cut.endsAt.epochMilliseconds,
          amountCents: refundCents,
          to: row.method_id ? 'card' : 'wallet',
          reason: closure.reason,
          tow: closure.tow,
          mayMove: !row.auto_session,
        },
        at: now,
      })
      return true
    }),
})
