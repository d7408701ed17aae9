// SQL of disputes: whose payment it is, what of it could be taken from the wallet, and how it ended.
import type { Queryable } from '#platform/db.ts'

export type DisputeRow = {
  dispute_id: string
  driver_id: string
  charge_id: string | null
  amount_cents: number
  wallet_cents: number
  state: 'open' | 'won' | 'lost'
}
const columns = 'dispute_id, driver_id, charge_id, amount_cents, wallet_cents, state'

export type Payer = { driver_id: string; charge_id: string | null; filled_wallet: boolean }

/** Who made the payment, and whether it filled his wallet; none where it is no payment of ours. */
export const findPayer = async (tx: Queryable, paymentId: string): Promise<Payer | null> => {
  const { rows } = await tx.query<Payer>(
    `select driver_id, charge_id, purpose in ('topUp', 'autoTopUp') as filled_wallet from charge
      where provider_reference = $1
     union all
     select driver_id, null, false from subscription_payment join subscription using (subscription_id)
      where subscription_payment.payment_reference = $1`,
    [paymentId],
  )
  return rows[0] ?? null
}

/** Held until the transaction ends. */
export const lockDispute = async (tx: Queryable, disputeId: string): Promise<DisputeRow | null> => {
  const { rows } = await tx.query<DisputeRow>(`select ${columns} from dispute where dispute_id = $1 for update`, [
    disputeId,
  ])
  return rows[0] ?? null
}

/** None where another one has opened it meanwhile. */
export const insertDispute = async (
  tx: Queryable,
  row: DisputeRow,
  at: Temporal.Instant,
): Promise<DisputeRow | null> => {
  const { rows } = await tx.query<DisputeRow>(
    `insert into dispute (${columns}, opened_at) values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing
     returning ${columns}`,
    [row.dispute_id, row.driver_id, row.charge_id, row.amount_cents, row.wallet_cents, row.state, at],
  )
  return rows[0] ?? null
}

export const close = async (tx: Queryable, disputeId: string, state: 'won' | 'lost', at: Temporal.Instant) => {
  await tx.query('update dispute set state = $2, closed_at = $3 where dispute_id = $1', [disputeId, state, at])
}
