// The calls of support: what they take and answer, over HTTP.
import { beforeAll, expect, inject } from 'vitest'
import { type Driver, registerDriver } from '../api.ts'
import { callApi, expectFields } from './api-client.ts'
import { isRecording, statement } from './statements.ts'
import { openVisitors } from './visitors.ts'

const { address } = openVisitors()

let who: Driver
if (!isRecording())
  beforeAll(async () => {
    who = await registerDriver(address, 0)
  })

statement('API /api/Support/Chat: a text is a message of the conversation', {}, async () => {
  const fields = ['Id', 'sender', 'text', 'time', 'userType', 'Attachments']
  const said = await callApi('POST /api/Support/Chat', { text: 'Where is my receipt?' }, who)
  expectFields(said, fields)
  expect(said.body).toMatchObject({ sender: 'You', userType: 'user', text: 'Where is my receipt?' })
  const { body } = await callApi('GET /api/Support/Chat', undefined, who)
  const items = body.Items as Record<string, unknown>[]
  expect(items[0]).toEqual(said.body)
  // support greets by itself, and no placeholder stands before
  expect(items.slice(1).map(({ sender, userType }) => [sender, userType])).toEqual([['Support', 'support']])
  for (const item of items) expect(Object.keys(item)).toEqual(expect.arrayContaining(fields))
})

statement('API POST /api/Support/Attachment: a file of an allowed type, fetched with the token', {}, async () => {
  const attach = (name: string, type: string, text: string) => {
    const form = new FormData()
    form.append('file', new Blob([text], { type }), name)
    return callApi('POST /api/Support/Attachment', form, { ...who, key: null })
  }
  const file = await attach('note.pdf', 'application/pdf', '%PDF-1.4\n%%EOF')
  expectFields(file, ['AttachmentId', 'Url'])
  const line = `GET ${file.body.Url}`
  expect((await callApi(line, undefined, who)).text).toBe('%PDF-1.4\n%%EOF')
  expect((await callApi(line)).status).toBe(401)
  expect((await attach('note.html', 'text/html', '<p>no</p>')).status).toBeGreaterThanOrEqual(400)
})

statement('API GET /api/Support/Stream: messages, sessions and balance as they change', {}, async () => {
  const driver = await registerDriver(address, 0)
  const end = new AbortController()
  const stream = await fetch(new URL('/api/Support/Stream', inject('address')), {
    headers: { authorization: `Bearer ${driver.token}` },
    signal: end.signal,
  })
  expect(stream.headers.get('content-type')).toContain('text/event-stream')
  let heard = ''
  const reading = (async () => {
    for await (const part of stream.body!.pipeThrough(new TextDecoderStream())) heard += part
  })().catch(() => undefined)
  await callApi('POST /api/Wallet/AddMoney', { Amount: 31 }, driver)
  await callApi('POST /api/Support/Chat', { text: 'Heard at once' }, driver)
  await expect.poll(() => heard).toMatch(/event: message[\s\S]*Heard at once/)
  await expect.poll(() => heard).toMatch(/event: balance\n(id: \d+\n)?data: \{"Balance":31\}/)
  expect(heard).toMatch(/event: sessions/)
  end.abort()
  await reading
  expect((await callApi('GET /api/Support/Stream')).status).toBe(401)
})

/** The next day with service hours: none on a Sunday. */
const nextDay = (days = 1) => {
  const day = Temporal.Now.zonedDateTimeISO('America/Chicago').add({ days }).toPlainDate()
  return (day.dayOfWeek === 7 ? day.add({ days: 1 }) : day).toString()
}

statement('API POST /api/Support/Callback: phone, date and time, listed with its state', {}, async () => {
  const wish = { phone: '3125550142', date: nextDay(), time: '10:15' }
  const reply = await callApi('POST /api/Support/Callback', wish, who)
  expectFields(reply, ['Id', 'State'])
  expect(reply.body).toMatchObject({ ...wish, phone: '+13125550142', State: 'requested' })
  const { body } = await callApi('GET /api/Support/Callbacks', undefined, who)
  expect(body.Items).toEqual([reply.body])
})

statement(
  'Rules: call-backs are offered from 08:00 to 20:00, Monday to Saturday, at most 30 days ahead',
  {},
  async () => {
    const driver = await registerDriver(address, 0)
    const request = async (date: string, time: string) =>
      (await callApi('POST /api/Support/Callback', { phone: '3125550142', date, time }, driver)).status
    for (const time of ['07:45', '20:00', '10:05', '25:00'])
      expect([time, await request(nextDay(), time)]).toEqual([time, 400])
    const today = Temporal.Now.plainDateISO('America/Chicago')
    const sunday = today.add({ days: 14 - today.dayOfWeek }).toString()
    expect([sunday, await request(sunday, '10:00')]).toEqual([sunday, 400])
    expect(await request(nextDay(32), '10:00')).toBe(400)
    for (const time of ['08:00', '19:45']) expect([time, await request(nextDay(2), time)]).toEqual([time, 200])
  },
)

statement('API POST /api/Support/Email: answers a reference', {}, async () => {
  const form = new FormData()
  form.append('file', new Blob(['%PDF-1.4\n%%EOF'], { type: 'application/pdf' }), 'note.pdf')
  const { body: file } = await callApi('POST /api/Support/Attachment', form, { ...who, key: null })
  const mail = { Subject: 'A lost receipt', Message: 'It never came.', AttachmentIds: [file.AttachmentId] }
  const reply = await callApi('POST /api/Support/Email', mail, who)
  expectFields(reply, ['Reference'])
  expect(reply.body.Reference).toMatch(/^E-/)
})

statement('API POST /api/Feedback: stars and words about a session or the app', {}, async () => {
  expect((await callApi('POST /api/Feedback', { Stars: 4, Text: 'Clear prices.' }, who)).status).toBe(200)
  for (const Stars of [0, 6, '4']) expect((await callApi('POST /api/Feedback', { Stars }, who)).status).toBe(400)
  const unknown = await callApi('POST /api/Feedback', { Stars: 5, SessionId: 'P-0000000000' }, who)
  expect(unknown.status).toBe(404)
})
