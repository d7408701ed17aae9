// Default Parking Options: what starts or extends by itself, and up to which amount.
import type { ParkingOptions } from '@parkit/contract/parking/automatic'
import { maxPayment } from '@parkit/contract/platform/limits'
import { toCents, toDollars } from '@parkit/contract/platform/money'
import type { Database, Queryable } from '#platform/db.ts'
import * as store from './store.ts'

const defaults: store.OptionsRow = {
  auto_start: false,
  auto_extend: false,
  max_payment_on: true,
  max_payment_cents: maxPayment.usualCents,
}

const answer = (row: store.OptionsRow): ParkingOptions => ({
  AutoStart: row.auto_start,
  AutoExtend: row.auto_extend,
  MaxPaymentOn: row.max_payment_on,
  MaxPaymentAmount: toDollars(row.max_payment_cents),
})

type Change = { [Name in keyof ParkingOptions]?: ParkingOptions[Name] | undefined }

export const createOptions = ({ db }: { db: Pick<Database, 'pool' | 'transaction'> }) => ({
  get: async (driverId: string, from: Queryable = db.pool): Promise<ParkingOptions> =>
    answer((await store.findOptions(from, driverId)) ?? defaults),

  /** What is absent stays. Sessions that run already follow at once. */
  change: async (driverId: string, change: Change): Promise<ParkingOptions> => {
    if (Object.values(change).every(value => value === undefined))
      return answer((await store.findOptions(db.pool, driverId)) ?? defaults)
    return db.transaction(async tx => {
      const row = await store.upsertOptions(tx, driverId, {
        auto_start: change.AutoStart ?? null,
        auto_extend: change.AutoExtend ?? null,
        max_payment_on: change.MaxPaymentOn ?? null,
        max_payment_cents: change.MaxPaymentAmount === undefined ? null : toCents(change.MaxPaymentAmount),
      })
      await store.planExtensions(tx, driverId)
      return answer(row)
    })
  },

  /** Which of these drivers let a gate start a session for them. */
  listAutoStart: (tx: Queryable, driverIds: string[]): Promise<string[]> => store.listAutoStart(tx, driverIds),
})
export type Options = ReturnType<typeof createOptions>
