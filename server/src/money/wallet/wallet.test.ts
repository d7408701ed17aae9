// The wallet over HTTP: money comes in once per key, never past a limit, and every movement is listed once.
import { randomUUID } from 'node:crypto'
import { details } from '@parkit/contract/driver/account'
import * as contract from '@parkit/contract/money/wallet'
import { stop } from '@parkit/contract/parking/sessions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#app/testing.ts'
import { cardOf } from '#money/cards/testing.ts'

let parkit: TestServer
beforeAll(async () => {
  parkit = await startTestServer()
})
afterAll(() => parkit.stop())

type Body = { Amount?: unknown; PaymentMethodId?: unknown }
const add = (token: string, body: Body, key = randomUUID() as string) =>
  parkit.call(contract.addMoney, { body }, { token, key })
const balance = async (token: string) => (await parkit.call(details, {}, { token })).body.Balance
const list = async (token: string, query: { Cursor?: string; Limit?: number } = {}) =>
  (await parkit.call(contract.activity, { query }, { token })).body
const guest = (dollars = 0) => parkit.driver({ dollars, vehicle: false })
const at = <Item>(count: number, make: (i: number) => Item) => Array.from({ length: count }, (_, i) => make(i))

test('added money is in the wallet, to the cent', async () => {
  const { token } = await guest()
  expect(await balance(token)).toBe(0)
  const added = await add(token, { Amount: 19.99 })
  expect([added.status, added.body.Balance]).toEqual([200, 19.99])
  expect((await add(token, { Amount: 0.01 + 1 })).body.Balance).toBe(21)
  expect(await balance(token)).toBe(21)
})

test('ten concurrent calls with one key charge once and answer the same', async () => {
  const { token, driverId } = await guest()
  const key = randomUUID()
  const answers = await Promise.all(at(10, () => add(token, { Amount: 20 }, key)))
  expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1)
  expect(answers[0]!.body.Balance).toBe(20)
  expect(await balance(token)).toBe(20)
  const { rows } = await parkit.db.pool.query('select from charge where driver_id = $1', [driverId])
  expect(rows).toHaveLength(1)
})

test('a replayed key answers as the first time, whatever changed since', async () => {
  const { token } = await guest()
  const key = randomUUID()
  const first = await add(token, { Amount: 20 }, key)
  await add(token, { Amount: 5 })
  const again = await add(token, { Amount: 20 }, key)
  expect([again.status, again.body]).toEqual([200, first.body])
  expect(await balance(token)).toBe(25)
})

test('a key used with another amount or card is refused and adds nothing', async () => {
  const { token } = await guest()
  const key = randomUUID()
  await add(token, { Amount: 20 }, key)
  for (const body of [{ Amount: 21 }, { Amount: 20, PaymentMethodId: await cardOf(parkit, token, '4242') }])
    expect(await add(token, body, key)).toMatchObject({ status: 409, error: { Code: 'idempotency_conflict' } })
  expect(await balance(token)).toBe(20)
})

test('two drivers may use the same key', async () => {
  const [one, other] = [await guest(), await guest()]
  const key = randomUUID()
  await add(one.token, { Amount: 20 }, key)
  expect((await add(other.token, { Amount: 7 }, key)).body.Balance).toBe(7)
  expect(await balance(one.token)).toBe(20)
})

test('ten concurrent calls with ten keys charge ten times', async () => {
  const { token } = await guest()
  const answers = await Promise.all(at(10, i => add(token, { Amount: i + 1 })))
  expect(answers.map(({ status }) => status)).toEqual(at(10, () => 200))
  expect(await balance(token)).toBe(55)
})

test('a declined card adds nothing, and a replay answers the decline again', async () => {
  const { token } = await guest(10)
  const key = randomUUID()
  const PaymentMethodId = await cardOf(parkit, token, '0341')
  for (let i = 0; i < 2; i++) {
    const declined = await add(token, { Amount: 20, PaymentMethodId }, key)
    expect(declined).toMatchObject({ status: 402, error: { Code: 'card_declined' } })
    expect(declined.error.Message).toBe('Your card was declined. You weren’t charged. Try another card.')
  }
  expect(await balance(token)).toBe(10)
  expect((await list(token)).Items).toHaveLength(1)
  expect((await add(token, { Amount: 20 })).body.Balance).toBe(30)
})

test('another driver’s card is refused at its field', async () => {
  const { token } = await guest()
  const refused = await add(token, { Amount: 20, PaymentMethodId: 'pm_of_another' })
  expect(refused).toMatchObject({
    status: 400,
    error: { Fields: { PaymentMethodId: 'Choose one from the list.' } },
  })
})

