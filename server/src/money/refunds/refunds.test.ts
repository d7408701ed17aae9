// Refunds over HTTP: each cent once to the card it came from, whatever answer is lost, and never more than was paid.
import { randomUUID } from 'node:crypto'
import { details } from '@parkit/contract/driver/account'
import { deleteAccount } from '@parkit/contract/driver/profile'
import { createIntent } from '@parkit/contract/money/cards'
import * as contract from '@parkit/contract/money/refunds'
import { activity, addMoney } from '@parkit/contract/money/wallet'
import { session as readSession } from '@parkit/contract/parking/sessions'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#app/testing.ts'
import { cardOf, createFaults, lostAt } from '#money/cards/testing.ts'

const faults = createFaults()
const [create, look] = [/POST .v1.refunds$/, /GET .v1.refunds/]

let parkit: TestServer
beforeAll(async () => {
  parkit = await startTestServer({ cardFetch: faults.wrap })
})
afterAll(() => parkit.stop())
beforeEach(() => {
  faults.clear()
})

const driver = (dollars = 0) => parkit.driver({ dollars, vehicle: false })
const add = (token: string, Amount: number, PaymentMethodId?: string) =>
  parkit.call(addMoney, { body: { Amount, PaymentMethodId } }, { token })
const withdraw = (token: string, Amount?: number, key: string = randomUUID()) =>
  parkit.call(contract.withdraw, { body: { Amount } }, { token, key })
const balance = async (token: string) => (await parkit.call(details, {}, { token })).body.Balance
const list = async (token: string) => (await parkit.call(contract.listRefunds, { query: {} }, { token })).body.Items
const states = async (token: string) => (await list(token)).map(({ State }) => State).toSorted()
const parts = async (token: string) => (await list(token)).map(({ Amount }) => Amount).toSorted((a, b) => a - b)
const pass = async (time: Temporal.DurationLikeObject) => {
  parkit.clock.advance(time)
  await parkit.jobs.runDue()
}
/** What the provider gave back of a driver's payments, in dollars. */
const given = async (driverId: string) => {
  const { rows } = await parkit.db.pool.query<{ cents: number }>(
    `select coalesce(sum((body ->> 'amount')::integer), 0)::integer as cents from sandbox_object
      where object = 'refund' and body ->> 'payment_intent' in (select provider_reference from charge where driver_id = $1)`,
    [driverId],
  )
  return rows[0]!.cents / 100
}
/** Saves one of the provider's test cards and answers its id. */
const save = async (token: string, magic: string, last4: string) => {
  await parkit.call(createIntent, { body: { PaymentMethodId: magic, Amount: 1, Currency: 'USD' } }, { token })
  return cardOf(parkit, token, last4)
}

test('a withdrawal leaves the wallet immediately and reaches its card by the promised day', async () => {
  const { token, driverId } = await driver(30)
  const { status, body } = await withdraw(token, 12.34)
  expect([status, body.Balance]).toEqual([200, 17.66])
  const due = parkit.clock.now().add({ hours: 240 }).toString()
  expect(body.Refunds).toEqual([
    expect.objectContaining({
      For: 'withdrawal',
      Amount: 12.34,
      To: 'card',
      Card: { CardType: 'Visa', Last4: '4242' },
      State: 'requested',
      DueBy: due,
    }),
  ])
  expect(await given(driverId)).toBe(0)
  await parkit.jobs.runDue()
  expect([await states(token), await given(driverId)]).toEqual([['sent'], 12.34])
  await pass({ days: 9 })
  expect(await states(token)).toEqual(['sent'])
  await pass({ days: 1 })
  expect(await states(token)).toEqual(['arrived'])
  expect([await balance(token), await given(driverId)]).toEqual([17.66, 12.34])
  const { Items } = (await parkit.call(activity, { query: {} }, { token })).body
  expect(Items[0]).toMatchObject({ Kind: 'withdrawal', Amount: -12.34, Refund: { State: 'arrived', DueBy: due } })
})

test('without an amount everything is withdrawn, newest top-up first, never more than each charge', async () => {
  const { token, driverId } = await driver()
  for (const amount of [10, 25, 5]) {
    await add(token, amount)
    parkit.clock.advance({ seconds: 1 })
  }
  const told = await parkit.call(contract.withdrawal, {}, { token })
  expect(told.body.Most).toBe(40)
  expect(told.body.Sources.map(({ Left }) => Left)).toEqual([5, 25, 10])
  expect((await withdraw(token, 12)).body.Balance).toBe(28)
  expect(await parts(token)).toEqual([5, 7])
  expect((await withdraw(token)).body.Balance).toBe(0)
  expect(await parts(token)).toEqual([5, 7, 10, 18])
  await parkit.jobs.runDue()
  expect(await given(driverId)).toBe(40)
  expect(await withdraw(token)).toMatchObject({
    status: 400,
    error: { Fields: { Amount: 'Enter up to your wallet balance.' } },
  })
})

