// Messages in partitions by the month in which they are sent: places and keys hold over all of them, and a page reads those it needs.
import * as contract from '@parkit/contract/support/chat'
import { afterAll, expect, test } from 'vitest'
import { startTestServer } from '#app/testing.ts'
import { partitionJobs } from '#platform/partitions.ts'
import { asOwner, partitionsRead } from '#platform/testing.ts'
import { findSaid, findUnseen, getMessage, listAfter, listBefore } from './chat-store.ts'

const parkit = await startTestServer()
afterAll(parkit.stop)

const roll = () => partitionJobs(parkit.db).partitions!('all', parkit.clock.now(), async () => {})

test('a conversation goes on over the end of a month, and is read from the months of what is shown', async () => {
  parkit.clock.set('2031-05-10T12:00:00Z')
  await roll()
  parkit.clock.set('2031-06-30T23:59:59.999Z')
  await roll()
  const driver = await parkit.driver({ dollars: 0, vehicle: false })
  const say = async (text: string, key: string) =>
    parkit.call(contract.say, { body: { text } }, { token: driver.token, key })
  const june = await say('June', 'june')
  parkit.clock.set('2031-07-01T00:00:00Z')
  await say('July', 'july')
  const { chat } = parkit.features.support
  const conversationId = await chat.open(driver.driverId, parkit.clock.now())
  await chat.say({ conversationId, sender: 'support', name: 'Ana', text: 'Hello' }, parkit.clock.now())

  expect((await say('June', 'june')).body).toEqual(june.body)
  expect((await say('Another', 'june')).error.Code).toBe('idempotency_conflict')
  const placed = await asOwner<{ name: string; seq: number }>(
    parkit.db.connectionString,
    'select tableoid::regclass::text as name, seq from chat_message order by seq',
  )
  const [first, second] = ['chat_message_203106', 'chat_message_203107']
  expect(placed).toEqual([first, first, second, second].map((name, i) => ({ name, seq: i + 1 })))
  const page = async (query: object) => (await parkit.call(contract.chat, { query }, { token: driver.token })).body
  const newest = await page({ Limit: 3 })
  expect([newest.Items.map(({ Seq }) => Seq), newest.LastSeq, newest.Unread]).toEqual([[2, 3, 4], 4, 1])
  const older = await page({ Limit: 3, Cursor: newest.NextCursor })
  expect([older.Items.map(({ Seq }) => Seq), older.NextCursor]).toEqual([[1], null])

  const read = (ask: Parameters<typeof partitionsRead>[2]) => partitionsRead(parkit.db, 'chat_message', ask)
  expect(await read(db => listBefore(db, driver.driverId, 5, 2))).toEqual([second])
  expect(await read(db => listBefore(db, driver.driverId, 3, 50))).toEqual([first])
  expect(await read(db => listAfter(db, driver.driverId, 1, 50))).toEqual([first, second])
  expect(await read(db => getMessage(db, june.body.Id))).toEqual([first])
  expect(await read(db => findSaid(db, conversationId, 'driver', 'june'))).toEqual([first])
  expect(await read(db => findUnseen(db, driver.driverId))).toEqual([second])
})

test('a message is kept where nobody has made its month, and months are made behind it', async () => {
  parkit.clock.set('2032-03-10T12:00:00Z')
  const driver = await parkit.driver({ dollars: 0, vehicle: false })
  const placeOf = async () =>
    asOwner(
      parkit.db.connectionString,
      `select distinct chat_message.tableoid::regclass::text as name from chat_message join conversation using (conversation_id)
        where driver_id = '${driver.driverId}'`,
    )
  await parkit.call(contract.say, { body: { text: 'Hello' } }, driver)
  expect(await placeOf()).toEqual([{ name: 'chat_message_later' }])
  await roll()
  expect(await placeOf()).toEqual([{ name: 'chat_message_203108' }])
  expect((await parkit.call(contract.chat, { query: {} }, driver)).body.Items).toHaveLength(2)
})
