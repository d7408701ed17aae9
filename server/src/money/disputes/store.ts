// SQL of disputes: whose payment it is, what of it could be taken from the wallet, and how it ended.
import type { CardKeys } from '#platform/card-keys.ts'
import { type Queryable, sql } from '#platform/db.ts'

export type DisputeRow = {
  dispute_id: string
  driver_id: string
  charge_id: string | null
  amount_cents: number
  wallet_cents: number
  state: 'open' | 'won' | 'lost'
}
const columns = 'dispute_id, driver_id, charge_id, amount_cents, wallet_cents, state'

export type Payer = CardKeys & { driver_id: string; charge_id: string | null; filled_wallet: boolean }

/** Who made the payment, and whether it was a top-up of the wallet; none where it is not one of ours. */
export const findPayer = sql.first<Payer, [paymentId: string]>(
  'dispute_find_payer',
  `select driver_id, charge_id, purpose in ('topUp', 'autoTopUp') as filled_wallet, provider, mode from charge
      where provider_reference = $1
     union all
     select driver_id, null, false, provider, mode from subscription_payment join subscription using (subscription_id)
      where subscription_payment.payment_reference = $1`,
)

/** Held until the transaction ends. */
export const lockDispute = sql.first<DisputeRow, [disputeId: string]>(
  'dispute_lock',
  `select ${columns} from dispute where dispute_id = $1 for update`,
)

const disputeInsert = sql<DisputeRow>(
  'dispute_insert',
  `insert into dispute (${columns}, opened_at, provider, mode) values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing
     returning ${columns}`,
)
/** None where another one has opened it meanwhile. */
export const insertDispute = async (
  tx: Queryable,
  row: DisputeRow & CardKeys,
  at: Temporal.Instant,
): Promise<DisputeRow | null> =>
  disputeInsert.first(tx, [
    row.dispute_id,
    row.driver_id,
    row.charge_id,
    row.amount_cents,
    row.wallet_cents,
    row.state,
    at,
    row.provider,
    row.mode,
  ])

export const close = sql.run<[disputeId: string, state: 'won' | 'lost', at: Temporal.Instant]>(
  'dispute_close',
  'update dispute set state = $2, closed_at = $3 where dispute_id = $1',
)
