// The desk over HTTP: invitation, sign-in, conversations, driver lookup, refunds, all in an append-only log.
import { randomUUID } from 'node:crypto'
import * as contract from '@parkit/contract/staff/desk'
import * as drivers from '@parkit/contract/staff/desk-drivers'
import { deskSignOut, staffList } from '@parkit/contract/staff/desk-staff'
import { callbacks, requestCallback } from '@parkit/contract/support/callbacks'
import { type Attachment, attachment, chat, say } from '@parkit/contract/support/chat'
import { writeEmail } from '@parkit/contract/support/emails'
import { sendFeedback } from '@parkit/contract/support/feedback'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#app/testing.ts'
import { asOwner } from '#platform/testing.ts'
import { formOf, pdf } from '#support/support/testing.ts'
import { staffToken } from './testing.ts'

let parkit: TestServer
let ana: string
let ben: string
let driver: Awaited<ReturnType<TestServer['driver']>>
beforeAll(async () => {
  parkit = await startTestServer()
  ana = await staffToken(parkit, 'Ana')
  ben = await staffToken(parkit, 'Ben')
})
beforeEach(async () => {
  driver = await parkit.driver()
})
afterAll(() => parkit.stop())

const as = (token: string) => ({ token })
const saysTo = (text: string, token = driver.token) =>
  parkit.call(say, { body: { text, AttachmentIds: [] } }, as(token))
const answer = (text: string, token = ana, key: string = randomUUID()) =>
  parkit.call(
    contract.answer,
    { params: { driverId: driver.driverId }, body: { text, AttachmentIds: [] } },
    { token, key },
  )
const read = async (token = ana) =>
  (await parkit.call(contract.conversation, { params: { driverId: driver.driverId }, query: {} }, as(token))).body
const listed = async (Show: contract.Show, token = ana) =>
  (await parkit.call(contract.conversations, { query: { Show } }, as(token))).body.Items.map(({ DriverId }) => DriverId)
const acts = async (subject: string) =>
  (await parkit.call(drivers.acts, { query: { Limit: 100 } }, as(ana))).body.Items.filter(
    ({ Subject }) => Subject === subject,
  )
const kinds = async (subject: string) => (await acts(subject)).map(({ Kind }) => Kind)

describe('a conversation', () => {
  test('waits until it is answered, and shows the name of the answering staff', async () => {
    await saysTo('Where is my receipt?')
    expect(await listed('unanswered')).toContain(driver.driverId)
    expect(await read()).toMatchObject({ Open: true, Unanswered: true, Assignee: null })
    const key = randomUUID()
    const [one, again] = [await answer('In Past parkings.', ana, key), await answer('In Past parkings.', ana, key)]
    expect(again.body).toEqual(one.body)
    expect(one.body).toMatchObject({ sender: 'Ana', userType: 'support' })
    const seen = await parkit.call(chat, { query: {} }, as(driver.token))
    expect(seen.body.Items.filter(({ text }) => text === 'In Past parkings.')).toHaveLength(1)
    expect(await listed('unanswered')).not.toContain(driver.driverId)
    expect(await read()).toMatchObject({ Open: true, Unanswered: false, Assignee: { Name: 'Ana' } })
    expect(await kinds(driver.driverId)).toEqual(['answered'])
  })

  test('belongs to its assignee, and stays closed until the driver writes again', async () => {
    await saysTo('Hello')
    const { Items } = (await parkit.call(staffList, {}, as(ana))).body
    const StaffId = Items.find(({ Name }) => Name === 'Ben')!.StaffId
    const params = { driverId: driver.driverId }
    await parkit.call(contract.assign, { params, body: { StaffId } }, as(ana))
    await answer('Here I am.', ana)
    expect(await read()).toMatchObject({ Assignee: { Name: 'Ben' } })
    expect(await listed('mine', ben)).toContain(driver.driverId)
    expect(await listed('mine', ana)).not.toContain(driver.driverId)

    const { LastSeq: Seq } = await read()
    await parkit.call(contract.close, { params, body: { Seq } }, as(ben))
    expect(await listed('open', ben)).not.toContain(driver.driverId)
    expect(await listed('all', ben)).toContain(driver.driverId)
    await saysTo('One more thing')
    expect(await listed('open', ben)).toContain(driver.driverId)
    expect(await kinds(driver.driverId)).toEqual(['closed', 'answered', 'assigned'])
  })

  test('is not closed over a message that arrived meanwhile', async () => {
    await saysTo('Hello')
    const { LastSeq: Seq } = await read()
    await saysTo('Wait')
    await parkit.call(contract.close, { params: { driverId: driver.driverId }, body: { Seq } }, as(ana))
    expect(await read()).toMatchObject({ Open: true, Unanswered: true })
  })

  test('can be reopened by hand, and then waits as before', async () => {
    await saysTo('Hello')
    const params = { driverId: driver.driverId }
    const { LastSeq: Seq } = await read()
    await parkit.call(contract.close, { params, body: { Seq } }, as(ana))
    expect(await read()).toMatchObject({ Open: false, Unanswered: false })
    for (let i = 0; i < 2; i++)
      expect(await parkit.call(contract.reopen, { params }, as(ben))).toMatchObject({ status: 200 })
    expect(await read()).toMatchObject({ Open: true, Unanswered: true })
    expect(await kinds(driver.driverId)).toEqual(['reopened', 'closed'])
  })

  test('can be started by the desk, but not with an unknown driver', async () => {
    expect(await answer('Your car lights are on.')).toMatchObject({ status: 200 })
    const nobody = { params: { driverId: randomUUID() }, body: { text: 'Hello', AttachmentIds: [] } }
    expect(await parkit.call(contract.answer, nobody, as(ana))).toMatchObject({ status: 404 })
  })
})

