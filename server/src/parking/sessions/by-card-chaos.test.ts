// Many sessions by card with random provider failures, stops, ends and sweeps in between: no cent is lost or doubled.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#app/testing.ts'
import { cardOf, chances, createFaults } from '#money/cards/testing.ts'
import { parkingActions } from './actions-testing.ts'

const faults = createFaults()
let parkit: TestServer
beforeAll(async () => {
  parkit = await startTestServer({ cardFetch: faults.wrap })
})
afterAll(() => parkit.stop())

test('the provider captured exactly what the sessions cost', { timeout: 120_000 }, async () => {
  const chance = chances(20_261_122)
  const actions = parkingActions(parkit)
  const drivers = await Promise.all(
    Array.from({ length: 5 }, async () => {
      const driver = await parkit.driver({ dollars: 10 })
      const [visa, declining] = [await cardOf(parkit, driver.token, '4242'), await cardOf(parkit, driver.token, '0341')]
      return { ...driver, visa, declining }
    }),
  )
  faults.byChance(chance, 0.12)

  const twice = async (work: (key: string) => Promise<unknown>) => {
    const key = randomUUID()
    await work(key)
    if (chance() < 0.7) await work(key)
  }
  const act = async (driver: (typeof drivers)[number]) => {
    const [running] = await actions.active(driver)
    const draw = chance()
    if (!running) {
      const PayWith = draw < 0.75 ? driver.visa : draw < 0.9 ? 'wallet' : driver.declining
      const body = { PayWith, Minutes: 15 + Math.floor(chance() * 30) }
      // by wallet and card at once, now and then
      await Promise.all([
        twice(key => actions.start(driver, body, key)),
        ...(chance() < 0.2 ? [twice(key => actions.start(driver, { ...body, PayWith: 'wallet' }, key))] : []),
      ])
    } else if (draw < 0.5) await twice(key => actions.extend(driver, running.SessionId, 15, key))
    else if (draw < 0.8) await twice(key => actions.stop(driver, running.SessionId, key))
    // else it may end by itself
  }
  for (let round = 0; round < 10; round++) {
    await Promise.all([...drivers.map(act), parkit.jobs.runDue()])
    parkit.clock.advance({ minutes: 7 })
  }

  faults.clear()
  for (let i = 0; i < 8; i++) {
    parkit.clock.advance({ minutes: 90 })
    await parkit.jobs.runDue()
  }
  const { rows } = await parkit.db.pool.query<{ cost: number; taken: number; held: number; open: number }>(
    `select (select sum(parking_cents + fee_cents - refunded_cents)::integer from session where method_id is not null) as cost,
            (select sum((body ->> 'amount_received')::integer)::integer from sandbox_object
               join charge on body -> 'metadata' ->> 'charge' = charge_id::text
              where object = 'payment_intent' and purpose = 'session') as taken,
            (select count(*)::integer from sandbox_object
              where object = 'payment_intent' and body ->> 'status' = 'requires_capture') as held,
            (select count(*)::integer from charge where state in ('pending', 'held', 'capturing', 'lost')) as open`,
  )
  expect(rows[0]).toMatchObject({ taken: rows[0]!.cost, held: 0, open: 0 })
  // the chances were such that there was something to lose
  expect(rows[0]!.cost).toBeGreaterThan(500)
})
