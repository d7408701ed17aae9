// Card testing: declines make the next try of the account, the card and the address block wait longer each time.
import { randomUUID } from 'node:crypto'
import { createIntent, listMethods } from '@parkit/contract/money/cards'
import { changeCard, subscribe } from '@parkit/contract/money/subscription'
import { addMoney } from '@parkit/contract/money/wallet'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#app/testing.ts'
import { planActions } from '#money/subscription/testing.ts'
import { runFor } from '#platform/requester.ts'
import { noteCardDecline, noteDecline, requireCardTry, waitAfter } from './decline-limit.ts'

let parkit: TestServer
beforeAll(async () => {
  parkit = await startTestServer({ env: { RATE_LIMIT: '' } })
})
afterAll(() => parkit.stop())

type Driver = Awaited<ReturnType<TestServer['driver']>>
/** One card pays, the other is declined when it is charged. */
const cardsOf = async ({ token }: Driver) => {
  // the sandbox takes a hundred calls in a second
  parkit.clock.advance({ seconds: 1 })
  const [pays, declined] = (await parkit.call(listMethods, {}, { token })).body
  return { pays: pays!.Id, declined: declined!.Id }
}
const add = async ({ token }: Driver, PaymentMethodId: string, from = '198.51.100.7', key: string = randomUUID()) => {
  const { statusCode, headers } = await parkit.app.inject({
    method: 'POST',
    url: addMoney.path,
    payload: { Amount: 5, PaymentMethodId },
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': key },
    remoteAddress: from,
  })
  return { status: statusCode, wait: Number(headers['retry-after'] ?? 0) }
}

test('Card testing: after five declines an account waits longer each time, and a payment that works resets nothing', async () => {
  const driver = await parkit.driver({ dollars: 0, vehicle: false })
  const { pays, declined } = await cardsOf(driver)
  for (let n = 0; n < 5; n++) expect((await add(driver, declined)).status).toBe(402)
  for (const seconds of [60, 120, 240, 480]) {
    expect(await add(driver, declined)).toEqual({ status: 429, wait: seconds })
    // another card of the account waits too
    expect((await add(driver, pays)).status).toBe(429)
    expect(
      (await parkit.call(createIntent, { body: { PaymentMethodId: 'pm_x', Amount: 1, Currency: 'USD' } }, driver))
        .status,
    ).toBe(429)
    parkit.clock.advance({ seconds })
    expect((await add(driver, pays)).status).toBe(200)
    expect((await add(driver, declined)).status).toBe(402)
  }
  parkit.clock.advance({ hours: 24 })
  for (let n = 0; n < 5; n++) expect((await add(driver, declined)).status).toBe(402)
})

test('Card testing: a repeat of a call answers as before while others wait', async () => {
  const driver = await parkit.driver({ dollars: 0, vehicle: false })
  const { declined } = await cardsOf(driver)
  const key = randomUUID()
  expect((await add(driver, declined, '198.51.100.8', key)).status).toBe(402)
  for (let n = 0; n < 4; n++) await add(driver, declined, '198.51.100.8')
  expect((await add(driver, declined, '198.51.100.8')).status).toBe(429)
  expect((await add(driver, declined, '198.51.100.8', key)).status).toBe(402)
})

test('Card testing: declines of a plan’s first month count like any other, once each, and make the plan wait', async () => {
  const driver = await parkit.driver({ dollars: 0, vehicle: false })
  const { pays, declined } = await cardsOf(driver)
  const order = (PaymentMethodId: string, key: string = randomUUID()) =>
    parkit.call(subscribe, { body: { PlanId: 'deluxe', PaymentMethodId } }, { ...driver, key })
  const repeated = randomUUID()
  for (const key of [repeated, repeated, randomUUID(), randomUUID()])
    expect((await order(declined, key)).status).toBe(402)
  await planActions(parkit).settle()
  // three so far; the other two by another way
  for (let n = 0; n < 2; n++) expect((await add(driver, declined)).status).toBe(402)
  for (const card of [declined, pays]) expect((await order(card)).error.Code).toBe('too_many_requests')
  expect((await add(driver, pays)).status).toBe(429)
  expect((await order(declined, repeated)).status).toBe(402)
  parkit.clock.advance({ seconds: 60 })
  expect((await order(pays)).status).toBe(200)
})

test('Card testing: trying cards on a renewal that was declined waits too', async () => {
  const plans = planActions(parkit)
  const driver = await plans.deluxe()
  const renews = Temporal.Instant.from((await plans.current(driver.token)).RenewsOn!)
  await plans.bank(driver.driverId, 'generic_decline')
  await plans.until(renews.add({ hours: 1 }))
  const { pays, declined } = await cardsOf(driver)
  const change = async (PaymentMethodId: string) =>
    (await parkit.call(changeCard, { body: { PaymentMethodId } }, driver)).status
  for (let n = 0; n < 5; n++) expect(await change(declined)).toBe(402)
  expect([await change(declined), await change(pays)]).toEqual([429, 429])
  await plans.bank(driver.driverId, 'succeeds')
  parkit.clock.advance({ seconds: 60 })
  expect(await change(pays)).toBe(200)
})

test('Card testing: many accounts of one address block wait, but no driver there who has paid before', async () => {
  const from = (n: number) => `2001:db8:5:5::${n.toString(16)}`
  const honest = await parkit.driver({ dollars: 0, vehicle: false })
  expect((await add(honest, (await cardsOf(honest)).pays, from(1))).status).toBe(200)
  for (let account = 0; account < 4; account++) {
    const stranger = await parkit.driver({ dollars: 0, vehicle: false })
    const { declined } = await cardsOf(stranger)
    for (let n = 0; n < 5; n++) expect((await add(stranger, declined, from(n + 2))).status).toBe(402)
  }
  const next = await parkit.driver({ dollars: 0, vehicle: false })
  const { pays } = await cardsOf(next)
  const refused = await add(next, pays, from(200))
  expect([refused.status, refused.wait > 50]).toEqual([429, true])
  expect((await add(next, pays, '2001:db8:5:6::1')).status).toBe(200)
  expect((await add(honest, (await cardsOf(honest)).pays, from(1))).status).toBe(200)
})

test('Card testing: one card waits whichever account tries to save it', async () => {
  const { pool } = parkit.db
  const now = parkit.clock.now()
  const fingerprint = 'Xt5EWLLDS7FJjR1c'
  for (let n = 0; n < 5; n++) {
    await runFor({ block: `198.51.100.${100 + n}`, device: null }, async () => {
      await requireCardTry(pool, { driverId: randomUUID(), fingerprint }, now)
      await noteDecline(pool, { driverId: randomUUID() }, now)
      await noteCardDecline(pool, fingerprint, now)
    })
  }
  const other = { driverId: randomUUID(), fingerprint }
  await expect(requireCardTry(pool, other, now)).rejects.toMatchObject({ retryAfterSeconds: 60 })
  await requireCardTry(pool, { ...other, fingerprint: 'another' }, now)
  const { rows } = await pool.query('select card_decline::text as row from card_decline')
  expect(JSON.stringify(rows)).not.toContain(fingerprint)
})

test('Card testing: the pauses grow to a maximum and end', () => {
  expect([4, 5, 6, 9].map(declines => waitAfter('account', declines, 0))).toEqual([0, 60, 120, 960])
  expect(waitAfter('account', 500, 0)).toBe(12 * 3_600)
  expect([waitAfter('account', 5, 59.5), waitAfter('account', 5, 60)]).toEqual([1, 0])
  expect(waitAfter('account', 500, 24 * 3_600)).toBe(0)
})