test('a file sent with an answer is readable by the two sides only', async () => {
  const params = { driverId: driver.driverId }
  const { headers, payload } = formOf(pdf, 'map.pdf')
  const upload = await parkit.app.inject({
    method: 'POST',
    url: contract.deskAttach.path.replace(':driverId', driver.driverId),
    headers: { ...headers, authorization: `Bearer ${ana}` },
    payload,
  })
  const { AttachmentId: id, Name } = upload.json() as Attachment
  expect(Name).toBe('map.pdf')
  const asDriver = (token: string) => parkit.call(attachment, { params: { id } }, as(token))
  const asDesk = (driverId: string, token = ben) =>
    parkit.call(contract.deskAttachment, { params: { driverId, id } }, as(token))
  // not before it is sent
  expect((await asDriver(driver.token)).status).toBe(404)
  const send = (AttachmentIds: string[], token = ana) =>
    parkit.call(contract.answer, { params, body: { text: '', AttachmentIds } }, as(token))
  expect(await send([])).toMatchObject({ status: 400, error: { Fields: { text: expect.any(String) } } })
  expect((await send([id])).body.Attachments).toMatchObject([{ AttachmentId: id }])
  expect(await send([id])).toMatchObject({ status: 400, error: { Fields: { AttachmentIds: expect.any(String) } } })
  expect([(await asDriver(driver.token)).status, (await asDesk(driver.driverId)).status]).toEqual([200, 200])
  const stranger = await parkit.driver()
  expect([(await asDriver(stranger.token)).status, (await asDesk(stranger.driverId)).status]).toEqual([404, 404])
  expect((await asDesk(driver.driverId, driver.token)).status).toBe(404)
})

describe('a driver', () => {
  test('is found by plate, phone, email and session', async () => {
    const session = await parkit.park(driver)
    const facts = async () =>
      (await parkit.call(drivers.driverFacts, { params: { driverId: driver.driverId } }, as(ana))).body
    const { Phone, Vehicles, Email } = await facts()
    const plate = Vehicles[0]!.PlateNumber
    for (const Query of [
      plate,
      [...plate.toLowerCase()].join(' '),
      Phone,
      Phone.slice(2),
      Phone.replace(/^\+1(...)(...)/, '($1) $2 - '),
      Email!,
      ` ${Email!.toUpperCase()} `,
      session.SessionId,
      session.SessionId.toLowerCase().replace('-', ' '),
      session.SessionId.slice(2),
    ]) {
      const { body } = await parkit.call(drivers.findDrivers, { query: { Query } }, as(ana))
      expect(
        body.Items.map(({ DriverId }) => DriverId),
        Query,
      ).toEqual([driver.driverId])
    }
    expect((await parkit.call(drivers.findDrivers, { query: { Query: 'nobody' } }, as(ana))).body.Items).toEqual([])
    expect(await facts()).toMatchObject({
      Sessions: { Items: [{ SessionId: session.SessionId }] },
      Activity: { Items: [{ Kind: 'fare' }, { Kind: 'topUp' }] },
    })
  })
})