test.each([
  [0.99, 'Enter an amount from $1.00 to $500.00.'],
  [500.01, 'Enter an amount from $1.00 to $500.00.'],
  [-20, 'Enter an amount from $1.00 to $500.00.'],
  [1.005, 'Use up to 2 decimals.'],
])('an amount of %d is answered "%s"', async (Amount, text) => {
  const { token } = await guest()
  expect(await add(token, { Amount })).toMatchObject({ status: 400, error: { Fields: { Amount: text } } })
  expect(await balance(token)).toBe(0)
})

test.each(['20', null, undefined, {}, [20]])('an amount of %j is refused at its field', async Amount => {
  const { token } = await guest()
  expect((await add(token, { Amount })).error.Fields).toHaveProperty('Amount')
})

test('the minimum and the maximum are accepted; the wallet holds 2,000 dollars and not a cent more', async () => {
  const { token } = await guest(1_500)
  expect((await add(token, { Amount: 499 })).body.Balance).toBe(1_999)
  expect((await add(token, { Amount: 1 })).body.Balance).toBe(2_000)
  expect(await add(token, { Amount: 1 })).toMatchObject({ status: 409, error: { Code: 'wallet_full' } })
  expect(await balance(token)).toBe(2_000)
})

test('concurrent calls cannot exceed the wallet limit', async () => {
  const { token } = await guest(1_500)
  const answers = await Promise.all(at(10, () => add(token, { Amount: 100 })))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
  expect(new Set(answers.filter(({ status }) => status !== 200).map(({ error }) => error.Code))).toEqual(
    new Set(['wallet_full']),
  )
  expect(await balance(token)).toBe(2_000)
})

test('the activity lists each movement once, newest first, across all pages', async () => {
  const { token } = await guest()
  for (let i = 1; i <= 7; i++) await add(token, { Amount: i })
  const amounts: number[] = []
  let page = await list(token, { Limit: 3 })
  expect(page.Items).toHaveLength(3)
  amounts.push(...page.Items.map(({ Amount }) => Amount))
  // what moves between two pages shifts nothing
  await add(token, { Amount: 50 })
  while (page.NextCursor) {
    page = await list(token, { Limit: 3, Cursor: page.NextCursor })
    amounts.push(...page.Items.map(({ Amount }) => Amount))
  }
  expect(amounts).toEqual([7, 6, 5, 4, 3, 2, 1])
})

test('a full last page has no next page', async () => {
  const { token } = await guest()
  for (let i = 1; i <= 3; i++) await add(token, { Amount: i })
  expect((await list(token, { Limit: 3 })).NextCursor).toBeNull()
  expect((await list(token, { Limit: 2 })).NextCursor).not.toBeNull()
})

test('a parking payment shows its place, its sign and the balance after it', async () => {
  const driver = await parkit.driver({ dollars: 20 })
  const session = await parkit.park(driver)
  await parkit.call(stop, { body: { SessionId: session.SessionId } }, { token: driver.token })
  const { Items } = await list(driver.token)
  expect(Items.map(({ Kind }) => Kind)).toEqual(['cancelled', 'fare', 'topUp'])
  const [back, fare, topUp] = Items as [contract.Activity, contract.Activity, contract.Activity]
  expect(fare).toMatchObject({ SessionId: session.SessionId, Amount: -session.AmountPaid, Name: session.Name })
  expect(fare.BalanceAfter).toBeCloseTo(20 - session.AmountPaid, 10)
  expect(back).toMatchObject({ SessionId: session.SessionId, Amount: session.AmountPaid, BalanceAfter: 20 })
  expect(topUp).toMatchObject({ SessionId: null, Name: null, Amount: 20, When: parkit.clock.now().toString() })
})

test('another driver’s activity is not visible; an invalid cursor is refused', async () => {
  const one = await guest(20)
  const other = await guest()
  const { Items } = await list(one.token)
  expect((await list(other.token)).Items).toEqual([])
  expect((await list(other.token, { Cursor: String(Number(Items[0]!.Id) + 1) })).Items).toEqual([])
  for (const Cursor of ['x', '-1', '1e3', '9'.repeat(19)])
    expect(await parkit.call(contract.activity, { query: { Cursor } }, { token: one.token })).toMatchObject({
      status: 400,
      error: { Fields: { Cursor: 'This doesn’t look right.' } },
    })
})
