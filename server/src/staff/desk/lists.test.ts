// The desk's lists page by page: complete, without repeats, in order; and no cursor of another list.

import * as desk from '@parkit/contract/staff/desk'
import * as drivers from '@parkit/contract/staff/desk-drivers'
import { requestCallback } from '@parkit/contract/support/callbacks'
import { say } from '@parkit/contract/support/chat'
import { writeEmail } from '@parkit/contract/support/emails'
import { sendFeedback } from '@parkit/contract/support/feedback'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#app/testing.ts'
import { staffToken } from './testing.ts'

let parkit: TestServer
let staff: { token: string }
let ids: string[]
beforeAll(async () => {
  parkit = await startTestServer()
  staff = { token: await staffToken(parkit, 'Ana') }
  ids = []
  for (let i = 0; i < 5; i++) {
    const driver = await parkit.driver({ dollars: 10 })
    ids.push(driver.driverId)
    // two of them in the same millisecond
    if (i !== 3) parkit.clock.advance({ minutes: 1 })
    const time = ['10:30', '10:30', '09:00', '11:00', '08:15'][i]!
    await parkit.call(requestCallback, { body: { phone: '3125550123', date: '2026-04-15', time } }, driver)
    await parkit.call(writeEmail, { body: { Subject: `S${i}`, Message: 'M', AttachmentIds: [] } }, driver)
    await parkit.call(sendFeedback, { body: { Stars: 4, Text: `F${i}` } }, driver)
    await parkit.call(say, { body: { text: `C${i}`, AttachmentIds: [] } }, driver)
  }
  for (const driverId of [ids[1]!, ids[4]!]) {
    parkit.clock.advance({ minutes: 1 })
    await parkit.call(desk.answer, { params: { driverId }, body: { text: 'Yes', AttachmentIds: [] } }, staff)
  }
})
afterAll(() => parkit.stop())

type Page = { Items: { DriverId: string }[]; NextCursor: string | null }
const readAll = async (read: (query: { Cursor?: string; Limit: number }) => Promise<{ body: Page }>) => {
  const pages: string[][] = []
  let cursor: string | null = null
  do {
    const { body } = await read({ Limit: 2, ...(cursor !== null && { Cursor: cursor }) })
    pages.push(body.Items.map(({ DriverId }) => DriverId))
    cursor = body.NextCursor
  } while (cursor !== null)
  expect(pages.map(({ length }) => length)).toEqual([2, 2, 1])
  return pages.flat().map(id => ids.indexOf(id))
}

test('conversations: longest waiting first, then latest answered', async () => {
  const order = await readAll(query => parkit.call(desk.conversations, { query: { Show: 'all', ...query } }, staff))
  expect([order[0], new Set(order.slice(1, 3)), ...order.slice(3)]).toEqual([0, new Set([2, 3]), 4, 1])
})

test('callbacks: the next one first', async () => {
  const order = await readAll(query => parkit.call(drivers.deskCallbacks, { query }, staff))
  expect([...order.slice(0, 2), new Set(order.slice(2, 4)), order[4]]).toEqual([4, 2, new Set([0, 1]), 3])
})

test('emails and feedback: newest first', async () => {
  for (const call of [drivers.deskEmails, drivers.deskFeedback] as const) {
    const order = await readAll(query => parkit.call(call, { query }, staff))
    expect([order[0], new Set(order.slice(1, 3)), ...order.slice(3)]).toEqual([4, new Set([2, 3]), 1, 0])
  }
})

test('the log: newest first', async () => {
  const first = (await parkit.call(drivers.acts, { query: { Limit: 2 } }, staff)).body
  expect(first.Items.map(({ Subject }) => Subject)).toEqual([ids[4], ids[1]])
  const rest = (await parkit.call(drivers.acts, { query: { Limit: 2, Cursor: first.NextCursor! } }, staff)).body
  expect(rest).toMatchObject({ Items: [{ Kind: 'invitationAccepted' }], NextCursor: null })
})

test('a cursor of another list and an invalid one are refused', async () => {
  for (const call of [drivers.deskCallbacks, drivers.deskEmails, drivers.deskFeedback, drivers.acts])
    for (const Cursor of ['x', '0 1 2', "1' or true --"])
      expect(await parkit.call(call, { query: { Cursor } }, staff)).toMatchObject({
        status: 400,
        error: { Fields: { Cursor: expect.any(String) } },
      })
})

test('a driver’s sessions and wallet have further pages', async () => {
  const driver = await parkit.driver()
  const params = { driverId: driver.driverId }
  const { SessionId } = await parkit.park(driver)
  const query = { Limit: 1 }
  const sessions = await parkit.call(drivers.driverSessions, { params, query }, staff)
  expect(sessions.body).toMatchObject({ Items: [{ SessionId }], NextCursor: null })
  const first = (await parkit.call(drivers.driverActivity, { params, query }, staff)).body
  expect(first).toMatchObject({ Items: [{ Kind: 'fare' }], NextCursor: expect.any(String) })
  const next = await parkit.call(
    drivers.driverActivity,
    { params, query: { ...query, Cursor: first.NextCursor! } },
    staff,
  )
  expect(next.body).toMatchObject({ Items: [{ Kind: 'topUp' }], NextCursor: null })
})
