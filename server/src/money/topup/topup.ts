// Automatic top-ups: announced when the wallet runs low, charged once after a delay, and the driver is notified of the outcome.
import { randomUUID } from 'node:crypto'
import type * as contract from '@parkit/contract/money/topup'
import type { Answer } from '@parkit/contract/platform/call'
import { topUp as limits } from '@parkit/contract/platform/limits'
import { moneyText, toDollars } from '@parkit/contract/platform/money'
import { enqueueNotice } from '#messaging/notices/notices.ts'
import type { Cards } from '#money/cards/cards.ts'
import { balanceCents } from '#money/ledger/ledger.ts'
import type { Database, Queryable } from '#platform/db.ts'
import { Refusal } from '#platform/errors.ts'
import { houseTimeZone } from '#platform/house-time.ts'
import { cancel, schedule } from '#platform/jobs.ts'
import { addCents, settingsAnswer } from './settings.ts'
import * as store from './store.ts'
import { en, type Words } from './words.en.ts'
import { es } from './words.es.ts'
import { hi } from './words.hi.ts'

export { createTopUpSettings, type TopUpSettings } from './settings.ts'

/** The kind of the job that a database trigger schedules when a balance drops below the driver's minimum. */
const watchJob = 'top-up'
const chargeJob = 'top-up-charge'
/** a notice that can't be sent for so long is dropped */
const noticeHours = 24

const words = { en, es, hi }
const money = (cents: number) => moneyText(toDollars(cents))
/** `2026-04`: the month of the ceiling, in the city's time. */
const monthOf = (now: Temporal.Instant) =>
  now.toZonedDateTimeISO(houseTimeZone).toPlainDate().toPlainYearMonth().toString()

type Deps = { db: Database; cards: Pick<Cards, 'chargeAutomatically'> }

export const createTopUps = ({ db, cards }: Deps) => {
  type Text = (words: Words) => { subject: string; body: string }
  const notify = (tx: Queryable, driverId: string, text: Text, now: Temporal.Instant) =>
    enqueueNotice(tx, {
      driverId,
      kind: 'automaticTopUp',
      text: language => text(words[language]),
      at: now,
      until: now.add({ hours: noticeHours }),
    })

  /** The first job: announces a top-up if the balance is low, none is open and the month's ceiling allows it. */
  const announce = (driverId: string, now: Temporal.Instant): Promise<void> =>
    db.transaction(async tx => {
      await cancel(tx, watchJob, driverId)
      if (!(await store.getTopUp(tx, driverId)).is_on) return
      const row = await store.lockTopUp(tx, driverId)
      if (!row.is_on) return
      const balance = await balanceCents(tx, driverId)
      if (balance >= row.min_balance_cents) return
      const [amount, month] = [addCents(row), monthOf(now)]
      const run = { run_id: randomUUID(), driver_id: driverId, amount_cents: amount, month, begun_at: now }
      if ((await store.monthCents(tx, driverId, month)) + amount > row.ceiling_cents) {
        const amounts = { amount: money(amount), ceiling: money(row.ceiling_cents) }
        if (await store.insertRun(tx, { ...run, state: 'ceiling' }))
          await notify(tx, driverId, to => to.ceiling(amounts), now)
        return
      }
      if (!(await store.insertRun(tx, { ...run, state: 'open' }))) return
      const amounts = { amount: money(amount), balance: money(balance), least: money(row.min_balance_cents) }
      await notify(tx, driverId, to => to.before(amounts), now)
      await schedule(tx, chargeJob, run.run_id, now.add({ seconds: limits.noticeSeconds }))
    })

  type Outcome = 'added' | 'declined' | 'no_card' | 'unreached' | 'unwanted'

  /** Throws while the outcome is unknown; the job is then repeated, and so is the charge's own sweep. */
  const charge = async ({ run_id, driver_id, amount_cents }: store.RunRow): Promise<Outcome> => {
    const mayBegin = async () => {
      const row = await store.getTopUp(db.pool, driver_id)
      return row.is_on && (await balanceCents(db.pool, driver_id)) < row.min_balance_cents
    }
    const state = await cards
      .chargeAutomatically(driver_id, `${watchJob} ${run_id}`, amount_cents, mayBegin)
      .catch((error: unknown) => {
        if (error instanceof Refusal && error.code === 'no_card') return 'no_card' as const
        if (error instanceof Refusal && error.code === 'wallet_full') return 'unwanted' as const
        throw error
      })
    if (state === 'succeeded') return 'added'
    return state === 'declined' || state === 'no_card' || state === 'unwanted' ? state : 'unreached'
  }

  const notifyOutcome = async (
    tx: Queryable,
    run: store.RunRow,
    outcome: Exclude<Outcome, 'unwanted'>,
    now: Temporal.Instant,
  ) => {
    const amount = money(run.amount_cents)
    const balance = money(await balanceCents(tx, run.driver_id))
    const text = {
      added: (to: Words) => to.added({ amount, balance }),
      declined: (to: Words) => to.declined({ amount }),
      no_card: (to: Words) => to.noCard({ amount }),
      unreached: (to: Words) => to.unreached({ amount }),
    }[outcome]
    await notify(tx, run.driver_id, text, now)
  }

  /** The second job: charges the announced top-up. */
  const settle = async (runId: string, now: Temporal.Instant): Promise<void> => {
    const run = await store.findRun(db.pool, runId)
    if (run?.state !== 'open') return
    const outcome = await charge(run)
    await db.transaction(async tx => {
      const isRefused = outcome === 'declined' || outcome === 'no_card'
      const state = outcome === 'added' ? 'added' : isRefused ? 'declined' : 'dropped'
      if (!(await store.endRun(tx, runId, state, now))) return
      if (isRefused) await store.pause(tx, run.driver_id, outcome, now)
      if (outcome !== 'unwanted') await notifyOutcome(tx, run, outcome, now)
    })
  }

  return {
    status: async (driverId: string, now: Temporal.Instant): Promise<Answer<typeof contract.topUpStanding>> => {
      const [row, added] = await Promise.all([
        store.getTopUp(db.pool, driverId),
        store.monthCents(db.pool, driverId, monthOf(now)),
      ])
      return {
        ...settingsAnswer(row),
        AddedThisMonth: toDollars(added),
        Paused: row.paused && row.paused_at ? { Because: row.paused, At: row.paused_at.toString() } : null,
      }
    },

    /** Turned off until the driver turns it on again. */
    pauseDisputed: (tx: Queryable, driverId: string, now: Temporal.Instant): Promise<void> =>
      store.pause(tx, driverId, 'disputed', now),

    jobs: { [watchJob]: announce, [chargeJob]: settle },
  }
}
export type TopUps = ReturnType<typeof createTopUps>
