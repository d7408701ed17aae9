// The driver's settings of the wallet that fills itself: off until turned on with a saved card.

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

/** Throws at the field that does not go with the others. */
const requireSound = (row: store.TopUpRow): void => {
  if (!row.is_on) return
  const add = addCents(row)
  if (row.min_balance_cents < limits.leastMinCents) refuseField('MinBalance', 'min_balance')
  if (add < wallet.leastAddCents || add > wallet.mostAddCents) refuseField('DefaultAddAmount', 'add_amount')
  if (row.ceiling_cents < add) refuseField('TopUpCeiling', 'ceiling_under_add')
}

export const createTopUpSettings = ({ db, hasCard }: Deps) => ({
  get: async (driverId: string): Promise<TopUpAnswer> => settingsAnswer(await store.getTopUp(db.pool, driverId)),

  /** What is absent stays. Throws `no_card` where it is turned on without one. */
  change: async (driverId: string, change: Change): Promise<TopUpAnswer> => {
    const { AutoTopUp, MinBalance, DefaultAddAmount, TopUpCeiling } = change
    if (Object.values(change).every(value => value === undefined))
      return settingsAnswer(await store.getTopUp(db.pool, driverId))
    // asked before: the provider may take its time, and nothing is to be held meanwhile
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
      requireSound(changed)
      if (!mayTurnOn) refuse('no_card')
      await store.saveTopUp(tx, driverId, changed, AutoTopUp !== undefined)
      return settingsAnswer(changed)
    })
  },
})
export type TopUpSettings = ReturnType<typeof createTopUpSettings>
