// The stream's other events: the driver's sessions and balance, changed on any server, also after a reconnect.
import { randomUUID } from 'node:crypto'
import { withdraw } from '@parkit/contract/money/refunds'
import { addMoney } from '@parkit/contract/money/wallet'
import { refund } from '@parkit/contract/staff/desk-drivers'
import type { BalanceState, SessionsState } from '@parkit/contract/support/chat'
import { afterAll, expect, test } from 'vitest'
import { startTestServer } from '#app/testing.ts'
import { automaticActions } from '#parking/automatic/testing.ts'
import { parkingActions } from '#parking/sessions/actions-testing.ts'
import { cutChanges, untilHeard } from '#platform/testing.ts'
import { staffToken } from '#staff/desk/testing.ts'
import { anotherServer, openStream } from './testing.ts'

const parkit = await startTestServer()
const origin = await parkit.app.listen({ host: '127.0.0.1', port: 0 })
const second = await anotherServer(parkit)
afterAll(async () => {
  await second.stop()
  await parkit.stop()
})
const acts = parkingActions(parkit)

type Stream = Awaited<ReturnType<typeof openStream>>
const of = <State>(stream: Stream, name: string) =>
  stream.events.filter(({ event }) => event === name).map(({ data }) => data as State)
const told = (stream: Stream) => ({
  sessions: of<SessionsState>(stream, 'sessions').at(-1)?.Running,
  balance: of<BalanceState>(stream, 'balance').at(-1)?.Balance,
  times: stream.events.length,
})
const ends = (stream: Stream) => told(stream).sessions?.map(({ EndsAt }) => EndsAt.slice(11, 16))

test('start, extension, end, top-up and withdrawal reach every open screen of that driver, on any server', async () => {
  const [driver, other] = [await parkit.driver(), await parkit.driver()]
  await untilHeard(second.db)
  const streams = [await openStream(origin, driver.token), await openStream(second.origin, driver.token)]
  const stranger = await openStream(second.origin, other.token)
  const all = async (holds: (stream: Stream) => boolean) => {
    for (const stream of streams) await stream.until(() => holds(stream))
  }
  await all(stream => told(stream).balance === 50 && told(stream).sessions?.length === 0)
  await stranger.until(() => told(stranger).balance === 50)
  const before = told(stranger).times

  const { SessionId } = await parkit.park(driver)
  await all(stream => ends(stream)?.[0] === '18:00' && told(stream).balance === 47.65)
  expect(told(streams[1]!).sessions![0]!.SessionId).toBe(SessionId)
  await acts.extend(driver, SessionId, 30)
  await all(stream => ends(stream)?.[0] === '18:30' && told(stream).balance === 46.65)
  await parkit.call(addMoney, { body: { Amount: 20 } }, { token: driver.token })
  await all(stream => told(stream).balance === 66.65)
  await parkit.call(withdraw, { body: { Amount: 12 } }, { token: driver.token })
  await all(stream => told(stream).balance === 54.65)
  // its time is up: nobody asked for anything
  acts.later(90)
  await parkit.jobs.runDue()
  await all(stream => ends(stream)?.length === 0)
  expect(told(stranger).times).toBe(before)
  await Promise.all([...streams, stranger].map(stream => stream.cut()))
})

test('so do automatic extensions, refunds by the desk and card refunds in progress', async () => {
  const automatic = await automaticActions(parkit)
  const driver = await parkit.driver()
  await automatic.options(driver, { AutoExtend: true })
  const stream = await openStream(second.origin, driver.token)
  const { SessionId, EndsAt } = await parkit.park(driver)
  await stream.until(() => told(stream).sessions?.[0]?.EndsAt === EndsAt && told(stream).balance === 47.65)
  await automatic.after(58)
  await stream.until(() => told(stream).sessions![0]!.EndsAt !== EndsAt && told(stream).balance === 47.15)
  await acts.stop(driver, SessionId)
  await stream.until(() => told(stream).sessions!.length === 0)
  const staff = { token: await staffToken(parkit) }
  await parkit.call(
    refund,
    { params: { driverId: driver.driverId, id: SessionId }, body: { Amount: 1, Reason: 'The gate was stuck.' } },
    { ...staff, key: randomUUID() },
  )
  await stream.until(() => told(stream).balance === 48.65)
  await parkit.call(withdraw, { body: { Amount: 8.65 } }, { token: driver.token })
  await stream.until(() => told(stream).balance === 40)
  // the card takes it: nothing of that is in the wallet, and it is told all the same
  const { times } = told(stream)
  await parkit.jobs.runDue()
  await stream.until(() => told(stream).times > times)
  await stream.cut()
})

test('a reconnecting screen gets the current state and resumes the conversation', async () => {
  const driver = await parkit.driver()
  const { chat } = parkit.features.support
  const answer = async (text: string) => {
    const now = parkit.clock.now()
    return chat.say(
      { conversationId: await chat.open(driver.driverId, now), sender: 'support', name: 'Ana', text },
      now,
    )
  }
  await answer('before')
  const first = await openStream(origin, driver.token)
  await first.until(() => told(first).balance === 50)
  // no message was heard, and yet every event names the place
  const place = Number(first.events.at(-1)!.id)
  expect(place).toBe(1)
  await first.cut()
  await answer('meanwhile')
  await parkit.park(driver)
  const again = await openStream(second.origin, driver.token, place)
  await again.until(() => told(again).balance === 47.65 && told(again).sessions?.length === 1)
  expect(again.texts()).toEqual(['meanwhile'])
  await again.cut()
})

test('what changes while the connection that reads changes is lost reaches every screen', async () => {
  const driver = await parkit.driver()
  const stream = await openStream(second.origin, driver.token)
  await stream.until(() => told(stream).balance === 50)
  await cutChanges(parkit.db)
  await parkit.park(driver)
  await stream.until(() => told(stream).balance === 47.65 && told(stream).sessions?.length === 1)
  await stream.cut()
})
