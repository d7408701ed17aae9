// A database from before messages were in months goes on after the upgrade: every message, file, key, and read mark.
import { randomUUID } from 'node:crypto'
import { deleteAccount } from '@parkit/contract/driver/profile'
import * as contract from '@parkit/contract/support/chat'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { buildApp } from '#app/app.ts'
import { startTestServer, type TestServer } from '#app/testing.ts'
import { asVersionBefore } from '#city/bundled/version-before-testing.ts'
import { source } from '#city/places/testing.ts'
import { parkingCity } from '#parking/sessions/testing.ts'
import { readConfig } from './config.ts'
import { openDatabase } from './db.ts'
import { migrate } from './migrate.ts'
import { asOwner, connectionTo, newDatabaseName, tableContents } from './testing.ts'
import { copyRows } from './upgrade-testing.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const { connectionString: server } = inject('postgres')
const name = newDatabaseName()
const old = connectionTo(server, name)
/** the last one before messages were partitioned */
const before = 202611231530

let parkit: TestServer
beforeAll(async () => {
  parkit = await startTestServer()
  await asOwner(server, `create database ${name}`)
  await migrate({ connectionString: old, upTo: before })
})
afterAll(async () => {
  await asOwner(server, `drop database ${name} with (force)`)
  await parkit.stop()
})

test('messages, their files, keys, and read marks go on after the upgrade', async () => {
  // later than the clock of the machine: the last month of before is known
  parkit.clock.set('2039-12-31T20:00:00Z')
  const driver = await parkit.driver({ dollars: 0, vehicle: false, cards: [] })
  const { driverId } = driver
  const attachmentId = randomUUID()
  await parkit.db.pool.query(
    `insert into attachment (attachment_id, driver_id, name, content_type, bytes, stored_at)
       values ($1, $2, 'receipt.pdf', 'application/pdf', 'pdf', $3)`,
    [attachmentId, driverId, parkit.clock.now()],
  )
  const message = { body: { text: 'See this', AttachmentIds: [attachmentId] } }
  const said = await parkit.call(contract.say, message, { token: driver.token, key: 'pressed-before' })
  expect(said.status).toBe(200)
  const { chat } = parkit.features.support
  const conversationId = await chat.open(driverId, parkit.clock.now())
  for (const text of ['One', 'Two'])
    await chat.say({ conversationId, sender: 'support', name: 'Ana', text }, parkit.clock.now())
  await parkit.call(contract.readChat, { body: { Seq: 3 } }, driver)
  const conversation = (await parkit.call(contract.chat, { query: {} }, driver)).body
  expect(conversation).toMatchObject({ LastSeq: 4, ReadSeq: 3, Unread: 1 })

  await asVersionBefore(parkit, parkingCity())
  const columns = await copyRows(parkit.db.connectionString, old)
  const contents = await tableContents(old, columns)
  await migrate({ connectionString: old })
  expect(await tableContents(old, columns)).toEqual(contents)
  const keys = await asOwner(
    old,
    `select from only chat_message_first join chat_message_key using (message_id, conversation_id, seq, sender, said_at)
      where chat_message_first.key is not distinct from chat_message_key.key`,
  )
  expect(keys).toHaveLength(4)

  const db = openDatabase({ connectionString: old, poolSize: 5 })
  const config = readConfig({ LOG_LEVEL: 'silent', RATE_LIMIT: 'off' })
  const { app } = await buildApp({ config, db, clock: parkit.clock, city: source(parkingCity()) })
  const on = { token: driver.token, app }
  const list = async (query: object) => (await parkit.call(contract.chat, { query }, on)).body
  expect(await list({})).toEqual(conversation)
  parkit.clock.set('2040-01-01T00:00:00Z')
  expect((await parkit.call(contract.say, message, { ...on, key: 'pressed-before' })).body).toEqual(said.body)
  const other = { body: { text: 'See that' } }
  expect((await parkit.call(contract.say, other, { ...on, key: 'pressed-before' })).error.Code).toBe(
    'idempotency_conflict',
  )
  expect((await parkit.call(contract.say, other, on)).body).toMatchObject({ Seq: 5 })
  const newest = await list({ Limit: 2 })
  expect(newest.Items.map(({ text }) => text)).toEqual(['Two', 'See that'])
  expect((await list({ Limit: 50, Cursor: newest.NextCursor })).Items).toEqual(conversation.Items.slice(0, 3))
  const stored = await asOwner(old, 'select seq from chat_message where tableoid <> $$chat_message_first$$::regclass')
  expect(stored).toEqual([{ seq: 5 }])

  expect((await parkit.call(deleteAccount, { body: { Password: driver.password } }, on)).status).toBe(200)
  for (const table of ['chat_message', 'chat_message_key', 'attachment'])
    expect(await asOwner(old, `select from ${table}`)).toEqual([])
  await app.close()
  await db.close()
})
