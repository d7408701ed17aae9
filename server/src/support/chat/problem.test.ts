// A problem with a session: a message that carries it, for the driver and at the desk; only of a session of one's own.
import { conversation } from '@parkit/contract/staff/desk'
import * as contract from '@parkit/contract/support/chat'
import { afterAll, expect, test } from 'vitest'
import { noon, startTestServer } from '#app/testing.ts'
import { heldData } from '#driver/account/export-testing.ts'
import { staffToken } from '#staff/desk/testing.ts'

const parkit = await startTestServer()
afterAll(parkit.stop)

type Driver = Awaited<ReturnType<typeof parkit.driver>>
const report = ({ token }: Driver, SessionId: string, text: unknown = 'The sign says free.', key = 'k') =>
  parkit.call(contract.say, { body: { text, SessionId } }, { token, key })
const chatOf = async ({ token }: Driver) => (await parkit.call(contract.chat, { query: {} }, { token })).body.Items

test('a problem starts a conversation that carries the session, which the desk sees', async () => {
  const driver = await parkit.driver()
  const { SessionId, ZoneNumber, Name, TimeZone } = await parkit.park(driver)
  const Session = { SessionId, ZoneNumber, Name, StartedAt: noon.toString(), TimeZone }
  const said = await report(driver, SessionId)
  expect([said.status, said.body]).toMatchObject([200, { Seq: 1, text: 'The sign says free.', Session }])
  expect((await report(driver, SessionId)).body).toEqual(said.body)
  // and of a past one, among ordinary messages
  parkit.clock.advance({ hours: 2 })
  await parkit.jobs.runDue()
  await parkit.call(contract.say, { body: { text: 'Hello?' } }, { token: driver.token })
  await report(driver, SessionId, 'And I got a ticket.', 'k2')
  const sessions = (await chatOf(driver)).map(message => message.Session?.SessionId)
  expect(sessions).toEqual([SessionId, undefined, undefined, SessionId])

  const token = await staffToken(parkit)
  const { body } = await parkit.call(conversation, { params: { driverId: driver.driverId }, query: {} }, { token })
  expect(body).toMatchObject({ Open: true, Unanswered: true })
  expect(body.Items.map(message => message.Session)).toEqual([Session, undefined, undefined, Session])
})

test('a session of another driver, or none, is not found, and nothing is said', async () => {
  const [driver, stranger] = [await parkit.driver(), await parkit.driver()]
  const { SessionId } = await parkit.park(stranger)
  expect((await report(driver, SessionId)).status).toBe(404)
  expect((await report(driver, 'P-0000000000')).status).toBe(404)
  const wrong = await report(driver, 'nonsense')
  expect([wrong.status, Object.keys(wrong.error.Fields ?? {})]).toEqual([400, ['SessionId']])
  const empty = await report(stranger, SessionId, '')
  expect([empty.status, Object.keys(empty.error.Fields ?? {})]).toEqual([400, ['text']])
  expect([await chatOf(driver), await chatOf(stranger)]).toEqual([[], []])
})

test('what a driver downloads says which session a message was about', async () => {
  const driver = await parkit.driver()
  const { SessionId } = await parkit.park(driver)
  await report(driver, SessionId)
  const { ChatMessages } = await heldData(parkit.db, driver.driverId)
  expect(ChatMessages!.map(({ session_id }) => session_id)).toEqual([SessionId, null])
})
