// Plans of many drivers with random provider failures: the ledger and the provider agree.
import * as contract from '@parkit/contract/money/subscription'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#app/testing.ts'
import { cardOf, chances, createFaults } from '#money/cards/testing.ts'
import { planActions } from './testing.ts'

const faults = createFaults()
let parkit: TestServer
let actions: ReturnType<typeof planActions>
beforeAll(async () => {
  parkit = await startTestServer({ cardFetch: faults.wrap })
  actions = planActions(parkit)
})
afterAll(() => parkit.stop())

test('every plan payment that the provider took is booked, whatever response is lost', {
  timeout: 90_000,
}, async () => {
  const chance = chances(20_261_122)
  const drivers = await Promise.all(Array.from({ length: 4 }, () => parkit.driver({ dollars: 0, vehicle: false })))
  const cards = new Map<string, string>()
  for (const { token } of drivers) cards.set(token, await cardOf(parkit, token, '4242'))
  const act = async ({ token, driverId }: { token: string; driverId: string }) => {
    const what = chance()
    if (what < 0.1) await actions.bank(driverId, 'generic_decline')
    else if (what < 0.3) await actions.bank(driverId, 'succeeds')
    if (what < 0.5) return actions.subscribe(token)
    if (what < 0.7) return parkit.call(contract.changeCard, { body: { PaymentMethodId: cards.get(token)! } }, { token })
    return parkit.call(what < 0.85 ? contract.cancel : contract.resume, {}, { token })
  }
  await parkit.db.pool.query(`update token set expires_at = expires_at + interval '1 year'`)
  for (let round = 0; round < 8; round++) {
    faults.byChance(chance, 0.1)
    await Promise.all([...drivers.map(act), parkit.jobs.runDue()])
    await Promise.all(drivers.map(act))
    parkit.clock.advance({ hours: 24 * 7 })
  }
  faults.clear()
  for (let i = 0; i < 4; i++) {
    await actions.settle()
    parkit.clock.advance({ hours: 7 })
  }
  await actions.settle()
  const all = await Promise.all(drivers.map(({ driverId }) => actions.books(driverId)))
  for (const { booked, taken, states } of all) {
    expect(booked).toBe(taken)
    expect(states).not.toContain('pending')
  }
  // the chances were such that there was something to lose
  expect(all.reduce((sum, { booked }) => sum + booked, 0)).toBeGreaterThan(900)
})
