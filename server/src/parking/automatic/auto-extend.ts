// A session that extends itself: each step once, inside the longest stay and the driver's Max Payment Amount, and told.

import type * as contract from '@parkit/contract/parking/automatic'
import type { Answer } from '@parkit/contract/platform/call'
import { autoExtend } from '@parkit/contract/platform/limits'
import { toCents, toDollars } from '@parkit/contract/platform/money'
import type { Options } from '#driver/options/options.ts'
import { enqueueNotice } from '#messaging/notices/notices.ts'
import type { Hold } from '#money/cards/cards.ts'
import { balanceCents, lockBalanceCents } from '#money/ledger/ledger.ts'
import { type Parking, paidMinutes, type SessionRow } from '#parking/sessions/sessions.ts'
import type { Database, Queryable } from '#platform/db.ts'
import { Refusal, refuse } from '#platform/errors.ts'
import { systemKey } from '#platform/idempotency.ts'
import { schedule } from '#platform/jobs.ts'
import { sayExtended, sayStays } from './messages.ts'
import { nextStep } from './next-step.ts'
import * as store from './store.ts'

type Deps = { db: Database; parking: Parking; options: Options }

const kind = 'auto-extend'
/** while money is short, it is looked for again this often until the end */
const againSeconds = 30

type Asked = { endsAt: Temporal.Instant; hold: Hold | null; isDeclined: boolean }

const stepKey = (row: SessionRow) => systemKey(row.driver_id, `${kind} ${row.session_id} ${row.ends_at}`)

const stepAt = (row: SessionRow) => row.ends_at.subtract({ minutes: autoExtend.leadMinutes })

export const createExtending = ({ db, parking, options }: Deps) => {
  const stepOf = async (from: Queryable, row: SessionRow, balance: () => Promise<number>, now: Temporal.Instant) => {
    const { MaxPaymentOn, MaxPaymentAmount } = await options.get(row.driver_id, from)
    return nextStep({
      paidMinutes: paidMinutes(row),
      maxMinutes: row.place.maxMinutes,
      spentCents: row.parking_cents + row.fee_cents,
      mostCents: MaxPaymentOn ? toCents(MaxPaymentAmount) : null,
      // what pays otherwise says no for itself
      balanceCents: row.paid_via === 'wallet' ? balance : async () => Infinity,
      price: Minutes =>
        parking.price(row.driver_id, { ZoneNumber: row.zone_number, SessionId: row.session_id, Minutes }, now, from),
    })
  }

  /** How this session will extend itself as things stand. Throws `not_found`, `session_ended`. */
  const state = async (
    driverId: string,
    sessionId: string,
    now: Temporal.Instant,
  ): Promise<Answer<typeof contract.autoExtend>> => {
    const row = await parking.requireRunning(driverId, sessionId, now)
    const [On, { MaxPaymentOn, MaxPaymentAmount }] = await Promise.all([
      store.isWanted(db.pool, sessionId),
      options.get(driverId),
    ])
    const step = On ? await stepOf(db.pool, row, () => balanceCents(db.pool, driverId), now) : null
    const at = stepAt(row)
    return {
      SessionId: sessionId,
      On,
      EndsAt: row.ends_at.toString(),
      StepMinutes: autoExtend.stepMinutes,
      MaxPayment: MaxPaymentOn ? MaxPaymentAmount : null,
      Next:
        step?.stop === null
          ? {
              At: (Temporal.Instant.compare(at, now) > 0 ? at : now).toString(),
              Minutes: step.minutes,
              EndsAt: step.endsAt.toString(),
              Amount: toDollars(step.amountCents),
            }
          : null,
      Stop: step?.stop ?? null,
    }
  }

  /** Where a card pays, it is asked before anything is locked. None where there is nothing to ask it for. */
  const askCard = async (sessionId: string, now: Temporal.Instant): Promise<Asked | null> => {
    const row = await parking.lockRunning(db.pool, sessionId, now)
    if (!row?.method_id || !(await store.isWanted(db.pool, sessionId))) return null
    if (Temporal.Instant.compare(now, stepAt(row)) < 0) return null
    const step = await stepOf(db.pool, row, async () => Infinity, now)
    if (step.stop !== null) return null
    const endsAt = row.ends_at
    try {
      return { endsAt, hold: await parking.holdExtension(stepKey(row), row, step.minutes, now), isDeclined: false }
    } catch (error) {
      if (error instanceof Refusal && error.code === 'card_declined') return { endsAt, hold: null, isDeclined: true }
      throw error
    }
  }

  const take = async (tx: Queryable, sessionId: string, asked: Asked | null, now: Temporal.Instant): Promise<void> => {
    const row = await parking.lockRunning(tx, sessionId, now)
    if (!row || !(await store.isWanted(tx, sessionId))) return
    if (Temporal.Instant.compare(now, stepAt(row)) < 0) return schedule(tx, kind, sessionId, stepAt(row))
    const step = await stepOf(tx, row, () => lockBalanceCents(tx, row.driver_id), now)
    // the card was asked for another step
    if (step.stop === null && row.method_id && !asked?.endsAt.equals(row.ends_at))
      return schedule(tx, kind, sessionId, now.add({ seconds: 1 }))
    const notice = { driverId: row.driver_id, kind: 'automaticParking', at: now } as const
    const stop = step.stop ?? (asked?.isDeclined ? ('card_declined' as const) : null)
    if (step.stop !== null || stop !== null) {
      if (await store.markTold(tx, sessionId, row.ends_at))
        await enqueueNotice(tx, { ...notice, text: sayStays(row, stop!), until: row.ends_at })
      if (stop === 'insufficient_funds') await schedule(tx, kind, sessionId, now.add({ seconds: againSeconds }))
      return
    }
    const body = { SessionId: sessionId, Minutes: step.minutes }
    await parking.extend(stepKey(row), body, now, { tx, hold: asked?.hold ?? null })
    const text = sayExtended(row, step.endsAt, toDollars(step.amountCents))
    await enqueueNotice(tx, { ...notice, text, until: step.endsAt })
  }

  return {
    state,

    /** The driver's word for this session, before his options. Throws `not_found`, `session_ended`. */
    set: async (driverId: string, sessionId: string, on: boolean, now: Temporal.Instant) => {
      await parking.requireRunning(driverId, sessionId, now)
      await db.transaction(async tx => {
        const row = await parking.lockRunning(tx, sessionId, now)
        if (!row) refuse('session_ended')
        await store.setWanted(tx, sessionId, on)
      })
      return state(driverId, sessionId, now)
    },

    jobs: {
      /** A step, its place in the time line, its message and the next look are one transaction; who comes second finds it done. */
      [kind]: async (sessionId: string, now: Temporal.Instant): Promise<void> => {
        const asked = await askCard(sessionId, now)
        await db.transaction(tx => take(tx, sessionId, asked, now))
        // not where the step was taken; after a fault the same step is tried again with it
        if (asked?.hold) await parking.letGo(asked.hold)
      },
    },
  }
}
