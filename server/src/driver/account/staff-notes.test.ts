// What staff wrote about a driver, once his account is deleted: gone from the log and the refunds, which stay.

import { deleteAccount } from '@parkit/contract/driver/profile'
import { refund } from '@parkit/contract/staff/desk-drivers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#app/testing.ts'
import { asOwner, tablesSaying } from '#platform/testing.ts'
import { staffToken } from '#staff/desk/testing.ts'

let parkit: TestServer
beforeAll(async () => {
  parkit = await startTestServer()
})
afterAll(() => parkit.stop())

type Driver = Awaited<ReturnType<TestServer['driver']>>
const rows = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await parkit.db.pool.query<Row>(text, values)).rows

test('deletion removes what staff wrote about the driver; who refunded how much stays and cannot be changed', async () => {
  const [driver, other] = [await parkit.driver(), await parkit.driver()]
  const payBack = async (whose: Driver) => {
    const { SessionId } = await parkit.park(whose)
    parkit.clock.advance({ hours: 2 })
    await parkit.jobs.runDue()
    const token = await staffToken(parkit)
    const body = { Amount: 0.5, Reason: 'Kilimanjaro was closed to him' }
    const params = { driverId: whose.driverId, id: SessionId }
    const paidBack = await parkit.call(refund, { params, body }, { token })
    expect(paidBack.status).toBe(200)
  }
  await payBack(driver)
  const words = 'Kilimanjaro'
  expect(await tablesSaying(parkit.db.pool, words)).toEqual(expect.arrayContaining(['desk_act', 'refund']))
  expect((await parkit.call(deleteAccount, { body: { Password: driver.password } }, driver)).status).toBe(200)
  await parkit.jobs.runDue()
  expect(await tablesSaying(parkit.db.pool, words)).toEqual([])
  const acts = `select kind, at, subject, details, staff_id is not null as by from desk_act where details ->> 'driverId' = $1`
  expect(await rows(acts, [driver.driverId])).toEqual([
    {
      kind: 'refunded',
      at: parkit.clock.now(),
      subject: expect.stringMatching(/^P-/),
      details: { driverId: driver.driverId, amountCents: 50 },
      by: true,
    },
  ])
  const refunds = `select amount_cents, owner, reason from refund where driver_id = $1 and purpose = 'session'`
  expect(await rows(refunds, [driver.driverId])).toEqual([
    { amount_cents: 50, owner: expect.stringContaining('@'), reason: '' },
  ])

  await payBack(other)
  const isRefused = (text: string) => expect(asOwner(parkit.db.connectionString, text)).rejects.toThrow('append-only')
  await isRefused(`select desk_act_forget_words('${other.driverId}')`)
  const ofHis = `where details ->> 'driverId' = '${driver.driverId}'`
  await isRefused(`update desk_act set details = details - 'amountCents' ${ofHis}`)
  await isRefused(`update desk_act set details = details - 'reason', subject = '' ${ofHis}`)
  await isRefused(`update desk_act set details = details || '{"reason": "new"}' ${ofHis}`)
})
