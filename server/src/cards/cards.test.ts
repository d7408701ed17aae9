// Charging a card when answers are lost: whatever is lost where, the money is taken and credited once, or not at all.
import { randomUUID } from 'node:crypto'
import { details } from '@parkit/contract/account'
import type { Method } from '@parkit/contract/cards'
import * as contract from '@parkit/contract/cards'
import { addMoney } from '@parkit/contract/wallet'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createSandboxCards, sandboxMethods } from '#sandbox/cards.ts'
import { startTestServer, type TestServer } from '#testing.ts'

type Fault = () => Promise<void>
const none: Fault = async () => {}
const lost: Fault = async () => {
  throw new Error('the line is dead')
}
/** On the way to the provider, on the way back, and when the sweep asks what became of a charge. */
const faults = { beforeCharge: none, afterCharge: none, resolve: none }
let methods: Method[] = sandboxMethods

let parkit: TestServer
beforeAll(async () => {
  parkit = await startTestServer({
    cardProvider: db => {
      const sandbox = createSandboxCards(db.pool, {
        beforeCharge: () => faults.beforeCharge(),
        afterCharge: () => faults.afterCharge(),
      })
      return {
        ...sandbox,
        listMethods: async () => methods,
        resolve: async chargeId => {
          await faults.resolve()
          return sandbox.resolve(chargeId)
        },
      }
    },
  })
})
afterAll(() => parkit.stop())
beforeEach(() => {
  Object.assign(faults, { beforeCharge: none, afterCharge: none, resolve: none })
  methods = sandboxMethods
})

const guest = () => parkit.driver({ dollars: 0, vehicle: false })
const add = (token: string, key: string = randomUUID(), PaymentMethodId?: string, Amount = 20) =>
  parkit.call(addMoney, { body: { Amount, PaymentMethodId } }, { token, key })
const balance = async (token: string) => (await parkit.call(details, {}, { token })).body.Balance

/** What is known of the only charge of a driver: here, at the provider, and of the sweep that still waits for it. */
const charge = async (driverId: string) => {
  const { rows } = await parkit.db.pool.query<{ state: string; outcome: string | null; swept: boolean }>(
    `select state, outcome, not exists (select from due where kind = 'charge' and ref = charge.charge_id::text) as swept
       from charge left join sandbox_charge on sandbox_charge.charge_id = charge.charge_id::text
      where driver_id = $1`,
    [driverId],
  )
  expect(rows).toHaveLength(1)
  return rows[0]!
}
const sweep = async (seconds = 31) => {
  parkit.clock.advance({ seconds })
  await parkit.jobs.runDue()
}

test('a charge that is answered is settled at once, and no sweep is left', async () => {
  const { token, driverId } = await guest()
  expect((await add(token)).status).toBe(200)
  expect(await charge(driverId)).toEqual({ state: 'succeeded', outcome: 'succeeded', swept: true })
})

test('lost before the provider: nothing is taken; the sweep closes it, for the provider too', async () => {
  const { token, driverId } = await guest()
  faults.beforeCharge = lost
  expect(await add(token)).toMatchObject({ status: 409, error: { Code: 'payment_pending' } })
  expect(await charge(driverId)).toEqual({ state: 'pending', outcome: null, swept: false })
  await sweep()
  expect(await charge(driverId)).toEqual({ state: 'void', outcome: 'void', swept: true })
  expect(await balance(token)).toBe(0)
})

test('lost between the provider and us: the sweep credits it, once', async () => {
  const { token, driverId } = await guest()
  faults.afterCharge = lost
  expect(await add(token)).toMatchObject({ status: 409, error: { Code: 'payment_pending' } })
  expect(await balance(token)).toBe(0)
  await sweep()
  await sweep()
  expect(await charge(driverId)).toEqual({ state: 'succeeded', outcome: 'succeeded', swept: true })
  expect(await balance(token)).toBe(20)
})

test('the sweep waits half a minute before it asks', async () => {
  const { token, driverId } = await guest()
  faults.beforeCharge = lost
  await add(token)
  await sweep(29)
  expect((await charge(driverId)).state).toBe('pending')
  await sweep(1)
  expect((await charge(driverId)).state).toBe('void')
})

test.each([
  ['before', 'beforeCharge'],
  ['after', 'afterCharge'],
] as const)('lost %s the provider and asked again with its key: charged and credited once', async (_, where) => {
  const { token, driverId } = await guest()
  const key = randomUUID()
  faults[where] = lost
  await add(token, key)
  faults[where] = none
  const again = await add(token, key)
  expect([again.status, again.body.Balance]).toEqual([200, 20])
  await sweep()
  expect(await charge(driverId)).toEqual({ state: 'succeeded', outcome: 'succeeded', swept: true })
  expect(await balance(token)).toBe(20)
})

