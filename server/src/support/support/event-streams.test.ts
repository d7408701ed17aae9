// The event stream over real connections: at once, resumed, over two servers, without its listener, and its ends.
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import * as accountCalls from '@parkit/contract/driver/account'
import { chat as limits } from '@parkit/contract/platform/limits'
import * as contract from '@parkit/contract/support/chat'
import { afterAll, expect, test, vi } from 'vitest'
import { startTestServer } from '#app/testing.ts'
import { asOwner, cutChanges } from '#platform/testing.ts'
import { createStreams } from './event-streams.ts'
import { anotherServer, openStream } from './testing.ts'

const parkit = await startTestServer()
const origin = await parkit.app.listen({ host: '127.0.0.1', port: 0 })

const second = await anotherServer(parkit)
afterAll(async () => {
  await second.stop()
  await parkit.stop()
})

type Driver = { token: string; driverId: string }
const someone = () => parkit.driver({ dollars: 0, vehicle: false })
const { chat, streams } = parkit.features.support
const answer = async ({ driverId }: Driver, text: string, by = chat) => {
  const now = parkit.clock.now()
  return by.say({ conversationId: await by.open(driverId, now), sender: 'support', name: 'Daniel', text }, now)
}
const countTo = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => `${from + i}`)

test('a message of either side reaches every open stream of that driver only, immediately', async () => {
  const [driver, other] = [await someone(), await someone()]
  const [phone, laptop, stranger] = [
    await openStream(origin, driver.token),
    await openStream(second.origin, driver.token),
    await openStream(origin, other.token),
  ]
  expect(phone.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  expect(phone.response.headers.get('x-content-type-options')).toBe('nosniff')
  await parkit.call(contract.say, { body: { text: 'Hello' } }, { token: driver.token })
  await answer(driver, 'Hi')
  await answer(driver, 'there', second.features.support.chat)
  for (const stream of [phone, laptop]) {
    await stream.until(() => stream.texts().length === 4)
    expect(stream.texts().filter((_, i) => i !== 1)).toEqual(['Hello', 'Hi', 'there'])
    expect(stream.events.filter(({ event }) => event === 'message').map(({ id }) => id)).toEqual(['1', '2', '3', '4'])
    await stream.until(() => stream.events.some(({ data }) => (data as contract.ReadState).Unread === 2))
  }
  // reading on one device is told to the other
  await parkit.call(contract.readChat, { body: { Seq: 4 } }, { token: driver.token })
  await laptop.until(() => (laptop.events.at(-1)!.data as contract.ReadState).ReadSeq === 4)
  expect(stranger.texts()).toEqual([])
  await Promise.all([phone, laptop, stranger].map(stream => stream.cut()))
})

test('a resumed stream continues after its last event, without a gap or a repeat', async () => {
  const driver = await someone()
  const first = await openStream(origin, driver.token)
  for (const text of countTo(1, 3)) await answer(driver, text)
  await first.until(() => first.texts().length === 3)
  await first.cut()
  // more than is read at once
  for (const text of countTo(4, 130)) await answer(driver, text)
  const again = await openStream(second.origin, driver.token, 3)
  for (const text of countTo(131, 140)) await answer(driver, text)
  await again.until(() => again.texts().length >= 137)
  expect(again.texts()).toEqual(countTo(4, 140))
  await again.cut()
})

test('what is said while the connection that reads changes is lost reaches every stream', async () => {
  const driver = await someone()
  const stream = await openStream(second.origin, driver.token)
  await cutChanges(parkit.db)
  await answer(driver, 'Still there?')
  await stream.until(() => stream.texts().length === 1)
  await stream.cut()
})

test('a stream ends with its token and sends nothing more', async () => {
  const driver = await someone()
  const stream = await openStream(origin, driver.token)
  await parkit.call(accountCalls.logout, { body: {} }, { token: driver.token })
  await answer(driver, 'Secret')
  await stream.until(stream.ended)
  expect(stream.texts()).toEqual([])
  await expect(openStream(origin, driver.token)).rejects.toThrow('401')
})

test('an idle stream gets heartbeats until its token expires', async () => {
  const driver = await someone()
  const stream = await openStream(origin, driver.token)
  await streams.beat()
  expect(stream.ended()).toBe(false)
  const before = parkit.clock.now()
  parkit.clock.advance({ days: 31 })
  await streams.beat()
  await stream.until(stream.ended)
  parkit.clock.set(before)
})

test('streams per driver are limited; a closed one frees its slot', async () => {
  const driver = await someone()
  const open = await Promise.all(Array.from({ length: limits.mostStreams }, () => openStream(origin, driver.token)))
  await expect(openStream(origin, driver.token)).rejects.toThrow('429')
  await open[0]!.cut()
  await open[1]!.until(() => streams.count() < limits.mostStreams)
  const late = await openStream(origin, driver.token)
  await Promise.all([...open, late].map(stream => stream.cut()))
})

test('a reader that takes nothing costs a page of messages, and is gone after two beats; one that reads gets them all', async () => {
  const driver = await someone()
  await chat.open(driver.driverId, parkit.clock.now())
  const messages = 4_000
  // in one step: message by message, the trigger writes the conversation as often
  await asOwner(
    parkit.db.connectionString,
    `set session_replication_role = replica;
     with said as (
       insert into chat_message (message_id, conversation_id, seq, sender, sender_name, text, said_at)
       select gen_random_uuid(), conversation_id, n, 'support', 'Daniel', rpad(n::text, 2000, '.'), '${parkit.clock.now()}'
         from conversation, generate_series(1, ${messages}) as n where driver_id = '${driver.driverId}'
       returning message_id, conversation_id, seq, sender, said_at)
     insert into chat_message_key (message_id, conversation_id, seq, sender, said_at) select * from said;
     update conversation set told_seq = ${messages} where driver_id = '${driver.driverId}'`,
  )
  const spy = vi.spyOn(parkit.db.pool, 'query')
  const pagesRead = () => spy.mock.calls.filter(([query]) => (query as { name?: string }).name === 'chat_after').length
  const { hostname, port } = new URL(origin)
  const deaf = connect(Number(port), hostname).pause()
  const headers = `host: ${hostname}\r\nauthorization: Bearer ${driver.token}\r\nlast-event-id: 0`
  deaf.on('error', () => {}).write(`GET ${contract.stream.path} HTTP/1.1\r\n${headers}\r\n\r\n`)
  await vi.waitFor(() => expect(streams.count()).toBe(1))
  let before = -1
  while (pagesRead() > before) {
    before = pagesRead()
    await wait(1_500)
  }
  expect(before).toBeGreaterThan(0)
  await streams.beat()
  expect(streams.count()).toBe(1)
  // on a busy machine the sockets may have filled only now
  await vi.waitFor(
    async () => {
      await streams.beat()
      expect(streams.count()).toBe(0)
    },
    { timeout: 20_000 },
  )
  // what the sockets hold on both sides was read, and then nothing more
  expect(pagesRead()).toBeLessThan(messages / 20 - 20)
  deaf.destroy()
  spy.mockRestore()

  const reading = await openStream(origin, driver.token, 0)
  await reading.until(() => reading.texts().length === messages)
  expect(reading.texts().map(text => Number.parseInt(text, 10))).toEqual(countTo(1, messages).map(Number))
  await reading.cut()
}, 60_000)

test('a HEAD request and one without a token do not stay open', async () => {
  const driver = await someone()
  const head = await fetch(`${origin}${contract.stream.path}`, {
    method: 'HEAD',
    headers: { authorization: `Bearer ${driver.token}` },
  })
  expect([head.status, head.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8'])
  expect((await fetch(`${origin}${contract.stream.path}`)).status).toBe(401)
})

test('a stopping server ends its streams; another continues them', async () => {
  const third = await anotherServer(parkit)
  const driver = await someone()
  const stream = await openStream(third.origin, driver.token)
  await answer(driver, 'one')
  await stream.until(() => stream.texts().length === 1)
  await third.stop()
  await stream.until(stream.ended)
  await answer(driver, 'two')
  const again = await openStream(origin, driver.token, 1)
  await again.until(() => again.texts().length === 1)
  expect(again.texts()).toEqual(['two'])
  await again.cut()
})

test('a stream opened while its server stops is refused, and the server waits for none', async () => {
  const { promise: heard, resolve: hear } = Promise.withResolvers<() => void>()
  const streams = createStreams({
    db: { ...parkit.db, changes: { ...parkit.db.changes, listen: () => heard } },
    chat: parkit.features.support.chat,
    listRunning: async () => [],
    getBalance: async () => 0,
    isLive: async () => true,
    onError: () => {},
  })
  const opened = streams.open({ driverId: '', token: '', after: 0 }, () => expect.unreachable())
  const stopped = streams.stop()
  hear(() => {})
  await expect(opened).rejects.toThrow('unavailable')
  await stopped
  expect(streams.count()).toBe(0)
})
