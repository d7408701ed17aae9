// The conversation over HTTP: idempotent, ordered, from both sides, with read marks, pages and ownership.

import { choose as chooseNotice } from '@parkit/contract/messaging/notices'
import { errors } from '@parkit/contract/platform/errors'
import { chat as limits } from '@parkit/contract/platform/limits'
import * as contract from '@parkit/contract/support/chat'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { noon, startTestServer } from '#app/testing.ts'

const parkit = await startTestServer()
afterAll(parkit.stop)
beforeEach(() => parkit.clock.set(noon))

type Driver = { token: string; driverId: string }
const someone = () => parkit.driver({ dollars: 0, vehicle: false })
const say = ({ token }: Driver, text: unknown, { key, language = 'en' }: { key?: string; language?: string } = {}) =>
  parkit.call(contract.say, { body: { text } }, { token, language, ...(key && { key }) })
const chatOf = async ({ token }: Driver, query = {}) => (await parkit.call(contract.chat, { query }, { token })).body
const textsOf = async (driver: Driver) => (await chatOf(driver, { Limit: 100 })).Items.map(({ text }) => text)
const { chat } = parkit.features.support
const answer = async (driver: Driver, text: string, name = 'Daniel from ParkIt') =>
  chat.say(
    { conversationId: await chat.open(driver.driverId, parkit.clock.now()), sender: 'support', name, text },
    parkit.clock.now(),
  )

const thanks =
  'Thanks, we got your message. Someone will reply in a few minutes. We’re here Monday to Saturday, 8:00 AM to 8:00 PM Test City time.'

test('a question gets an automatic answer, then support’s own, in order', async () => {
  const driver = await someone()
  expect(await chatOf(driver)).toEqual({ Items: [], NextCursor: null, LastSeq: 0, ReadSeq: 0, Unread: 0 })
  const said = await say(driver, ' Where is\r\n\tzone 7412? \u0000')
  const mine = {
    Id: said.body.Id,
    Seq: 1,
    sender: 'You',
    text: 'Where is\n zone 7412?',
    time: noon.toString(),
    userType: 'user',
    Attachments: [],
  }
  expect([said.status, said.body]).toEqual([200, mine])
  await answer(driver, 'Round the corner.')
  const { Items, ...rest } = await chatOf(driver)
  expect(Items).toEqual([
    mine,
    expect.objectContaining({ Seq: 2, sender: 'Support', userType: 'support', text: thanks }),
    expect.objectContaining({ Seq: 3, sender: 'Daniel from ParkIt', userType: 'support', text: 'Round the corner.' }),
  ])
  // the automatic answer is nothing to come back for
  expect(rest).toEqual({ NextCursor: null, LastSeq: 3, ReadSeq: 0, Unread: 1 })
})

test('the automatic answer knows hours and language, and is not repeated until a long silence', async () => {
  const driver = await someone()
  // Saturday, a quarter past eight in the evening
  parkit.clock.set('2026-04-19T01:15:00Z')
  // the phone's language, not the account's
  await say(driver, 'One', { language: 'hi' })
  parkit.clock.advance({ hours: 11 })
  await say(driver, 'Two')
  expect(await textsOf(driver)).toEqual(['One', expect.stringContaining('सोमवार, 20 अप्रैल'), 'Two'])
  parkit.clock.set('2026-04-20T14:00:00Z')
  await parkit.db.pool.query(`update driver set language = 'hi' where driver_id = $1`, [driver.driverId])
  await say(driver, 'Three', { language: 'en' })
  expect((await textsOf(driver)).slice(3)).toEqual(['Three', thanks])
})

test('outside hours it names the day', async () => {
  const driver = await someone()
  parkit.clock.set('2026-04-19T01:15:00Z')
  await say(driver, 'One')
  expect((await textsOf(driver))[1]).toContain('We’ll reply when we’re back on Monday, April 20 at 8:00 AM')
})

test('one key sends one message, also concurrently; with another text it is refused', async () => {
  const driver = await someone()
  const replies = await Promise.all(Array.from({ length: 5 }, () => say(driver, 'Once', { key: 'k1' })))
  expect(replies.map(({ status, body }) => [status, body.Id, body.Seq])).toEqual(
    replies.map(() => [200, replies[0]!.body.Id, 1]),
  )
  expect(await textsOf(driver)).toEqual(['Once', thanks])
  const other = await say(driver, 'Twice', { key: 'k1' })
  expect([other.status, other.error.Code]).toEqual([409, 'idempotency_conflict'])
  // the key is this driver's alone
  const neighbour = await someone()
  expect((await say(neighbour, 'Twice', { key: 'k1' })).status).toBe(200)
})

