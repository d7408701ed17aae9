// Refunds at the desk: to the original payment, once for a press, with the reason, and in the log.
import { randomUUID } from 'node:crypto'
import { details } from '@parkit/contract/driver/account'
import { createIntent } from '@parkit/contract/money/cards'
import { start, stop } from '@parkit/contract/parking/sessions'
import * as drivers from '@parkit/contract/staff/desk-drivers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#app/testing.ts'
import { cardOf } from '#money/cards/testing.ts'
import { zones } from '#parking/sessions/testing.ts'
import { staffToken } from './testing.ts'

let parkit: TestServer
let staff: { token: string }
let driver: Awaited<ReturnType<TestServer['driver']>>
beforeAll(async () => {
  parkit = await startTestServer()
  staff = { token: await staffToken(parkit, 'Ana') }
})
beforeEach(async () => {
  driver = await parkit.driver()
})
afterAll(() => parkit.stop())

const acts = async (subject: string) =>
  (await parkit.call(drivers.acts, { query: { Limit: 100 } }, staff)).body.Items.filter(
    ({ Subject }) => Subject === subject,
  )

test('a session is refunded once, with the reason, and logged', async () => {
  const { SessionId: id } = await parkit.park(driver)
  const params = { driverId: driver.driverId, id }
  const body = { Amount: 0.5, Reason: 'The meter was wrong' }
  const key = randomUUID()
  const refund = (input = body) => parkit.call(drivers.refund, { params, body: input }, { ...staff, key })
  expect((await refund()).error).toMatchObject({
    Code: 'session_not_over',
    Message: 'This session is still active. You can refund it after it ends.',
  })
  parkit.clock.advance({ minutes: 5 })
  await parkit.call(stop, { body: { SessionId: id } }, driver)
  for (let i = 0; i < 2; i++)
    expect((await refund()).body.Items).toMatchObject([{ Amount: 0.5, To: 'wallet', Reason: body.Reason }])
  expect(await acts(id)).toMatchObject([
    { Kind: 'refunded', Staff: { Name: 'Ana' }, Details: { amountCents: 50, reason: body.Reason } },
  ])
  for (const other of [
    { ...body, Amount: 0.4 },
    { ...body, Reason: 'Another' },
  ])
    expect((await refund(other)).error.Code).toBe('idempotency_conflict')
  const second = await parkit.park(driver)
  parkit.clock.advance({ minutes: 5 })
  await parkit.call(stop, { body: { SessionId: second.SessionId } }, driver)
  const elsewhere = { params: { ...params, id: second.SessionId }, body }
  const conflict = await parkit.call(drivers.refund, elsewhere, { ...staff, key })
  expect(conflict.error.Code).toBe('idempotency_conflict')
  const most = await parkit.call(drivers.refund, { params, body: { Amount: 9_000, Reason: 'Too much' } }, staff)
  expect(most.error.Code).toBe('over_paid')
  expect(await acts(id)).toHaveLength(1)
  const other = await parkit.driver()
  const theirs = await parkit.call(drivers.refund, { params: { driverId: other.driverId, id }, body }, staff)
  expect(theirs.status).toBe(404)
})

test('a card is refunded what it paid', async () => {
  await parkit.call(createIntent, { body: { PaymentMethodId: 'pm_card_visa', Amount: 1, Currency: 'USD' } }, driver)
  const PayWith = await cardOf(parkit, driver.token, '4242')
  const body = { ZoneNumber: zones.street, VehicleId: driver.VehicleId, Minutes: 60, PayWith }
  const { SessionId: id, AmountPaid } = (await parkit.call(start, { body }, driver)).body
  parkit.clock.advance({ hours: 2 })
  await parkit.jobs.runDue()
  await parkit.jobs.runDue()
  // nobody was at the desk for so long
  staff = { token: await staffToken(parkit, 'Ana') }
  const before = (await parkit.call(details, {}, driver)).body.Balance
  const input = {
    params: { driverId: driver.driverId, id },
    body: { Amount: AmountPaid, Reason: 'The gate stayed shut' },
  }
  const key = randomUUID()
  for (let i = 0; i < 2; i++)
    expect((await parkit.call(drivers.refund, input, { ...staff, key })).body.Items).toMatchObject([
      { Amount: AmountPaid, To: 'card', Card: { Last4: '4242' }, State: 'requested', Reason: 'The gate stayed shut' },
    ])
  await parkit.jobs.runDue()
  const facts = (await parkit.call(drivers.driverFacts, { params: { driverId: driver.driverId } }, staff)).body
  expect(facts).toMatchObject({
    Balance: before,
    Sessions: { Items: [{ Refunded: AmountPaid }] },
    Refunds: { Items: [{ State: 'sent', To: 'card' }] },
  })
  const again = await parkit.call(drivers.refund, { ...input, body: { ...input.body, Amount: 0.01 } }, staff)
  expect(again.error.Code).toBe('over_paid')
  expect(await acts(id)).toHaveLength(1)
})

test('an ended session can be refunded before the job has closed it', async () => {
  const { SessionId: id } = await parkit.park(driver)
  parkit.clock.advance({ minutes: 59 })
  // whoever does nothing for so long is signed out
  const bea = { token: await staffToken(parkit, 'Bea') }
  const input = { params: { driverId: driver.driverId, id }, body: { Amount: 0.5, Reason: 'Flooded' } }
  const refund = () => parkit.call(drivers.refund, input, bea)
  expect((await refund()).error.Code).toBe('session_not_over')
  parkit.clock.advance({ minutes: 1 })
  expect((await refund()).body.Items).toMatchObject([{ Amount: 0.5 }])
})
