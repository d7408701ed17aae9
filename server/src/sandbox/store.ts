// SQL of the sandbox: what the stand-in card provider remembers.
import type { Queryable } from '#platform/db.ts'

export type SandboxOutcome = 'succeeded' | 'declined' | 'void'

/** Keeps the first outcome of a charge and answers it ever after. */
export const keepOutcome = async (
  db: Queryable,
  chargeId: string,
  outcome: SandboxOutcome,
  amountCents: number,
): Promise<SandboxOutcome> => {
  const { rows } = await db.query<{ outcome: SandboxOutcome }>(
    `with added as (
       insert into sandbox_charge (charge_id, outcome, amount_cents) values ($1, $2, $3)
       on conflict do nothing returning outcome)
     select outcome from added union all select outcome from sandbox_charge where charge_id = $1 limit 1`,
    [chargeId, outcome, amountCents],
  )
  // a twin may have written it after this statement began
  return rows[0]?.outcome ?? keepOutcome(db, chargeId, outcome, amountCents)
}
