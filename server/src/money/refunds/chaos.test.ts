// Charges and refunds at once with random provider failures: what the provider holds is what the wallets hold.
import { randomUUID } from 'node:crypto'
import { settings } from '@parkit/contract/driver/account'
import { withdraw } from '@parkit/contract/money/refunds'
import { addMoney } from '@parkit/contract/money/wallet'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#app/testing.ts'
import { chances, createFaults } from '#money/cards/testing.ts'

const faults = createFaults()
let parkit: TestServer
beforeAll(async () => {
  parkit = await startTestServer({ cardFetch: faults.wrap })
})
afterAll(() => parkit.stop())

test('the wallets hold exactly what the provider took and did not refund', { timeout: 120_000 }, async () => {
  const chance = chances(20_261_122)
  const drivers = await Promise.all(Array.from({ length: 5 }, () => parkit.driver({ dollars: 12 })))
  for (const who of drivers) {
    const body = { AutoTopUp: true, MinBalance: 10, DefaultAddAmount: 15, TopUpCeiling: 2_000 }
    expect((await parkit.call(settings, { body }, who)).status).toBe(200)
  }
  faults.byChance(chance, 0.12)

  const act = async (who: (typeof drivers)[number]) => {
    const key = randomUUID()
    const drawn = chance()
    const Amount = 1 + Math.floor(chance() * 12)
    for (let tries = 0; tries < 2; tries++) {
      if (drawn < 0.4) await parkit.call(withdraw, { body: { Amount } }, { token: who.token, key })
      else if (drawn < 0.7) await parkit.call(addMoney, { body: { Amount } }, { token: who.token, key })
    }
    if (drawn >= 0.7) await parkit.park(who, 15).catch(() => {})
  }
  /** which call is lost depends on the moment: there has to be something that could have been */
  const hadSomethingToLose = async () => {
    const { rows } = await parkit.db.pool.query<{ refunds: number; runs: number }>(
      `select (select count(*)::integer from refund) as refunds,
              (select count(*)::integer from top_up_run where state = 'added') as runs`,
    )
    return rows[0]!.refunds > 8 && rows[0]!.runs > 0
  }
  for (let round = 0; round < 8 || !(await hadSomethingToLose()); round++) {
    await Promise.all([...drivers.flatMap(who => [act(who), act(who)]), parkit.jobs.runDue(), parkit.jobs.runDue()])
    parkit.clock.advance({ minutes: 16 })
  }

  faults.clear()
  for (let i = 0; i < 6; i++) {
    parkit.clock.advance({ hours: 2 })
    await parkit.jobs.runDue()
  }
  const { rows } = await parkit.db.pool.query<{ held: number; spent: number; provider: number; open: number }>(
    `select balance_cents as held,
            coalesce((select -sum(amount_cents) from posting join entry using (entry_id)
               where posting.driver_id = wallet.driver_id and kind in ('fare', 'extension', 'cancelled', 'unusedMinutes')), 0)::integer as spent,
            (select coalesce(sum((body ->> 'amount_received')::integer), 0) from sandbox_object join charge
               on body ->> 'id' = provider_reference where charge.driver_id = wallet.driver_id)::integer
          - (select coalesce(sum((body ->> 'amount')::integer), 0) from sandbox_object join charge
               on body ->> 'payment_intent' = provider_reference
              where object = 'refund' and charge.driver_id = wallet.driver_id)::integer as provider,
            (select count(*) from charge where driver_id = wallet.driver_id and state = 'pending')::integer
          + (select count(*) from refund where driver_id = wallet.driver_id and state = 'requested')::integer
          + (select count(*) from top_up_run where driver_id = wallet.driver_id and state = 'open')::integer as open
       from wallet`,
  )
  expect(rows).toHaveLength(drivers.length)
  for (const { held, spent, provider, open } of rows) expect([held + spent, open]).toEqual([provider, 0])
})
