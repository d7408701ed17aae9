// Sessions that extend themselves, over HTTP: step by step, each once, inside every limit, told and cancellable.
import { addMoney } from '@parkit/contract/wallet'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { parkingActs, zones } from '#parking/testing.ts'
import { startTestServer, type TestServer } from '#testing.ts'
import { automaticActs } from './testing.ts'

let parkit: TestServer
let acts: Awaited<ReturnType<typeof automaticActs>>
let parking: ReturnType<typeof parkingActs>
beforeEach(async () => {
  parkit = await startTestServer()
  acts = await automaticActs(parkit)
  parking = parkingActs(parkit)
})
afterEach(() => parkit.stop())

const extender = async (dollars = 50, more = {}) => {
  const driver = await parkit.driver({ dollars })
  await acts.options(driver, { AutoExtend: true, ...more })
  return driver
}

test('the options are kept on the server, each by itself', async () => {
  const driver = await parkit.driver()
  const usual = { AutoStart: false, AutoExtend: false, MaxPaymentOn: true, MaxPaymentAmount: 15 }
  expect(await acts.options(driver)).toMatchObject(usual)
  expect(await acts.options(driver, { AutoStart: true })).toMatchObject({ ...usual, AutoStart: true })
  expect(await acts.options(driver, { MaxPaymentAmount: 7.25 })).toMatchObject({
    AutoStart: true,
    MaxPaymentAmount: 7.25,
  })
  expect(await acts.options(driver, { MaxPaymentOn: false })).toMatchObject({ AutoExtend: false, MaxPaymentOn: false })
  expect(await acts.options(await parkit.driver())).toMatchObject(usual)
})

test('two minutes before the end it adds 15 minutes, logs the step, pays once and tells', async () => {
  const driver = await extender()
  const { SessionId, EndsAt } = await parkit.park(driver)
  expect((await acts.state(driver, SessionId)).body).toMatchObject({
    On: true,
    MaxPayment: 15,
    Stop: null,
    Next: { At: '2026-04-14T17:58:00Z', Minutes: 15, EndsAt: '2026-04-14T18:15:00Z', Amount: 0.5 },
  })
  const before = await acts.balance(driver)
  await acts.after(57.9)
  expect((await acts.session(driver, SessionId)).EndsAt).toBe(EndsAt)
  await acts.after(0.1)
  const session = await acts.session(driver, SessionId)
  expect(session).toMatchObject({
    EndsAt: '2026-04-14T18:15:00Z',
    AutoExtended: true,
    AutoSession: false,
    AmountPaid: 2.85,
  })
  expect(session.Steps).toMatchObject([
    { Kind: 'started', Auto: false },
    { Kind: 'extended', Auto: true, Minutes: 75, Amount: 0.5, At: '2026-04-14T17:58:00Z' },
  ])
  expect(await acts.balance(driver)).toBe(before - 0.5)
  await parkit.jobs.runDue()
  expect((await acts.told(driver)).map(said => said.subject)).toEqual(['Extended to 1:15 PM'])
})
