// Many drivers with random provider failures, webhooks and sweeps in between: no cent is lost or doubled.
import { randomUUID } from 'node:crypto'
import { createIntent } from '@parkit/contract/money/cards'
import { addMoney } from '@parkit/contract/money/wallet'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#app/testing.ts'
import { cardOf, chances, createFaults } from './testing.ts'

const faults = createFaults()
let parkit: TestServer
beforeAll(async () => {
  parkit = await startTestServer({ cardFetch: faults.wrap })
})
afterAll(() => parkit.stop())

test('the wallets hold exactly what the provider took', { timeout: 60_000 }, async () => {
  const chance = chances(20_261_121)
  const drivers = await Promise.all(Array.from({ length: 6 }, () => parkit.driver({ dollars: 0, vehicle: false })))
  const declining = await Promise.all(drivers.map(({ token }) => cardOf(parkit, token, '0341')))
  faults.byChance(chance, 0.15)

  const act = async (i: number, round: number) => {
    const { token } = drivers[i]!
    if (chance() < 0.15) {
      const body = { PaymentMethodId: 'pm_card_visa', Amount: 1 + round, Currency: 'USD' as const }
      await parkit.call(createIntent, { body }, { token })
      return
    }
    const card = chance() < 0.2 ? { PaymentMethodId: declining[i]! } : {}
    const [key, body] = [randomUUID(), { Amount: 1 + Math.floor(chance() * 20), ...card }]
    for (let tries = 0; tries < 2; tries++) await parkit.call(addMoney, { body }, { token, key })
  }
  for (let round = 0; round < 5; round++) {
    await Promise.all([...drivers.map((_, i) => act(i, round)), parkit.jobs.runDue()])
    parkit.clock.advance({ seconds: 12 })
  }

  faults.clear()
  for (let i = 0; i < 5; i++) {
    parkit.clock.advance({ minutes: 20 })
    await parkit.jobs.runDue()
  }
  const { rows } = await parkit.db.pool.query<{ driver_id: string; taken: number; held: number; credited: number }>(
    `select driver_id, balance_cents as credited,
            coalesce((select sum((body ->> 'amount_received')::integer) from sandbox_object join charge
               on body -> 'metadata' ->> 'charge' = charge_id::text
              where object = 'payment_intent' and charge.driver_id = wallet.driver_id), 0)::integer as taken,
            (select count(*)::integer from charge where driver_id = wallet.driver_id and state = 'pending') as pending,
            (select count(*)::integer from sandbox_object
              where object = 'payment_intent' and body ->> 'status' = 'requires_capture') as held
       from wallet`,
  )
  expect(rows).toHaveLength(drivers.length)
  for (const row of rows) expect(row).toMatchObject({ taken: row.credited, pending: 0, held: 0 })
  // the chances were such that there was something to lose
  expect(rows.reduce((sum, { credited }) => sum + credited, 0)).toBeGreaterThan(5_000)
})
