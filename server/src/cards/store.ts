// SQL of charges: our own row before the provider is asked, and its settling.
import type { Queryable } from '#platform/db.ts'

export type ChargeRow = {
  charge_id: string
  driver_id: string
  input_hash: Buffer
  method_id: string
  amount_cents: number
  state: 'pending' | 'succeeded' | 'declined' | 'void'
}

const columns = 'charge_id, driver_id, input_hash, method_id, amount_cents, state'

export const findCharge = async (db: Queryable, driverId: string, key: string): Promise<ChargeRow | null> => {
  const { rows } = await db.query<ChargeRow>(`select ${columns} from charge where driver_id = $1 and key = $2`, [
    driverId,
    key,
  ])
  return rows[0] ?? null
}

export const insertCharge = async (
  tx: Queryable,
  charge: Omit<ChargeRow, 'state'> & { key: string; at: Temporal.Instant },
): Promise<void> => {
  await tx.query(
    `insert into charge (charge_id, driver_id, key, input_hash, method_id, amount_cents, asked_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      charge.charge_id,
      charge.driver_id,
      charge.key,
      charge.input_hash,
      charge.method_id,
      charge.amount_cents,
      charge.at.toString(),
    ],
  )
}

export const pendingCents = async (db: Queryable, driverId: string): Promise<number> => {
  const { rows } = await db.query<{ cents: number }>(
    `select coalesce(sum(amount_cents), 0)::integer as cents from charge where driver_id = $1 and state = 'pending'`,
    [driverId],
  )
  return rows[0]!.cents
}

/** The charge where this call settled it; none where it was settled before, by whomever. */
export const settleCharge = async (
  tx: Queryable,
  chargeId: string,
  state: Exclude<ChargeRow['state'], 'pending'>,
  at: Temporal.Instant,
): Promise<ChargeRow | null> => {
  const { rows } = await tx.query<ChargeRow>(
    `update charge set state = $2, settled_at = $3 where charge_id = $1 and state = 'pending' returning ${columns}`,
    [chargeId, state, at.toString()],
  )
  return rows[0] ?? null
}
