// Hostile names, subjects, words, addresses, and numbers in mails, text messages, and pushes: none adds a header, a recipient, or a field.
import * as account from '@parkit/contract/driver/account'
import { update } from '@parkit/contract/driver/profile'
import * as parking from '@parkit/contract/parking/sessions'
import * as desk from '@parkit/contract/staff/desk'
import * as chat from '@parkit/contract/support/chat'
import * as emails from '@parkit/contract/support/emails'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#app/testing.ts'
import { testPlace } from '#city/places/testing.ts'
import { anotherServer, noticeActs, startPushService, startTextService } from '#messaging/notices/testing.ts'
import { parkingCity } from '#parking/sessions/testing.ts'
import { staffToken } from '#staff/desk/testing.ts'
import { headersOf, hostile, isOneLine, startMailbox } from './injection-testing.ts'

const zoneOf = (index: number) => String(7001 + index)
const city = parkingCity()
city.places.push(
  ...hostile.map((text, index) =>
    testPlace(zoneOf(index), 1_000 + index, {
      timeZone: 'America/Chicago',
      tariffId: 'quarters',
      name: text,
      address: text,
    }),
  ),
)

const mailbox = await startMailbox()
const texts = await startTextService()
const pushes = await startPushService()
const parkit = await startTestServer({
  city,
  env: { PUSH_SERVICES: pushes.origin },
})
/** sends what the other takes down: this one has real services, which hand no code to a test */
const sender = await anotherServer(parkit, {
  mail: mailbox.settings,
  supportMailbox: 'help@parkit.example',
  pushServices: [pushes.origin],
  ...texts.settings,
})
const { choose, subscribe, settle } = noticeActs(parkit)
const device = pushes.device()
let maya: Awaited<ReturnType<TestServer['driver']>>
const phone = '+13125551001'

afterAll(async () => {
  await sender.app.close()
  await parkit.stop()
  await Promise.all([mailbox.stop(), texts.stop(), pushes.stop()])
})

beforeAll(async () => {
  maya = await parkit.driver({ dollars: 100 })
  const { token } = maya
  await subscribe(maya, device.body)
  for (const kind of ['ended', 'receipt', 'chat'] as const)
    for (const channel of ['mail', 'sms', 'push'] as const) await choose(maya, kind, channel)
  await settle(sender)
  mailbox.mails.length = 0
  texts.texts.length = 0
  device.got.length = 0
  for (const [index, text] of hostile.entries()) {
    const address = {
      AddressLine1: text,
      AddressLine2: text,
      City: text,
      State: 'Illinois',
      ZipCode: '60601',
      MinBalance: '0',
    }
    const person = {
      UserName: text,
      EmailAddress: maya.email,
      PhoneNumber: phone,
      FirstName: text.slice(0, 60),
      LastName: text.slice(0, 60),
    }
    expect((await parkit.call(update, { body: { ...person, ...address } }, { token })).status).toBe(200)
    expect((await parkit.call(emails.writeEmail, { body: { Subject: text, Message: text } }, { token })).status).toBe(
      200,
    )
    const start = { ZoneNumber: zoneOf(index), VehicleId: maya.VehicleId, Minutes: 15, PayWith: 'wallet' }
    expect((await parkit.call(parking.start, { body: start }, { token })).status).toBe(200)
    parkit.clock.advance({ minutes: 15 })
    await settle(sender)
    await parkit.call(chat.say, { body: { text, AttachmentIds: [] } }, { token })
    const answer = { params: { driverId: maya.driverId }, body: { text } }
    expect((await parkit.call(desk.answer, answer, { token: await staffToken(parkit, `Ana${index}`) })).status).toBe(
      200,
    )
    // as many emails a day as a driver may write
    parkit.clock.advance({ hours: 3 })
    await settle(sender)
  }
}, 60_000)