test.each([30.01, 0, -1, 0.001])('%d of 30 dollars can’t be withdrawn', async Amount => {
  const { token } = await driver(30)
  expect((await withdraw(token, Amount)).error.Fields).toHaveProperty('Amount')
  expect([await balance(token), await list(token)]).toEqual([30, []])
})

test('ten concurrent withdrawals never exceed the balance; ten with one key are one', async () => {
  const { token, driverId } = await driver(30)
  const answers = await Promise.all(Array.from({ length: 10 }, () => withdraw(token, 9)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
  expect(await balance(token)).toBe(3)
  const key = randomUUID()
  const same = await Promise.all(Array.from({ length: 10 }, () => withdraw(token, 1, key)))
  expect(new Set(same.map(({ status, body }) => `${status} ${body.Balance} ${body.Refunds[0]!.Id}`)).size).toBe(1)
  expect(await balance(token)).toBe(2)
  expect(await withdraw(token, 2, key)).toMatchObject({ status: 409, error: { Code: 'idempotency_conflict' } })
  await parkit.jobs.runDue()
  // the money is on its way by now: a repeat is answered as it first was
  expect(JSON.stringify((await withdraw(token, 1, key)).body)).toBe(JSON.stringify(same[0]!.body))
  expect(await given(driverId)).toBe(28)
})

test.each([
  ['before the provider', () => Object.assign(faults, { before: lostAt(create) })],
  ['between the provider and us', () => Object.assign(faults, { after: lostAt(create) })],
])('lost %s, even for days: refunded once', async (_, lose) => {
  const { token, driverId } = await driver(20)
  await withdraw(token)
  lose()
  const [{ Id }] = (await list(token)) as [contract.Refund]
  await expect(parkit.features.refunds.jobs.refund!(Id)).rejects.toThrow()
  // no message comes, and after a day the provider knows its keys no more
  await parkit.db.pool.query(`delete from job where kind = 'sandbox-webhook'`)
  await parkit.db.pool.query('delete from sandbox_request')
  expect(await states(token)).toEqual(['requested'])
  faults.clear()
  await pass({ days: 2 })
  expect([await states(token), await given(driverId), await balance(token)]).toEqual([['sent'], 20, 0])
})

test('two servers sending the same refund concurrently refund once', async () => {
  const { token, driverId } = await driver(20)
  await withdraw(token)
  const [{ Id }] = (await list(token)) as [contract.Refund]
  let looked = 0
  const both = Promise.withResolvers<void>()
  faults.after = async path => {
    if (!look.test(path)) return
    if (++looked === 2) both.resolve()
    await both.promise
  }
  await Promise.all([parkit.features.refunds.jobs.refund!(Id), parkit.features.refunds.jobs.refund!(Id)])
  expect([await states(token), await given(driverId)]).toEqual([['sent'], 20])
  await parkit.jobs.runDue()
})

test('when the provider refuses, the money returns to the wallet', async () => {
  const { token } = await driver(20)
  faults.instead = path =>
    create.test(path)
      ? Response.json({ error: { type: 'invalid_request_error', message: 'No' } }, { status: 400 })
      : undefined
  await withdraw(token)
  expect(await balance(token)).toBe(0)
  await parkit.jobs.runDue()
  expect([await states(token), await balance(token)]).toEqual([['failed'], 20])
})

test('a card that returns the refund later: the money is in the wallet, and another card is used next time', async () => {
  const { token } = await driver(10)
  parkit.clock.advance({ seconds: 1 })
  await add(token, 20, await save(token, 'pm_card_refundFail', '5126'))
  await withdraw(token, 20)
  await parkit.jobs.runDue()
  expect([await states(token), await balance(token)]).toEqual([['sent'], 10])
  await pass({ minutes: 2 })
  expect([await states(token), await balance(token)]).toEqual([['failed'], 30])
  const { Sources } = (await parkit.call(contract.withdrawal, {}, { token })).body
  expect(Sources.map(({ Left, Card }) => [Left, Card?.Last4])).toEqual([
    [10, '4242'],
    [20, '5126'],
  ])
})

test('a late refusal whose webhook is lost is found on the expected arrival day', async () => {
  const { token } = await driver()
  await add(token, 20, await save(token, 'pm_card_refundFail', '5126'))
  await withdraw(token)
  await parkit.jobs.runDue()
  await parkit.db.pool.query(`delete from job where kind = 'sandbox-webhook'`)
  await pass({ days: 10 })
  expect([await states(token), await balance(token)]).toEqual([['failed'], 20])
})

/** What is owed to drivers whose accounts are gone, in dollars. */
const unclaimed = async () => {
  const { rows } = await parkit.db.pool.query<{ cents: number }>(
    `select coalesce(sum(amount_cents), 0)::integer as cents from posting where account = 'unclaimed'`,
  )
  return rows[0]!.cents / 100
}

test('refused after the account was deleted: the money is owed to the driver and in no wallet', async () => {
  const who = await driver()
  await add(who.token, 20, await save(who.token, 'pm_card_refundFail', '5126'))
  expect((await parkit.call(deleteAccount, { body: { Password: who.password } }, who)).status).toBe(200)
  await parkit.jobs.runDue()
  await pass({ minutes: 2 })
  await pass({ days: 10 })
  const { rows } = await parkit.db.pool.query<{ state: string; balance_cents: number; due: number }>(
    `select state, balance_cents, (select count(*) from job where ref = refund_id::text)::integer as due
       from refund join wallet using (driver_id) where driver_id = $1`,
    [who.driverId],
  )
  expect([rows, await unclaimed()]).toEqual([[{ state: 'failed', balance_cents: 0, due: 0 }], 20])
})

test('a refund that is slow at the provider arrives', async () => {
  const { token } = await driver()
  await add(token, 20, await save(token, 'pm_card_pendingRefund', '7726'))
  await withdraw(token)
  await parkit.jobs.runDue()
  expect(await states(token)).toEqual(['sent'])
  await pass({ minutes: 2 })
  expect(await states(token)).toEqual(['sent'])
  await pass({ days: 10 })
  expect([await states(token), await balance(token)]).toEqual([['arrived'], 0])
})

test('another driver’s refund is not visible', async () => {
  const [one, other] = [await driver(10), await driver(10)]
  await withdraw(one.token)
  expect(await list(other.token)).toEqual([])
  expect((await parkit.call(contract.withdrawal, {}, { token: other.token })).body.Most).toBe(10)
  await parkit.jobs.runDue()
})

/** A session that is over and was paid with the wallet. */
const over = async () => {
  const who = await parkit.driver({ dollars: 20 })
  const parked = await parkit.park(who)
  await pass({ hours: 2 })
  const decide = (cents: number, decisionId?: string) =>
    parkit.features.refunds.decide({
      sessionId: parked.SessionId,
      amountCents: cents,
      reason: 'The meter was broken',
      owner: 'alex@parkit.example',
      ...(decisionId && { decisionId }),
    })
  const read = async () =>
    (await parkit.call(readSession, { params: { id: parked.SessionId } }, { token: who.token })).body
  return { who, parked, paidCents: Math.round(parked.AmountPaid * 100), decide, read }
}

test('a session’s refund goes to the wallet that paid and shows everywhere', async () => {
  const { who, parked, paidCents, decide, read } = await over()
  await decide(100)
  expect(await balance(who.token)).toBeCloseTo(20 - parked.AmountPaid + 1, 10)
  expect(await read()).toMatchObject({ Refunded: 1, AmountPaid: (paidCents - 100) / 100, PaymentStatus: 'Paid' })
  await decide(paidCents - 100)
  expect(await read()).toMatchObject({ AmountPaid: 0, PaymentStatus: 'Refunded' })
  expect(await balance(who.token)).toBe(20)
  const mine = await parkit.call(contract.listRefunds, { query: { SessionId: parked.SessionId } }, who)
  expect(mine.body.Items.map(({ State, To, Reason }) => [State, To, Reason])).toEqual(
    Array.from({ length: 2 }, () => ['arrived', 'wallet', 'The meter was broken']),
  )
  expect((await read()).Steps.map(({ Kind }) => Kind)).toEqual(['started', 'ended', 'refunded', 'refunded'])
  const { Items } = (await parkit.call(activity, { query: {} }, who)).body
  expect(Items[0]).toMatchObject({ Kind: 'refund', Name: parked.Name, SessionId: parked.SessionId })
})

test('refunds never exceed what was paid, also concurrently; pressing twice refunds once', async () => {
  const { who, paidCents, decide, read } = await over()
  await expect(decide(paidCents + 1)).rejects.toThrow('over_paid')
  const most = Math.floor(paidCents / 100)
  const decided = await Promise.allSettled(Array.from({ length: most + 3 }, () => decide(100)))
  expect(decided.filter(({ status }) => status === 'fulfilled')).toHaveLength(most)
  expect((await read()).Refunded).toBe(most)
  const rest = paidCents - most * 100
  const id = randomUUID()
  await Promise.all(Array.from({ length: 5 }, () => decide(rest, id)))
  expect([(await read()).Refunded, await balance(who.token)]).toEqual([paidCents / 100, 20])
})

test('an active session is stopped, not refunded', async () => {
  const who = await parkit.driver({ dollars: 20 })
  const { SessionId: sessionId } = await parkit.park(who)
  const decided = parkit.features.refunds.decide({ sessionId, amountCents: 1, reason: '', owner: 'a' })
  await expect(decided).rejects.toThrow('session_not_over')
})
