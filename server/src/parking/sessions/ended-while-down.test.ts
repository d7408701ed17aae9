// Sessions that end while no server runs: those that start later end them at their own time, once, with one notice and one receipt.
import * as contract from '@parkit/contract/parking/sessions'
import { afterAll, expect, test } from 'vitest'
import { startTestServer } from '#app/testing.ts'
import { anotherServer, noticeActs } from '#messaging/notices/testing.ts'
import { cardOf } from '#money/cards/testing.ts'
import { parkingActions } from './actions-testing.ts'
import { cardActions } from './card-testing.ts'

const parkit = await startTestServer()
afterAll(parkit.stop)
const { start, balance } = parkingActions(parkit)
const { atProvider } = cardActions(parkit)
const { choose, settle, told } = noticeActs(parkit)

type Driver = Awaited<ReturnType<typeof parkit.driver>>

/** Who wants to hear everything, and has heard of what went before. */
const listener = async () => {
  const driver = await parkit.driver()
  for (const kind of ['ends15', 'ends5', 'ended', 'receipt'] as const) await choose(driver, kind, 'mail')
  await settle()
  return { driver, heard: (await told(driver)).length }
}

/** Two servers start at the same time, after so many minutes without any. */
const startAfter = async (minutes: number) => {
  parkit.clock.advance({ minutes })
  const servers = await Promise.all([anotherServer(parkit), anotherServer(parkit)])
  await settle(...servers)
  await Promise.all(servers.map(({ app }) => app.close()))
}

const read = async ({ token }: Driver, id: string) =>
  (await parkit.call(contract.session, { params: { id } }, { token })).body
const news = async (driver: Driver, heard: number) =>
  (await told(driver)).slice(heard).filter(({ channel }) => channel === 'mail')

test('from the wallet: ended at its end, at its price, one notice, one receipt, no late reminder', async () => {
  const { driver, heard } = await listener()
  const { body } = await start(driver)
  const left = await balance(driver)
  await startAfter(90)
  const ended = await read(driver, body.SessionId)
  expect(ended).toMatchObject({ Status: 'ended', EndedAt: body.EndsAt, Minutes: 60, AmountPaid: body.AmountPaid })
  expect(ended.Steps.map(step => step.Kind)).toEqual(['started', 'ended'])
  expect(await balance(driver)).toBe(left)
  const mails = await news(driver, heard)
  expect(mails.map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^Parking ended at/),
    expect.stringMatching(/^Receipt: \$/),
  ])
  expect(mails[0]!.body).toContain('ended at 1:00 PM')
  expect(mails[1]!.body).toContain('Apr 14, 2026, 12:00 PM to 1:00 PM')
  expect(mails[1]!.body).toContain(`Amount Paid: $${body.AmountPaid.toFixed(2)}`)
  // started once more, they have nothing to tell
  await startAfter(5)
  expect(await news(driver, heard)).toHaveLength(2)
})

test('by card: captured once, what was paid for', async () => {
  const { driver, heard } = await listener()
  const { body } = await start(driver, { PayWith: await cardOf(parkit, driver.token, '4242') })
  await startAfter(90)
  const ended = await read(driver, body.SessionId)
  expect(ended).toMatchObject({
    Status: 'ended',
    EndedAt: body.EndsAt,
    PaymentStatus: 'Paid',
    AmountPaid: body.AmountPaid,
  })
  const cents = Math.round(body.AmountPaid * 100)
  expect(await atProvider(driver)).toEqual([{ state: 'captured', status: 'succeeded', asked: cents, taken: cents }])
  expect(await news(driver, heard)).toHaveLength(2)
})

test('down for a day: the end is old news, the receipt is not', async () => {
  const { driver, heard } = await listener()
  const { body } = await start(driver)
  await startAfter(60 + 24 * 60)
  expect(await read(driver, body.SessionId)).toMatchObject({ Status: 'ended', EndedAt: body.EndsAt, Minutes: 60 })
  expect((await news(driver, heard)).map(({ subject }) => subject)).toEqual([expect.stringMatching(/^Receipt: \$/)])
})