test('a mail has its own headers alone, each once, one recipient, and is plain text', () => {
  const expected = [
    'content-transfer-encoding',
    'content-type',
    'date',
    'from',
    'message-id',
    'mime-version',
    'subject',
    'to',
  ]
  expect(mailbox.mails.length).toBeGreaterThanOrEqual(hostile.length * 4)
  for (const { to, head, body } of mailbox.mails) {
    const isOurs = to[0] === 'help@parkit.example'
    const beside = isOurs ? 'reply-to' : 'auto-submitted'
    expect(headersOf(head).toSorted(), head).toEqual([...expected, beside].toSorted())
    expect(to).toEqual([isOurs ? 'help@parkit.example' : maya.email])
    expect(head).toMatch(/^Content-Type: text\/plain; charset=utf-8\r?$/m)
    expect(head).toMatch(/^From: ParkIt <park@parkit\.example>\r$/m)
    expect(body).not.toContain('\r\n.\r\n.')
  }
})

test('a subject is one line', () => {
  const subjects = mailbox.mails.map(({ head }) =>
    /^Subject: ((?:.|\r\n[ \t])*)/m.exec(head)![1]!.replace(/\r\n[ \t]/g, ' '),
  )
  expect(subjects.some(subject => subject.includes('script'))).toBe(true)
  for (const subject of subjects) expect(isOneLine(subject), subject).toBe(true)
})

test('a text message goes to the driver’s number alone, with one body', () => {
  expect(texts.texts.length).toBeGreaterThanOrEqual(hostile.length * 3)
  for (const { to, body } of texts.texts) {
    expect(to).toBe(phone)
    expect(body).not.toMatch(/[^\P{Cc}\n]|[\u2028\u2029\u202A-\u202E\u2066-\u2069]/u)
    expect(body).toMatch(/^(ParkIt: |\d{6} is your ParkIt code)/)
  }
})

test('a push has its fields alone, opens its own path, and shows one line as its title', () => {
  expect(device.got.length).toBeGreaterThanOrEqual(hostile.length * 2)
  for (const { push } of device.got) {
    const { EndsAtMs = null, ...shown } = push
    expect(EndsAtMs === null || Number.isInteger(EndsAtMs), `${EndsAtMs}`).toBe(true)
    expect(Object.keys(shown).toSorted()).toEqual(['Body', 'Extend', 'Language', 'Path', 'Quiet', 'Tag', 'Title'])
    expect(push.Path).toMatch(/^\/(confirmlocation|chatsupport)(\?session=P-\w{10})?$/)
    expect(isOneLine(push.Title), push.Title).toBe(true)
  }
})

test.each([
  'a@example.com\r\nBcc: victim@evil.example',
  'a@example.com,victim@evil.example',
  'a,victim@evil.example',
  'a;victim@evil.example',
  '"victim@evil.example x"@example.com',
  '<victim@evil.example>',
  'victim>@evil.example',
  'Maya <victim@evil.example>',
  '"maya"@example.com',
  'a\0b@example.com',
  'a\u200Bb@example.com',
  'a\u202Eb@example.com',
  'a(comment)@example.com',
  'a@[127.0.0.1].com',
  'a@example.com:25.com',
])('the email %j is refused', async EmailAddress => {
  const body = {
    FirstName: 'Sam',
    LastName: 'Lee',
    EmailAddress,
    PhoneNumber: '3125550177',
    Password: 'correct horse battery',
  }
  const { status, error } = await parkit.call(account.register, { body })
  expect([status, Object.keys(error.Fields ?? {})]).toEqual([400, ['EmailAddress']])
})

test.each(['maya+parking@example.com', "o'neil@example.co.uk", 'maya_t-9@sub.example.museum', 'müller@exämple.com'])(
  'the email %s is taken',
  async EmailAddress => {
    const body = {
      FirstName: 'Sam',
      LastName: 'Lee',
      EmailAddress,
      PhoneNumber: `31255502${EmailAddress.length}`,
      Password: 'correct horse battery',
    }
    expect((await parkit.call(account.register, { body })).status).toBe(200)
  },
)

test.each([
  '3125550177\r\nTo: +19005550100',
  '3125550177,9005550100',
  '3125550177 9005550100',
  '3125550177&To=+19005550100',
  '3125550177;ext=5',
  '＋13125550177',
])('the phone %j is refused', async PhoneNumber => {
  const body = {
    FirstName: 'Sam',
    LastName: 'Lee',
    EmailAddress: 'sam@example.com',
    PhoneNumber,
    Password: 'correct horse battery',
  }
  const { status, error } = await parkit.call(account.register, { body })
  expect([status, Object.keys(error.Fields ?? {})]).toEqual([400, ['PhoneNumber']])
})