test.each([[''], ['  \n\t '], ['x'.repeat(limits.mostLetters + 1)], [undefined], [7]])('%j is refused', async text => {
  const driver = await someone()
  const { status, error } = await say(driver, text)
  expect([status, Object.keys(error.Fields ?? {})]).toEqual([400, ['text']])
  expect(await textsOf(driver)).toEqual([])
})

test('a text with HTML, SQL, and letters of any script is stored unchanged', async () => {
  const driver = await someone()
  const text = "<script>alert(1)</script>\n'; drop table chat_message; -- 🚗 שלום अच्छा है"
  expect((await say(driver, text)).body.text).toBe(text)
  expect((await say(driver, 'x'.repeat(limits.mostLetters))).status).toBe(200)
})

test('concurrent messages are numbered without a gap, and pages hold them all', async () => {
  const driver = await someone()
  await Promise.all(Array.from({ length: 12 }, (_, i) => say(driver, `m${i}`)))
  await Promise.all(Array.from({ length: 12 }, (_, i) => answer(driver, `a${i}`)))
  const seqs: number[] = []
  let Cursor: string | null = ''
  do {
    const page: Awaited<ReturnType<typeof chatOf>> = await chatOf(driver, { Limit: 4, ...(Cursor && { Cursor }) })
    seqs.unshift(...page.Items.map(({ Seq }) => Seq))
    Cursor = page.NextCursor
  } while (Cursor)
  expect(seqs).toEqual(Array.from({ length: 25 }, (_, i) => i + 1))
  for (const Cursor of ['0', '-1', 'x', '1.5', '99999999999'])
    expect((await parkit.call(contract.chat, { query: { Cursor } }, driver)).status).toBe(400)
})

test('unread counts support’s messages, and the read position never goes back', async () => {
  const driver = await someone()
  const read = async (Seq: number) => (await parkit.call(contract.readChat, { body: { Seq } }, driver)).body
  const unread = async () => (await parkit.call(contract.unread, {}, driver)).body
  expect([await unread(), await read(5)]).toEqual([
    { ReadSeq: 0, Unread: 0 },
    { ReadSeq: 0, Unread: 0 },
  ])
  await say(driver, 'Hello')
  for (const text of ['a', 'b', 'c']) await answer(driver, text)
  expect(await unread()).toEqual({ ReadSeq: 0, Unread: 3 })
  expect(await read(4)).toEqual({ ReadSeq: 4, Unread: 1 })
  expect(await read(2)).toEqual({ ReadSeq: 4, Unread: 1 })
  expect(await read(1000)).toEqual({ ReadSeq: 5, Unread: 0 })
})

test('a driver’s messages per minute and day are limited; support’s are not', async () => {
  const driver = await someone()
  const said = async () => (await say(driver, 'Hello?')).status
  for (let n = 0; n < limits.mostAMinute; n++) expect(await said()).toBe(200)
  const { status, error } = await say(driver, 'Hello?', { language: 'hi' })
  expect([status, error.Code, error.message]).toEqual([429, 'messages_many', errors.messages_many.hi])
  await answer(driver, 'One at a time, please.')
  parkit.clock.advance({ minutes: 1 })
  expect(await said()).toBe(200)
})

test('each driver has a separate conversation', async () => {
  const [one, two] = [await someone(), await someone()]
  await say(one, 'Mine')
  expect([await textsOf(two), (await chatOf(two)).LastSeq]).toEqual([[], 0])
  await expect(
    chat.say({ conversationId: crypto.randomUUID(), sender: 'support', name: 'D', text: 'x' }, noon),
  ).rejects.toThrow('not_found')
})

test('unread answers are notified once, several together; read ones are not', async () => {
  const driver = await someone()
  const told = async () => {
    parkit.clock.advance({ seconds: 20 })
    for (let hand = 0; hand < 3; hand++) await parkit.jobs.runDue()
    const { rows } = await parkit.db.pool.query<{ body: string }>(
      `select body from sandbox_message where recipient = $1 and body like '%Support:%' order by sent_at`,
      [driver.email],
    )
    return rows.map(({ body }) => /Support: (.*)/.exec(body)?.[1])
  }
  await parkit.call(chooseNotice, { body: { Kind: 'chat', Channel: 'mail', On: true } }, { token: driver.token })
  await say(driver, 'Hello')
  await answer(driver, 'Hi')
  await answer(driver, 'How are you?')
  expect(await told()).toEqual(['How are you?'])
  const seen = await answer(driver, 'Still there?')
  await parkit.call(contract.readChat, { body: { Seq: seen.Seq } }, driver)
  expect(await told()).toEqual(['How are you?'])
})
