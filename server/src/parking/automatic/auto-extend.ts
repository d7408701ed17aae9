// Auto-extension: each step once, within the maximum stay and the driver's Max Payment Amount, with a message to the driver.

import type * as contract from '@parkit/contract/parking/automatic'
import type { AutoExtendStop } from '@parkit/contract/parking/automatic'
import type { Answer } from '@parkit/contract/platform/call'
import { autoExtend } from '@parkit/contract/platform/limits'
import { toCents, toDollars } from '@parkit/contract/platform/money'
import type { Options } from '#driver/options/options.ts'
import { enqueueNotice, type NoticeText } from '#messaging/notices/notices.ts'
import type { Authorization } from '#money/cards/cards.ts'
import { balanceCents, lockBalanceCents } from '#money/ledger/ledger.ts'
import { type Parking, paidMinutes, type SessionRow } from '#parking/sessions/sessions.ts'
import type { Database, Queryable } from '#platform/db.ts'
import { Refusal, refuse } from '#platform/errors.ts'
import { systemKey } from '#platform/idempotency.ts'
import { schedule } from '#platform/jobs.ts'
import { extendedMessage, notExtendedMessage } from './messages.ts'
import * as store from './store.ts'

type Deps = { db: Database; parking: Parking; options: Options }

type Step = { stop: AutoExtendStop } | { stop: null; minutes: number; endsAt: Temporal.Instant; amountCents: number }

/** What a card answered for the step at `endsAt`. */
type CardAnswer = { endsAt: Temporal.Instant; authorization: Authorization | null; stop: AutoExtendStop | null }

const job = 'auto-extend'
/** between attempts while the balance is too low */
const retrySeconds = 30

const stepKey = (row: SessionRow) => systemKey(row.driver_id, `${job} ${row.session_id} ${row.ends_at}`)

const stepAt = (row: SessionRow) => row.ends_at.subtract({ minutes: autoExtend.leadMinutes })

const notify = (tx: Queryable, driverId: string, text: NoticeText, at: Temporal.Instant, until: Temporal.Instant) =>
  enqueueNotice(tx, { driverId, kind: 'automaticParking', text, at, until })

/** A session that ends where a ban begins has no longer stay either. */
const stopOf = ({ code, extra }: Refusal): AutoExtendStop => {
  if (code !== 'over_max_stay') return 'zone_closed'
  return extra?.Cut === 'cut_to_closure' ? 'closure' : extra?.Cut ? 'zone_closed' : 'over_max_stay'
}

export const createAutoExtend = ({ db, parking, options }: Deps) => {
  /** Shortened to the rest of the maximum stay; taken whole or not at all if money is short. */
  const nextStep = async (
    from: Queryable,
    row: SessionRow,
    balance: () => Promise<number>,
    now: Temporal.Instant,
  ): Promise<Step> => {
    const paid = paidMinutes(row)
    const step = parking.termsOf(row).autoExtendMinutes
    const left = (row.place.maxMinutes ?? Infinity) - paid
    // where nothing is left, the price says why
    const Minutes = left > 0 ? Math.min(step, left) : step
    const { MaxPaymentOn, MaxPaymentAmount } = await options.get(row.driver_id, from)
    const request = { ZoneNumber: row.zone_number, SessionId: row.session_id, Minutes }
    const priced = await parking.price(row.driver_id, request, now, from).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error
      return stopOf(error)
    })
    if (typeof priced === 'string') return { stop: priced }
    const { start, minutes, totalCents: amountCents } = priced
    const spentCents = row.parking_cents + row.fee_cents
    if (MaxPaymentOn && spentCents + amountCents > toCents(MaxPaymentAmount)) return { stop: 'max_payment' }
    // a card declines for itself
    if (row.method_id === null && amountCents > (await balance())) return { stop: 'insufficient_funds' }
    return { stop: null, minutes: minutes - paid, endsAt: start.add({ minutes }), amountCents }
  }

  /** How this session would be extended next. Throws `not_found`, `session_ended`. */
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
    const step = On ? await nextStep(db.pool, row, () => balanceCents(db.pool, driverId), now) : null
    const at = stepAt(row)
    return {
      SessionId: sessionId,
      On,
      EndsAt: row.ends_at.toString(),
      StepMinutes: parking.termsOf(row).autoExtendMinutes,
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

  /** For a card session, before anything is locked. Null if no step is due. */
  const authorizeStep = async (sessionId: string, now: Temporal.Instant): Promise<CardAnswer | null> => {
    const row = await parking.lockRunning(db.pool, sessionId, now)
    if (!row?.method_id || !(await store.isWanted(db.pool, sessionId))) return null
    if (Temporal.Instant.compare(now, stepAt(row)) < 0) return null
    const step = await nextStep(db.pool, row, async () => Infinity, now)
    if (step.stop !== null) return null
    const endsAt = row.ends_at
    try {
      const authorization = await parking.authorizeExtension(stepKey(row), row, step.minutes, now)
      return { endsAt, authorization, stop: null }
    } catch (error) {
      if (error instanceof Refusal && (error.code === 'card_declined' || error.code === 'over_max_stay'))
        return { endsAt, authorization: null, stop: error.code }
      throw error
    }
  }

  /** One notice per end of the session; retried while the balance is too low. */
  const skipStep = async (tx: Queryable, row: SessionRow, stop: AutoExtendStop, now: Temporal.Instant) => {
    if (await store.markNotified(tx, row.session_id, row.ends_at))
      await notify(tx, row.driver_id, notExtendedMessage(row, stop), now, row.ends_at)
    if (stop === 'insufficient_funds') await schedule(tx, job, row.session_id, now.add({ seconds: retrySeconds }))
  }

  const takeStep = async (
    tx: Queryable,
    sessionId: string,
    card: CardAnswer | null,
    now: Temporal.Instant,
  ): Promise<void> => {
    const row = await parking.lockRunning(tx, sessionId, now)
    if (!row || !(await store.isWanted(tx, sessionId))) return
    if (Temporal.Instant.compare(now, stepAt(row)) < 0) return schedule(tx, job, sessionId, stepAt(row))
    const step = await nextStep(tx, row, () => lockBalanceCents(tx, row.driver_id), now)
    if (step.stop !== null) return skipStep(tx, row, step.stop, now)
    // the session was extended after the card was authorized
    if (row.method_id && !card?.endsAt.equals(row.ends_at)) return schedule(tx, job, sessionId, now.add({ seconds: 1 }))
    if (card?.stop) return skipStep(tx, row, card.stop, now)
    const body = { SessionId: sessionId, Minutes: step.minutes }
    await parking.extend(stepKey(row), body, now, { tx, authorization: card?.authorization ?? null })
    const message = extendedMessage(row, step.endsAt, toDollars(step.amountCents))
    await notify(tx, row.driver_id, message, now, step.endsAt)
  }

  return {
    state,

    /** The driver's choice for this session, over his options. Throws `not_found`, `session_ended`. */
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
      /** The step, its timeline entry, its message and the next job are one transaction; a repeat finds it done. */
      [job]: async (sessionId: string, now: Temporal.Instant): Promise<void> => {
        const card = await authorizeStep(sessionId, now)
        await db.transaction(tx => takeStep(tx, sessionId, card, now))
        // does nothing if the step was taken; after a fault the repeat uses the same authorization
        if (card?.authorization) await parking.releaseAuthorization(card.authorization)
      },
    },
  }
}