test('callbacks go from requested to called to closed, and not back', async () => {
  const form = { phone: '3125550123', date: '2026-04-15', time: '10:30' }
  const { body: asked } = await parkit.call(requestCallback, { body: form }, as(driver.token))
  const { body } = await parkit.call(drivers.deskCallbacks, { query: {} }, as(ana))
  expect(body.Items).toContainEqual({ ...asked, DriverId: driver.driverId, Name: 'Maya Torres' })
  const move = (State: 'called' | 'closed') =>
    parkit.call(drivers.moveCallback, { params: { id: asked.Id }, body: { State } }, as(ana))
  await move('called')
  await move('closed')
  expect((await move('called')).error.Code).toBe('callback_over')
  expect((await parkit.call(callbacks, {}, as(driver.token))).body.Items).toMatchObject([{ State: 'closed' }])
  expect(await kinds(asked.Id)).toEqual(['callClosed', 'called'])
})

test('emails and feedback of all drivers are readable', async () => {
  const form = { Subject: 'Receipt', Message: 'It is missing.', AttachmentIds: [] }
  const { body: mail } = await parkit.call(writeEmail, { body: form }, as(driver.token))
  await parkit.call(sendFeedback, { body: { Stars: 4, Text: 'Nearly.' } }, as(driver.token))
  const emails = (await parkit.call(drivers.deskEmails, { query: {} }, as(ana))).body.Items
  expect(emails).toContainEqual({ ...mail, DriverId: driver.driverId, Name: 'Maya Torres' })
  const feedback = (await parkit.call(drivers.deskFeedback, { query: {} }, as(ana))).body.Items
  expect(feedback.find(({ DriverId }) => DriverId === driver.driverId)).toMatchObject({ Stars: 4, Text: 'Nearly.' })
})

test('saved replies are in three languages, are replaced by title and can be deleted', async () => {
  const keep = (English: string, Hindi: string, Spanish = '') =>
    parkit.call(contract.keepCanned, { body: { Title: 'Hours', English, Spanish, Hindi } }, as(ana))
  const list = async () => (await parkit.call(contract.cannedAnswers, {}, as(ben))).body.Items
  expect(await keep('', '')).toMatchObject({ status: 400, error: { Fields: { English: expect.any(String) } } })
  expect((await keep('', '', 'De 8 a 8')).status).toBe(200)
  const texts = { English: '8 AM to 8 PM', Spanish: 'De 8 AM a 8 PM', Hindi: 'सुबह 8 से रात 8' }
  const { CannedId } = (await keep(texts.English, texts.Hindi, texts.Spanish)).body
  expect(await list()).toEqual([{ CannedId, Title: 'Hours', ...texts }])
  const drop = () => parkit.call(contract.dropCanned, { params: { id: CannedId } }, as(ben))
  await drop()
  expect(await drop()).toMatchObject({ status: 200 })
  expect(await list()).toEqual([])
  expect(await kinds(CannedId)).toEqual(['cannedDropped', 'cannedKept', 'cannedKept'])
})

test('an open desk receives every message until its sign-in ends', async () => {
  const address = await parkit.app.listen({ port: 0, host: '127.0.0.1' })
  const token = await staffToken(parkit, 'Eve')
  const response = await fetch(address + contract.deskStream.path, { headers: { authorization: `Bearer ${token}` } })
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let heard = ''
  const hear = async (text: string) => {
    while (!heard.includes(text)) {
      const { done, value } = await reader.read()
      if (done) throw new Error(`The stream ended before ${text}`)
      heard += value
    }
  }
  await hear('{"DriverId":null}')
  await saysTo('Hello')
  await hear(driver.driverId)
  await parkit.call(deskSignOut, {}, as(token))
  await parkit.features.desk.streams.beat()
  while (!(await reader.read()).done);
})

describe('the log cannot be changed', () => {
  const changes = ["update desk_act set kind = 'closed'", 'delete from desk_act', 'truncate desk_act']

  test('by the server’s role', async () => {
    for (const change of changes) await expect(parkit.db.pool.query(change)).rejects.toThrow('permission denied')
  })

  test('nor by the role that owns it', async () => {
    for (const change of [...changes, 'truncate staff cascade'])
      await expect(asOwner(parkit.db.connectionString, change)).rejects.toThrow('append-only')
  })
})
