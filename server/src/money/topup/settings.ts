// A driver's settings for automatic top-ups: off until turned on with a saved card.

import type { TopUpAnswer } from '@parkit/contract/money/topup'
import { topUp as limits, wallet } from '@parkit/contract/platform/limits'
import { toCents, toDollars } from '@parkit/contract/platform/money'
import type { Database } from '#platform/db.ts'
import { refuse, refuseField } from '#platform/errors.ts'
import * as store from './store.ts'

export const addCents = (row: store.TopUpRow): number => row.default_add_cents ?? row.min_balance_cents

export const settingsAnswer = (row: store.TopUpRow): TopUpAnswer => ({
  AutoTopUp: row.is_on,
  MinBalance: toDollars(row.min_balance_cents),
  DefaultAddAmount: toDollars(addCents(row)),
  TopUpCeiling: toDollars(row.ceiling_cents),
})

type Change = { [Name in keyof TopUpAnswer]?: TopUpAnswer[Name] | undefined }
type Deps = { db: Database; hasCard: (driverId: string) => Promise<boolean> }

/** Throws at the field that contradicts the others. */
const requireConsistent = (row: store.TopUpRow): void => {
  if (!row.is_on) return
  const add = addCents(row)
  if (row.min_balance_cents < limits.leastMinCents) refuseField('MinBalance', 'min_balance')
  if (add < wallet.leastAddCents || add > wallet.mostAddCents) refuseField('DefaultAddAmount', 'add_amount')
  if (row.ceiling_cents < add) refuseField('TopUpCeiling', 'ceiling_under_add')
}

export const createTopUpSettings = ({ db, hasCard }: Deps) => ({
  get: async (driverId: string): Promise<TopUpAnswer> => settingsAnswer(await store.getTopUp(db.pool, driverId)),

  /** Absent fields keep their values. Throws `no_card` where it is turned on without a card. */
  change: async (driverId: string, change: Change): Promise<TopUpAnswer> => {
    const { AutoTopUp, MinBalance, DefaultAddAmount, TopUpCeiling } = change
    if (Object.values(change).every(value => value === undefined))
      return settingsAnswer(await store.getTopUp(db.pool, driverId))
    // before the row is locked: the provider may be slow
    const mayTurnOn = AutoTopUp !== true || (await hasCard(driverId))
    return db.transaction(async tx => {
      const row = await store.lockTopUp(tx, driverId)
      const changed = {
        ...row,
        ...(AutoTopUp !== undefined && { is_on: AutoTopUp }),
        ...(MinBalance !== undefined && { min_balance_cents: toCents(MinBalance) }),
        ...(DefaultAddAmount !== undefined && { default_add_cents: toCents(DefaultAddAmount) }),
        ...(TopUpCeiling !== undefined && { ceiling_cents: toCents(TopUpCeiling) }),
      }
      requireConsistent(changed)
      if (!mayTurnOn) refuse('no_card')
      await store.saveTopUp(tx, driverId, changed, AutoTopUp !== undefined)
      return settingsAnswer(changed)
    })
  },
})
export type TopUpSettings = ReturnType<typeof createTopUpSettings>