test('asked again after the sweep: what was credited answers its balance, what never arrived is declined', async () => {
  const [credited, closed] = [await guest(), await guest()]
  const key = randomUUID()
  faults.afterCharge = lost
  await add(credited.token, key)
  faults.beforeCharge = lost
  await add(closed.token, key)
  Object.assign(faults, { beforeCharge: none, afterCharge: none })
  await sweep()
  expect(await add(credited.token, key)).toMatchObject({ status: 200, body: { Balance: 20 } })
  expect(await add(closed.token, key)).toMatchObject({ status: 402, error: { Code: 'card_declined' } })
  expect(await balance(closed.token)).toBe(0)
})

test('a request that arrives at the provider after the sweep closed it takes nothing', async () => {
  const { token, driverId } = await guest()
  const onItsWay = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  faults.beforeCharge = () => {
    onItsWay.resolve()
    return goOn.promise
  }
  const slow = add(token)
  await onItsWay.promise
  await sweep()
  goOn.resolve()
  expect(await slow).toMatchObject({ status: 402, error: { Code: 'card_declined' } })
  expect(await charge(driverId)).toEqual({ state: 'void', outcome: 'void', swept: true })
  expect(await balance(token)).toBe(0)
})

test('the sweep, the answer and five repeats at the same moment settle once', async () => {
  const { token, driverId } = await guest()
  const key = randomUUID()
  const waiting: (() => void)[] = []
  const allThere = Promise.withResolvers<void>()
  faults.afterCharge = () =>
    new Promise(resolve => {
      waiting.push(resolve)
      if (waiting.length === 6) allThere.resolve()
    })
  const calls = Array.from({ length: 6 }, () => add(token, key))
  await allThere.promise
  parkit.clock.advance({ seconds: 31 })
  const swept = parkit.jobs.runDue()
  for (const goOn of waiting) goOn()
  for (const { status, body } of await Promise.all(calls)) expect([status, body.Balance]).toEqual([200, 20])
  await swept
  expect(await charge(driverId)).toEqual({ state: 'succeeded', outcome: 'succeeded', swept: true })
  expect(await balance(token)).toBe(20)
})

test('a provider that cannot say what became of a charge is asked again later', async () => {
  const { token, driverId } = await guest()
  faults.afterCharge = lost
  faults.resolve = lost
  await add(token)
  await sweep()
  expect((await charge(driverId)).state).toBe('pending')
  faults.resolve = none
  await sweep(3)
  expect((await charge(driverId)).state).toBe('succeeded')
  expect(await balance(token)).toBe(20)
})

test('what is pending counts towards the limit of the wallet', async () => {
  const { token } = await parkit.driver({ dollars: 1_500, vehicle: false })
  faults.afterCharge = lost
  await add(token, randomUUID(), undefined, 490)
  faults.afterCharge = none
  expect(await add(token, randomUUID(), undefined, 20)).toMatchObject({ status: 409, error: { Code: 'wallet_full' } })
  await sweep()
  expect(await balance(token)).toBe(1_990)
})

test('a repeat answers as before, though the card is gone by now', async () => {
  const { token } = await guest()
  const key = randomUUID()
  const first = await add(token, key, 'pm_card_visa')
  methods = []
  const again = await add(token, key, 'pm_card_visa')
  expect([again.status, again.body]).toEqual([200, first.body])
  expect(await balance(token)).toBe(20)
})

test('without a card there is nothing to charge', async () => {
  const { token } = await guest()
  methods = []
  expect(await add(token)).toMatchObject({ status: 409, error: { Code: 'no_card' } })
})

test('the first card is charged where none is named: the default', async () => {
  const { token } = await guest()
  methods = sandboxMethods.toReversed()
  expect((await add(token)).error.Code).toBe('card_declined')
})

test('cards are listed to drivers alone, and the sandbox says that it is one', async () => {
  const { token } = await guest()
  expect((await parkit.call(contract.listMethods, {}, { token })).body.map(({ Last4 }) => Last4)).toEqual([
    '4242',
    '0002',
  ])
  expect((await parkit.call(contract.listMethods, {})).status).toBe(401)
  expect((await parkit.call(contract.config, {})).body).toEqual({
    Provider: 'sandbox',
    PublishableKey: null,
    ScriptUrl: null,
    Sandbox: true,
  })
})
